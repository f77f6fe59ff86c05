//! The steps at which a walk crosses the multiples of a number.

/// The steps at which a walk `n:d` crosses the multiples of `P`. With `g = d mod P` it crosses one
/// after `ceil(P / g)` steps, `excess` too far, and this repeats until the excess adds up to one
/// more crossing.
pub(crate) struct Crossing {
    /// `d mod P`.
    pub(crate) g: u128,
    /// The first step past a multiple of `P`; n, if there is none, or if all steps are multiples.
    pub(crate) first: u128,
    /// How far past the multiple that step is.
    pub(crate) excess: u128,
    /// The first step that breaks the pace; n, if none does.
    pub(crate) slips: u128,
}

impl Crossing {
    /// Returns how the walk `n:d` crosses the multiples of `p`.
    pub(crate) fn of(p: u64, n: u64, d: u64) -> Crossing {
        let (p, n) = (u128::from(p), u128::from(n));
        let g = u128::from(d) % p;
        let never = Crossing { g, first: n, excess: 0, slips: n };
        if g == 0 {
            return never;
        }
        let first = p.div_ceil(g);
        if first >= n {
            return never;
        }
        let excess = first * g - p;
        if excess == 0 {
            return Crossing { first, ..never };
        }
        let periods = (p - (first - 1) * g).div_ceil(excess);
        let slips = periods * first + (p - periods * excess).div_ceil(g);
        Crossing { first, excess, slips: slips.min(n), ..never }
    }

    /// Returns the largest `d * i mod P` for `i < n`, and an `i` that reaches it.
    pub(crate) fn reach(&self, n: u64) -> (u128, u128) {
        let n = u128::from(n);
        if self.g == 0 {
            return (0, 0);
        }
        if self.first >= n {
            return ((n - 1) * self.g, n - 1);
        }
        let (periods, rest) = (n / self.first, n % self.first);
        let whole = (periods - 1) * self.excess + (self.first - 1) * self.g;
        let partial = (periods * self.excess + rest * self.g).saturating_sub(self.g);
        if rest > 0 && partial > whole {
            (partial, n - 1)
        } else {
            (whole, periods * self.first - 1)
        }
    }
}
