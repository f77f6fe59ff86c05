//! Compares layouts with negative strides with plain evaluation.

mod signed {
    include!(concat!(env!("OUT_DIR"), "/property_signed.rs"));
}

use signed::SIGNED;
use zellige_golden::generated::Signed;
use zellige_oracle::algebra::{Answer, No, answer, compose};
use zellige_oracle::{Number, Value, layout};

/// Compares the library's layouts with the answers; returns the number of layouts.
fn compare(case: impl Fn(&Signed) -> (String, Option<fn() -> Vec<Number>>, Answer)) -> usize {
    let compared = SIGNED.iter().map(case).map(|(name, made, answer)| {
        match (made, answer) {
            (Some(table), Ok(expected)) => assert_eq!(table(), expected.table(), "{name}"),
            (Some(_), Err(no)) => panic!("{name} has a result, but should have none: {no:?}"),
            (None, Ok(expected)) => panic!("{name} is refused, but should be {expected}"),
            (None, Err(no)) => assert_ne!(no, No::Answer, "{name}"),
        }
        usize::from(made.is_some())
    });
    compared.sum()
}

/// Returns the result of an operation on a layout and a number.
fn made(operation: &str, case: &Signed) -> Answer {
    answer(operation, &[Value::Layout(layout(case.layout)), Value::Int(case.factor)])
}

/// Coordinates: every index has its value.
#[test]
fn values() {
    for case in SIGNED {
        assert_eq!((case.table)(), layout(case.layout).table(), "{}", case.layout);
    }
}

/// Coalescing keeps all values and leaves the fewest modes.
#[test]
fn coalesce() {
    for case in SIGNED {
        let coalesced = answer("coalesce", &[Value::Layout(layout(case.layout))]);
        let coalesced = coalesced.expect("every layout is coalesced");
        assert_eq!((case.coalesced)(), (case.table)(), "{}", case.layout);
        assert_eq!(case.rank, coalesced.rank(), "{}", case.layout);
    }
}

/// A slice has the values at its index of the first mode.
#[test]
fn slice() {
    for case in SIGNED {
        let Some(slice) = &case.slice else { continue };
        let all = (case.table)();
        let expected: Vec<Number> = all
            .iter()
            .skip(slice.index as usize)
            .step_by(slice.first as usize)
            .map(|value| value - (slice.offset)())
            .collect();
        assert_eq!((slice.table)(), expected, "{}", case.layout);
        assert_eq!((slice.offset)(), all[slice.index as usize], "{}", case.layout);
    }
}

/// A composition has the values of A at those of B, and exists whenever it must.
#[test]
fn composition() {
    let accepted = compare(|case| {
        let (a, b) = (layout(case.layout), layout(case.tile));
        (format!("{a} o {b}"), case.composed, compose(&a, &b))
    });
    assert_eq!(accepted, 93);
}

/// Wider elements, where a negative stride must be a multiple of the factor, and narrower ones,
/// where one mode must have stride 1.
#[test]
fn upcasts_and_downcasts() {
    let name = |case: &Signed| format!("{} by {}", case.layout, case.factor);
    assert_eq!(compare(|case| (name(case), case.wider, made("upcast", case))), 57);
    assert_eq!(compare(|case| (name(case), case.narrower, made("downcast", case))), 65);
}
