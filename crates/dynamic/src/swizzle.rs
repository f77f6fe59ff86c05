//! Swizzles: functions of offsets that flip bits depending on other bits.

use alloc::format;
use core::fmt;

use crate::layout::{DynLayout, Outer};
use crate::refusal::{Refusal, Sentences, fit};

/// The swizzle `Sw<B,M,S>`: the `B` bits of an offset from bit `M + S` on flip the `B` bits from
/// bit `M` on. CuTe: `Swizzle<B,M,S>`.
///
/// With a negative shift the bits from `M` on flip those from `M - S` on. A swizzle is its own
/// inverse.
///
/// ```
/// use zellige_dynamic::Swizzle;
/// let s: Swizzle = "Sw<3,4,3>".parse()?;
/// assert_eq!(s, Swizzle::new(3, 4, 3)?);
/// let x = 5 * 128 + 3 * 16 + 7;
/// assert_eq!(s.apply(x), 5 * 128 + (3 ^ 5) * 16 + 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Swizzle {
    /// The number of bits that are flipped.
    bits: u32,
    /// The lowest bit that flips another one.
    from: u32,
    /// The lowest bit that is flipped.
    to: u32,
}

/// Bits from this one on are out of range.
const MOST_BITS: u32 = 48;

impl Swizzle {
    /// The swizzle that moves nothing.
    pub(crate) const IDENTITY: Swizzle = Swizzle { bits: 0, from: 0, to: 0 };

    /// Returns the swizzle `Sw<bits,base,shift>`. CuTe: `Swizzle<bits, base, shift>`.
    ///
    /// ```
    /// use zellige_dynamic::{Code, Swizzle};
    /// assert_eq!(Swizzle::new(2, 0, -3)?.to_string(), "Sw<2,0,-3>");
    /// let refusal = Swizzle::new(3, 4, 2).unwrap_err();
    /// assert_eq!(refusal.code, Code::NotASwizzle);
    /// assert!(refusal.message().starts_with("Sw<3,4,2> moves 3 bits by 2 places, partly onto themselves"));
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses bits that would move onto themselves, and bits past 2^48.
    pub fn new(bits: u32, base: u32, shift: i32) -> Result<Self, Refusal> {
        let text = format!("Sw<{bits},{base},{shift}>");
        let places = shift.unsigned_abs();
        if places < bits {
            let (bits, places) = (u64::from(bits), u64::from(places));
            return Err(Refusal::onto_themselves(text, bits, places));
        }
        let end = u64::from(bits) + u64::from(base) + u64::from(places);
        if end > u64::from(MOST_BITS) {
            return Err(Refusal::swizzle_too_far(text));
        }
        let high = base + places;
        let (from, to) = if shift < 0 { (base, high) } else { (high, base) };
        Ok(Swizzle { bits, from, to })
    }

    /// Returns the swizzle in which the bits of the mask `from` flip those of the mask `to`. CuTe:
    /// `make_swizzle<Y, Z>`.
    ///
    /// ```
    /// use zellige_dynamic::Swizzle;
    /// assert_eq!(Swizzle::of_masks(0b1100_0000, 0b110)?, Swizzle::new(2, 1, 5)?);
    /// assert!(Swizzle::of_masks(0b101, 0b1010).is_err());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses masks of different lengths, and masks with holes.
    #[doc(alias = "make_swizzle")]
    pub fn of_masks(from: u64, to: u64) -> Result<Self, Refusal> {
        Self::masks(from, to).unwrap_or_else(|| Err(Refusal::no_masks(from, to)))
    }

    /// Returns the swizzle of two masks, if each is a run of bits and both have the same length.
    pub(crate) fn masks(from: u64, to: u64) -> Option<Result<Self, Refusal>> {
        if (from, to) == (0, 0) {
            return Some(Ok(Self::IDENTITY));
        }
        let is_run = |mask: u64| {
            mask != 0 && (mask >> mask.trailing_zeros()).wrapping_add(1).count_ones() <= 1
        };
        if !is_run(from) || !is_run(to) || from.count_ones() != to.count_ones() {
            return None;
        }
        let (y, z) = (from.trailing_zeros(), to.trailing_zeros());
        Some(Self::new(from.count_ones(), y.min(z), y as i32 - z as i32))
    }

    /// Returns the number of bits that are flipped, the lowest bit of either side, and the shift:
    /// the parameters of `Sw<B,M,S>`.
    ///
    /// ```
    /// use zellige_dynamic::Swizzle;
    /// assert_eq!(Swizzle::new(2, 0, -3)?.parameters(), (2, 0, -3));
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    pub fn parameters(&self) -> (u32, u32, i32) {
        (self.bits, self.from.min(self.to), self.from as i32 - self.to as i32)
    }

    /// Returns the offset to which the swizzle maps `x`. CuTe: `swizzle(x)`.
    ///
    /// ```
    /// use zellige_dynamic::Swizzle;
    /// assert_eq!(Swizzle::new(3, 3, 3)?.apply(64), 64 ^ 8);
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    pub fn apply(&self, x: u64) -> u64 {
        x ^ (x >> self.from & self.run()) << self.to
    }

    /// Returns the swizzle `self(other(x))`. Bits that both flip are flipped back. CuTe:
    /// `composition(swizzle, swizzle)`.
    ///
    /// ```
    /// use zellige_dynamic::Swizzle;
    /// let both = Swizzle::new(1, 4, 3)?.merge(&Swizzle::new(1, 3, 3)?)?;
    /// assert_eq!(both, Swizzle::new(2, 3, 3)?);
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses two different shifts, and bits that are not adjacent.
    pub fn merge(&self, other: &Swizzle) -> Result<Swizzle, Refusal> {
        let same = i64::from(self.from) - i64::from(self.to)
            == i64::from(other.from) - i64::from(other.to);
        let masks = (self.mask_from() ^ other.mask_from(), self.mask_to() ^ other.mask_to());
        match Self::masks(masks.0, masks.1) {
            Some(merged) if same => merged,
            _ => Err(Refusal::no_merge(self, other)),
        }
    }

    /// Returns the layout with the offsets of `layout` swizzled. CuTe:
    /// `composition(swizzle, layout)`.
    ///
    /// ```
    /// use zellige_dynamic::{DynLayout, Swizzle};
    /// let rows: DynLayout = "(8,64):(64,1)".parse()?;
    /// let tile = Swizzle::new(3, 3, 3)?.compose(&rows)?;
    /// assert_eq!(tile.to_string(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
    /// assert_eq!(tile.crd2idx((1, 0))?, 64 ^ 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The swizzle of no bits leaves the layout as it is.
    #[doc(alias = "composition")]
    pub fn compose(&self, layout: &DynLayout) -> Result<DynLayout, Refusal> {
        Outer::Swizzle(*self).around(0, layout.clone())
    }

    /// Returns the swizzle for elements `n` times as wide, `self(n x) / n`. CuTe:
    /// `upcast<n>(swizzle)`.
    ///
    /// ```
    /// use zellige_dynamic::Swizzle;
    /// assert_eq!(Swizzle::new(3, 4, 3)?.upcast(2)?, Swizzle::new(3, 3, 3)?);
    /// assert!(Swizzle::new(3, 0, -3)?.upcast(4).is_err());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a factor that is not a power of two, and bits inside an element that flip bits of
    /// its offset.
    pub fn upcast(&self, n: u64) -> Result<Swizzle, Refusal> {
        let by = self.power(n)?;
        let base = self.from.min(self.to);
        if by <= base {
            let (from, to) = (self.from - by, self.to - by);
            return Ok(Swizzle { from, to, ..*self });
        }
        // Flipping bits inside an element only changes the order within it.
        if self.from < self.to && self.bits > 0 {
            return Err(Refusal::bits_inside(n, self));
        }
        Ok(Swizzle {
            bits: self.bits.saturating_sub(by - base),
            from: self.from - base,
            to: self.to - base,
        })
    }

    /// Returns the swizzle of the same memory in elements `n` times as wide, like
    /// [`upcast`](Swizzle::upcast), provided that it does not move parts of such an element.
    pub(crate) fn upcast_whole(&self, n: u64) -> Result<Swizzle, Refusal> {
        let wide = self.upcast(n)?;
        match self.bits == 0 || self.power(n)? <= self.from.min(self.to) {
            true => Ok(wide),
            false => Err(Refusal::bits_inside(n, self)),
        }
    }

    /// Returns the swizzle for elements `n` times as narrow. CuTe: `downcast<n>(swizzle)`.
    ///
    /// ```
    /// use zellige_dynamic::Swizzle;
    /// assert_eq!(Swizzle::new(3, 3, 3)?.downcast(2)?, Swizzle::new(3, 4, 3)?);
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a factor that is not a power of two.
    pub fn downcast(&self, n: u64) -> Result<Swizzle, Refusal> {
        let by = self.power(n)?;
        let (bits, base, shift) = self.parameters();
        Swizzle::new(bits, base + by, shift)
    }

    /// Returns the exponent of a factor, which must be a power of two.
    fn power(&self, n: u64) -> Result<u32, Refusal> {
        match n {
            0 => Err(Refusal::no_factor(n)),
            n if n.is_power_of_two() => Ok(n.trailing_zeros()),
            _ => Err(Refusal::no_power_of_two(n, self)),
        }
    }

    /// Returns true if no bit moves.
    pub(crate) fn is_identity(&self) -> bool {
        self.bits == 0
    }

    /// Returns true if no offset below `n` has a bit that flips another one.
    pub(crate) fn leaves_alone(&self, n: u64) -> bool {
        self.bits == 0 || 1 << self.from >= n
    }

    /// Returns an exclusive upper bound of the values below `n`: `n`, rounded up to the end of the
    /// bits that are flipped.
    pub(crate) fn bound(&self, n: u64) -> Result<u64, Refusal> {
        if self.leaves_alone(n) {
            return Ok(n);
        }
        fit(n.checked_next_multiple_of(1 << (self.bits + self.to)))
    }

    /// Returns a number n such that n adjacent offsets, starting at a multiple of n, stay adjacent.
    pub(crate) fn neighbours(&self) -> u64 {
        1 << self.from.min(self.to)
    }

    /// Returns a mask of `bits` ones.
    fn run(self) -> u64 {
        (1 << self.bits) - 1
    }
    /// Returns the mask of the bits that flip others.
    pub(crate) fn mask_from(self) -> u64 {
        self.run() << self.from
    }
    /// Returns the mask of the bits that are flipped.
    pub(crate) fn mask_to(self) -> u64 {
        self.run() << self.to
    }
    /// Returns the pairs of bits: the bit that flips, and the bit that is flipped.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        let (from, to) = (self.from, self.to);
        (0..self.bits).map(move |i| (from + i, to + i))
    }
}

/// Writes `Sw<3,4,3>`.
impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bits, base, shift) = self.parameters();
        write!(f, "Sw<{bits},{base},{shift}>")
    }
}
