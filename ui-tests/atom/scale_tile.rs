// 96 rows for each of two CTAs; 64 elements along K, half a block; three factors in an instruction.
use zellige::atom::block_scaled::*;
use zellige::atom::umma::*;
use zellige::atom::*;
use zellige::prelude::*;

#[derive(Copy, Clone)]
struct Byte(u8);
impl Element<PackedOperand> for Byte {
    type Bits = int!(4);
    const CODE: u32 = 1;
}
impl Element<ScaleFactor<int!(32)>> for Byte {
    type Bits = int!(8);
    const CODE: u32 = 1;
}
type Two = SM100_MMA_MXF4_2x1SM_SS<Byte, Byte, f32, Byte, int!(256), int!(128), int!(32)>;
type Ultra = SM103_MXF4_ULTRA_SS_VS<Byte, Byte, f32, Byte, int!(128), int!(128), int!(32)>;
type Odd = SM100_MMA_MXF4_SS<Byte, Byte, f32, Byte, int!(128), int!(252), int!(32)>;

assert_layout!(DeduceSmemLayoutSfa<TiledMma<Two, layout!((1, 1))>, shape!((192, 128, 256))>);
assert_layout!(DeduceSmemLayoutSfb<TiledMma<Two, layout!((1, 1))>, shape!((256, 128, 64))>);
assert_layout!(DeduceSmemLayoutSfa<TiledMma<Ultra, layout!((1, 1))>, shape!((128, 128, 768))>);
assert_layout!(DeduceSmemLayoutSfa<TiledMma<Odd, layout!((1, 1))>, shape!((128, 252, 256))>);

fn main() {}
