//! Tensors of a device: an address, a type of elements, a shape and strides.

use crate::{Error, Queue};
use cudarc::driver::{
    CudaSlice, CudaStream, CudaView, CudaViewMut, DevicePtr, DevicePtrMut, DeviceSlice, SyncOnDrop,
};
use std::fmt;
use zellige_launch::device::{Buffer, Plain};

/// Returns an error with this sentence from the function.
macro_rules! refuse {
    ($($sentence:tt)+) => {
        return Err(crate::tensor::refused(format!($($sentence)+)))
    };
}
/// Returns an error with this sentence from the function unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($sentence:tt)+) => {
        if !$condition {
            crate::tensor::refuse!($($sentence)+);
        }
    };
}
pub(crate) use {ensure, refuse};

/// The largest number of modes of a tensor.
pub const MODES: usize = 8;

/// The type of the elements of a tensor.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Type {
    F32,
    Bf16,
    F16,
    /// 8 bits with 4 of exponent and 3 of fraction, without infinities.
    E4m3,
    F64,
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
}
impl Type {
    /// Returns the bytes of an element.
    pub const fn bytes(self) -> usize {
        match self {
            Type::E4m3 | Type::U8 | Type::I8 => 1,
            Type::Bf16 | Type::F16 | Type::U16 | Type::I16 => 2,
            Type::F32 | Type::U32 | Type::I32 => 4,
            Type::F64 | Type::U64 | Type::I64 => 8,
        }
    }
}
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

/// A type of Rust that is a [`Type`] of elements.
///
/// # Safety
///
/// It has the size and the alignment of an element of this type, and every pattern of bits is a
/// value.
pub unsafe trait Element: 'static {
    /// The type of the elements.
    const TYPE: Type;
}
macro_rules! elements {
    ($($of:ty: $Type:ident),* $(,)?) => { $(
        // SAFETY: a number of that many bits.
        unsafe impl Element for $of {
            const TYPE: Type = Type::$Type;
        }
    )* };
}
elements! {
    f32: F32, f64: F64, half::bf16: Bf16, half::f16: F16,
    zellige_gpu::Bf16: Bf16, zellige_gpu::F16: F16, zellige_gpu::E4m3: E4m3,
    u8: U8, u16: U16, u32: U32, u64: U64, i8: I8, i16: I16, i32: I32, i64: I64,
}

/// Memory that a tensor may be in: slices and views of `cudarc`, and
/// [buffers](zellige_launch::device::Buffer), by reference.
pub trait Memory<'a>: sealed::Sealed<'a> {}
/// Memory that operators may write: the same by `&mut`.
pub trait MemoryMut<'a>: Memory<'a> {}
mod sealed {
    use super::{CudaStream, Place, Type};
    pub trait Sealed<'a> {
        /// The type of the elements.
        const TYPE: Type;
        /// Returns the memory for work on this stream: `None` is the emulator.
        fn place(self, stream: Option<&'a CudaStream>) -> Place<'a>;
    }
}
/// Memory on a device.
pub struct Place<'a> {
    address: u64,
    elements: usize,
    /// The context of its GPU, or 0 for the emulator.
    context: usize,
    /// The stream for which `cudarc` keeps the memory.
    stream: Option<usize>,
    guard: Option<SyncOnDrop<'a>>,
}
macro_rules! slices {
    ($($way:ident $place:ident: $($slice:ty),*;)*) => { $( $(
        impl<'a, T: Element> Memory<'a> for $slice {}
        impl<'a, T: Element> sealed::Sealed<'a> for $slice {
            const TYPE: Type = T::TYPE;
            fn place(self, stream: Option<&'a CudaStream>) -> Place<'a> {
                let elements = self.len();
                let context = DeviceSlice::stream(self).context().cu_ctx() as usize;
                match stream {
                    Some(stream) => {
                        let (address, guard) = $way::$place(self, stream);
                        let (guard, stream) = (Some(guard), Some(stream.cu_stream() as usize));
                        Place { address, elements, context, stream, guard }
                    }
                    // Not a stream of `cudarc`: the slice could be freed too early.
                    None => {
                        let (context, stream) = (usize::MAX, None);
                        Place { address: 0, elements, context, stream, guard: None }
                    }
                }
            }
        }
    )* )* };
}
slices! {
    DevicePtr device_ptr: &'a CudaSlice<T>, &'a CudaView<'_, T>;
    DevicePtrMut device_ptr_mut: &'a mut CudaSlice<T>, &'a mut CudaViewMut<'_, T>;
}
macro_rules! buffers {
    ($($buffer:ty: $pointer:ident),*) => { $(
        impl<'a, T: Element + Plain> Memory<'a> for $buffer {}
        impl<'a, T: Element + Plain> sealed::Sealed<'a> for $buffer {
            const TYPE: Type = T::TYPE;
            fn place(self, _: Option<&'a CudaStream>) -> Place<'a> {
                let context = self.gpu().map_or(0, |gpu| gpu.context().cu_ctx() as usize);
                let (elements, address) = (self.len(), self.$pointer().expose_provenance() as u64);
                Place { address, elements, context, stream: None, guard: None }
            }
        }
    )* };
}
buffers!(&'a Buffer<T>: pointer, &'a mut Buffer<T>: pointer_mut);
impl<'a, T: Element> MemoryMut<'a> for &'a mut CudaSlice<T> {}
impl<'a, T: Element> MemoryMut<'a> for &'a mut CudaViewMut<'_, T> {}
impl<'a, T: Element + Plain> MemoryMut<'a> for &'a mut Buffer<T> {}

/// A tensor that operators read: element (i, j, ...) is at `i * strides[0] + j * strides[1] + ...`
/// elements from the first one. Strides may be 0 or negative.
///
/// ```
/// use zellige_ops::Ops;
/// let ops = Ops::emulator();
/// let (queue, numbers) = (ops.queue(), ops.buffer(&[0f32, 1.0, 2.0, 3.0, 4.0, 5.0])?);
/// let matrix = queue.tensor(&numbers, [2, 3])?;
/// assert_eq!(matrix.transposed()?.to_string(), "f32 (3,2):(1,3)");
/// assert_eq!(
///     queue.tensor(&numbers, [2, 4]).unwrap_err().to_string(),
///     "a tensor of shape (2,4) has 8 elements, but its memory has 6"
/// );
/// # Ok::<(), zellige_ops::Error>(())
/// ```
pub struct Tensor<'a> {
    pub(crate) view: View,
    _guard: Option<SyncOnDrop<'a>>,
}
/// A tensor that operators write: like [`Tensor`], but no two elements are at the same place.
pub struct TensorMut<'a> {
    pub(crate) view: View,
    _guard: Option<SyncOnDrop<'a>>,
}

/// An address, a type, a shape and strides.
#[derive(Copy, Clone)]
pub(crate) struct View {
    /// The address of the first element.
    pub(crate) address: u64,
    pub(crate) kind: Type,
    pub(crate) rank: usize,
    shape: [usize; MODES],
    strides: [i64; MODES],
    /// The memory, in bytes: the first, and the one behind the last.
    memory: (u64, u64),
    pub(crate) context: usize,
    pub(crate) stream: Option<usize>,
}

impl View {
    fn new(place: &Place<'_>, kind: Type, shape: &[usize]) -> Result<Self, Error> {
        let elements = elements(shape);
        if elements != Some(place.elements) {
            let elements = elements.map_or("2^64 or more".into(), |elements| elements.to_string());
            refuse!(
                "a tensor of shape {} has {elements} elements, but its memory has {}",
                words(shape),
                place.elements
            );
        }
        let end = place.elements.checked_mul(kind.bytes());
        let Some(end) = end.and_then(|bytes| place.address.checked_add(bytes as u64)) else {
            refuse!(
                "{} elements of {kind} from {:#x} on reach past the last address",
                place.elements,
                place.address
            );
        };
        let view = View {
            address: place.address,
            kind,
            rank: 0,
            shape: [1; MODES],
            strides: [0; MODES],
            memory: (place.address, end),
            context: place.context,
            stream: place.stream,
        };
        view.with(0, shape, &row_major(shape))
    }
    /// Returns the view of one element, in all of a device's memory.
    fn of_raw(context: usize, address: u64, kind: Type) -> Self {
        let bytes = kind.bytes() as u64;
        let first = address % bytes;
        let memory = (first, first + (u64::MAX - first) / bytes * bytes);
        let (shape, strides) = ([1; MODES], [0; MODES]);
        View { address, kind, rank: 0, shape, strides, memory, context, stream: None }
    }
    /// Returns this view in memory of its elements alone.
    fn alone(self) -> Self {
        if self.is_empty() {
            return View { memory: (self.address, self.address), ..self };
        }
        let bytes = self.kind.bytes() as i64;
        let (mut low, mut high) = (self.address, self.address);
        for (&extent, &stride) in self.shape().iter().zip(self.strides()) {
            let reach = (extent as i64 - 1).wrapping_mul(stride).wrapping_mul(bytes);
            match reach < 0 {
                true => low = low.wrapping_add_signed(reach),
                false => high = high.wrapping_add_signed(reach),
            }
        }
        View { memory: (low, high + bytes as u64), ..self }
    }
    /// Returns a view of the same memory: element 0 is `offset` elements after this view's. A view
    /// without elements stays where this one is.
    fn with(&self, offset: i128, shape: &[usize], strides: &[i64]) -> Result<Self, Error> {
        let layout = || format!("{}:{}", words(shape), words(strides));
        ensure!(
            shape.len() == strides.len() && shape.len() <= MODES,
            "{}: a tensor has at most {MODES} modes, and a stride for each",
            layout()
        );
        let mut view = View { rank: shape.len(), ..*self };
        view.shape[..shape.len()].copy_from_slice(shape);
        view.strides[..shape.len()].copy_from_slice(strides);
        if view.is_empty() {
            return Ok(view);
        }
        // The sums are exact, or far outside of every memory.
        let bytes = self.kind.bytes() as i128;
        let first = (i128::from(self.address) - i128::from(self.memory.0)) / bytes;
        let first = first.saturating_add(offset);
        let (mut low, mut high) = (first, first);
        for (&extent, &stride) in shape.iter().zip(strides) {
            let reach = (extent as i128 - 1).saturating_mul(i128::from(stride));
            (low, high) = (low.saturating_add(reach.min(0)), high.saturating_add(reach.max(0)));
        }
        let elements = (self.memory.1 - self.memory.0) / bytes as u64;
        ensure!(
            low >= 0 && high < i128::from(elements),
            "{} reaches from element {low} to element {high} of its memory, which has {elements}",
            layout()
        );
        view.address = self.memory.0 + (first * bytes) as u64;
        Ok(view)
    }
    pub(crate) fn shape(&self) -> &[usize] {
        &self.shape[..self.rank]
    }
    pub(crate) fn strides(&self) -> &[i64] {
        &self.strides[..self.rank]
    }
    /// Returns the stride of a mode; that of one element has no meaning, and counts as 0.
    pub(crate) fn step(&self, mode: usize) -> i64 {
        if self.shape[mode] == 1 { 0 } else { self.strides[mode] }
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.shape().contains(&0)
    }
    /// Returns the number of elements, at most `usize::MAX`.
    pub(crate) fn size(&self) -> usize {
        elements(self.shape()).unwrap_or(usize::MAX)
    }
    pub(crate) fn pointer<T>(&self) -> *const T {
        std::ptr::with_exposed_provenance(self.address as usize)
    }
    pub(crate) fn pointer_mut<T>(&self) -> *mut T {
        std::ptr::with_exposed_provenance_mut(self.address as usize)
    }
    /// Returns whether two elements may be at the same place: the strides, by size, do not each
    /// exceed the reach of the smaller ones.
    fn overlaps(&self) -> bool {
        let modes = self.shape().iter().zip(self.strides());
        let mut modes: Vec<_> =
            modes.filter(|mode| *mode.0 > 1).map(|(&n, s)| (s.unsigned_abs(), n as u64)).collect();
        modes.sort_unstable();
        let mut reach = 0u64;
        let mut modes = modes.iter();
        !self.is_empty()
            && modes.any(|&(stride, extent)| {
                let overlaps = stride <= reach;
                reach = reach.saturating_add(stride.saturating_mul(extent - 1));
                overlaps
            })
    }
    pub(crate) fn permuted(&self, order: &[usize]) -> Result<Self, Error> {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        ensure!(
            sorted.iter().copied().eq(0..self.rank),
            "{} is not an order of the modes of {self}",
            words(order)
        );
        let shape: Vec<_> = order.iter().map(|&i| self.shape[i]).collect();
        let strides: Vec<_> = order.iter().map(|&i| self.strides[i]).collect();
        self.with(0, &shape, &strides)
    }
    fn narrowed(&self, mode: usize, first: usize, extent: usize) -> Result<Self, Error> {
        let fits = mode < self.rank
            && first.checked_add(extent).is_some_and(|end| end <= self.shape[mode]);
        ensure!(fits, "elements {first} to {first} + {extent} of mode {mode} are not in {self}");
        let mut shape = self.shape().to_vec();
        shape[mode] = extent;
        let offset = (first as i128).saturating_mul(i128::from(self.strides[mode]));
        self.with(offset, &shape, self.strides())
    }
    fn reshaped(&self, shape: &[usize]) -> Result<Self, Error> {
        ensure!(
            elements(shape) == Some(self.size()) && self.is_contiguous(),
            "{self} cannot have the shape {}",
            words(shape)
        );
        self.with(0, shape, &row_major(shape))
    }
    /// Returns whether the elements lie side by side, in row-major order.
    pub(crate) fn is_contiguous(&self) -> bool {
        self.is_empty() || self.leading(self.rank).is_some_and(|(_, stride)| stride == 1)
    }
    /// Returns the first `modes` modes as one mode, (extent, stride), if they are one.
    pub(crate) fn leading(&self, modes: usize) -> Option<(usize, i64)> {
        let long = (0..modes).rev().filter(|&i| self.shape[i] != 1);
        let mut both: Option<(usize, i64)> = None;
        for i in long {
            both = Some(match both {
                None => (self.shape[i], self.strides[i]),
                Some((extent, stride)) => {
                    let next = i64::try_from(extent).ok()?.checked_mul(stride)?;
                    let all = extent.checked_mul(self.shape[i])?;
                    (next == self.strides[i]).then_some((all, stride))?
                }
            });
        }
        Some(both.unwrap_or((1, 1)))
    }
}
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}:{}", self.kind, words(self.shape()), words(self.strides()))
    }
}

macro_rules! tensors {
    ($($Tensor:ident of $Memory:ident: $check:expr;)*) => { $(
        impl<'a> $Tensor<'a> {
            pub(crate) fn new(
                memory: impl $Memory<'a>,
                stream: Option<&'a CudaStream>,
                shape: &[usize],
            ) -> Result<Self, Error> {
                let kind = kind_of(&memory);
                let mut place = memory.place(stream);
                let view = View::new(&place, kind, shape)?;
                Ok($Tensor { view, _guard: place.guard.take() })
            }
            fn with(self, view: View) -> Result<Self, Error> {
                $check(&view)?;
                Ok($Tensor { view, ..self })
            }
            /// Returns the tensor with its first element at this address of the queue's device, and
            /// these strides in elements: memory that another library has allocated.
            ///
            /// # Errors
            ///
            /// Returns an error if the address is 0 or not a multiple of an element's bytes, and
            /// where [`strided`](Self::strided) does.
            ///
            /// # Safety
            ///
            /// The device has the elements as long as `'a`, and until the operators that use the
            /// tensor are done. Other work on them does not run at the same time if an operator, or
            /// that work, writes them.
            pub unsafe fn from_raw(
                queue: &Queue<'_>,
                address: u64,
                kind: Type,
                shape: impl AsRef<[usize]>,
                strides: impl AsRef<[i64]>,
            ) -> Result<Self, Error> {
                let shape = shape.as_ref();
                ensure!(
                    shape.contains(&0) || address != 0 && address % kind.bytes() as u64 == 0,
                    "the address {address:#x} is not one of elements of {kind}"
                );
                let (view, strides) =
                    (View::of_raw(queue.ops().context(), address, kind), strides.as_ref());
                let outside = |_| {
                    let layout = format!("{}:{}", words(shape), words(strides));
                    refused(format!("{kind} {layout} from {address:#x} on is outside of all memory"))
                };
                let view = match shape.len() == strides.len() && shape.len() <= MODES {
                    true => view.with(0, shape, strides).map_err(outside)?.alone(),
                    false => view.with(0, shape, strides)?,
                };
                $Tensor { view, _guard: None }.with(view)
            }
            /// Returns the shape.
            pub fn shape(&self) -> &[usize] {
                self.view.shape()
            }
            /// Returns the strides, in elements.
            pub fn strides(&self) -> &[i64] {
                self.view.strides()
            }
            /// Returns the type of the elements.
            pub fn element(&self) -> Type {
                self.view.kind
            }
            /// Returns the modes in another order: mode i of the result is mode `order[i]`. NumPy:
            /// `transpose`; PyTorch: `permute`.
            ///
            /// # Errors
            ///
            /// Returns an error unless `order` has each mode once.
            pub fn permuted(self, order: impl AsRef<[usize]>) -> Result<Self, Error> {
                let view = self.view.permuted(order.as_ref())?;
                self.with(view)
            }
            /// Returns the tensor with its last two modes exchanged.
            ///
            /// # Errors
            ///
            /// Returns an error if it has fewer than two modes.
            pub fn transposed(self) -> Result<Self, Error> {
                let mut order: Vec<usize> = (0..self.view.rank).collect();
                if let [.., a, b] = &mut order[..] {
                    std::mem::swap(a, b);
                    return self.permuted(order);
                }
                Err(refused(format!("{self} has fewer than two modes")))
            }
            /// Returns `extent` elements along a mode, from element `first` on. PyTorch: `narrow`.
            ///
            /// # Errors
            ///
            /// Returns an error if the tensor does not have them.
            pub fn narrowed(self, mode: usize, first: usize, extent: usize) -> Result<Self, Error> {
                let view = self.view.narrowed(mode, first, extent)?;
                self.with(view)
            }
            /// Returns the same elements in row-major order with another shape.
            ///
            /// # Errors
            ///
            /// Returns an error if the tensor is not contiguous, or has another number of elements.
            pub fn reshaped(self, shape: impl AsRef<[usize]>) -> Result<Self, Error> {
                let view = self.view.reshaped(shape.as_ref())?;
                self.with(view)
            }
            /// Returns a tensor of the same memory: element 0 is `first` elements after this
            /// tensor's, and the strides are in elements.
            ///
            /// # Errors
            ///
            /// Returns an error if it reaches outside of the memory.
            pub fn strided(
                self,
                first: i64,
                shape: impl AsRef<[usize]>,
                strides: impl AsRef<[i64]>,
            ) -> Result<Self, Error> {
                let view = self.view.with(first.into(), shape.as_ref(), strides.as_ref())?;
                self.with(view)
            }
        }
        impl fmt::Display for $Tensor<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.view, f)
            }
        }
        impl fmt::Debug for $Tensor<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.view, f)
            }
        }
    )* };
}
tensors! {
    Tensor of Memory: |_: &View| Ok::<(), Error>(());
    TensorMut of MemoryMut: |view: &View| match view.overlaps() {
        false => Ok(()),
        true => Err(refused(format!("elements of {view} overlap, so it cannot be written"))),
    };
}
fn kind_of<'a, M: Memory<'a>>(_: &M) -> Type {
    M::TYPE
}
/// Returns an error with this sentence.
pub(crate) fn refused(words: String) -> Error {
    Error::Refused(words)
}
/// Returns the number of elements of a tensor of this shape, or `None` if it is 2^64 or more.
pub(crate) fn elements(shape: &[usize]) -> Option<usize> {
    match shape.contains(&0) {
        true => Some(0),
        false => shape.iter().try_fold(1usize, |size, &extent| size.checked_mul(extent)),
    }
}
/// Returns the strides of a row-major tensor of this shape; without elements, any.
fn row_major(shape: &[usize]) -> Vec<i64> {
    let mut strides = vec![1i64; shape.len()];
    for i in (1..shape.len()).rev() {
        let extent = i64::try_from(shape[i].max(1)).unwrap_or(i64::MAX);
        strides[i - 1] = strides[i].saturating_mul(extent);
    }
    strides
}
/// Returns a shape or strides as a tuple, `(2,3)`.
pub(crate) fn words<T: fmt::Display>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(T::to_string).collect();
    format!("({})", numbers.join(","))
}
