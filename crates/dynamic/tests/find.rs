//! The search for layouts by their tables: every swizzled layout is found again, or another way to
//! write it.

use std::time::Instant;

use zellige_dynamic::{DynLayout, Swizzle};
use zellige_oracle::rng::Rng;

/// Returns a random swizzle of bits below `end`.
fn swizzle(random: &mut Rng, end: u32) -> Swizzle {
    loop {
        let (bits, base) = (1 + random.below(4) as u32, random.below(end.into()) as u32);
        let shift = random.below(2 * u64::from(end)) as i32 - end as i32;
        if base + bits + shift.unsigned_abs() > end {
            continue;
        }
        if let Ok(swizzle) = Swizzle::new(bits, base, shift) {
            return swizzle;
        }
    }
}

/// Returns a layout of up to four modes and about 2^`most` elements, compact or with any strides.
fn strided(random: &mut Rng, most: u32) -> DynLayout {
    let (mut extents, mut strides, mut size) = (Vec::new(), Vec::new(), 1u64);
    for _ in 0..=random.below(4) {
        let extent = random.pick(&[1, 2, 2, 3, 4, 5, 6, 7, 8, 8, 16, 32, 64]);
        if size * extent > 1 << most {
            break;
        }
        let any = random.pick(&[0, 1, 2, 3, 4, 5, 8, 12, 16, 64, 128]);
        strides.push(if random.below(3) > 0 { size } else { any }.to_string());
        extents.push(extent.to_string());
        size *= extent;
    }
    if extents.is_empty() {
        return "2:1".parse().expect("a layout");
    }
    if random.below(2) == 0 {
        let (i, j) = (random.index(strides.len()), random.index(strides.len()));
        strides.swap(i, j);
    }
    let text = format!("({}):({})", extents.join(","), strides.join(","));
    text.parse().expect("a layout")
}

fn values(layout: &DynLayout, count: u64) -> Option<Vec<i64>> {
    (0..count).map(|i| layout.at(i).ok()?.number()).collect()
}

/// Returns true if the table is that of a layout with strides from some offset on.
fn is_moved(table: &[i64]) -> bool {
    let moved: Vec<i64> = table.iter().map(|offset| offset - table[0]).collect();
    DynLayout::find_strided(&moved).is_ok()
}

#[test]
fn every_swizzled_layout_is_found() {
    let mut random = Rng::new(15);
    let (mut swizzled, mut started) = (0, 0);
    for _ in 0..20_000 {
        let inner = strided(&mut random, 11);
        let function = swizzle(&mut random, 14);
        let start = random.pick(&[0, 0, 0, 1, 2, 3, 4, 5, 8, 16, 21, 64]);
        let (bits, base, shift) = function.parameters();
        let text = format!("Sw<{bits},{base},{shift}> o {start} o {inner}");
        let layout: DynLayout = text.parse().expect("a layout");
        let count = random.within(1, layout.size());
        let table = values(&layout, count).expect("it is small");
        match DynLayout::find(&table) {
            Ok(found) => {
                assert_eq!(values(&found, count).as_ref(), Some(&table), "{layout} is {found}");
                swizzled += u64::from(!found.has_strides());
                started += u64::from(found.start() != 0);
            }
            Err(refusal) => {
                assert!(table[0] != 0 && is_moved(&table), "{layout}: {refusal}");
            }
        }
    }
    println!("{swizzled} swizzled; {started} of them start at another offset than 0");
    assert!(swizzled > 5000 && started > 1000);
}

#[test]
fn every_layout_is_found_with_the_fewest_modes() {
    let mut random = Rng::new(5);
    for _ in 0..20_000 {
        let layout = strided(&mut random, 8);
        let count = random.within(1, layout.size());
        let mut table = values(&layout, count).expect("it is small");
        let found = DynLayout::find(&table).expect("it is a layout's");
        assert_eq!(values(&found, count).as_ref(), Some(&table), "{layout}");
        assert!(found.size() >= count && found.rank() <= layout.rank(), "{layout} is {found}");
        // With one wrong entry the table belongs to another layout, or to none.
        table[random.below(count) as usize] += 1;
        if let Ok(other) = DynLayout::find(&table) {
            assert_eq!(values(&other, count), Some(table), "{layout}");
        }
    }
}

#[test]
fn what_is_found_has_the_table() {
    let mut random = Rng::new(16);
    let (mut found, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let length = 1 + random.below(12);
        let table: Vec<i64> =
            (0..length).map(|i| if i == 0 { 0 } else { random.below(12) as i64 }).collect();
        match DynLayout::find(&table) {
            Ok(layout) => {
                assert_eq!(values(&layout, length), Some(table));
                found += 1;
            }
            Err(_) => {
                assert!(DynLayout::find_strided(&table).is_err());
                refused += 1;
            }
        }
    }
    println!("{found} found, {refused} refused");
    assert!(found > 1000 && refused > 1000);
}

#[test]
fn refusals_say_what_is_nearest() {
    let sentence = |table: &[i64]| DynLayout::find(table).expect_err("none").to_string();
    // Eight rows of eight, swizzled, with two entries exchanged.
    let tile: DynLayout = "Sw<3,0,3> o 0 o 64:1".parse().expect("a layout");
    let mut table = values(&tile, 64).expect("it is small");
    table.swap(40, 41);
    assert!(
        sentence(&table).ends_with("; with the swizzle Sw<3,0,3> the pattern continues up to entry 41, which would have to be 47"),
        "{}",
        sentence(&table)
    );
    // One wrong entry of a layout with strides is reported as such.
    assert!(
        sentence(&[0, 2, 4, 7, 8, 11]).ends_with("(a new mode can begin only at a multiple of 3)")
    );
    assert!(sentence(&[5, 6, 7]).starts_with("entry 0 is 5, but every layout maps 0 to 0"));
}

#[test]
fn a_search_ends_in_time() {
    let length = 1 << 20;
    let mut random = Rng::new(17);
    let tile: DynLayout = "Sw<3,4,7> o 0 o (1024,1024):(1024,1)".parse().expect("a layout");
    let tile = values(&tile, length).expect("it is small");
    let wrong_at = |mut table: Vec<i64>, i: usize| {
        table[i] ^= 1;
        table
    };
    let far = |i: u64| ((i >> 14) * 0x5555_5555_5555) as i64;
    let short: i64 = 1 << 15;
    let tables = [
        ("a tile", tile.clone()),
        ("a tile with a wrong end", wrong_at(tile, length as usize - 2)),
        ("a row with a wrong end", wrong_at((0..short).collect(), short as usize - 2)),
        (
            "random offsets",
            (0..length).map(|i| random.below(1 << 40) as i64 * i64::from(i > 0)).collect(),
        ),
        (
            "far bits that come late",
            wrong_at((0..short as u64).map(far).collect(), short as usize - 2),
        ),
    ];
    for (what, table) in tables {
        let begun = Instant::now();
        let found = DynLayout::find(&table);
        let seconds = begun.elapsed().as_secs_f64();
        println!("{what}: {seconds:.2} s, {found:?}");
        assert_eq!(found.is_ok(), what == "a tile");
        // A generous limit, without optimization.
        assert!(seconds < 30.0, "{what}: {seconds}");
    }
}
