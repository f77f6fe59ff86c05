// An atom of Blackwell on a machine that is only known to be Hopper.
use zellige::atom::umma::SM100_MMA_F16BF16_SS;
use zellige::prelude::*;
use zellige_gpu::tmem::Umma;
use zellige_gpu::{Bf16, Sm90};

type Op = SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(64)>;

fn multiplies<A: Umma<G>, G: Sm90>(_: G) {}
pub fn kernel<G: Sm90>(gpu: G) {
    multiplies::<Op, G>(gpu)
}

fn main() {}
