//! Checks the swizzle that a failed contract names, against the search on values and against every
//! swizzle, one after the other.

use std::collections::{BTreeMap, BTreeSet};
use zellige::contract;
use zellige::prelude::*;
use zellige_dynamic::analysis::{Access, Change, Pattern, Remedy, search};
use zellige_dynamic::{DynLayout, Swizzle};

#[macro_use]
#[path = "common/contracts.rs"]
mod contracts;
use contracts::{layout, sentence, swizzle};
use zellige_oracle::rng::Rng;

/// The offsets of an access, one list per thread.
type Offsets = Vec<Vec<u64>>;

fn offsets(layout: &DynLayout) -> Offsets {
    let access = Access::new(layout, 1).unwrap();
    let at = |thread, value| access.offset(thread, value).unwrap();
    let thread = |thread| (0..access.values()).map(|value| at(thread, value)).collect();
    (0..access.threads()).map(thread).collect()
}

/// Returns whether the values of each thread are a vector.
fn are_vectors(offsets: &Offsets, element: u64) -> bool {
    offsets.iter().all(|values| {
        let bytes = values.len() as u64 * element;
        let beside = (values[0]..).zip(values).all(|(expected, &offset)| expected == offset);
        beside && bytes.is_power_of_two() && bytes <= 16 && values[0] * element % bytes == 0
    })
}

/// Returns whether each bank is asked for at most one word in each phase, counted byte by byte.
fn are_apart(offsets: &Offsets, element: u64) -> bool {
    let bytes = offsets[0].len() as u64 * element;
    offsets.chunks(128 / bytes.max(4) as usize).all(|phase| {
        let mut words = BTreeMap::<u64, BTreeSet<u64>>::new();
        for first in phase.iter().flatten() {
            for byte in first * element..(first + 1) * element {
                words.entry(byte / 4 % 32).or_default().insert(byte / 4);
            }
        }
        words.values().all(|words| words.len() == 1)
    })
}

/// Returns the parameters of all swizzles of `width` bits, from the definition, in the order of the
/// search.
fn swizzles(width: u32) -> Vec<(u32, u32, i32)> {
    let mut all = Vec::new();
    for base in 0..width {
        for bits in 1..=width {
            for shift in bits..=width {
                if base + bits + shift <= width {
                    all.extend([(bits, base, shift as i32), (bits, base, -(shift as i32))]);
                }
            }
        }
    }
    all.sort_by_key(|&(bits, base, shift)| (bits, shift < 0, base, shift.abs()));
    all
}

/// Returns the swizzled offset, computed bit by bit.
fn swizzled((bits, base, shift): (u32, u32, i32), offset: u64) -> u64 {
    let (from, to) = match shift {
        0.. => (base + shift as u32, base),
        _ => (base, base + shift.unsigned_abs()),
    };
    (0..bits).fold(offset, |x, bit| x ^ (offset >> (from + bit) & 1) << (to + bit))
}

/// Returns what makes an access pass, by trying everything. `bare` is the access without the
/// swizzle.
fn tried(bare: &DynLayout, element: u64) -> Remedy {
    let bare = offsets(bare);
    let last = *bare.iter().flatten().max().unwrap();
    let passes = |offsets: &Offsets| are_vectors(offsets, element) && are_apart(offsets, element);
    if !are_vectors(&bare, element) || last >= 1 << 24 {
        return Remedy::Unknown;
    }
    if passes(&bare) {
        return Remedy::Unswizzled;
    }
    let frees = |&swizzle: &(u32, u32, i32)| {
        let mut moved = bare.clone();
        for offset in moved.iter_mut().flatten() {
            *offset = swizzled(swizzle, *offset);
        }
        passes(&moved)
    };
    match swizzles(u64::BITS - last.leading_zeros()).into_iter().find(frees) {
        Some((bits, base, shift)) => Remedy::Swizzle(Swizzle::new(bits, base, shift).unwrap()),
        None => Remedy::Nothing,
    }
}

/// Returns what makes an access pass, by the search of swizzles of a tile: the access itself is the
/// tile, and each thread has its own elements.
fn searched(bare: &DynLayout, element: u64) -> Remedy {
    let access = Access::new(bare, element).unwrap();
    let (threads, values) = (access.threads(), access.values());
    let own = layout(&format!("({threads},{values}):(1,{threads})"));
    let search = search(bare, element, &[Pattern::read(own, values * element)]).unwrap();
    let mut swizzles = search.found.iter().filter_map(|found| match found.change {
        Change::None => Some(Remedy::Unswizzled),
        Change::Swizzle(swizzle) => Some(Remedy::Swizzle(swizzle)),
        Change::Padding { .. } => None,
    });
    swizzles.next().unwrap_or(Remedy::Nothing)
}

/// Returns the layout without the swizzle around it.
fn without_swizzle(layout: &DynLayout) -> DynLayout {
    match layout.has_strides() {
        true => layout.clone(),
        false => layout.inner(),
    }
}

/// Checks that the end of a sentence names the remedy.
fn assert_named(sentence: &str, remedy: Remedy) {
    let torn = sentence.contains(" is not an access by vectors of ");
    match remedy {
        // Only the sentence on conflicts says that nothing mends an access.
        Remedy::Nothing if torn => assert_eq!(named(sentence), Remedy::Unknown, "{sentence}"),
        _ => assert_eq!(named(sentence), remedy, "{sentence}"),
    }
}
fn named(sentence: &str) -> Remedy {
    let Some((_, end)) = sentence.split_once("; ") else {
        return Remedy::Unknown;
    };
    match end.strip_prefix("with the swizzle ") {
        Some(swizzle) => Remedy::Swizzle(swizzle.split(' ').next().unwrap().parse().unwrap()),
        None if end.starts_with("without its swizzle it ") => Remedy::Unswizzled,
        None => {
            assert_eq!(end, "no swizzle removes the conflict", "{sentence}");
            Remedy::Nothing
        }
    }
}

/// The number of accesses of each kind.
#[derive(Debug, Default)]
struct Counts {
    pass: usize,
    swizzled: usize,
    unswizzled: usize,
    nothing: usize,
    unknown: usize,
}

impl Counts {
    fn count(&mut self, remedy: Option<Remedy>) {
        *match remedy {
            None => &mut self.pass,
            Some(Remedy::Swizzle(_)) => &mut self.swizzled,
            Some(Remedy::Unswizzled) => &mut self.unswizzled,
            Some(Remedy::Nothing) => &mut self.nothing,
            Some(Remedy::Unknown) => &mut self.unknown,
        } += 1;
    }
}

/// Checks that the contract and the access known at run time have the same sentence, which names
/// what trying everything finds.
fn compare<L: Layout, T>(counts: &mut Counts) {
    let (layout, element) = (DynLayout::from(&L::STATIC), size_of::<T>() as u64);
    let Ok(access) = Access::new(&layout, element) else {
        return;
    };
    let ours = access.bank_conflict_free().map_err(|conflict| conflict.to_string());
    assert_eq!(ours, sentence(|| contract::at_run_time::bank_conflict_free::<L, T>()));
    counts.count(match ours {
        Ok(()) => None,
        Err(sentence) => {
            let tried = tried(&without_swizzle(&layout), element);
            assert_named(&sentence, tried);
            Some(tried)
        }
    });
}

#[test]
fn what_the_contract_names_is_what_is_found_by_trying() {
    let mut counts = Counts::default();
    accesses! { compare (&mut counts) }
    println!("{counts:?}");
    assert!(counts.pass > 10 && counts.swizzled > 40, "{counts:?}");
    let rest = [counts.nothing, counts.unswizzled, counts.unknown];
    assert!(rest.iter().all(|&count| count > 2), "{counts:?}");
}

#[test]
fn what_is_left_of_a_slice_begins_where_it_begins() {
    // Row 3 of 128 elements in front does not change which threads collide, but it changes which
    // bits a swizzle can take.
    type Slice = layout!(Sw<1, 3, 3> o 64 o (32, 8) : (128, 1));
    let slice = Access::new(&DynLayout::from(&Slice::STATIC), 2).unwrap();
    let sentence =
        sentence(|| contract::at_run_time::bank_conflict_free::<Slice, u16>()).unwrap_err();
    assert_eq!(slice.bank_conflict_free().unwrap_err().to_string(), sentence);
    let Remedy::Swizzle(swizzle) = slice.remedy() else { panic!("{sentence}") };
    assert_named(&sentence, slice.remedy());
    let mended = layout(&format!("{swizzle} o 64 o (32,8):(128,1)"));
    assert!(Access::new(&mended, 2).unwrap().bank_conflict_free().is_ok());
}

#[test]
fn offsets_before_a_swizzle_may_be_negative() {
    let access = |swizzle| {
        let text = format!("{swizzle} o 62 o (32,1):(-2,1)");
        Access::new(&layout(&text), 4).unwrap()
    };
    assert_eq!(access("Sw<2,0,3>").bank_passes(), Ok(2));
    let remedy = access("Sw<2,0,3>").remedy();
    assert_eq!(remedy, Remedy::Swizzle("Sw<1,0,5>".parse().unwrap()));
    assert_eq!(access("Sw<1,0,5>").bank_passes(), Ok(1));
}

#[test]
fn random_accesses_by_the_search_and_by_trying() {
    let (mut random, mut counts) = (Rng::new(12), Counts::default());
    for _ in 0..600 {
        let element = random.pick(&[1, 2, 4, 8]);
        let bytes = random.pick(&[4, 8, 16].map(|bytes: u64| bytes.max(element)));
        let per = random.pick(&[1, bytes / element]);
        let mut stride = || per * random.pick(&[1, 2, 3, 4, 6, 8, 12, 16, 32, 64]);
        let (a, b) = (stride(), stride());
        let [s, t] = random.pick(&[[8, 4], [4, 8], [2, 16], [32, 1], [5, 7], [16, 4]]);
        let bare = layout(&format!("(({s},{t}),{per}):(({a},{b}),1)"));
        let swizzle = match random.below(2) {
            0 => String::new(),
            _ => swizzle(&mut random),
        };
        let access = Access::new(&layout(&format!("{swizzle}{bare}")), element).unwrap();
        counts.count(match access.bank_conflict_free() {
            Ok(()) => None,
            Err(conflict) => {
                let tried = tried(&bare, element);
                assert_eq!(access.remedy(), tried, "{conflict}");
                assert_eq!(searched(&bare, element), tried, "{conflict}");
                assert_named(&conflict.to_string(), tried);
                Some(tried)
            }
        });
    }
    println!("{counts:?}");
    assert!(counts.swizzled > 100 && counts.unswizzled > 10, "{counts:?}");
    assert!(counts.nothing > 10 && counts.pass > 100, "{counts:?}");
}
