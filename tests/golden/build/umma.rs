//! The atoms of `tcgen05.mma` and their instruction descriptors: writes a check for each record,
//! with the type of its atom.

use crate::emit::{Source, Writer, write_source};
use crate::model::{Value, Verdict};
use crate::records;
use crate::sparse;
use crate::table::{Kind, Op, op};
use serde_json::Value as Json;
use std::fmt::Write as _;
use std::path::Path;

/// Writes the cases of all records about atoms and their descriptors.
pub(crate) fn write(writer: &mut Writer, out: &Path) {
    type Check = fn(&mut Writer, &Json) -> String;
    let files: [(_, Check); 4] = [
        ("umma", of_atom),
        ("instr_desc", of_descriptor),
        ("mma_sm120", sparse::of_atom),
        ("gmma_sparse", sparse::of_atom),
    ];
    for (name, check) in files {
        let file = format!("facts/{name}.jsonl");
        let mut source = Source::file(&file);
        for (line, record) in (1..).zip(records(&file)) {
            source.row(format!("value({line}, || {})", check(writer, &record)));
        }
        write_source(&out.join(format!("{name}.rs")), source, writer);
    }
}

const TILES: Op = op("smem_desc", "layout int", Kind::Layout, "DescriptorTiles<{0}, {1}>");

/// Writes the cases of all records about descriptors of shared memory.
pub(crate) fn write_smem(writer: &mut Writer, out: &Path) {
    let file = "facts/smem_desc.jsonl";
    let mut source = Source::file(file);
    for (line, record) in (1..).zip(records(file)) {
        let width = record["elem_bits"].as_u64().expect("a width");
        let mut swizzled =
            |layout| writer.type_of(&Value::swizzled(&record["byte_swizzle"], width, layout));
        let Value::Layout(shape, stride) = Value::read(&record["layout"]) else {
            panic!("a record has a layout")
        };
        let all = swizzled(Value::Layout(shape.clone(), stride.clone()));
        let (Value::Tuple(shape), Value::Tuple(stride)) = (*shape, *stride) else {
            panic!("a layout has an instruction and tiles")
        };
        let first = Value::Layout(Box::new(shape[0].clone()), Box::new(stride[0].clone()));
        let args = [swizzled(first), writer.type_of(&Value::Int(width))];
        let [first, bits] = &args;
        let frg = Verdict::Equals(Value::read(&record["frg"]));
        source.operation(writer, line, &TILES, &[all.clone(), bits.clone()], &frg);
        // tcgen05.mma transposes tf32 only in units of 32 bytes; CuTe encodes whatever it is given.
        let refused =
            width == 32 && record["major"] == "MN" && record["byte_swizzle"]["swizzle"][1] == 4;
        source.row(if refused {
            format!("value({line}, smem_refused::<{first}, {bits}>)")
        } else {
            format!(
                "value({line}, || smem_descriptor::<{first}, {bits}, {all}>({}, &{}))",
                record["desc"], record["desc_offsets"]
            )
        });
    }
    write_source(&out.join("smem_desc.rs"), source, writer);
}

/// Returns `described::<Atom, Facts>(name, expected, bits)`, or `no_tile::<Atom>()` if the PTX
/// manual has no such tile: it has no products of sparse e2m1 by two CTAs for M = 128.
fn of_atom(writer: &mut Writer, record: &Json) -> String {
    let name = record[0].as_str().expect("an atom has a name");
    let [m, n] = [0, 1].map(|mode| record[4][mode].as_u64().expect("an extent"));
    let types = record[1].as_str().expect("types");
    let atom = atom(writer, name, types, [m, n], record[2].as_u64().expect("a count"));
    if name == "SM100_MMA_MXF4NVF4_2x1SM_SS_SPARSE" && m == 128 {
        return format!("no_tile::<{atom}>()");
    }
    let facts = facts(writer, record, 4, &record[9]);
    let desc = descriptor(&atom, &record[3], "");
    format!("described::<{atom}, {facts}>({name:?}, {}, {desc}.bits())", record[10])
}

/// Returns the type of the shape, which is at field `start`, the four layouts behind it, and the
/// bits.
pub(crate) fn facts(writer: &mut Writer, record: &Json, start: usize, bits: &Json) -> String {
    let mut facts = format!("({}", writer.type_of(&Value::read(&record[start])));
    for field in start + 1..start + 5 {
        write!(facts, ", {}", layout(writer, &record[field])).unwrap();
    }
    facts + &format!(", {})", writer.type_of(&Value::read(bits)))
}

/// Returns the type of the layout `[shape,stride]`.
pub(crate) fn layout(writer: &mut Writer, json: &Json) -> String {
    let [shape, stride] = [0, 1].map(|part| Value::read(&json[part]));
    writer.type_of(&Value::Layout(Box::new(shape), Box::new(stride)))
}

/// Returns the check of a descriptor: `no_tile` if N is not a multiple of 16 for two CTAs, and
/// `no_descriptor` if the instruction has no such bytes of scale factors or columns of metadata.
fn of_descriptor(writer: &mut Writer, record: &Json) -> String {
    let types = record[0].as_str().expect("types");
    let [m, n] = [1, 2].map(|field| record[field].as_u64().expect("an extent"));
    let flags: Vec<&str> = record[4].as_str().expect("flags").split_whitespace().collect();
    let [sparse_id, a, b] = [0, 1, 2].map(|id| record[6][id].as_u64().unwrap_or(0));
    if flags.contains(&"ws") {
        return "Ok(\"left_out\")".to_owned();
    }
    let (is_sparse, is_scaled) = (flags.contains(&"sparse"), types.contains(" ue"));
    let vector = if types.ends_with("ue4m3") { 16 } else { 32 };
    let (kind, vector) = match types.split(' ').next().expect("A has a type") {
        "f16" | "bf16" => ("F16BF16", 0),
        "tf32" => ("TF32", 0),
        "s8" | "u8" => ("S8", 0),
        "e2m1" if is_sparse => ("MXF4NVF4", 2 * vector),
        "e2m1" => ("MXF4", vector),
        _ if is_scaled => ("MXF8F6F4", 0),
        _ => ("F8F6F4", 0),
    };
    let group = if m == 256 { "_2x1SM" } else { "" };
    let name = match (is_sparse, flags.contains(&"ultra")) {
        (false, true) => format!("SM103_MXF4_ULTRA{group}_SS_VS"),
        (false, false) => format!("SM100_MMA_{kind}{group}_SS"),
        (true, _) => format!("SM100_MMA_{kind}{group}_SS_SPARSE"),
    };
    let atom = atom(writer, &name, types, [m, n], vector);
    if m == 256 && n % 16 != 0 {
        return format!("no_tile::<{atom}>()");
    }
    let methods =
        ["negate_a", "negate_b", "saturate"].iter().filter(|method| flags.contains(method));
    let methods: String = methods.map(|method| format!(".{method}()")).collect();
    let mut desc = descriptor(&atom, &record[3], &methods);
    if sparse_id > 0 {
        write!(desc, ".sparse_id({sparse_id})").unwrap();
    }
    if a | b > 0 {
        write!(desc, ".scale_ids({a}, {b})").unwrap();
    }
    // The instruction reads 1, 2 or 4 scale factors along K; for K = 96 that is unknown.
    let is_packed = kind.starts_with("MXF4") && !flags.contains(&"ultra");
    let bytes = match (is_packed, types.ends_with("ue4m3")) {
        (true, true) => 4,
        (true, false) => 2,
        (false, _) => 1,
    };
    let has_columns = is_sparse && matches!(kind, "F16BF16" | "TF32");
    let is_valid = a % bytes == 0 && b % bytes == 0 && (has_columns || sparse_id == 0);
    match is_valid {
        true => format!("descriptor({}, {desc}.bits())", record[5]),
        false => format!("no_descriptor(|| {desc}.bits())"),
    }
}

/// Returns the descriptor of an atom with operands contiguous as `majors` says, such as `KM`.
fn descriptor(atom: &str, majors: &Json, methods: &str) -> String {
    let majors = majors.as_str().expect("two letters").chars();
    let majors: Vec<&str> =
        majors.map(|major| if major == 'K' { "Major::K" } else { "Major::Mn" }).collect();
    format!("const {{ make_instr_desc::<{atom}>({}){methods} }}", majors.join(", "))
}

/// Returns the type of an atom: `umma::SM100_MMA_S8_SS<i8, i8, i32, N64, N8>`.
pub(crate) fn atom(
    writer: &mut Writer,
    name: &str,
    types: &str,
    mn: [u64; 2],
    vector: u64,
) -> String {
    let types: Vec<String> = types.split(' ').map(element).collect();
    let mut args = types.join(", ");
    for n in mn.into_iter().chain((name.contains("MXF4")).then_some(vector)) {
        write!(args, ", {}", writer.type_of(&Value::Int(n))).unwrap();
    }
    format!("umma::{name}<{args}>")
}

/// Returns the type of a number format: `zellige_gpu::number::E4m3`.
pub(crate) fn element(name: &str) -> String {
    match name {
        "s8" => "i8".to_owned(),
        "s32" => "i32".to_owned(),
        "u8" | "f32" => name.to_owned(),
        name => {
            let name = name.trim_end_matches("_unpack");
            format!("zellige_gpu::number::{}{}", name[..1].to_uppercase(), &name[1..])
        }
    }
}
