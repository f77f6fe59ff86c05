//! The numbers of a tuple or a layout as plain data, for error messages and run-time checks.

use super::{Message, Refusal};

/// The largest number of leaves that are stored.
pub const MOST: usize = 32;

/// The position of a leaf in a tuple: `1.0` is mode 0 of mode 1. An integer alone is mode 0 of
/// itself.
#[derive(Copy, Clone)]
pub struct Path {
    steps: [u8; 8],
    depth: usize,
}

impl Path {
    const HERE: Path = Path { steps: [0; 8], depth: 0 };

    /// Returns the path as seen from a tuple that contains it in its mode `mode`. (An integer is
    /// mode 0 of itself, so its path is empty.)
    const fn inside(self, mode: u8) -> Path {
        let mut path = Path { steps: [mode; 8], depth: self.depth + 1 };
        let mut i = 0;
        while i < self.depth && i < 7 {
            path.steps[i + 1] = self.steps[i];
            i += 1;
        }
        path
    }
    /// Appends the path as text: `1.0`.
    pub const fn write(&self, mut m: Message) -> Message {
        m = m.u(self.steps[0] as u64);
        let mut i = 1;
        while i < self.depth && i < 8 {
            m = m.s(".").u(self.steps[i] as u64);
            i += 1;
        }
        m
    }
}

/// The leaves of a tuple, in order.
#[derive(Copy, Clone)]
pub struct Leaves {
    /// The number of leaves.
    pub len: usize,
    /// The values, as far as they are known; `i64::MAX` and `i64::MIN` also represent larger or
    /// smaller values.
    pub value: [Option<i64>; MOST],
    /// The positions of the leaves.
    pub path: [Path; MOST],
    /// True if all values are known, including those that are not stored.
    pub known: bool,
    /// True if there are more leaves than are stored.
    pub cut: bool,
    /// True if all of them are unsigned numbers, as far as known.
    pub unsigned: bool,
    /// True if all of them are numbers, not steps along an axis or points.
    pub numbers: bool,
    /// The refusal of an earlier operation, if there is one.
    pub refused: Option<Refusal>,
}

impl Leaves {
    /// The leaves of an empty tuple.
    pub const NONE: Leaves = Leaves {
        len: 0,
        value: [None; MOST],
        path: [Path::HERE; MOST],
        known: true,
        cut: false,
        unsigned: true,
        numbers: true,
        refused: None,
    };

    /// Returns one static number, n or -n.
    pub const fn of(n: u128, negative: bool) -> Leaves {
        let most = i64::MAX as u128;
        let value = if n < most { n } else { most } as i64;
        Leaves::one(Some(match (negative, value) {
            (true, i64::MAX) => i64::MIN,
            (true, value) => -value,
            (false, value) => value,
        }))
    }
    /// Returns one run-time number.
    pub fn of_usize(value: usize) -> Leaves {
        Leaves::one(Some(i64::try_from(value).unwrap_or(i64::MAX)))
    }
    /// Returns one number.
    pub const fn one(value: Option<i64>) -> Leaves {
        let mut one = Leaves {
            len: 1,
            known: value.is_some(),
            unsigned: match value {
                Some(value) => value >= 0,
                None => true,
            },
            ..Leaves::NONE
        };
        one.value[0] = value;
        one
    }
    /// Returns one refused integer.
    pub const fn refused(refusal: Refusal) -> Leaves {
        Leaves { refused: Some(refusal), ..Leaves::one(None) }
    }
    /// Returns one step along an axis, or one point, with these numbers.
    pub const fn no_number(numbers: &Leaves, refused: Option<Refusal>) -> Leaves {
        Leaves {
            known: numbers.known,
            unsigned: false,
            numbers: false,
            refused,
            ..Leaves::one(None)
        }
    }
    /// Returns these integers after the integer of `first`, as the modes 1, 2, ... of a list.
    const fn after(&self, first: &Leaves) -> Leaves {
        let mut all = Leaves::NONE.and_mode(0, first);
        let mut i = 0;
        while i < self.len {
            let one = Leaves { refused: self.refused, ..Leaves::one(self.value[i]) };
            all = all.and_mode(i as u8 + 1, &one);
            i += 1;
        }
        all.known = all.known && self.known;
        all.cut = all.cut || self.cut;
        all.unsigned = all.unsigned && self.unsigned;
        all.numbers = all.numbers && self.numbers;
        all
    }
    /// Returns whether every known number was stored exactly.
    const fn exact(&self) -> bool {
        let mut i = 0;
        while i < self.len {
            if let Some(i64::MIN | i64::MAX) = self.value[i] {
                return false;
            }
            i += 1;
        }
        true
    }
    /// Returns these leaves, followed by the leaves of mode `mode`.
    pub const fn and_mode(mut self, mode: u8, leaves: &Leaves) -> Leaves {
        let mut i = 0;
        while i < leaves.len && self.len < MOST {
            self.value[self.len] = leaves.value[i];
            self.path[self.len] = leaves.path[i].inside(mode);
            self.len += 1;
            i += 1;
        }
        self.known = self.known && leaves.known;
        self.cut = self.cut || leaves.cut || i < leaves.len;
        self.unsigned = self.unsigned && leaves.unsigned;
        self.numbers = self.numbers && leaves.numbers;
        if self.refused.is_none() {
            self.refused = leaves.refused;
        }
        self
    }
}

/// The size of a mode: the product of its leaves that are stored.
const fn mode_size(leaves: &Leaves, mode: u8) -> u64 {
    let (mut size, mut i) = (1, 0);
    while i < leaves.len {
        if let (Some(extent), true) = (leaves.value[i], leaves.path[i].steps[0] == mode) {
            size *= extent as u64;
        }
        i += 1;
    }
    size
}
/// Returns the first mode with different sizes in two static shapes of equally many modes, and both
/// sizes.
pub(crate) const fn unequal_mode(a: &Leaves, b: &Leaves) -> Option<(u8, u64, u64)> {
    let are_static = a.known && b.known && !a.cut && !b.cut;
    if !are_static || a.len == 0 || b.len == 0 {
        return None;
    }
    let last = a.path[a.len - 1].steps[0];
    if b.path[b.len - 1].steps[0] != last {
        return None;
    }
    let mut mode = 0;
    while mode <= last {
        let (of_a, of_b) = (mode_size(a, mode), mode_size(b, mode));
        if of_a != of_b {
            return Some((mode, of_a, of_b));
        }
        mode += 1;
    }
    None
}

/// Appends a number, or `?` if it is unknown.
pub(crate) const fn write_number(m: Message, value: Option<i64>) -> Message {
    match value {
        Some(i64::MIN) => m.s("-").u(i64::MAX as u64).s(" or less"),
        Some(i64::MAX) => m.u(i64::MAX as u64).s(" or more"),
        Some(value) if value < 0 => m.s("-").u(value.unsigned_abs()),
        Some(value) => m.u(value as u64),
        None => m.s("?"),
    }
}

/// A layout as numbers: the leaves of its shape and of its stride.
#[derive(Copy, Clone)]
pub struct Numbers {
    /// The extents.
    pub shape: Leaves,
    /// The strides.
    pub stride: Leaves,
}

impl Numbers {
    /// Returns these modes after a first mode.
    pub const fn after(&self, shape: &Leaves, stride: &Leaves) -> Numbers {
        Numbers { shape: self.shape.after(shape), stride: self.stride.after(stride) }
    }
    /// Returns the number of modes.
    pub const fn len(&self) -> usize {
        self.shape.len
    }
    /// Returns whether all numbers are known.
    pub const fn known(&self) -> bool {
        self.shape.known && self.stride.known
    }
    /// Returns whether all extents and strides are known, stored and unsigned.
    pub const fn plain(&self) -> bool {
        self.known() && !self.cut() && self.refused().is_none() && self.stride.unsigned
    }
    /// Returns whether every known number was stored exactly.
    pub const fn exact(&self) -> bool {
        self.shape.exact() && self.stride.exact()
    }
    /// Returns whether there are more modes than are stored.
    pub const fn cut(&self) -> bool {
        self.shape.cut || self.stride.cut
    }
    /// Returns the refusal that it contains, if any.
    pub const fn refused(&self) -> Option<Refusal> {
        match self.shape.refused {
            Some(refusal) => Some(refusal),
            None => self.stride.refused,
        }
    }
    /// Returns the extent and stride of the mode `k`, wide enough for any product of two.
    pub const fn mode(&self, k: usize) -> (u128, i128) {
        match (self.shape.value[k], self.stride.value[k]) {
            (Some(extent), Some(stride)) => (extent as u128, stride as i128),
            _ => panic!("only the modes of known layouts are numbers"),
        }
    }
    /// Returns `mode 1.0 of B (6:1)`.
    pub const fn name_of_mode(&self, k: usize, of: &str) -> Message {
        Message::mode(
            &self.shape.path[k].write(Message::new()),
            of,
            &write_number(Message::new(), self.shape.value[k]),
            &write_number(Message::new(), self.stride.value[k]),
        )
    }
    /// Appends `(4,8)`, the extents.
    pub const fn write_shape(&self, m: Message) -> Message {
        write_flat(&self.shape, m)
    }
    /// Appends `(4,8):(1,10)`.
    pub const fn write(&self, m: Message) -> Message {
        write_flat(&self.stride, write_flat(&self.shape, m).s(":"))
    }
}

/// Appends `(4,8)`, or `4` for one leaf.
const fn write_flat(leaves: &Leaves, mut m: Message) -> Message {
    if leaves.len == 1 {
        return write_number(m, leaves.value[0]);
    }
    let mut i = 0;
    while i < leaves.len {
        m = write_number(m.s(if i == 0 { "(" } else { "," }), leaves.value[i]);
        i += 1;
    }
    m.s(if leaves.len == 0 { "()" } else { ")" })
}
