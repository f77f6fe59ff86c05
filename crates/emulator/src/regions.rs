//! The regions of global memory that the emulator created, and accesses outside them.

use crate::fault::raise;
use crate::trap;
use crate::writers::{Writer, Writers, Written};
use std::{
    any::TypeId,
    cell::Cell,
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
};
use zellige::prelude::*;
use zellige::tuple::IntTuple;
use zellige_gpu::access::Access;

/// The layout of elements in memory, as numbers.
///
/// ```
/// use zellige_emulator::memory::Elements;
/// let rows = Elements { bytes: 4, layout: "(16,256):(260,1)".into(), modes: vec![(16, 260), (256, 1)] };
/// assert_eq!(rows.coordinate(4 * 261), Some(vec![1, 1]));
/// assert_eq!(rows.coordinate(4 * 260 * 16), Some(vec![16, 0])); // past the last row
/// assert_eq!(rows.coordinate(-4), Some(vec![-1, 259]));
/// assert_eq!(rows.coordinate(2), None); // in the middle of an element
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// The number of bytes of an element.
    pub bytes: usize,
    /// The layout of the elements as text: `(16,256):(260,1)`.
    pub layout: String,
    /// The extent and the stride of each mode, in elements.
    pub modes: Vec<(usize, usize)>,
}
impl Elements {
    /// Describes elements of `bytes` bytes each, in this layout. A composed layout, or one with
    /// negative strides, has no coordinates.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_emulator::memory::Elements;
    /// let rows = Elements::of(4, layout!((16, 256u32) : (260u32, 1)));
    /// assert_eq!((rows.layout.as_str(), rows.modes.as_slice()), ("(_16,256):(260,_1)", [(16, 260), (256, 1)].as_slice()));
    /// ```
    #[must_use]
    pub fn of<L: Layout>(bytes: usize, layout: L) -> Self {
        let mut modes = Vec::new();
        if TypeId::of::<L>() == TypeId::of::<L::Inner>() {
            let extents = integers(layout.shape()).into_iter();
            modes.extend(extents.zip(integers(layout.inner().stride())));
        }
        Elements { bytes, layout: layout.to_string(), modes }
    }
    /// Returns the coordinate of the element at this offset in bytes, a number for each mode,
    /// according to the strides. Along the mode with the largest stride it may be outside the
    /// layout, as may the offset, and along other modes if there is memory in between. Returns
    /// `None` if no element begins there, or if the offsets along one mode overlap those along
    /// another.
    #[must_use]
    pub fn coordinate(&self, offset: isize) -> Option<Vec<isize>> {
        let bytes = self.bytes.cast_signed();
        if bytes == 0 || offset % bytes != 0 || self.modes.is_empty() {
            return None;
        }
        let mut rest = offset / bytes;
        let mut order: Vec<usize> = (0..self.modes.len()).collect();
        order.retain(|&mode| self.modes[mode].0 != 1);
        order.sort_by_key(|&mode| self.modes[mode].1);
        let mut reached = 1;
        for &mode in &order {
            let (extent, stride) = self.modes[mode];
            if stride < reached {
                return None;
            }
            reached = extent.checked_mul(stride)?;
        }
        let mut coordinate = vec![0; self.modes.len()];
        for &mode in order.iter().rev() {
            let stride = self.modes[mode].1.cast_signed();
            coordinate[mode] = rest.div_euclid(stride);
            rest = rest.rem_euclid(stride);
        }
        (rest == 0).then_some(coordinate)
    }
    /// Returns the coordinate as text: `(2, 1) of (2,3):(3,1)`.
    pub(super) fn place(&self, offset: isize) -> Option<String> {
        let at: Vec<String> = self.coordinate(offset)?.iter().map(isize::to_string).collect();
        Some(format!("({}) of {}", at.join(", "), self.layout))
    }
}
/// Returns the integers of a tuple of any nesting, as its notation lists them: 8, 4 and 100 for
/// `(_8,(_4,100))`. Returns none if some are negative or steps along axes.
fn integers<S: IntTuple>(tuple: S) -> Vec<usize> {
    let text = tuple.display().to_string();
    let numbers = text.split(['(', ')', ',', '_']).filter(|word| !word.is_empty());
    let numbers: Result<Vec<usize>, _> = numbers.map(str::parse).collect();
    numbers.unwrap_or_default()
}

/// A region of memory, and what is known about it.
#[derive(Clone)]
struct Region {
    start: usize,
    bytes: usize,
    /// The number of bytes before and after the region that belong to no region.
    guard: usize,
    elements: Option<Elements>,
    /// The kernel parameter for which the region is.
    name: Option<&'static str>,
    /// The blocks of a launch that wrote to the region.
    written: Arc<Written>,
}

/// All regions of memory, by address.
static REGIONS: RwLock<BTreeMap<usize, Region>> = RwLock::new(BTreeMap::new());

fn change(f: impl FnOnce(&mut BTreeMap<usize, Region>)) {
    f(&mut REGIONS.write().unwrap_or_else(PoisonError::into_inner));
}
/// Adds a region of memory.
pub(super) fn add(start: usize, bytes: usize, guard: usize) {
    let region =
        Region { start, bytes, guard, elements: None, name: None, written: Arc::default() };
    change(|regions| drop(regions.insert(start, region)));
}
/// Sets the layout of the elements of a region.
pub(super) fn lay_out(start: usize, elements: Elements) {
    change(|regions| {
        if let Some(region) = regions.get_mut(&start) {
            region.elements = Some(elements);
        }
    });
}
/// Removes a region.
pub(super) fn remove(start: usize) {
    change(|regions| drop(regions.remove(&start)));
}

/// The regions of memory that exist when a launch begins.
#[derive(Clone)]
pub(super) struct Regions {
    /// The regions, ordered by address.
    all: Vec<Region>,
    /// The position of the region that was accessed last.
    last: Cell<usize>,
    /// Whether there is no other global memory.
    only: bool,
    writers: Arc<Writers>,
}
impl Regions {
    /// Returns all regions, which are all global memory of the launch if `only` is true. The kernel
    /// has parameters with these names at these addresses.
    pub(super) fn of_launch(names: &[(u64, &'static str)], only: bool) -> Self {
        let regions = REGIONS.read().unwrap_or_else(PoisonError::into_inner);
        let of_launch = |region: &Region| Region { written: Arc::default(), ..region.clone() };
        let mut all: Vec<Region> = regions.values().map(of_launch).collect();
        for (address, name) in names {
            let place = all.binary_search_by_key(&(*address as usize), |region| region.start);
            if let Ok(place) = place {
                all[place].name.get_or_insert(name);
            }
        }
        Regions { all, last: Cell::new(0), only, writers: Arc::default() }
    }
    /// Returns the spans of the blocks of the launch.
    pub(super) fn writers(&self) -> &Writers {
        &self.writers
    }
    /// Ends the thread with a fault if an access is before or after a region, in no region although
    /// there is no other memory, or misaligned.
    pub(super) fn check(&self, access: &Access) {
        let Access { pointer, align, .. } = *access;
        let region = self.around(pointer.addr());
        let inside = match region {
            Some(region) => region.has(access),
            None => !self.only || trap::is_own(pointer.addr(), access.bytes),
        };
        // Memory that was freed since the launch began may belong to something else by now.
        let inside = inside || !self.only && !region.is_some_and(Region::is_there);
        if (inside || access.bytes == 0) && pointer.addr().is_multiple_of(align) {
            return;
        }
        let words = access_in_words(access, region);
        raise(match region {
            _ if inside => format!("{words}, which is not a multiple of {align}"),
            Some(region) => format!("{words}, which has {}", region.beside(access)),
            None => format!("{words}, which is in no buffer{}", self.nearest(access)),
        })
    }
    /// Ends the thread with a fault if another block has written one of the bytes of this access,
    /// which [`check`](Self::check) has passed.
    pub(super) fn write(&self, access: &Access, writer: &Writer) {
        if !access.writes || access.bytes == 0 {
            return;
        }
        let address = access.pointer.addr();
        if let Some(region) = self.around(address).filter(|region| region.has(access)) {
            let bytes = (address - region.start, access.bytes);
            let written = region.written.write(bytes, region.bytes, &self.writers, writer);
            if let Err((x, y)) = written {
                let (words, at) = (access_in_words(access, Some(region)), region.at(access));
                raise(format!("{words}, which block ({x}, {y}) wrote without a signal between{at}"))
            }
        }
    }
    /// Returns an access as text: `reads 4 bytes at offset 28 of a`.
    pub(super) fn in_words(&self, access: &Access) -> String {
        access_in_words(access, self.around(access.pointer.addr()))
    }
    /// Returns the position of an access outside all regions, relative to the nearest region that
    /// is a parameter of the kernel.
    fn nearest(&self, access: &Access) -> String {
        let named = self.all.iter().filter(|region| region.name.is_some());
        let nearest = named.min_by_key(|region| region.offset(access).unsigned_abs());
        nearest.map_or(String::new(), |region| {
            let bytes = region.bytes;
            format!(": the nearest is {} of {bytes} bytes", region.place(access))
        })
    }
    /// Returns the region that contains an address, in its memory or its guards.
    fn around(&self, address: usize) -> Option<&Region> {
        let near = |region: &&Region| {
            let first = region.start - region.guard;
            address.wrapping_sub(first) < region.bytes + 2 * region.guard
        };
        if let Some(last) = self.all.get(self.last.get()).filter(near) {
            return Some(last);
        }
        let behind = self.all.partition_point(|region| region.start - region.guard <= address);
        let place = behind.checked_sub(1)?;
        self.last.set(place);
        self.all.get(place).filter(near)
    }
}

/// Returns an access as text: `reads 4 bytes at offset 28 of a`.
fn access_in_words(access: &Access, region: Option<&Region>) -> String {
    let does = if access.writes { "writes" } else { "reads" };
    let at = match region {
        Some(region) => region.place(access),
        None => format!("{:p}", access.pointer),
    };
    format!("{does} {} bytes at {at}", access.bytes)
}
impl Region {
    /// Returns whether all bytes of an access are in the region.
    fn has(&self, access: &Access) -> bool {
        let offset = access.pointer.addr().wrapping_sub(self.start);
        offset < self.bytes && access.bytes <= self.bytes - offset
    }
    /// Returns whether the region still exists.
    fn is_there(&self) -> bool {
        let regions = REGIONS.read().unwrap_or_else(PoisonError::into_inner);
        regions.contains_key(&self.start)
    }
    /// Returns the offset of an access in the region: negative before it.
    fn offset(&self, access: &Access) -> isize {
        access.pointer.addr().wrapping_sub(self.start).cast_signed()
    }
    /// Returns the offset as text: `offset 28 of a`.
    fn place(&self, access: &Access) -> String {
        let name = self.name.unwrap_or("global memory");
        format!("offset {} of {name}", self.offset(access))
    }
    /// Returns the region's size, and the coordinate of an access outside it:
    /// `24: that is (2, 1) of (2,3):(3,1)`.
    fn beside(&self, access: &Access) -> String {
        format!("{}{}", self.bytes, self.at(access))
    }
    /// Returns the coordinate of an access: `: that is (2, 1) of (2,3):(3,1)`.
    fn at(&self, access: &Access) -> String {
        let elements = self.elements.as_ref();
        let at = elements.and_then(|elements| elements.place(self.offset(access)));
        at.map_or(String::new(), |at| format!(": that is {at}"))
    }
}
