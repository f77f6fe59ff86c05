//! Golden records: atoms, tiled MMAs and tiled copies.

use serde_json::Value as Json;
use zellige::atom::{copy, mma};
use zellige_golden::records;

records!(mma_atoms { equal: 1521 });
records!(copy_atoms { equal: 124 });
records!(tiled_mma { equal: 1024 });
records!(tiled_copy { equal: 387 });

/// Returns the names of the records of a kind, without type arguments.
fn names(kind: &str) -> Vec<String> {
    let mut names: Vec<String> = include_str!("../data/atoms.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).expect("a line is a JSON value"))
        .filter(|record| record["kind"] == kind)
        .map(|record| record["name"].as_str().expect("an atom has a name").to_owned())
        .map(|name| name.split('<').next().unwrap_or_default().to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Every atom of the tables has a record.
#[test]
fn no_atom_is_unchecked() {
    let sorted = |tables: &[&[&str]]| {
        let mut names: Vec<String> = tables.concat().into_iter().map(str::to_owned).collect();
        names.sort();
        names
    };
    assert_eq!(sorted(&[mma::NAMES]), names("mma"));
    assert_eq!(sorted(&[copy::NAMES, copy::VECTORS]), names("copy"));
}
