//! Shrinks the values of a failing case.

/// The maximum number of calls.
const CALLS: usize = 500;

/// Shrinks the values, one at a time, for as long as the case fails.
pub(crate) fn shrink(mut values: Vec<u64>, mut fails: impl FnMut(&[u64]) -> bool) -> Vec<u64> {
    let mut calls = 0;
    let mut smaller = true;
    while smaller {
        smaller = false;
        for place in 0..values.len() {
            let value = values[place];
            for next in [1, 2, 0, value / 2, value.saturating_sub(1)] {
                if weight(next) >= weight(value) || calls == CALLS {
                    continue;
                }
                calls += 1;
                values[place] = next;
                if fails(&values) {
                    smaller = true;
                    break;
                }
                values[place] = value;
            }
        }
    }
    values
}

/// How complex a value is to a reader: 1 and 2 are plainer than 0.
fn weight(value: u64) -> u64 {
    match value {
        0 => 3,
        1 | 2 => value - 1,
        _ => value + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_values_that_fail_are_found() {
        let fails = |values: &[u64]| values[0] * values[1] > 20 && values[2] != 1;
        let smallest = shrink(vec![100, 1000, 77], fails);
        assert!(fails(&smallest), "{smallest:?}");
        assert_eq!(smallest[2], 2);
        assert!(smallest[0] * smallest[1] < 30, "{smallest:?}");
    }
}
