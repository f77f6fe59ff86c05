//! Compares the analysis with `zellige::contract`, which the compiler evaluates, and with memory
//! counted byte by byte.

use std::collections::{BTreeMap, BTreeSet};
use zellige::contract;
use zellige::prelude::*;
use zellige_dynamic::analysis::{Access, Change, Image, Pattern, fits, search};
use zellige_dynamic::{Code, DynLayout};

#[macro_use]
#[path = "common/contracts.rs"]
mod contracts;
use contracts::{layout, sentence, swizzle};
use zellige_oracle::rng::Rng;

/// Checks that vectors, passes and conflicts agree with the contract, word for word.
fn compare<L: Layout, T>() {
    let layout = &DynLayout::from(&L::STATIC);
    let element = size_of::<T>() as u64;
    let access = Access::new(layout, element).map_err(|refusal| refusal.message().to_owned());
    let each = |ours: Result<u64, String>, theirs: Result<u64, String>| {
        assert_eq!(ours, theirs, "{layout}, {element} bytes an element");
    };
    let of =
        |f: &dyn Fn(&Access) -> Result<u64, String>| access.clone().and_then(|access| f(&access));
    each(
        of(&|access| access.vectors().map(|()| 0).map_err(|e| e.to_string())),
        sentence(|| contract::at_run_time::vectors::<L, T>()).map(|()| 0),
    );
    let passes = sentence(|| contract::at_run_time::bank_passes::<L, T>() as u64);
    each(of(&|access| access.bank_passes().map_err(|e| e.to_string())), passes.clone());
    if passes.is_ok() {
        each(passes, of(&|access| Ok(most_by_bytes(layout, access))));
    }
    each(
        of(&|access| access.bank_conflict_free().map(|()| 0).map_err(|e| e.to_string())),
        sentence(|| contract::at_run_time::bank_conflict_free::<L, T>()).map(|()| 0),
    );
    for bytes in [64, 1024, 4096, 49152] {
        each(
            fits(layout, element, bytes).map(|_| 0).map_err(|refusal| refusal.message().to_owned()),
            sentence(|| contract::fits::<L, T>(bytes as usize)).map(|()| 0),
        );
    }
}

#[test]
fn as_the_contract_says() {
    accesses! { compare () }
}

/// Returns the number of passes of each phase of the threads from `first` on, counted byte by byte.
fn passes_by_bytes(
    offsets: &dyn Fn(u64, u64) -> u64,
    threads: std::ops::Range<u64>,
    values: std::ops::Range<u64>,
    element: u64,
) -> u64 {
    let mut words = BTreeMap::<u64, BTreeSet<u64>>::new();
    for thread in threads {
        for value in values.clone() {
            let first = offsets(thread, value) * element;
            for byte in first..first + element {
                words.entry(byte / 4 % 32).or_default().insert(byte / 4);
            }
        }
    }
    words.values().map(|words| words.len() as u64).max().unwrap_or(0)
}

/// Returns the passes of the worst phase of an access, counted byte by byte.
fn most_by_bytes(layout: &DynLayout, access: &Access) -> u64 {
    let (threads, bytes, element) = (access.threads(), access.vector(), access.element());
    let offset = |thread: u64, value: u64| {
        layout.at(value * threads + thread).unwrap().number().unwrap() as u64
    };
    let (per, together) = (bytes / element, if bytes <= 4 { 32 } else { 128 / bytes });
    let phases = (0..access.instructions())
        .flat_map(|of| (0..threads).step_by(together as usize).map(move |first| (of * per, first)));
    let passes = phases.map(|(value, first)| {
        let threads = first..threads.min(first + together);
        passes_by_bytes(&offset, threads, value..value + per, element)
    });
    passes.max().unwrap_or(1)
}

/// Returns a random access: nested threads, vectors, sometimes a swizzle.
fn random_access(random: &mut Rng) -> (DynLayout, u64, u64) {
    let element = random.pick(&[1, 2, 4, 8]);
    let bytes = random.pick(&[1, 2, 4, 8, 16].map(|bytes: u64| bytes.max(element)));
    let (per, vectors) = (bytes / element, random.pick(&[1, 1, 2, 3]));
    let align = random.pick(&[per, per, per, 1]);
    let mut stride = || align * random.pick(&[0, 1, 2, 3, 4, 8, 9, 16, 32, 33, 64]);
    let (a, b, c) = (stride(), stride(), stride());
    let [s, t] = random.pick(&[[8, 4], [4, 8], [2, 16], [32, 1], [5, 7], [16, 4]]);
    let text = format!("(({s},{t}),({per},{vectors})):(({a},{b}),(1,{c}))");
    let swizzle = match random.below(3) {
        0 => swizzle(random),
        _ => String::new(),
    };
    (layout(&(swizzle + &text)), element, bytes)
}

#[test]
fn phases_and_requests_byte_by_byte() {
    let (mut random, mut vectors, mut torn) = (Rng::new(3), 0, 0);
    for _ in 0..4000 {
        let (layout, element, bytes) = random_access(&mut random);
        let access = Access::new(&layout, element).unwrap().by(bytes).unwrap();
        let (threads, per) = (access.threads(), bytes / element);
        let offset = |thread: u64, value: u64| {
            layout.at(value * threads + thread).unwrap().number().unwrap() as u64
        };

        for request in access.requests() {
            let mut asked = BTreeSet::new();
            for thread in request.threads.clone() {
                for value in request.instruction * per..(request.instruction + 1) * per {
                    let first = offset(thread, value) * element;
                    asked.extend(first..first + element);
                }
            }
            let blocks = |size: u64| {
                asked.iter().map(|byte| byte / size).collect::<BTreeSet<_>>().len() as u64
            };
            let counted = (asked.len() as u64, blocks(32), blocks(128));
            assert_eq!((request.bytes, request.sectors, request.lines), counted, "{layout}");
            assert!(request.least_sectors <= request.sectors, "{layout}");
        }

        let is_vector = |thread: u64, value: u64| {
            let first = offset(thread, value) * element;
            first % bytes == 0
                && (0..per).all(|i| offset(thread, value + i) * element == first + i * element)
        };
        let are_vectors = (0..threads)
            .all(|t| (0..access.values()).step_by(per as usize).all(|v| is_vector(t, v)));
        let phases = match access.phases() {
            Ok(phases) => phases,
            Err(refusal) => {
                assert!(!are_vectors, "{refusal}");
                torn += 1;
                continue;
            }
        };
        assert!(are_vectors, "{layout}");
        assert!(access.widest_vector() >= bytes, "{layout}");
        vectors += 1;
        let together = if bytes <= 4 { 32 } else { 128 / bytes };
        let count = access.instructions() * threads.div_ceil(together);
        assert_eq!(phases.len() as u64, count, "{layout}");
        for phase in &phases {
            assert!(phase.threads.end - phase.threads.start <= together);
            let values = phase.instruction * per..(phase.instruction + 1) * per;
            let counted = passes_by_bytes(&offset, phase.threads.clone(), values, element);
            assert_eq!(phase.passes, counted, "{layout}: {phase:?}");
        }
        let most = phases.iter().map(|phase| phase.passes).max().unwrap();
        assert_eq!(access.bank_passes(), Ok(most), "{layout}");
        if let Some(collision) = access.collision().unwrap() {
            let ([s, t], [a, b]) = (collision.threads, collision.words);
            assert!(a != b && a % 32 == collision.bank && b % 32 == collision.bank);
            let moves = |thread: u64, word: u64| {
                let first = offset(thread, collision.instruction * per) * element;
                first / 4 <= word && word * 4 < first + bytes
            };
            assert!(moves(s, a) && moves(t, b), "{layout}: {collision:?}");
        }
    }
    println!("{vectors} by vectors, {torn} not");
    assert!(vectors > 1000 && torn > 500, "{vectors} {torn}");
}

#[test]
fn images_against_their_tables() {
    let mut random = Rng::new(5);
    let (mut injective, mut not, mut meet, mut apart) = (0, 0, 0, 0);
    for _ in 0..4000 {
        let mut small = || {
            let mut list = |least: u64, n: u64| {
                let mut one = || (random.below(n) + least).to_string();
                [one(), one(), one()].join(",")
            };
            layout(&format!("({}):({})", list(1, 5), list(0, 14)))
        };
        let (a, b) = (small(), small());
        let (of_a, of_b) = (Image::of(&a, 1000).unwrap(), Image::of(&b, 1000).unwrap());
        let (table, other) = (a.table(1000).unwrap(), b.table(1000).unwrap());
        let set: BTreeSet<i64> = table.iter().copied().collect();
        assert!(of_a.offsets().eq(set.iter().copied()), "{a}");
        assert_eq!(of_a.len(), set.len());
        assert_eq!(of_a.is_injective(), set.len() == table.len(), "{a}");
        match of_a.twice() {
            Some(twice) => {
                let [i, j] = twice.indices.map(|index| index as usize);
                assert!(i < j && table[i] == table[j] && table[i] == twice.offset, "{a}");
                assert!(
                    table[..j].iter().collect::<BTreeSet<_>>().len() == j,
                    "{a}: {j} is not the first"
                );
                not += 1;
            }
            None => injective += 1,
        }
        let footprint = of_a.footprint();
        let covered = |ranges: &[std::ops::Range<i64>]| {
            ranges.iter().cloned().flatten().collect::<Vec<i64>>()
        };
        assert_eq!(covered(&of_a.runs()), set.iter().copied().collect::<Vec<_>>(), "{a}");
        let gaps: Vec<i64> = footprint.clone().filter(|offset| !set.contains(offset)).collect();
        assert_eq!(covered(&of_a.gaps()), gaps, "{a}");
        assert_eq!(of_a.is_contiguous(), gaps.is_empty(), "{a}");
        // Both begin at 0; moved by 1, they need not meet.
        let moved =
            DynLayout::composed(zellige_dynamic::Outer::Layout(layout("1:1")), 1, b.clone())
                .unwrap();
        let moved = Image::of(&moved, 1000).unwrap();
        assert_eq!(of_a.meets(&of_b).map(|meeting| meeting.indices), Some([0, 0]));
        match of_a.meets(&moved) {
            Some(meeting) => {
                assert_eq!(table[meeting.indices[0] as usize], meeting.offset);
                assert_eq!(other[meeting.indices[1] as usize] + 1, meeting.offset);
                meet += 1;
            }
            None => {
                assert!(other.iter().all(|offset| !set.contains(&(offset + 1))), "{a} {b}");
                apart += 1;
            }
        }
    }
    assert!(
        injective > 500 && not > 500 && meet > 500 && apart > 100,
        "{injective} {not} {meet} {apart}"
    );
}

#[test]
fn the_tile_of_a_transpose() {
    let tile = layout("(32,32):(32,1)");
    let row = Pattern::write(layout("(32,1):(32,0)"), 4);
    let column = Pattern::read(layout("(32,1):(1,0)"), 4);
    assert_eq!(column.access(&tile, 4).unwrap().bank_passes(), Ok(32));
    assert_eq!(row.access(&tile, 4).unwrap().bank_passes(), Ok(1));
    let found = search(&tile, 4, &[row.clone(), column.clone()]).unwrap().found;
    let changes: Vec<Change> = found.iter().map(|candidate| candidate.change).collect();
    // All odd paddings, then the only swizzle of 5 bits.
    let odd = (0..16).map(|i| Change::Padding { mode: 0, elements: 2 * i + 1 });
    let expected: Vec<Change> =
        odd.chain([Change::Swizzle("Sw<5,0,5>".parse().unwrap())]).collect();
    assert_eq!(changes, expected);
    // A tile that is already swizzled is searched as it is.
    let swizzled = layout("Sw<5,0,5> o 0 o (32,32):(32,1)");
    let found = search(&swizzled, 4, &[row, column]).unwrap().found;
    assert_eq!((found[0].change, &found[0].layout), (Change::None, &swizzled));
}

#[test]
fn no_candidate_serves_both() {
    let rows = Pattern::write(layout("((8,4),4):((128,1),32)"), 16);
    let column = Pattern::read(layout("(32,1):(1,0)"), 4);
    let search = search(&layout("(32,32):(32,1)"), 4, &[rows, column]).unwrap();
    assert!(search.found.is_empty());
    let best = search.best.as_ref().unwrap();
    assert_eq!((best.pattern, best.collision.passes), (1, 4));
    assert_eq!(
        search.to_string(),
        "(32,32):(32,1), 4 bytes an element: 198 candidates (as it is, 7 paddings, 190 swizzles); 78 of them tear a vector\n\
         access 0: write of ((8,4),4):((128,1),32) by 16 bytes\n\
         access 1: read of (32,1):(1,0) by 4 bytes\n\
         none is free of bank conflicts, whichever mode is padded by less than 128 bytes and whichever bits of the offsets a swizzle flips; the best is mode 0 padded by 4:\n  \
           (32,32):(36,1): access 1 takes 4 passes: threads 0 and 8 access words 0 and 288, both in bank 0\n"
    );
}

#[test]
fn what_is_found_is_all_that_there_is() {
    // Random tiles and patterns: check every candidate of the family with `Pattern::access`, one
    // after the other.
    let (mut random, mut solved, mut unsolved) = (Rng::new(7), 0, 0);
    for _ in 0..60 {
        let element = random.pick(&[2, 4]);
        let tile = layout(random.pick(&[
            "(16,16):(16,1)",
            "(32,32):(32,1)",
            "(32,32):(32,1)",
            "(8,32):(32,1)",
            "(16,8):(1,16)",
            "(8,(4,8)):(4,(1,32))",
            "((4,2),16):((16,64),1)",
            "(7,16):(16,1)",
            "Sw<2,2,4> o 0 o (16,16):(16,1)",
        ]));
        let rows: u64 = tile.size() / 16;
        let mut patterns = Vec::new();
        for _ in 0..1 + random.below(2) {
            let per = random.pick(&[1, 2, 4]);
            let text = match random.below(3) {
                0 => format!("({rows},1):(1,0)"),
                1 => format!("(16,1):({rows},0)"),
                _ => format!("({},{per}):(1,{})", tile.size().min(8), rows),
            };
            let bytes = if text.contains(",1)") { element } else { element * per };
            patterns.push(Pattern::read(layout(&text), bytes));
        }
        if tile.size() == 1024 {
            // Rows with 16 bytes per thread, and a column or more.
            patterns.push(Pattern::write(layout("((8,4),4):((128,1),32)"), 4 * element));
            let column = random.pick(&["(32,1):(1,0)", "(32,2):(1,32)", "((4,8),1):((32,1),0)"]);
            patterns.push(Pattern::read(layout(column), element));
        }
        let search = search(&tile, element, &patterns).unwrap();
        let free = |layout: &DynLayout| {
            patterns
                .iter()
                .all(|pattern| pattern.access(layout, element).unwrap().bank_passes() == Ok(1))
        };
        let base = match tile.has_strides() {
            true => tile.clone(),
            false => tile.inner(),
        };
        let bits = 64 - (base.cosize().unwrap() - 1).leading_zeros();
        let (mut count, mut tried) = (u64::from(free(&tile)), 0);
        for b in 1..=bits {
            for m in 0..bits {
                for s in (b as i32..64).flat_map(|s| [s, -s]) {
                    if m + b + s.unsigned_abs() <= bits {
                        let swizzle = zellige_dynamic::Swizzle::new(b, m, s).unwrap();
                        tried += 1;
                        count += u64::from(free(&swizzle.compose(&base).unwrap()));
                    }
                }
            }
        }
        assert_eq!(search.swizzles, tried, "{tile}");
        let padded =
            search.found.iter().filter(|found| matches!(found.change, Change::Padding { .. }));
        assert_eq!(search.found.len() - padded.count(), count as usize, "{search}");
        for found in &search.found {
            assert!(free(&found.layout), "{tile}: {}", found.layout);
            assert!(
                found.layout.shape() == tile.shape()
                    && Image::of(&found.layout, 4096).unwrap().is_injective()
            );
            assert_eq!(found.bytes, found.layout.cosize().unwrap() * element);
        }
        match &search.best {
            Some(best) => {
                assert!(search.found.is_empty());
                let access =
                    patterns[best.pattern].access(&best.candidate.layout, element).unwrap();
                assert_eq!(access.collision(), Ok(Some(best.collision)), "{search}");
                unsolved += 1;
            }
            None => solved += usize::from(!search.found.is_empty()),
        }
    }
    assert!(solved > 10 && unsolved > 5, "{solved} {unsolved}");
}

#[test]
fn what_is_no_access() {
    let code = |text: &str, element| {
        Access::new(&layout(text), element).map(|_| ()).map_err(|refusal| refusal.code)
    };
    assert_eq!(code("(4,4,4):(16,4,1)", 4), Err(Code::NotCongruent));
    assert_eq!(code("(4,0):(1,1)", 4), Err(Code::DividedByZero));
    assert_eq!(code("(4,4):(1@0,1@1)", 4), Err(Code::NotUnsigned));
    assert_eq!(code("(65537,1):(1,1)", 4), Err(Code::TooLarge));
    assert_eq!(code("(1024,2048):(1,1024)", 4), Err(Code::TooLarge));
    assert_eq!(code("(2,2):(1,1000000000000000)", 4), Err(Code::TooLarge));
    assert_eq!(code("(2,2):(1,2)", 0), Err(Code::DividedByZero));
    assert_eq!(code("(2,2):(1,2)", 1 << 40), Err(Code::TooLarge));
    let access = Access::new(&layout("(32,8):(8,1)"), 2).unwrap();
    assert_eq!(access.by(0).unwrap_err().code, Code::NotDivisible);
    assert_eq!(access.by(3).unwrap_err().code, Code::NotDivisible);
    assert_eq!(access.by(32).unwrap_err().code, Code::NotDivisible);
    let column = [Pattern::read(layout("(32,1):(1,0)"), 4)];
    assert_eq!(
        search(&layout("(2,2):(1,4) o 0 o (2,2):(1,2)"), 4, &column).unwrap_err().code,
        Code::NoStrides
    );
    assert_eq!(
        search(&layout("(8192,8192):(1,8192)"), 4, &column).unwrap_err().code,
        Code::TooLarge
    );
    assert_eq!(search(&layout("(2,2):(1,2)"), 4, &column).unwrap_err().code, Code::NotCongruent);
    assert_eq!(search(&layout("(2,2):(-1,2)"), 4, &column).unwrap_err().code, Code::NotUnsigned);
    assert_eq!(search(&layout("(2,2):(1,2)"), 0, &[]).unwrap_err().code, Code::DividedByZero);
    // Without elements there is nothing that could conflict.
    assert_eq!(search(&layout("(2,2):(1,2)"), 4, &[]).unwrap().found[0].change, Change::None);
}

#[test]
fn negative_strides_count_from_the_smallest_offset() {
    let mut random = Rng::new(14);
    for _ in 0..2000 {
        let (threads, values) = (random.pick(&[1, 2, 8, 32, 33]), random.pick(&[1, 2, 4]));
        let strides = [(); 2].map(|()| random.below(40) as i64 - 20);
        let element = random.pick(&[1, 2, 4, 8]);
        let text = format!("({threads},{values}):({},{})", strides[0], strides[1]);
        let access = Access::new(&layout(&text), element).expect("an access");
        // The same access, with its first element at the offset of the first one from the smallest.
        let back = |extent: i64, stride: i64| (extent - 1) * stride.min(0);
        let start = -back(threads, strides[0]) - back(values, strides[1]);
        let offsets = |access: &Access| {
            let pairs = (0..access.threads()).flat_map(|t| (0..values as u64).map(move |v| (t, v)));
            pairs.map(|(t, v)| access.offset(t, v)).collect::<Vec<_>>()
        };
        let inner = layout(&text);
        let moved = (0..inner.size()).map(|i| inner.at(i).expect("an offset").number());
        let moved: Vec<u64> = moved.map(|n| (n.expect("a number") + start) as u64).collect();
        for t in 0..threads as u64 {
            for v in 0..values as u64 {
                assert_eq!(
                    access.offset(t, v),
                    Some(moved[(v * threads as u64 + t) as usize]),
                    "{text}"
                );
            }
        }
        assert_eq!(offsets(&access).iter().min(), Some(&Some(0)), "{text}");
        // A tile of these strides, read in the order of its indices, is the same access.
        let pattern =
            Pattern::read(layout(&format!("({threads},{values}):(1,{threads})")), element);
        let of_tile = pattern.access(&inner, element).expect("an access");
        assert_eq!(offsets(&of_tile), offsets(&access), "{text}");
    }
    let passes = |text: &str| {
        Access::new(&layout(text), 4).expect("an access").bank_passes().expect("vectors")
    };
    assert_eq!(
        (passes("(32,1):(-1,0)"), passes("(32,1):(-2,0)"), passes("(32,1):(-32,0)")),
        (1, 2, 32)
    );
    let reversed = Access::new(&layout("(32,1):(-1,0)"), 4).expect("an access").requests();
    assert_eq!((reversed[0].sectors, reversed[0].lines), (4, 1));
}
