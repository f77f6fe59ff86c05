//! The same memory in wider or narrower elements, and the vectors that two layouts share.

use crate::Nest;
use crate::compose::{Answer, No, compose};
use crate::inverse::{gcd, right_inverse};
use crate::layout::{Layout, Mode, Number, is_axis, mode};

/// Returns the layout in elements `n` times as wide: `(4,4):(1,4)` for `(8,4):(1,8)` and 2.
pub fn upcast(layout: &Layout, n: Number) -> Answer {
    if n == 0 || layout.modes().iter().any(|mode| is_axis(mode.stride)) {
        return Err(No::Answer);
    }
    let (mut fits, mut reach) = (true, 0);
    let wide = layout.map(&mut |&Mode { extent, stride }| {
        if stride % n == 0 {
            mode(extent, stride / n)
        } else if stride > 0 && n % stride == 0 {
            let steps = n / stride;
            reach += (extent.min(steps) - 1) * stride;
            mode((extent + steps - 1) / steps, 1)
        } else {
            fits = false;
            mode(extent, stride)
        }
    });
    if fits && reach < n {
        Ok(wide)
    } else {
        Err(No::Layout)
    }
}

/// Returns the layout in elements of which `n` make one: `(8,4):(1,8)` for `(4,4):(1,4)` and 2.
pub fn downcast(layout: &Layout, n: Number) -> Answer {
    let modes = layout.modes();
    let units = modes.iter().filter(|mode| mode.stride == 1).count();
    if n == 0 || units == 0 || units > 1 && n > 1 {
        return Err(No::Layout);
    }
    Ok(layout.map(&mut |&Mode { extent, stride }| match stride {
        1 => mode(extent * n, 1),
        _ => mode(extent, stride * n),
    }))
}

/// Returns the layout in elements of `new` bits, where it was in elements of `old` bits.
pub fn recast(layout: &Layout, old: Number, new: Number) -> Answer {
    if old == 0 || new == 0 {
        return Err(No::Answer);
    }
    let common = gcd(old, new);
    match (new / common, old / common) {
        (wider, 1) => upcast(layout, wider),
        (1, narrower) => downcast(layout, narrower),
        (wider, narrower) => downcast(&upcast(layout, wider)?, narrower),
    }
}

/// Returns the indices of the longest vector that lies contiguous, and in the same order, in both layouts.
pub fn max_common_layout(a: &Layout, b: &Layout) -> Answer {
    let neighbours = right_inverse(b);
    let here = compose(a, &neighbours)?.coalesce();
    match here.modes().first() {
        Some(first) if first.stride == 1 => compose(&neighbours, &Nest::Leaf(*first)),
        _ => Ok(Layout::of(&[])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;
    use crate::rng::Rng;

    #[test]
    fn examples_of_the_specification() {
        assert_eq!(upcast(&layout("(8,4):(1,8)"), 2), Ok(layout("(4,4):(1,4)")));
        assert_eq!(upcast(&layout("(4,4):(3,12)"), 2), Err(No::Layout));
        assert_eq!(upcast(&layout("(2,2):(1,1)"), 2), Err(No::Layout));
        assert_eq!(
            upcast(&layout("(8,4):(-4,1)"), 2),
            Ok(layout("(8,2):(-2,1)"))
        );
        assert_eq!(
            downcast(&layout("(4,4):(1,4)"), 2),
            Ok(layout("(8,4):(1,8)"))
        );
        assert_eq!(downcast(&layout("(4,4):(2,8)"), 2), Err(No::Layout));
        let common = max_common_layout(&layout("(8,4):(1,8)"), &layout("(8,4):(1,16)"));
        assert_eq!(common, Ok(layout("8:1")));
    }

    /// Every element of the wider ones holds the narrower one: `U(c') = floor(L(c) / n)`.
    #[test]
    fn wider_elements_are_where_the_narrower_ones_are() {
        let mut rng = Rng::new(3);
        let mut judged = 0;
        for _ in 0..4000 {
            let modes: Vec<Mode> = (0..rng.within(1, 3))
                .map(|_| {
                    mode(
                        rng.within(1, 6).into(),
                        rng.pick(&[0, 1, 2, 3, 4, 6, 8, 12]),
                    )
                })
                .collect();
            let n = rng.pick(&[2, 3, 4, 6]);
            let narrow = Layout::of(&modes);
            let Ok(wide) = upcast(&narrow, n) else {
                continue;
            };
            judged += 1;
            for index in 0..narrow.size() {
                let (mut rest, mut wide_value) = (index, 0);
                for (mode, wide) in narrow.modes().iter().zip(wide.modes()) {
                    let digit = rest % mode.extent;
                    rest /= mode.extent;
                    let inside = mode.stride > 0 && mode.stride < n;
                    let group = if inside { n / mode.stride } else { 1 };
                    wide_value += digit / group * wide.stride;
                }
                assert_eq!(
                    wide_value,
                    narrow.at(index).div_euclid(n),
                    "{narrow:?} by {n}"
                );
            }
        }
        assert!(judged > 500, "{judged}");
    }
}
