//! Layouts with negative strides, against plain evaluation.

mod signed {
    include!(concat!(env!("OUT_DIR"), "/property_signed.rs"));
}

use signed::SIGNED;

/// The value at an index; the last mode is unbounded.
fn at(modes: &[(u64, i64)], index: u64) -> i64 {
    let Some((&(_, last), inner)) = modes.split_last() else {
        return 0;
    };
    let (mut rest, mut value) = (index, 0);
    for &(extent, stride) in inner {
        value += (rest % extent) as i64 * stride;
        rest /= extent;
    }
    value + rest as i64 * last
}

/// The values at the first indices.
fn table(modes: &[(u64, i64)], size: u64) -> Vec<i64> {
    (0..size).map(|index| at(modes, index)).collect()
}

fn size<D>(modes: &[(u64, D)]) -> u64 {
    modes.iter().map(|mode| mode.0).product()
}

/// The fewest modes of a layout that has these modes: the neighbours that go on where the one before
/// ends are one.
fn fewest(modes: &[(u64, i64)]) -> usize {
    let mut end = None;
    let mut count = 0;
    for &(extent, stride) in modes.iter().filter(|mode| mode.0 > 1) {
        count += usize::from(end != Some(stride));
        end = Some(extent as i64 * stride);
    }
    count.max(1)
}

/// Coordinates: every index has its value.
#[test]
fn values() {
    for case in &SIGNED {
        let expected = table(case.modes, size(case.modes));
        assert_eq!((case.table)(), expected, "{}", case.layout);
    }
}

/// Coalescing keeps all values and leaves the fewest modes.
#[test]
fn coalesce() {
    for case in &SIGNED {
        assert_eq!((case.coalesced)(), (case.table)(), "{}", case.layout);
        assert_eq!(case.rank, fewest(case.modes), "{}", case.layout);
    }
}

/// A slice has the values at its index of the first mode.
#[test]
fn slice() {
    for case in &SIGNED {
        let Some(slice) = &case.slice else { continue };
        let all = (case.table)();
        let expected: Vec<i64> = all
            .iter()
            .skip(slice.index as usize)
            .step_by(slice.first as usize)
            .map(|value| value - (slice.offset)())
            .collect();
        assert_eq!((slice.table)(), expected, "{}", case.layout);
        assert_eq!(
            (slice.offset)(),
            all[slice.index as usize],
            "{}",
            case.layout
        );
    }
}

/// A composition has the values of A at those of B, and exists where it must.
#[test]
fn composition() {
    let mut accepted = 0;
    for case in &SIGNED {
        let name = format!("{} o {}", case.layout, case.tile);
        let Some(composed) = case.composed else {
            assert!(!case.must_compose, "{name}");
            continue;
        };
        accepted += 1;
        let expected: Vec<i64> = (0..size(case.tile_modes))
            .map(|index| {
                let inner: u64 = case
                    .tile_modes
                    .iter()
                    .fold((index, 0), |(rest, sum), mode| {
                        (rest / mode.0, sum + rest % mode.0 * mode.1)
                    })
                    .1;
                at(case.modes, inner)
            })
            .collect();
        assert_eq!(composed(), expected, "{name}");
    }
    assert_eq!(accepted, 89);
}

/// Wider elements: each element lies in the one at its coordinate, with the coordinates of small
/// strides divided. A negative stride must be a multiple of the factor.
#[test]
fn upcast() {
    let mut accepted = 0;
    for case in &SIGNED {
        let (name, n) = (format!("{} by {}", case.layout, case.factor), case.factor);
        // So many steps of a mode stay in one element.
        let steps = |stride: i64| {
            if stride > 0 && stride < n && n % stride == 0 {
                n / stride
            } else {
                1
            }
        };
        let fits = |&(_, stride): &(u64, i64)| stride % n == 0 || steps(stride) > 1;
        let reach: i64 = case
            .modes
            .iter()
            .filter(|mode| steps(mode.1) > 1)
            .map(|&(extent, stride)| stride * ((extent as i64).min(steps(stride)) - 1))
            .sum();
        let exists = case.modes.iter().all(fits) && reach < n;
        assert_eq!(case.wider.is_some(), exists, "{name}");
        let Some(wider) = case.wider else { continue };
        accepted += 1;
        let wider = wider();
        for (index, value) in (case.table)().into_iter().enumerate() {
            let (mut rest, mut size, mut wide) = (index as u64, 1, 0);
            for &(extent, stride) in case.modes {
                let steps = steps(stride) as u64;
                wide += rest % extent / steps * size;
                size *= extent.div_ceil(steps);
                rest /= extent;
            }
            assert_eq!(wider.len() as u64, size, "{name}");
            assert_eq!(
                wider[wide as usize],
                value.div_euclid(n),
                "{name} at {index}"
            );
        }
    }
    assert_eq!(accepted, 59);
}

/// Narrower elements: all those which the elements consist of. Some mode must have stride 1.
#[test]
fn downcast() {
    let mut accepted = 0;
    for case in &SIGNED {
        let (name, n) = (format!("{} by {}", case.layout, case.factor), case.factor);
        let units = case.modes.iter().filter(|mode| mode.1 == 1).count();
        let Some(narrower) = case.narrower else {
            assert!(if n == 1 { units == 0 } else { units != 1 }, "{name}");
            continue;
        };
        accepted += 1;
        let mut expected: Vec<i64> = (case.table)()
            .into_iter()
            .flat_map(|value| (0..n).map(move |part| value * n + part))
            .collect();
        let mut got = narrower();
        expected.sort_unstable();
        got.sort_unstable();
        assert_eq!(got, expected, "{name}");
    }
    assert_eq!(accepted, 54);
}
