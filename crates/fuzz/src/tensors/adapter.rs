// What a generated program calls: operations on tensors, and the elements that they yield.

use core::any::type_name;
use judge::harness::{Memory, TensorCase as Case, Told};
use zellige::tensor::{Claim, fragment};

/// Calls `f` unless the layout that the first function would return is refused.
fn unless_refused<L: Layout<Shape: IntTuple<IsRefused: Refused>>>(
    _: impl FnOnce() -> L,
    f: impl FnOnce() -> Told,
) -> Told {
    let told = <<L::Shape as IntTuple>::IsRefused as Refused>::unless_refused(f);
    told.unwrap_or_else(|| {
        Told::Panics(L::REFUSAL.map_or(String::new(), |refusal| refusal.message().to_string()))
    })
}

/// What a function reported, or its panic.
fn caught(f: impl FnOnce() -> Result<Vec<Vec<u32>>, String>) -> Told {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(Ok(parts)) => Told::Parts(parts),
        Ok(Err(wrong)) => Told::Wrong(wrong),
        Err(panic) => Told::Panics(sentence(&*panic)),
    }
}

/// The elements of a tensor, by index, after checking that all other ways to read them agree.
fn read<K: Claim, L: Layout>(tensor: Tensor<View<'_, u32, K>, L>) -> Result<Vec<u32>, String> {
    let size = tensor.size();
    let elements: Vec<u32> = tensor.iter().copied().collect();
    let mut backwards: Vec<u32> = tensor.iter().rev().copied().collect();
    backwards.reverse();
    if elements.len() != size || backwards != elements {
        return Err(format!("of {size} elements the iterator gives others backwards"));
    }
    let wide = (0..size).all(|i| tensor.get(i) == Some(&elements[i]));
    let narrow = (0..size).all(|i| tensor[i as u32] == elements[i]);
    if !wide || !narrow {
        return Err("elements by their index are not those of the iterator".to_string());
    }
    if tensor.get(size).is_some() || tensor.get(usize::MAX).is_some() {
        return Err("there is an element past the end".to_string());
    }
    match catch_unwind(AssertUnwindSafe(|| tensor[size])) {
        Err(panic) if sentence(&*panic).contains("is outside the shape") => Ok(elements),
        _ => Err("an index past the end is not outside the shape".to_string()),
    }
}

/// Writes the elements of a part, by index. None may have been written for another part.
fn write<K: Claim, L: Layout>(
    part: usize,
    mut tensor: Tensor<ViewMut<'_, u32, K>, L>,
) -> Result<Vec<u32>, String> {
    let mut written = Vec::new();
    for i in 0..tensor.size() {
        let element = tensor.get_mut(i).ok_or("there is no element to write")?;
        if Memory::is_written(*element) && *element < Memory::written(part, 0) {
            return Err(format!("element {i} of part {part} belongs to another part, too"));
        }
        *element = Memory::written(part, i);
        written.push(*element);
    }
    if tensor.get_mut(tensor.size()).is_some() {
        return Err("there is an element past the end to write".to_string());
    }
    Ok(written)
}

/// Reads or writes one part of a view.
macro_rules! view {
    ($a:expr, $memory:ident, $write:ident, |$t:ident| $part:expr) => {{
        let a = $a;
        if $write {
            caught(|| {
                let $t = Tensor::new($memory.cells_mut(), a);
                Ok(vec![write(0, $part)?])
            })
        } else {
            caught(|| {
                let $t = Tensor::new($memory.cells(), a);
                Ok(vec![read($part)?])
            })
        }
    }};
}
/// Reads or writes parts that are handed out at once: all exist before the first one is written.
macro_rules! parts {
    ($a:expr, $memory:ident, $write:ident, |$t:ident| $parts:expr) => {{
        let a = $a;
        caught(|| {
            let mut $t = Tensor::new($memory.cells_mut(), a);
            let parts = $parts;
            let count = parts.len();
            let parts: Vec<_> = parts.collect();
            if parts.len() != count {
                return Err(format!("of {count} parts there are {}", parts.len()));
            }
            let parts = parts.into_iter().enumerate();
            if $write {
                parts.map(|(k, part)| write(k, part)).collect()
            } else {
                parts.map(|(_, part)| read(part.into())).collect()
            }
        })
    }};
}
/// The parts, or a panic with the reason for the refusal.
fn proven<P>(parts: Result<P, Refusal>) -> P {
    parts.unwrap_or_else(|refusal| panic!("{refusal}"))
}
/// Reads or writes all elements, handed out one by one.
macro_rules! iter_mut {
    ($a:expr, $memory:ident, $write:ident) => {{
        let a = $a;
        caught(|| {
            let mut tensor = Tensor::new($memory.cells_mut(), a);
            let elements: Vec<&mut u32> = tensor.iter_mut().collect();
            let each = elements.into_iter().enumerate().map(|(i, element)| {
                if $write {
                    *element = Memory::written(0, i);
                }
                *element
            });
            Ok(vec![each.collect()])
        })
    }};
}

/// Makes a tensor over 16 elements of memory.
fn new<L: Layout>(layout: L) -> Told {
    caught(|| {
        let tensor = Tensor::new(&[7u32; 16][..], layout);
        let last = tensor.size().checked_sub(1);
        assert!(last.is_none_or(|last| tensor.get(last) == Some(&7)));
        Ok(Vec::new())
    })
}

/// An element type for copies.
trait Element: Plain {
    fn of(number: u32) -> Self;
    fn number(self) -> u32;
}
macro_rules! elements {
    ($($t:ty)*) => { $(
        impl Element for $t {
            fn of(number: u32) -> Self { number as $t }
            fn number(self) -> u32 { self as u32 }
        }
    )* };
}
elements!(u8 u16 u32 u64 u128);
/// An element of `N` bytes.
#[derive(Copy, Clone)]
#[repr(transparent)]
struct Bytes<const N: usize>([u8; N]);
macro_rules! bytes {
    ($($n:literal $bits:ty),*) => { $(
        // SAFETY: `$n` bytes, for which every bit pattern is valid.
        unsafe impl Plain for Bytes<$n> {
            type Bits = $bits;
        }
    )* };
}
bytes!(3 int!(24), 5 int!(40), 6 int!(48), 7 int!(56), 12 int!(96), 20 int!(160), 32 int!(256));
impl<const N: usize> Element for Bytes<N>
where
    Bytes<N>: Plain,
{
    fn of(number: u32) -> Self {
        let byte = |i| {
            if i == 0 { number as u8 } else { (number as u8).wrapping_add(i as u8) }
        };
        Bytes(core::array::from_fn(byte))
    }
    fn number(self) -> u32 {
        let number = u32::from(self.0[0]);
        let whole = self.0 == Self::of(number).0;
        if whole { number } else { 1000 + number }
    }
}

/// Copies between two layouts, and returns the target memory with the elements around it.
fn copied<T: Element, A: Layout, B: Layout>(to: A, from: B, vectors: bool, shift: usize) -> Told {
    caught(|| {
        let around = harness::AROUND;
        let (length, read) = (harness::length(&to.to_string()), harness::length(&from.to_string()));
        let mut data = vec![T::of(harness::UNTOUCHED); shift + length + 2 * around];
        let source: Vec<T> =
            (0..read + shift).map(|i| T::of((i.wrapping_sub(shift) % 249) as u32)).collect();
        let mut a = Tensor::new(&mut data[shift + around..shift + around + length], to);
        let b = Tensor::new(&source[shift..], from);
        if vectors {
            a.copy_vectors_from(&b);
        } else {
            a.copy_from(&b);
        }
        Ok(vec![data[shift..].iter().map(|element| element.number()).collect()])
    })
}

/// Recasts a tensor from elements of type `T` to type `U`, and returns the bytes of the elements in
/// order.
fn recast<T: Element, U: Element, L: Layout>(layout: L) -> Told {
    caught(|| {
        let bytes = harness::length(&layout.to_string()) * size_of::<T>();
        let mut memory = vec![0u128; bytes.div_ceil(16) + 1];
        // SAFETY: these are the bytes of integers, which may have any values.
        let cells: &mut [u8] =
            unsafe { core::slice::from_raw_parts_mut(memory.as_mut_ptr().cast(), bytes) };
        cells.iter_mut().enumerate().for_each(|(i, byte)| *byte = harness::byte(i));
        // SAFETY: this many bytes make up whole elements, with the alignment of `u128`.
        let data: &[T] =
            unsafe { core::slice::from_raw_parts(cells.as_ptr().cast(), bytes / size_of::<T>()) };
        let other = Tensor::new(data, layout).recast::<U>();
        let mut told = Vec::new();
        for element in other.iter() {
            let at = core::ptr::from_ref(element).addr() - data.as_ptr().addr();
            if at + size_of::<U>() > bytes {
                return Err(format!(
                    "an element of {} lies at byte {at} of {bytes}",
                    type_name::<U>()
                ));
            }
            told.extend(cells_of(data, at, size_of::<U>()));
        }
        Ok(vec![told])
    })
}
fn cells_of<T>(data: &[T], at: usize, length: usize) -> Vec<u32> {
    // SAFETY: the caller asks for bytes of the data.
    let bytes: &[u8] =
        unsafe { core::slice::from_raw_parts(data.as_ptr().cast::<u8>().add(at), length) };
    bytes.iter().map(|byte| u32::from(*byte)).collect()
}

/// Writes and reads the elements of a fragment.
fn fragments<L: Layout<Cosize: ArrayLength>>(layout: L) -> Told {
    caught(|| {
        let mut tensor = fragment(0u32, layout);
        let (start, bytes) = (core::ptr::from_ref(&tensor).addr(), size_of_val(&tensor));
        for i in 0..tensor.size() {
            let at = core::ptr::from_mut(tensor.get_mut(i).ok_or("no element")?).addr();
            if at < start || at + 4 > start + bytes {
                return Err(format!("element {i} is not in the fragment"));
            }
            tensor[i] = i as u32 + 1;
        }
        Ok(vec![tensor.iter().copied().collect()])
    })
}
