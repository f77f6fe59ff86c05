//! The facts about atoms: compares each field of a record with the associated type of the atom.

use crate::emit::{Source, Writer, write_source};
use crate::model::{Value, Verdict};
use crate::records;
use crate::table::{Kind, Op, op};
use serde_json::Value as Json;
use std::path::Path;

/// The fields of a record, and the associated types that must equal them.
const MMA: &[Op] = &[
    op("shape_mnk", "mma", Kind::Tuple, "<{0} as MmaAtom>::ShapeMnk"),
    op("thr_id", "mma", Kind::Layout, "<{0} as MmaAtom>::ThrId"),
    op("a", "mma", Kind::Layout, "<{0} as MmaAtom>::LayoutATv"),
    op("b", "mma", Kind::Layout, "<{0} as MmaAtom>::LayoutBTv"),
    op("c", "mma", Kind::Layout, "<{0} as MmaAtom>::LayoutCTv"),
];
const BITS: &[Op] = &[
    op("d", "mma", Kind::Tuple, "<{0} as MmaAtom>::BitsD"),
    op("a", "mma", Kind::Tuple, "<{0} as MmaAtom>::BitsA"),
    op("b", "mma", Kind::Tuple, "<{0} as MmaAtom>::BitsB"),
    op("c", "mma", Kind::Tuple, "<{0} as MmaAtom>::BitsC"),
];
pub(crate) const COPY: &[Op] = &[
    op("thr_id", "copy", Kind::Layout, "<{0} as CopyOperation>::ThrId"),
    op("src", "copy", Kind::Layout, "<{0} as CopyOperation>::LayoutSrc"),
    op("dst", "copy", Kind::Layout, "<{0} as CopyOperation>::LayoutDst"),
    op("ref", "copy", Kind::Layout, "<{0} as CopyOperation>::LayoutRef"),
];

/// Writes the cases of all records of MMA and copy atoms.
pub(crate) fn write(writer: &mut Writer, out: &Path) {
    for (kind, file, fields) in [("mma", "mma_atoms.rs", MMA), ("copy", "copy_atoms.rs", COPY)] {
        let mut source = Source::file("atoms.jsonl");
        for (line, record) in (1..).zip(records("atoms.jsonl")) {
            if record["kind"] != kind {
                continue;
            }
            let atom = [writer.type_of(&Value::Word(name(&record)))];
            let mut case = |op: &Op, expected: Value| {
                source.operation(writer, line, op, &atom, &Verdict::Equals(expected));
            };
            for op in fields {
                case(op, Value::read(&record[&*op.name]).congruent());
            }
            if let Some(bits) = record.get("bits") {
                for op in BITS {
                    case(op, Value::read(&bits[&*op.name]));
                }
            }
        }
        write_source(&out.join(file), source, writer);
    }
}

/// Returns the name of a record's atom, with a width in bits for a type: `UniversalCopy<128>`.
fn name(record: &Json) -> String {
    let name = record["name"].as_str().expect("an atom has a name");
    name.replace("uint", "").replace("_t>", ">")
}
