//! The MMA atoms of SM120's `mma.sync` and of the sparse `wgmma`: returns the check of a record.

use crate::emit::Writer;
use crate::model::Value;
use crate::umma::{element, facts, layout};
use serde_json::Value as Json;

/// Returns `sparse::<Atom, (Facts, Metadata)>(name)`, or another function, as the record has
/// metadata and scale factors or not.
pub(crate) fn of_atom(writer: &mut Writer, record: &Json) -> String {
    let atom = atom(writer, record);
    let mut bits = record[11].clone();
    if record[0].as_str().is_some_and(|name| name.starts_with("SM120_SPARSE_16x8x64")) {
        // CuTe's `ValTypeA` has the width of the format, but its `FrgTypeA` is a byte.
        bits[1] = 8.into();
    }
    let mut types = vec![facts(writer, record, 3, &bits)];
    for (layouts, number) in [(8..9, 12), (9..11, 2)] {
        if !record[layouts.start].is_null() {
            let parts: String = layouts.map(|i| layout(writer, &record[i]) + ", ").collect();
            types.push(format!("({parts}{})", writer.type_of(&Value::read(&record[number]))));
        }
    }
    let function = match (record[8].is_null(), record[9].is_null()) {
        (true, true) => return format!("types::<{atom}, {}>({})", types[0], record[0]),
        (false, true) => "sparse",
        (true, false) => "scaled",
        (false, false) => "sparse_scaled",
    };
    format!("{function}::<{atom}, ({})>({})", types.join(", "), record[0])
}

/// Returns the type of an atom: `mma_sm120::SM120_16x8x32_TN_VS<.., N32>`, or
/// `gmma_sparse::SM90_SPARSE_64xNx64_S8_SS_TN<i8, i8, i32, N8>`.
fn atom(writer: &mut Writer, record: &Json) -> String {
    let name = record[0].as_str().expect("an atom has a name");
    let formats = record[1].as_str().expect("types");
    let types: Vec<String> = formats.split(' ').map(element).collect();
    let types = types.join(", ");
    if name.starts_with("SM120") {
        let vector = match record[2].as_u64() {
            Some(0) => String::new(),
            _ => format!(", {}", writer.type_of(&Value::read(&record[2]))),
        };
        return format!("mma_sm120::{name}<{types}{vector}>");
    }
    let kind = match formats.split(' ').next().expect("A has a type") {
        "u8" => "S8".to_owned(),
        "e4m3" | "e5m2" => "F8".to_owned(),
        other => other.to_uppercase(),
    };
    let end: Vec<&str> = name.split('_').skip(4).collect();
    let n = writer.type_of(&Value::read(&record[3][1]));
    let k = &record[3][2];
    format!("gmma_sparse::SM90_SPARSE_64xNx{k}_{kind}_{}<{types}, {n}>", end.join("_"))
}
