// In generic code, a tile is an operand only of the MMA that its bound names.
use zellige::{atom::*, prelude::*};
use zellige_gpu::{Bf16, Sm90, pipeline::TmaRing, storage::TmaTile};

pub trait Config: 'static {
    type Mma: MmaTiling;
    type A: TmaTile<Element = Bf16>;
}

pub unsafe fn product<C: Config, G: Sm90>(gpu: G, ring: &TmaRing<C::A, int!(128)>) {
    let _ = ring.tiles().descriptors::<OperandA, _>(C::Mma::STATIC, gpu.thread());
}

fn main() {}
