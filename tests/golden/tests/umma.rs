//! Golden records: the atoms of `tcgen05.mma`, the instruction descriptors and those of shared
//! memory, the atoms of SM120's `mma.sync`, and of the sparse `wgmma`.

use serde_json::Value as Json;
use std::panic::catch_unwind;
use zellige_golden::generated::UmmaRow;
use zellige_golden::records;

// The refused ones are of elements of 32 bits along M or N, which tcgen05.mma takes only if the
// swizzle moves units of 32 bytes.
records!(smem_desc { equal: 634, descriptor: 544, refused: 90 });

mod rows {
    include!(concat!(env!("OUT_DIR"), "/umma.rs"));
}

/// How many records are equal, have no tile, are refused, and are left out.
type Tally = [usize; 4];

/// Compares the rows with the records: the descriptor is field `bits`, the name of an atom field 0.
fn check(file: &str, bits: usize, rows: &[UmmaRow]) -> Tally {
    let mut tally = [0; 4];
    let mut failures = Vec::new();
    assert_eq!(file.lines().count(), rows.len());
    for (line, row) in file.lines().zip(rows) {
        let record: Json = serde_json::from_str(line).expect("a line is a JSON value");
        let mut compare = |got: u32| {
            if record[bits].as_u64() != Some(got.into()) {
                failures.push(format!("{line}: the descriptor is {got} = {got:#x}"));
            }
        };
        let outcome = match row {
            UmmaRow::Equal(name, is_equal, facts, bits) => {
                if let Some(bits) = bits {
                    compare(bits());
                }
                if !is_equal() || record[0] != *name {
                    failures.push(format!("{line}: {name} has {}", facts()));
                }
                0
            }
            UmmaRow::Bits(bits) => {
                compare(bits());
                0
            }
            UmmaRow::NoTile(refusal) => {
                let sentence = refusal().unwrap_or_default();
                if !sentence.contains(" has no tile of ") {
                    failures.push(format!("{line}: not refused, but {sentence:?}"));
                }
                1
            }
            UmmaRow::Refused(bits) => {
                if cfg!(debug_assertions) && catch_unwind(bits).is_ok() {
                    failures.push(format!("{line}: not refused"));
                }
                2
            }
            UmmaRow::LeftOut => 3,
        };
        tally[outcome] += 1;
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    tally
}

/// 24 records are of sparse products of e2m1 by two CTAs in 128 rows, which the PTX manual lacks.
#[test]
fn atoms() {
    let tally = check(include_str!("../data/facts/umma.jsonl"), 10, rows::ATOMS);
    assert_eq!(tally, [1288, 24, 0, 0]);
}

/// 48 records have 256 rows and a number of columns that is not a multiple of 16; 278 name scale
/// factors or metadata that the instruction does not have; 6 are of `.ws`.
#[test]
fn instruction_descriptors() {
    let tally = check(include_str!("../data/facts/instr_desc.jsonl"), 5, rows::DESCRIPTORS);
    assert_eq!(tally, [1167, 48, 278, 6]);
}

/// 40 records of a sparse A have the 4 or 6 bits of its format, where `build/sparse.rs` expects
/// bytes.
#[test]
fn atoms_of_sm120() {
    let tally = check(include_str!("../data/facts/mma_sm120.jsonl"), 13, rows::SM120);
    assert_eq!(tally, [156, 0, 0, 0]);
}

#[test]
fn sparse_atoms_of_sm90() {
    let tally = check(include_str!("../data/facts/gmma_sparse.jsonl"), 13, rows::SPARSE);
    assert_eq!(tally, [320, 0, 0, 0]);
}
