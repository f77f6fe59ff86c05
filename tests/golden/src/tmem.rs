//! Checks of addresses in tensor memory.

use crate::value::Checked;
use zellige::atom::tmem::{Address, TmemFragment, TmemSfFrg};
use zellige::atom::tmem_copy::{MakeTmemCopy, TmemCopyOperation};
use zellige::atom::{CopyAtom, End, Tidfrg};
use zellige::ops::{Append, Cosize};
use zellige::prelude::*;
use zellige::refusal::Message;

/// Compares the addresses of some elements, `per_word` to a word: (offset, lane, column, highest
/// byte of the address).
pub fn tmem_addresses(
    per_word: u32,
    [columns, expected]: [u32; 2],
    samples: &[[u32; 4]],
) -> Checked {
    if columns != expected {
        return Err(format!("{columns} columns"));
    }
    for &[offset, lane, column, top] in samples {
        let address = Address::of_element(offset, per_word);
        if [address.lane(), address.column(), address.bits() >> 24] != [lane, column, top] {
            return Err(format!("the offset {offset} at {address:?}"));
        }
    }
    Ok("address")
}

/// A thread, its lane and column, and [value, row, column] of some of its registers.
type Thread<'a> = (u32, [u32; 2], &'a [[u32; 3]]);

/// Compares the partition of a tensor of `rows` rows, of elements of `bits` bits, by a copy of 128
/// threads: the shapes of a thread's registers and of its elements in tensor memory, the address
/// that a thread names, and the elements that its registers hold.
pub fn tmem_partition(
    [bits, rows]: [u32; 2],
    shares: [(Share, &str); 2],
    threads: &[Thread<'_>],
) -> Checked {
    for (share, shape) in shares {
        // ((1,1),2,64) is ((1,1),(2,64)) after the threads.
        let (values, rests) = shape.rsplit_once("),").expect("a share has tiles");
        let shape = format!(",{}),({rests}):", &values[1..]);
        if !share.text.as_str().replace('_', "").contains(&shape) {
            return Err(share.text.as_str().to_owned());
        }
    }
    let [(held, _), (named, _)] = shares;
    for &(thread, [lane, column], values) in threads {
        let address = Address::of_element((named.at)(thread), 32 / bits);
        if address != Address::new(lane, column) {
            return Err(format!("thread {thread} at {address:?}"));
        }
        for &[value, row, column] in values {
            let index = (held.at)(thread + 128 * value);
            if index != row + column * rows {
                return Err(format!("thread {thread} has {index} as its value {value}"));
            }
        }
    }
    Ok("partition")
}

/// N stages of the tile L, one behind the other.
pub type StagesOf<L, N> = Append<L, Strided<N, Cosize<L>>>;

/// The fragment of scale factors that the tile L is copied to.
pub type FragmentOf<L> = TmemFragment<<L as Layout>::Shape, TmemSfFrg>;
/// Compares the copy of the tile $L of scale factors in $N stages, by [`copied`]. It is a macro,
/// because rustc takes two minutes to check the same as a generic function.
#[macro_export]
macro_rules! utccp {
    ($op:expr, $L:ty, $N:ty, $($expected:expr),+) => {{
        let fragment = <<FragmentOf<$L> as TmemTensor>::Layout>::STATIC;
        let copy = make_utccp_copy($op, fragment);
        let from = copy.partition_s(<StagesOf<$L, $N>>::STATIC);
        let descriptor = |i: u32| (copy.descriptor(0) + from.crd2idx(i).u32()).bits();
        let to = copy.partition_d();
        let address = |i: u32| <FragmentOf<$L>>::address(to.crd2idx(i).u32());
        copied((from.size().u32(), descriptor), (to.size().u32(), address), $($expected),+)
    }};
}
/// Compares the copies of scale factors: the descriptor of the first block at address 0, the
/// offsets of all blocks, and the lanes and columns of those of a stage.
pub fn copied(
    (blocks, descriptor): (u32, impl Fn(u32) -> u64),
    (places, address): (u32, impl Fn(u32) -> Address),
    desc: u64,
    offsets: &[u32],
    addresses: &[[u32; 2]],
) -> Checked {
    let got: Vec<u64> = (0..blocks).map(descriptor).collect();
    if got != offsets.iter().map(|&offset| desc + u64::from(offset)).collect::<Vec<_>>() {
        return Err(format!("{got:x?}"));
    }
    let got: Vec<Address> = (0..places).map(address).collect();
    if got != addresses.iter().map(|&[lane, column]| Address::new(lane, column)).collect::<Vec<_>>()
    {
        return Err(format!("{got:?}"));
    }
    Ok("copy")
}

/// The copy of elements of V bits by Op, to or from a tensor with the layout D.
pub type TmemCopyOf<Op, V, D> = MakeTmemCopy<CopyAtom<Op, V>, D>;

/// The shares of all threads in a tensor.
#[derive(Clone, Copy)]
pub struct Share {
    /// From the index `thread + 128 * value` to the offset.
    at: fn(u32) -> u32,
    /// The layout.
    text: &'static Message,
}

/// Returns the shares of all threads in T, at the end E of a copy.
pub const fn share<Op: TmemCopyOperation, V: Integer, D: Layout, E: End, T: Layout>() -> Share {
    Share {
        at: |index| <Tidfrg<TmemCopyOf<Op, V, D>, E, T>>::STATIC.crd2idx(index).u32(),
        text: const { &<Tidfrg<TmemCopyOf<Op, V, D>, E, T>>::TEXT },
    }
}
