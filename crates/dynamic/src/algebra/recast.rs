//! Recasts: the same memory seen as elements of another width.

use crate::layout::{DynLayout, Mode, Modes, Outer, Written};
use crate::refusal::{Refusal, Sentences, fit};
use crate::tuple::Tuple;

impl DynLayout {
    /// Returns the layout of the same memory in elements `n` times as wide. CuTe: `upcast<n>`.
    ///
    /// ```
    /// use zellige_dynamic::{Code, DynLayout};
    /// let a: DynLayout = "(8,4):(1,8)".parse()?;
    /// assert_eq!(a.upcast(2)?.to_string(), "(4,4):(1,4)");
    /// assert_eq!("4:3".parse::<DynLayout>()?.upcast(2).unwrap_err().code, Code::StrideNotDivisible);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a stride that is neither a multiple nor a divisor of `n`, and small strides that
    /// together reach beyond one wide element. A composed layout is recast together with its
    /// function and its offset.
    pub fn upcast(&self, n: u64) -> Result<DynLayout, Refusal> {
        if let Some((outer, start, inner)) = self.opened() {
            let (outer, start) = (outer.upcast(n)?, wider(start, n)?);
            return outer.around(start, inner.upcast(n)?);
        }
        DynLayout::strided(upcast(&self.modes, n)?)
    }

    /// Returns the layout of the same memory in elements `n` times as narrow. CuTe: `downcast<n>`.
    ///
    /// ```
    /// use zellige_dynamic::{Code, DynLayout};
    /// let a: DynLayout = "(4,4):(1,4)".parse()?;
    /// assert_eq!(a.downcast(2)?.to_string(), "(8,4):(1,8)");
    /// assert_eq!("4:2".parse::<DynLayout>()?.downcast(2).unwrap_err().code, Code::NoUnitStride);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a layout unless exactly one mode has stride 1.
    pub fn downcast(&self, n: u64) -> Result<DynLayout, Refusal> {
        if let Some((outer, start, inner)) = self.opened() {
            let (outer, start) = (outer.downcast(n)?, narrower(start, n)?);
            return outer.around(start, inner.downcast(n)?);
        }
        DynLayout::strided(downcast(&self.modes, n)?)
    }

    /// Returns the layout of the same memory in elements of `new` bits instead of `old` bits. CuTe:
    /// `recast_layout<old, new>`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(8,32):(1,8)".parse()?;
    /// assert_eq!(a.recast_layout(16, 32)?.to_string(), "(4,32):(1,4)");
    /// assert_eq!(a.recast_layout(16, 8)?.to_string(), "(16,32):(1,16)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses what [`upcast`](DynLayout::upcast) and [`downcast`](DynLayout::downcast) refuse.
    pub fn recast_layout(&self, old: u64, new: u64) -> Result<DynLayout, Refusal> {
        if old == 0 || new == 0 {
            // A function is widened first, and a layout narrowed last.
            let (first, second) = if self.has_strides() { (old, new) } else { (new, old) };
            return Err(Refusal::no_bits(first, second));
        }
        let common = gcd(old, new);
        let (wide, narrow) = (new / common, old / common);
        if let Some((outer, start, inner)) = self.opened() {
            let outer = outer.upcast(wide)?.downcast(narrow)?;
            let start = narrower(wider(start, wide)?, narrow)?;
            return outer.around(start, inner.recast_layout(old, new)?);
        }
        match (wide, narrow) {
            (_, 1) => self.upcast(wide),
            (1, _) => self.downcast(narrow),
            _ => self.upcast(wide)?.downcast(narrow),
        }
    }
}

impl Outer {
    fn upcast(&self, n: u64) -> Result<Outer, Refusal> {
        self.recast(n, crate::Swizzle::upcast_whole)
    }
    fn downcast(&self, n: u64) -> Result<Outer, Refusal> {
        self.recast(n, crate::Swizzle::downcast)
    }
    /// Returns the function for other elements; an outer function that is a layout can only stay as
    /// it is.
    fn recast(
        &self,
        n: u64,
        recast: impl Fn(&crate::Swizzle, u64) -> Result<crate::Swizzle, Refusal>,
    ) -> Result<Outer, Refusal> {
        match (self, n) {
            (Outer::Swizzle(swizzle), _) => recast(swizzle, n).map(Outer::Swizzle),
            (Outer::Layout(_), 0) => Err(Refusal::no_factor(n)),
            (Outer::Layout(_), 1) => Ok(self.clone()),
            (Outer::Layout(layout), _) => Err(match n.is_power_of_two() {
                true => Refusal::bits_inside(n, layout),
                false => Refusal::no_power_of_two(n, layout),
            }),
        }
    }
}

/// Returns the offset of a composed layout, in wider elements.
fn wider(start: i64, n: u64) -> Result<i64, Refusal> {
    let factor = fit(i64::try_from(n).ok())?;
    match start.checked_rem(factor) {
        Some(0) => Ok(start / factor),
        _ => Err(Refusal::recast_offset(n, start)),
    }
}
/// Returns the offset of a composed layout, in narrower elements.
fn narrower(start: i64, n: u64) -> Result<i64, Refusal> {
    fit(i64::try_from(n).ok().and_then(|n| start.checked_mul(n)))
}

/// Returns the greatest common divisor.
pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn upcast(modes: &Modes, n: u64) -> Result<Modes, Refusal> {
    if n == 0 {
        return Err(Refusal::no_factor(n));
    }
    let factor = fit(i64::try_from(n).ok())?;
    let mut reach = 0u64;
    let wide = modes.try_map(&mut |mode| {
        let extent = mode.extent;
        let stride = mode.stride.number().ok_or_else(|| Refusal::not_unsigned(&mode.stride))?;
        if stride % factor == 0 {
            return Ok(Tuple::Leaf(Mode::of(extent, stride / factor)));
        }
        let Ok(stride) = u64::try_from(stride) else {
            return Err(Refusal::upcast_backwards(extent, stride, n));
        };
        if n % stride != 0 {
            return Err(Refusal::upcast_stride(extent, stride, n));
        }
        // The number of steps inside one wide element.
        let steps = n / stride;
        reach = fit(reach.checked_add(extent.min(steps).saturating_sub(1) * stride))?;
        Ok(Tuple::Leaf(Mode::of(extent.div_ceil(steps), 1)))
    })?;
    if reach >= n {
        return Err(Refusal::upcast_carries(Written(modes), n, reach));
    }
    Ok(wide)
}

fn downcast(modes: &Modes, n: u64) -> Result<Modes, Refusal> {
    if n == 0 {
        return Err(Refusal::no_factor(n));
    }
    let factor = fit(i64::try_from(n).ok())?;
    let units = modes.leaves().into_iter().filter(|mode| mode.stride == 1).count();
    if units == 0 {
        return Err(Refusal::no_unit_stride(Written(modes), n));
    }
    if units > 1 && n > 1 {
        return Err(Refusal::two_unit_strides(Written(modes), n, units));
    }
    modes.try_map(&mut |mode| {
        let (extent, stride) = if mode.stride == 1 {
            (fit(mode.extent.checked_mul(n))?, mode.stride.clone())
        } else {
            (mode.extent, mode.stride.times(factor)?)
        };
        Ok(Tuple::Leaf(Mode { extent, stride }))
    })
}
