//! The facts about scale factors: the layouts of problems in global memory, of tiles in shared
//! memory and of their fragments in tensor memory.

use crate::emit::{Source, Writer, fill, write_source};
use crate::model::{Value, Verdict};
use crate::table::{Kind, Op, op};
use crate::{records, tmem, umma};
use serde_json::Value as Json;
use std::path::Path;

/// The layouts that follow from the elements for a scale factor.
const ATOMS: [(&str, Op); 2] = [
    ("k_major", op("sf", "int", Kind::Layout, "SfKMajorAtom<{0}>")),
    ("mn_major", op("sf", "int", Kind::Layout, "SfMnMajorAtom<{0}>")),
];
/// Those that follow from a static problem, too.
const STATIC: [(&str, Op); 2] = [
    ("sfa", op("sf", "int tuple", Kind::Layout, "TileAtomToShapeSfa<{0}, {1}>")),
    ("sfb", op("sf", "int tuple", Kind::Layout, "TileAtomToShapeSfb<{0}, {1}>")),
];
/// The functions for a run-time problem.
const RUN_TIME: [(&str, &str); 4] = [
    ("sfa", "tile_atom_to_shape_sfa"),
    ("sfb", "tile_atom_to_shape_sfb"),
    ("sfd_k", "tile_atom_to_shape_sfd"),
    ("sfd_mn", "tile_atom_to_shape_sfd_mn"),
];
/// The layouts that follow from an MMA and a tile.
const SHARED: [(&str, Op); 2] = [
    ("sfa", op("sf", "any tuple", Kind::Layout, "DeduceSmemLayoutSfa<{0}, {1}>")),
    ("sfb", op("sf", "any tuple", Kind::Layout, "DeduceSmemLayoutSfb<{0}, {1}>")),
];

/// Writes the cases of all records about scale factors.
pub(crate) fn write(writer: &mut Writer, out: &Path) {
    let file = "facts/scale_factors.jsonl";
    let mut source = Source::file(file);
    for (line, record) in (1..).zip(records(file)) {
        let mut args = vec![writer.type_of(&Value::read(&record["vec"]))];
        let mut cases = |writer: &mut Writer, args: &[String], ops: &[(&str, Op)], end: &str| {
            for (name, op) in ops {
                let layout = Value::read(&record[format!("{name}{end}")]);
                source.operation(writer, line, op, args, &Verdict::Equals(layout));
            }
        };
        if record["kind"] == "sf_atom" {
            cases(writer, &args, &ATOMS, "");
        } else if record["is_static"] == true {
            args.push(writer.type_of(&Value::read(&record["problem"])));
            cases(writer, &args, &STATIC, "");
        } else if record["kind"] == "sf_smem" {
            let args = [mma(writer, &record), writer.type_of(&Value::read(&record["tile"]))];
            cases(writer, &args, &SHARED, "_smem");
            for (name, op) in SHARED {
                let shape = format!("<{} as Layout>::Shape", fill(&op.of, &args));
                let [frg, facts] = ["frg", "tmem"].map(|field| &record[format!("{name}_{field}")]);
                tmem::fragment(&mut source, writer, line, shape, frg, facts);
            }
        } else {
            let problem = Value::read(&record["problem"]).to_string();
            let problem = problem.replace(',', "u32, ").replace(')', "u32)");
            for (name, function) in RUN_TIME.iter().filter(|(name, _)| record.get(name).is_some()) {
                source.row(format!(
                    "value({line}, || layout_text({function}({}::default(), {problem}), {:?}))",
                    args[0],
                    Value::read(&record[name]).to_string()
                ));
            }
        }
    }
    write_source(&out.join("scale_factors.rs"), source, writer);
}

/// The layouts of two stages of a tile.
const STAGES: [(&str, Op); 2] = [
    (
        "sfa",
        op("sf", "any tuple int", Kind::Layout, "StagesOf<DeduceSmemLayoutSfa<{0}, {1}>, {2}>"),
    ),
    (
        "sfb",
        op("sf", "any tuple int", Kind::Layout, "StagesOf<DeduceSmemLayoutSfb<{0}, {1}>, {2}>"),
    ),
];

/// Writes the cases of all records about copies of scale factors to tensor memory.
pub(crate) fn write_copies(writer: &mut Writer, out: &Path) {
    let file = "facts/utccp.jsonl";
    let mut source = Source::file(file);
    for (line, record) in (1..).zip(records(file)) {
        let [mma, tile, stages] = [
            mma(writer, &record),
            writer.type_of(&Value::read(&record["tile"])),
            writer.type_of(&Value::read(&record["smem"]["shape"][3])),
        ];
        let of_b = usize::from(record["side"] == "sfb");
        let smem = Verdict::Equals(Value::read(&record["smem"]));
        let args = [mma, tile, stages];
        source.operation(writer, line, &STAGES[of_b].1, &args, &smem);
        let copy = tmem::copy(writer, record["name"].as_str().expect("a copy has a name"));
        source.row(format!(
            "value({line}, || utccp!(<{copy}>::default(), {}, {}, {}, &{}, &{}))",
            fill(&SHARED[of_b].1.of, &args),
            args[2],
            record["desc"],
            record["desc_offsets"],
            record["tmem_addrs"]
        ));
    }
    write_source(&out.join("utccp.rs"), source, writer);
}

/// Returns the type of a record's MMA: one instruction in one CTA, or in two. It is as large as the
/// tile unless the record says otherwise.
fn mma(writer: &mut Writer, record: &Json) -> String {
    let name = record["mma"].as_str().expect("an MMA has a name");
    let mn = record.get("mma_mnk").unwrap_or(&record["tile"]);
    let [m, n, vector] = [&mn[0], &mn[1], &record["vec"]].map(|n| n.as_u64().expect("an extent"));
    let types = match (name.contains("MXF4"), vector) {
        (false, _) => "e4m3 e4m3 f32 ue8m0",
        (true, 32) => "e2m1 e2m1 f32 ue8m0",
        (true, _) => "e2m1 e2m1 f32 ue4m3",
    };
    let atom = umma::atom(writer, name, types, [m, n], vector);
    format!("TiledMma<{atom}, ColMajor<(N1, N1)>>")
}
