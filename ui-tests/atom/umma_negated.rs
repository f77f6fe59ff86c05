// The product of bytes is to be subtracted.
use zellige::atom::gmma::Major;
use zellige::atom::instr_desc::*;
use zellige::atom::umma::*;
use zellige::prelude::*;

type Op = SM100_MMA_S8_SS<i8, i8, i32, int!(128), int!(128)>;

const _: InstrDescriptor<Op> = make_instr_desc(Major::K, Major::K).negate_a();

fn main() {}
