//! The tensors in shared memory that threads have created; they give an access its coordinate.

use crate::memory::Elements;
use std::any::TypeId;
use zellige::Outer;
use zellige::prelude::*;

/// The tensors that one thread has created, each once, the most recent one last; if there are more
/// than [`MOST`], the most recent ones.
#[derive(Default)]
pub(super) struct Tensors(Vec<Tensor>);
struct Tensor {
    /// The number of the tensor's first element, if all elements before it in shared memory have
    /// the same size.
    first: u32,
    /// The number of bytes of an element.
    bytes: usize,
    name: TypeId,
    layout: Box<dyn Place>,
}
/// The maximum number of tensors that are remembered per thread. Each new one is compared with
/// them.
const MOST: usize = 32;
/// A layout of any type.
trait Place {
    /// Returns the coordinate of this element, and the layout: `(3, 1) of (_8,_33):(_33,_1)`.
    fn inside(&self, element: usize) -> Option<String>;
    /// Returns the same for a byte offset outside the layout, with elements of `bytes` bytes.
    fn beside(&self, bytes: usize, offset: isize) -> Option<String>;
}

impl Tensors {
    /// Records that a thread has created a tensor. A tensor of one element is skipped, because its
    /// coordinate carries no information.
    pub(super) fn push<T, L: Layout>(&mut self, first: u32, layout: L) {
        if layout.size().usize() == 1 {
            return;
        }
        let (bytes, name) = (size_of::<T>(), TypeId::of::<L>());
        let known = |tensor: &Tensor| (tensor.first, tensor.bytes, tensor.name);
        let before = |tensor: &Tensor| known(tensor) == (first, bytes, name);
        if let Some(before) = self.0.iter().position(before) {
            self.0.remove(before);
        } else if self.0.len() == MOST {
            self.0.remove(0);
        }
        let layout = Box::new(Laid(layout));
        self.0.push(Tensor { first, bytes, name, layout });
    }
    /// Forgets all tensors.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
    /// Returns the coordinate of the element at this byte offset in the most recent tensor that
    /// contains it: `(3, 1) of (_8,_33):(_33,_1)`.
    pub(super) fn inside(&self, offset: usize) -> Option<String> {
        let of = |tensor: &Tensor| {
            let from = offset.checked_sub(tensor.start())?;
            let element = from.checked_div(tensor.bytes)?;
            (from % tensor.bytes == 0).then(|| tensor.layout.inside(element))?
        };
        self.0.iter().rev().find_map(of)
    }
    /// Returns the same for an offset outside shared memory, in the nearest tensor:
    /// `(8, 0) of (_8,_33):(_33,_1)`.
    pub(super) fn beside(&self, offset: isize) -> Option<String> {
        let distance = |tensor: &&Tensor| offset.abs_diff(tensor.start().cast_signed());
        let tensor = self.0.iter().rev().min_by_key(distance)?;
        let offset = offset - tensor.start().cast_signed();
        tensor.layout.beside(tensor.bytes, offset)
    }
}
impl Tensor {
    /// Returns the offset of the tensor's first element.
    fn start(&self) -> usize {
        self.first as usize * self.bytes
    }
}

struct Laid<L>(L);
impl<L: Layout> Place for Laid<L> {
    fn inside(&self, element: usize) -> Option<String> {
        let layout = self.0;
        let mut all = 0..layout.size().usize();
        let index = all.find(|&i| layout.crd2idx(i).usize() == element)?;
        let coordinate = layout.idx2crd(index).display().to_string();
        let coordinate = coordinate.replace('_', "").replace(',', ", ");
        Some(format!("{coordinate} of {layout}"))
    }
    fn beside(&self, bytes: usize, offset: isize) -> Option<String> {
        let layout = self.0;
        if TypeId::of::<L>() == TypeId::of::<L::Inner>() {
            return Elements::of(bytes, layout).place(offset);
        }
        // The swizzle is undone by applying it again.
        L::Swizzle::MOVES.filter(|_| layout.swizzle_start().usize() == 0)?;
        let element = u32::try_from(offset).ok()?.checked_div(bytes as u32)?;
        let element = layout.swizzle().value_at(element).usize() * bytes;
        let mut elements = Elements::of(bytes, layout.inner());
        elements.layout = layout.to_string();
        elements.place(element.cast_signed())
    }
}
