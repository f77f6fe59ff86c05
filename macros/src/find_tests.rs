//! Tests of the search for layouts by their tables.

use std::collections::{HashMap, HashSet};

use crate::find::{Break, Pattern, Tried, find_strided};

/// Returns the first `length` values of a layout: for (3,2):(2,7) these are 0, 2, 4, 7, 9, 11.
fn tabulate(modes: &[(u64, u64)], length: usize) -> Vec<u64> {
    let value = |index: u64| {
        let step = |(rest, sum), &(extent, stride)| (rest / extent, sum + rest % extent * stride);
        modes.iter().fold((index, 0), step).1
    };
    (0..length as u64).map(value).collect()
}

fn size(modes: &[(u64, u64)]) -> u64 {
    modes.iter().map(|&(extent, _)| extent).product()
}

/// Returns the modes of a table.
fn find(table: &[u64]) -> Result<Vec<(u64, u64)>, Break> {
    let modes = find_strided(table.len(), |index| table[index].into())?;
    Ok(modes.into_iter().map(|mode| (mode.0, mode.1 as u64)).collect())
}

fn pattern(table: &[u64]) -> Pattern {
    match find(table) {
        Err(Break::Pattern(pattern, _)) => pattern,
        other => panic!("{other:?}"),
    }
}

#[test]
fn tables_of_the_specification() {
    assert_eq!(find(&[0, 2, 4, 7, 9, 11]), Ok(vec![(3, 2), (2, 7)]));
    assert_eq!(find(&[0, 1, 5, 6, 10]), Ok(vec![(2, 1), (3, 5)]));
    assert_eq!(find(&[0, 3, 6, 9]), Ok(vec![(4, 3)]));
    assert_eq!(find(&[0, 0, 0]), Ok(vec![(3, 0)]));
    assert_eq!(find(&[0]), Ok(vec![(1, 0)]));
    assert_eq!(find(&[]), Err(Break::Empty));
    assert_eq!(find(&[5, 6]), Err(Break::Origin(5)));
}

#[test]
fn the_first_break_is_named() {
    let expected = Pattern { index: 3, expected: 6, period: 2 };
    assert_eq!(pattern(&[0, 1, 5, 7]), expected);
    let expected = Pattern { index: 4, expected: 9, period: 3 };
    assert_eq!(pattern(&[0, 2, 4, 7, 8, 11]), expected);
    let expected = Pattern { index: 7, expected: 16, period: 3 };
    assert_eq!(pattern(&[0, 2, 4, 7, 9, 11, 14, 17]), expected);
}

#[test]
fn large_strides_do_not_overflow() {
    let huge = u64::MAX;
    assert_eq!(find(&[0, huge, 1]), Ok(vec![(2, huge), (2, 1)]));
    assert_eq!(
        find(&[0, 1, huge, 0]).unwrap_err(),
        Break::Pattern(
            Pattern { index: 3, expected: i128::from(huge) + 1, period: 2 },
            Tried::default()
        )
    );
}

/// Returns all tables of this length over 0..6 that some layout gives, by trying the layouts.
fn tables_of_layouts(length: usize) -> HashSet<Vec<u64>> {
    let mut tables = HashSet::new();
    let mut todo = vec![Vec::new()];
    while let Some(modes) = todo.pop() {
        if size(&modes) >= length as u64 {
            let table = tabulate(&modes, length);
            if table.iter().all(|&entry| entry < 6) {
                tables.insert(table);
            }
            continue;
        }
        for mode in (2..=7).flat_map(|extent| (0..6).map(move |stride| (extent, stride))) {
            todo.push([&modes[..], &[mode]].concat());
        }
    }
    tables
}

/// Returns all tables of this length over 0..6.
fn all_tables(length: usize) -> impl Iterator<Item = Vec<u64>> {
    let digit = |number: u64, place: usize| number / 6_u64.pow(place as u32) % 6;
    (0..6_u64.pow(length as u32))
        .map(move |number| (0..length).map(|place| digit(number, place)).collect())
}

#[test]
fn every_small_table_agrees_with_a_search() {
    let by_length: HashMap<_, _> = (1..=7).map(|m| (m, tables_of_layouts(m))).collect();
    let mut found = 0;
    for table in (1..=7).flat_map(all_tables) {
        let has_layout = |table: &[u64]| by_length[&table.len()].contains(table);
        match find(&table) {
            Ok(modes) => {
                found += 1;
                assert_eq!(tabulate(&modes, table.len()), table, "{modes:?}");
                assert_is_smallest(&modes, table.len());
            }
            Err(Break::Origin(origin)) => assert!(origin == table[0].into() && origin != 0),
            Err(Break::Empty) => panic!("{table:?} is not empty"),
            Err(Break::Pattern(Pattern { index, expected, .. }, _)) => {
                assert!(has_layout(&table[..index]), "{table:?} breaks before {index}");
                assert!(!has_layout(&table[..=index]), "{table:?} goes on at {index}");
                let mended = [&table[..index], &[expected as u64]].concat();
                assert!(expected >= 6 || has_layout(&mended), "{table:?} at {index}");
            }
        }
    }
    assert_eq!(found, by_length.values().map(HashSet::len).sum::<usize>());
}

/// Checks that the modes are coalesced, and that the last one is no longer than needed.
fn assert_is_smallest(modes: &[(u64, u64)], length: usize) {
    let coalesced = |pair: &[(u64, u64)]| pair[0].0 * pair[0].1 != pair[1].1;
    assert!(modes.windows(2).all(coalesced), "{modes:?}");
    let (last, before) = modes.split_last().unwrap();
    assert_eq!(last.0, (length as u64).div_ceil(size(before)), "{modes:?}");
    assert!(last.0 > 1 || length == 1, "{modes:?}");
}

#[test]
fn golden_tables() {
    let lines = include_str!("../tests/data/find_layout.jsonl").lines();
    let mut accepted = 0;
    for record in lines.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()) {
        let table: Vec<u64> = serde_json::from_value(record["f"].clone()).unwrap();
        assert_eq!(record["M"], table.len());
        match find(&table) {
            Ok(modes) => {
                accepted += 1;
                assert_eq!(record["accept"], true, "{record}");
                assert_eq!(flat(&record["out"]["shape"]), column(&modes, |mode| mode.0));
                assert_eq!(flat(&record["out"]["stride"]), column(&modes, |mode| mode.1));
            }
            Err(refusal) => {
                assert_eq!(record["accept"], false, "{record}");
                let origin = record["why"] == "first-value-not-zero";
                assert_eq!(matches!(refusal, Break::Origin(_)), origin, "{record}");
            }
        }
    }
    assert!(accepted > 100, "{accepted} records were accepted");
}

/// Returns the integers of a golden tuple, or of a single golden integer.
fn flat(value: &serde_json::Value) -> Vec<u64> {
    match value.as_array() {
        Some(entries) => entries.iter().map(|entry| entry.as_u64().unwrap()).collect(),
        None => vec![value.as_u64().unwrap()],
    }
}

fn column(modes: &[(u64, u64)], side: fn(&(u64, u64)) -> u64) -> Vec<u64> {
    modes.iter().map(side).collect()
}

/// Returns the number of entries that a search reads.
fn reads(table: &[u64]) -> usize {
    let count = std::cell::Cell::new(0);
    let _ = find_strided(table.len(), |index| {
        count.set(count.get() + 1);
        table[index].into()
    });
    count.get()
}

#[test]
fn at_most_two_entries_are_read_for_each() {
    for table in (1..=6).flat_map(all_tables) {
        assert!(reads(&table) <= 2 * table.len(), "{table:?}");
    }
    for extent in [2, 3, 7] {
        let modes: Vec<_> = (1..=6).map(|stride| (extent, stride)).collect();
        for length in [1 << 10, 1 << 14, 1 << 16] {
            let table = tabulate(&modes, length);
            assert!(reads(&table) <= 2 * length, "{modes:?}");
        }
    }
    let rows = vec![0; 1 << 16];
    assert!(reads(&rows) <= 2 * rows.len());
}
