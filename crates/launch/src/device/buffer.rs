//! Memory of a device: buffers, tensors in them, and their tensor maps.

use super::{Device, Kind, LaunchError};
use crate::{
    gpu::{Gpu, Memory, tensor_map},
    tensor_map::{NoMap, Numbers, Tensor},
};
use std::{any::TypeId, marker::PhantomData};
use zellige::__private::elements_in_memory;
use zellige::atom::tma::contiguous_mode;
use zellige::prelude::*;
use zellige::refusal::Message;
use zellige::tensor::Plain;
use zellige_emulator::memory::{Elements, GlobalMemory};
use zellige_gpu::{TensorMap, storage::TmaTile};

/// Memory of a device with elements of one type.
pub struct Buffer<T> {
    address: u64,
    pub(super) place: Place,
    elements: usize,
    of: PhantomData<T>,
}
pub(super) enum Place {
    Gpu(Memory),
    Host(GlobalMemory),
}
impl Place {
    fn new(device: &Device, bytes: &[u8]) -> Result<(u64, Self), LaunchError> {
        Ok(match &device.kind {
            Kind::Gpu { gpu, .. } => {
                let memory = gpu.memory(bytes)?;
                (memory.address(), Place::Gpu(memory))
            }
            Kind::Emulator => {
                let mut memory = GlobalMemory::new(bytes);
                (memory.address(), Place::Host(memory))
            }
        })
    }
}
impl<T: Plain> Buffer<T> {
    pub(super) fn new(device: &Device, elements: &[T]) -> Result<Self, LaunchError> {
        let (address, place) = Place::new(device, bytes(elements))?;
        Ok(Buffer { address, place, elements: elements.len(), of: PhantomData })
    }
    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.elements
    }
    /// Returns whether the buffer has no elements.
    pub fn is_empty(&self) -> bool {
        self.elements == 0
    }
    /// Returns the GPU that has the memory, or `None` for memory of the emulator.
    pub fn gpu(&self) -> Option<&Gpu> {
        match &self.place {
            Place::Gpu(memory) => Some(memory.gpu()),
            Place::Host(_) => None,
        }
    }
    /// Returns the pointer that a kernel takes for reading.
    pub fn pointer(&self) -> *const T {
        std::ptr::with_exposed_provenance(self.address as usize)
    }
    /// Returns the pointer that a kernel takes for writing.
    pub fn pointer_mut(&mut self) -> *mut T {
        std::ptr::with_exposed_provenance_mut(self.address as usize)
    }
    /// Reads the elements after all work that began on the device, on any
    /// [`Stream`](super::Stream), is done.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    pub fn read(&self) -> Result<Vec<T>, LaunchError> {
        Ok(elements(&match &self.place {
            Place::Gpu(memory) => memory.read()?,
            Place::Host(memory) => memory.bytes(),
        }))
    }
    /// Returns the elements as a tensor of this layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_launch::device::Device;
    /// let device = Device::emulator();
    /// let buffer = device.buffer(&[0f32, 1.0, 2.0, 3.0, 4.0, 5.0])?;
    /// let (rows, columns) = (2usize, 3usize);
    /// let matrix = buffer.tensor(layout!((rows, columns) : (columns, 1)))?;
    /// assert_eq!(matrix.read()?[(1usize, 2usize)], 5.0);
    ///
    /// let refused = buffer.tensor(layout!((rows, columns) : (4usize, 1))).err().unwrap();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "the tensor (2,3):(4,_1) reaches element 6, but the buffer has 6 elements"
    /// );
    /// # Ok::<(), zellige_launch::device::LaunchError>(())
    /// ```
    ///
    /// If kernels are emulated, the error of a kernel that accesses memory outside the buffer has
    /// the coordinate in the most recent layout:
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{Gpu, engine::Get, kernel, tensor::gmem};
    /// use zellige_launch::device::Device;
    /// /// Reads the number below the last row of a.
    /// ///
    /// /// # Safety
    /// ///
    /// /// None: that number does not exist.
    /// #[kernel(threads = 1)]
    /// unsafe fn below<G: Gpu>(_gpu: G, rows: u32, columns: u32, a: *const f32) {
    ///     let a = gmem(a, layout!((rows + 1, columns) : (columns, 1)));
    ///     // SAFETY: does not hold, which is the point of this example.
    ///     unsafe { a.at((rows, 2u32)).engine().get() };
    /// }
    /// let device = Device::emulator();
    /// let buffer = device.buffer(&[0f32; 6])?;
    /// let a = buffer.tensor(layout!((2usize, 3usize) : (3usize, 1)))?;
    /// // SAFETY: the emulator refuses invalid accesses.
    /// let failed = unsafe { device.launch::<below>((1, 1), (2, 3, a.pointer())) };
    /// assert_eq!(
    ///     failed.unwrap_err().to_string(),
    ///     "below<<<(1, 1), 1, 0>>>(rows = 2, columns = 3, a): block (0, 0), thread 0: \
    ///      reads 4 bytes at offset 32 of a, which has 24: that is (2, 2) of (2,3):(3,_1)"
    /// );
    /// # Ok::<(), zellige_launch::device::LaunchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the layout reaches past the end of the buffer, or has offsets before its
    /// first element:
    /// `the tensor _4:-1 has strides that are not unsigned integers, but a buffer begins at offset 0`.
    /// A layout without elements fits in any buffer.
    pub fn tensor<L: Layout>(&self, layout: L) -> Result<DeviceTensor<'_, T, L>, LaunchError> {
        const {
            if let Some(refusal) = L::REFUSAL {
                refusal.raise()
            }
        }
        let refused = |why: &str| {
            let words = format!("the tensor {layout} {why}");
            Err(LaunchError::Refused(words))
        };
        if !L::IN_MEMORY {
            return refused(
                "has strides that are not unsigned integers, but a buffer begins at offset 0",
            );
        }
        let Some(cosize) = elements_in_memory(layout) else {
            return refused("has a size or a cosize that overflows its integers");
        };
        if cosize > self.elements {
            let (last, elements) = (cosize - 1, self.elements);
            return Err(LaunchError::Refused(format!(
                "the tensor {layout} reaches element {last}, but the buffer has {elements} elements"
            )));
        }
        if let Place::Host(memory) = &self.place {
            memory.lay_out(Elements::of(size_of::<T>(), layout));
        }
        Ok(DeviceTensor { buffer: self, layout })
    }
}

/// Returns the bytes of the elements.
pub(super) fn bytes<T: Plain>(elements: &[T]) -> &[u8] {
    // SAFETY: an element has no padding.
    unsafe { std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) }
}
/// Returns the elements with these bytes.
pub(super) fn elements<T: Plain>(bytes: &[u8]) -> Vec<T> {
    let chunks = bytes.chunks_exact(size_of::<T>());
    // SAFETY: the chunk has the size of an element, and every bit pattern is a value.
    chunks.map(|chunk| unsafe { chunk.as_ptr().cast::<T>().read_unaligned() }).collect()
}

/// The elements of a [`Buffer`], laid out by L, which stays inside the buffer.
pub struct DeviceTensor<'b, T, L> {
    buffer: &'b Buffer<T>,
    layout: L,
}
impl<T: Plain, L: Layout> DeviceTensor<'_, T, L> {
    /// Returns the layout.
    pub fn layout(&self) -> L {
        self.layout
    }
    /// Returns the pointer that a kernel takes for reading.
    pub fn pointer(&self) -> *const T {
        self.buffer.pointer()
    }
    /// Reads the elements.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    pub fn read(&self) -> Result<zellige::Tensor<Vec<T>, L>, LaunchError> {
        Ok(zellige::Tensor::new(self.buffer.read()?, self.layout))
    }
}
impl<T: Plain, L: Layout<Profile = (usize, usize)>> DeviceTensor<'_, T, L> {
    /// Returns the map of this matrix by which Hopper's tensor memory accelerator fills the stages
    /// of `Tile` in shared memory.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{Bf16, storage::{KMajorTile, Stages}};
    /// use zellige_launch::device::Device;
    /// type Tile = KMajorTile<Bf16, int!(128), int!(64), int!(4)>;
    ///
    /// let device = Device::emulator();
    /// let buffer = device.buffer(&vec![0u16; 500 * 256])?;
    /// let matrix = buffer.tensor(layout!((500usize, 200usize) : (256usize, 1)))?;
    /// let map = matrix.map::<Tile>(&device)?; //    boxes of 128 rows of 64 elements, swizzled in 128 bytes
    /// assert!(!map.pointer().is_null());
    ///
    /// let narrow = buffer.tensor(layout!((500usize, 200usize) : (250usize, 1)))?;
    /// assert_eq!(
    ///     narrow.map::<Tile>(&device).err().unwrap().to_string(),
    ///     "no tensor map: rows begin 500 bytes apart, not a multiple of 16"
    /// );
    /// let neither = buffer.tensor(layout!((100usize, 400usize) : (2usize, 256usize)))?;
    /// assert_eq!(
    ///     neither.map::<Tile>(&device).err().unwrap().to_string(),
    ///     "no tensor map: neither mode of (100,400):(2,256) is contiguous"
    /// );
    /// let swizzled = buffer.tensor(layout!(Sw<3, 3, 3> o 0 o (500, 64) : (64, 1)))?;
    /// assert_eq!(
    ///     swizzled.map::<Tile>(&device).err().unwrap().to_string(),
    ///     "no tensor map: Sw<3,3,3> permutes the elements of (_500,_64):(_64,_1), and a map has strides alone"
    /// );
    /// type Rows = Stages<Bf16, layout!((64, 32, 4) : (32, 1, 2048)), shape!((64, 32))>;
    /// let columns = buffer.tensor(layout!((200usize, 500usize) : (1, 200usize)))?;
    /// assert_eq!(
    ///     columns.map::<Rows>(&device).err().unwrap().to_string(),
    ///     "no tensor map: (200,500):(_1,200) is contiguous along mode 0, and the tile (_64,_32):(_32,_1) along mode 1"
    /// );
    /// # Ok::<(), zellige_launch::device::LaunchError>(())
    /// ```
    ///
    /// A tile that no box fills does not compile, as for [`TmaBox`](zellige::atom::tma::TmaBox),
    /// and neither does a tile with elements of another size:
    /// `a map of elements of 4 bytes, for tiles of 2 bytes`.
    ///
    /// # Errors
    ///
    /// Returns an error if the hardware does not support a map of this matrix.
    pub fn map<Tile: TmaTile<Element: 'static>>(
        &self,
        device: &Device,
    ) -> Result<Map, LaunchError> {
        const { check_size(size_of::<T>(), size_of::<Tile::Element>()) }
        let no_map = |reason: String| LaunchError::Refused(format!("no tensor map: {reason}"));
        if TypeId::of::<L>() != TypeId::of::<L::Inner>() {
            let (layout, inner) = (self.layout.to_string(), self.layout.inner());
            let outer = layout.split(" o ").next().unwrap_or_default();
            return Err(no_map(format!(
                "{outer} permutes the elements of {inner}, and a map has strides alone"
            )));
        }
        let shape = self.layout.shape();
        let (rows, columns) = (shape.head().leaf().usize(), shape.tail().head().leaf().usize());
        let down = self.layout.crd2idx((1usize, 0usize)).usize();
        let right = self.layout.crd2idx((0usize, 1usize)).usize();
        let (extents, leading, along) = match (down, right) {
            (_, 1) => ([columns, rows], down, 1),
            (1, _) => ([rows, columns], right, 0),
            _ => return Err(no_map(format!("neither mode of {} is contiguous", self.layout))),
        };
        let tile = contiguous_mode::<Tile::Box>(8 * size_of::<T>() as u64);
        if tile != along {
            let (layout, tile, other) = (self.layout, Tile::Box::STATIC, 1 - along);
            return Err(no_map(format!(
                "{layout} is contiguous along mode {along}, and the tile {tile} along mode {other}"
            )));
        }
        let [inner, outer] = extents.map(|extent| {
            u32::try_from(extent)
                .map_err(|_| no_map(format!("a mode of {extent} elements, which is 2^32 or more")))
        });
        let (inner, outer) = (inner?, outer?);
        let ((in_box, rows_in_box), swizzle) = Tile::map();
        let tensor = Tensor::tiled(
            size_of::<T>() as u32,
            &[inner, outer],
            &[(leading as u64).saturating_mul(size_of::<T>() as u64)],
            &[in_box, rows_in_box],
            swizzle,
        );
        let tensor = tensor.and_then(|tensor| tensor.of_numbers(Numbers::of::<Tile::Element>()));
        let tensor = tensor.map_err(|error| LaunchError::Refused(error.to_string()))?;
        device.tensor_map(self.buffer.address, &tensor)
    }
}

/// Panics if a map is created for a tile with elements of another size.
const fn check_size(of_map: usize, of_tile: usize) {
    if of_map != of_tile {
        let m = Message::new().s("a map of elements of ").u(of_map as u64);
        let m = m.s(" bytes, for tiles of ").u(of_tile as u64);
        m.s(" bytes").raise()
    }
}

impl Device {
    /// Returns the map of a tensor that begins at this address, for maps that [`DeviceTensor::map`]
    /// does not create: tensors with more modes, and boxes that no layout describes.
    ///
    /// ```
    /// use zellige_launch::{device::Device, tensor_map::Tensor};
    /// let device = Device::emulator();
    /// let matrices = device.buffer(&[0u16; 6 * 100 * 64])?;
    /// let tensor = Tensor::tiled(2, &[64, 100, 6], &[128, 12800], &[64, 32, 1], 128).unwrap();
    /// let map = device.tensor_map(matrices.pointer().addr() as u64, &tensor)?;
    /// assert!(!map.pointer().is_null());
    /// # Ok::<(), zellige_launch::device::LaunchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the hardware does not support the map: for instance, if the address is
    /// not a multiple of 16 bytes.
    pub fn tensor_map(&self, address: u64, tensor: &Tensor) -> Result<Map, LaunchError> {
        let refused = |error: NoMap| LaunchError::Refused(error.to_string());
        tensor.check_address(address).map_err(refused)?;
        Ok(self.place_map(match &self.kind {
            Kind::Gpu { .. } => tensor_map(address, tensor)?,
            Kind::Emulator => tensor.emulated(address).map_err(refused)?,
        }))
    }
    /// Returns a map for a kernel that does not use it, such as the map of an empty matrix. A
    /// kernel that reads through it fails.
    pub fn no_map(&self) -> Map {
        self.place_map(TensorMap([0; 16]))
    }
    fn place_map(&self, map: TensorMap) -> Map {
        match &self.kind {
            Kind::Gpu { .. } => Map(MapPlace::Gpu(Box::new(map))),
            Kind::Emulator => {
                let words = map.0.map(u64::to_ne_bytes);
                let mut memory = GlobalMemory::new(words.as_flattened());
                Map(MapPlace::Emulator { address: memory.address(), _memory: memory })
            }
        }
    }
}

/// A tensor map. A launch passes a copy of it to the kernel, so it needs no memory of the GPU. It
/// exists until the launch has begun, and for a launch that a [`Graph`](super::Graph) records, as
/// long as the graph.
pub struct Map(MapPlace);
enum MapPlace {
    Gpu(Box<TensorMap>),
    /// Memory that the emulator checks.
    Emulator {
        address: u64,
        _memory: GlobalMemory,
    },
}
impl Map {
    /// Returns the pointer that a launch takes.
    pub fn pointer(&self) -> *const TensorMap {
        match &self.0 {
            MapPlace::Gpu(map) => &raw const **map,
            MapPlace::Emulator { address, .. } => {
                std::ptr::with_exposed_provenance(*address as usize)
            }
        }
    }
}
