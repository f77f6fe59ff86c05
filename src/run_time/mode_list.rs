//! The numbers of a layout as a plain list of modes, and layouts compared as functions.

use crate::refusal::leaves::{Leaves, MOST, Numbers};
use crate::refusal::{Code, Message, Refusal};

/// The largest extent or stride in a computation: products of two of them are far from overflowing
/// 128 bits.
const LARGEST: i128 = 1 << 62;

/// The modes `s_0:d_0, s_1:d_1, ...` of a layout, flat, as numbers.
///
/// A step along an axis is also a number here: a large number that no sum of steps along other axes
/// equals ([`Integer::projected`](crate::Integer)). Composition is the same for all strides.
#[derive(Copy, Clone)]
pub struct ModeList {
    modes: [(u64, i128); MOST],
    len: usize,
    /// The reason why these modes are unsuitable for computation.
    excess: Option<Excess>,
}
/// A reason why modes are unsuitable for computation.
#[derive(Copy, Clone)]
enum Excess {
    /// There are more modes than fit the list.
    Modes,
    /// This number is too large.
    Number(u64),
    /// A product of the extents is too large.
    Product,
}

impl ModeList {
    /// The empty list.
    pub const NONE: ModeList = ModeList { modes: [(1, 0); MOST], len: 0, excess: None };

    /// Appends the mode `extent:stride`.
    #[inline]
    pub fn push(&mut self, extent: u64, stride: i128) {
        if extent as i128 > LARGEST {
            self.excess = Some(Excess::Number(extent));
        }
        if self.len == MOST {
            self.excess = Some(Excess::Modes);
            return;
        }
        self.modes[self.len] = (extent, stride);
        self.len += 1;
    }
    /// Returns the modes.
    #[inline]
    pub fn modes(&self) -> &[(u64, i128)] {
        &self.modes[..self.len]
    }
    /// Returns the modes for sorting.
    #[inline]
    pub fn modes_mut(&mut self) -> &mut [(u64, i128)] {
        &mut self.modes[..self.len]
    }
    /// Returns why the modes are unsuitable for computation, in the name of `operation`, if they
    /// are.
    pub fn excess(&self, operation: &str) -> Option<Refusal> {
        let excess = match (self.excess, self.size()) {
            (Some(excess), _) => excess,
            (None, Some(_)) => return None,
            (None, None) => Excess::Product,
        };
        Some(match excess {
            Excess::Modes => Refusal::new(
                Code::TooManyModes,
                Message::new()
                    .s(operation)
                    .s(": run-time integers are checked in layouts of up to ")
                    .u(MOST as u64)
                    .s(" modes, but this one has more"),
            ),
            Excess::Number(number) => too_large(operation, number),
            Excess::Product => Refusal::new(
                Code::TooLarge,
                Message::new()
                    .s(operation)
                    .s(": the size of ")
                    .cat(&self.text())
                    .s(" is too large"),
            ),
        })
    }
    /// Returns the product of the extents, unless it is too large.
    pub fn size(&self) -> Option<u64> {
        size_of(self.modes())
    }
    /// Returns the value at the index `i`; the last mode is unbounded.
    pub fn at(&self, i: u64) -> i128 {
        value_at(self.modes(), i)
    }

    /// Returns the fewest modes of the same function of all indices, also past the end, as
    /// `algebra::walk` makes them. The last mode stays, regardless of its extent.
    pub fn extension(&self) -> ModeList {
        let mut modes = ModeList::NONE;
        let Some((&last, inner)) = self.modes().split_last() else {
            modes.push(1, 0);
            return modes;
        };
        for &(extent, stride) in inner {
            modes.push_merged(extent, stride);
        }
        match modes.modes_mut().last_mut() {
            Some((extent, stride)) if extent_ends(*extent, *stride) == last.1 && *extent > 0 => {
                *extent = extent.saturating_mul(last.0)
            }
            _ => modes.push(last.0, last.1),
        }
        modes
    }
    /// Returns the fewest modes of the same function of the indices below the size.
    pub fn coalesced(&self) -> ModeList {
        let mut modes = ModeList::NONE;
        for &(extent, stride) in self.modes() {
            modes.push_merged(extent, stride);
        }
        if modes.len == 0 {
            modes.push(1, 0);
        }
        modes
    }
    fn push_merged(&mut self, extent: u64, stride: i128) {
        if extent == 1 {
            return;
        }
        match self.modes_mut().last_mut() {
            Some((before, step)) if extent_ends(*before, *step) == stride => {
                *before = before.saturating_mul(extent)
            }
            _ => self.push(extent, stride),
        }
    }

    /// Returns whether the two layouts are the same function of the same indices.
    ///
    /// A layout function is a sum of `e_Q * floor(i / Q)` over products Q of its first extents, and
    /// so is the difference of two layout functions. The smallest Q with a coefficient other than 0
    /// would appear at i = Q. So they are equal if they have the same size, and the same value at
    /// every product of first extents of either layout.
    pub fn same_function(&self, other: &ModeList) -> bool {
        let (Some(size), Some(others)) = (self.size(), other.size()) else {
            return false;
        };
        size == others
            && [self, other].into_iter().all(|layout| {
                products(layout.modes())
                    .take_while(|&i| i < size)
                    .all(|i| self.at(i) == other.at(i))
            })
    }

    /// Returns these modes as numbers for error messages.
    pub fn numbers(&self) -> Numbers {
        let (mut shape, mut stride) = (Leaves::NONE, Leaves::NONE);
        for (mode, &(extent, step)) in self.modes().iter().enumerate() {
            shape = shape.and_mode(mode as u8, &Leaves::one(Some(extent as i64)));
            stride = stride.and_mode(mode as u8, &Leaves::one(Some(step as i64)));
        }
        Numbers { shape, stride }
    }
    /// Returns the layout in CuTe's notation: `(4,6):(1,4)`.
    pub fn text(&self) -> Message {
        self.numbers().write(Message::new())
    }
}

/// Returns the offset at which a mode would continue.
fn extent_ends(extent: u64, stride: i128) -> i128 {
    (extent as i128).wrapping_mul(stride)
}
/// Returns the product of the extents, unless it is too large, or would be without extents of 0.
pub fn size_of(modes: &[(u64, i128)]) -> Option<u64> {
    let (mut size, mut empty) = (1u64, false);
    for &(extent, _) in modes {
        empty |= extent == 0;
        size = size.checked_mul(extent.max(1)).filter(|&size| size as i128 <= LARGEST)?;
    }
    Some(if empty { 0 } else { size })
}
/// Returns the products of the first extents, starting with 1, as long as they are not too large.
pub fn products(modes: &[(u64, i128)]) -> impl Iterator<Item = u64> {
    modes.iter().scan(1u64, |product, mode| {
        let before = *product;
        *product = before.saturating_mul(mode.0.max(1));
        Some(before)
    })
}
/// Returns the value of the modes at the index `i`; the last mode is unbounded.
pub fn value_at(modes: &[(u64, i128)], mut i: u64) -> i128 {
    let Some((&(_, last), inner)) = modes.split_last() else {
        return 0;
    };
    let mut value = 0i128;
    for &(extent, stride) in inner {
        let extent = extent.max(1);
        value = value.wrapping_add(((i % extent) as i128).wrapping_mul(stride));
        i /= extent;
    }
    value.wrapping_add((i as i128).wrapping_mul(last))
}

/// Returns the refusal of `number` as too large for `operation`.
pub fn too_large(operation: &str, number: u64) -> Refusal {
    Refusal::new(
        Code::TooLarge,
        Message::new().s(operation).s(": the extent ").u(number).s(" is too large"),
    )
}
/// Returns the refusal of the result of `operation`: its layout, as determined by its type, is not
/// the required layout.
pub fn other_modes(operation: &str, result: &Message, operands: Message) -> Refusal {
    Refusal::new(
        Code::DynamicIntegers,
        Message::new()
            .s(operation)
            .s(": the run-time integers do not divide as the result requires, which would be ")
            .cat(result)
            .s(" [")
            .cat(&operands)
            .s("]"),
    )
}

/// The modes of a layout, grouped by the mode of another layout from which they come.
#[derive(Copy, Clone)]
pub struct Grouped {
    /// The list of all modes.
    pub list: ModeList,
    ends: [usize; MOST],
    groups: usize,
}
impl Grouped {
    /// The empty list of groups.
    pub const NONE: Grouped = Grouped { list: ModeList::NONE, ends: [0; MOST], groups: 0 };
    /// Ends the group of one mode.
    #[inline]
    pub fn end_group(&mut self) {
        if self.groups == MOST {
            self.list.excess = Some(Excess::Modes);
            return;
        }
        self.ends[self.groups] = self.list.len;
        self.groups += 1;
    }
    /// Returns the modes that the mode `j` becomes.
    pub fn group(&self, j: usize) -> &[(u64, i128)] {
        let start = if j == 0 { 0 } else { self.ends[j - 1] };
        &self.list.modes()[start..self.ends[j]]
    }
}
