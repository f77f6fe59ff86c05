// Bytes have no scale factors.
use zellige::atom::block_scaled::*;
use zellige::atom::umma::*;
use zellige::atom::*;
use zellige::prelude::*;

type Op = SM100_MMA_S8_SS<i8, i8, i32, int!(128), int!(128)>;

assert_layout!(DeduceSmemLayoutSfa<TiledMma<Op, layout!((1, 1))>, shape!((128, 128, 128))>);

fn main() {}
