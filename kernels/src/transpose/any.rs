//! Transposes element by element: matrices of any size, whose rows begin anywhere.
//!
//! Memory is written in sectors of 32 bytes, and a sector of which only a part is written costs as much as a whole
//! one, or more. Rows of the destination begin anywhere in a sector, so tiles that are rectangles write parts of
//! sectors on both sides of each row. Here a tile is skewed: in each column of the source, which is a row of the
//! destination, it begins up to a sector earlier, where a sector begins.
//!
//! ```text
//! destination, a row each for columns 0 .. 3 of the source; | is where a sector of 8 f32 begins
//!
//! column 0   |A A A A A A A A|B B B B B B B B|B B ..              ld_to = 8205 = 5 mod 8
//! column 1    A A A|B B B B B B B B|B B B B B B ..                A  is written by one block,
//! column 2    A A A A A A|B B B B B B B B|B B B ..                B  by the next
//! column 3    A|A A A A A A A A|B B B B B B B B| ..
//! ```
//!
//! So a block reads some rows more than it writes of a column: a tile of 64 by 64 f32 reads the rows from 8 before
//! its first on. What two blocks read they read soon after each other, and so from the cache.
//!
//! In the source the threads of a warp read along a row, in the destination they write along a column. Between lies
//! [`SharedF32`], swizzled so that a warp's 32 elements of a row lie in 32 banks, and those of a column too, from
//! whichever row on: the number of the row flips the place in the row. [`LoadsF32`] and [`StoresF32`] are the
//! thread-value layouts; they give points, (row, column).
//!
//! Source: NVIDIA's "An Efficient Matrix Transpose in CUDA C/C++" has the tile in shared memory; the skew is ours.

use super::THREADS;
use crate::gpu::{Bf16, Gpu};
use core::hint::assert_unchecked;
use zellige::construct::make_identity_layout;
use zellige::{contract, ops::Compose, prelude::*};

/// The rows and columns of a tile of f32.
pub const TILE_F32: (u32, u32) = (64, 64);
/// How many f32 are a sector.
pub const SECTOR_F32: u32 = 8;
/// (row, column) to the place in shared memory: a tile of f32, and a sector before it.
pub type SharedF32 = layout!(Sw<5, 0, 6> o 0 o (72, 64) : (64, 1));
/// (thread, value) to (row, column): what is read of a tile of f32, and of a sector before it.
pub type LoadsF32 = layout!(((32, 8), (2, 9)) : ((1@1, 1@0), (32@1, 8@0)));
/// (thread, value) to (row, column): what is written of a tile of f32.
pub type StoresF32 = layout!(((32, 8), (2, 8)) : ((1@0, 1@1), (32@0, 8@1)));
/// How many bytes of shared memory f32 take.
pub const SHARED_F32: u32 = 4 * SharedF32::COSIZE as u32;

/// The rows and columns of a tile of bf16.
pub const TILE_BF16: (u32, u32) = (64, 64);
/// How many bf16 are a sector.
pub const SECTOR_BF16: u32 = 16;
/// (row, column) to the place in shared memory: a tile of bf16, and a sector before it.
pub type SharedBf16 = layout!(Sw<5, 1, 5> o 0 o (80, 64) : (64, 1));
/// (thread, value) to (row, column): what is read of a tile of bf16, and of a sector before it.
pub type LoadsBf16 = layout!(((32, 8), (2, 10)) : ((1@1, 1@0), (32@1, 8@0)));
/// (thread, value) to (row, column): what is written of a tile of bf16.
pub type StoresBf16 = layout!(((32, 8), (2, 8)) : ((1@0, 1@1), (32@0, 8@1)));
/// How many bytes of shared memory bf16 take.
pub const SHARED_BF16: u32 = 2 * SharedBf16::COSIZE as u32;

const _: () = {
    // 32 elements of a row, and 32 of a column.
    contract::bank_conflict_free::<Compose<SharedF32, layout!((32, 1) : (72, 1))>, f32>();
    contract::bank_conflict_free::<Compose<SharedF32, layout!((32, 1) : (1, 1))>, f32>();
    contract::bank_conflict_free::<Compose<SharedBf16, layout!((32, 1) : (80, 1))>, Bf16>();
    contract::bank_conflict_free::<Compose<SharedBf16, layout!((32, 1) : (1, 1))>, Bf16>();
};

macro_rules! transpose {
    ($(#[$doc:meta])* $name:ident, $T:ty, $TILE:ident, $SECTOR:ident,
        $Shared:ty, $Loads:ty, $Stores:ty) => {
        $(#[$doc])*
        pub unsafe fn $name<G: Gpu>(
            gpu: G,
            rows: u32,
            columns: u32,
            from: *const $T,
            ld_from: u32,
            to: *mut $T,
            ld_to: u32,
        ) {
            const LOADS: usize = <$Loads>::SIZE / THREADS as usize;
            const STORES: usize = <$Stores>::SIZE / THREADS as usize;
            let source = layout!((rows, columns) : (ld_from, 1));
            let destination = layout!((rows, columns) : (1, ld_to));
            let (thread, tile) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));
            assert_unchecked(thread < THREADS);
            let (loads, stores, places) = (<$Loads>::STATIC, <$Stores>::STATIC, <$Shared>::STATIC);
            let shared = gpu.shared().cast::<$T>();
            let tiles = make_identity_layout((rows, columns))
                .zipped_divide((int!({ $TILE.0 as usize }), int!({ $TILE.1 as usize })));
            let (row0, column0) = tiles.crd2idx((int!(0), tile)).coordinate();
            // The row 0 of the places; before the first row of the matrix it is a large number.
            let row0 = row0.wrapping_sub($SECTOR);

            let mut values = [<$T>::default(); LOADS];
            for i in 0..LOADS {
                let (r, c) = loads.crd2idx((thread, i as u32)).coordinate();
                let (row, column) = (row0.wrapping_add(r), column0 + c);
                if (row < rows) & (column < columns) {
                    values[i] = *from.add(source.crd2idx((row, column)) as usize);
                }
            }
            for i in 0..LOADS {
                let here = loads.crd2idx((thread, i as u32)).coordinate();
                *shared.add(places.crd2idx(here) as usize) = values[i];
            }
            gpu.sync_threads();
            for i in 0..STORES {
                let (r, c) = stores.crd2idx((thread, i as u32)).coordinate();
                let column = column0 + c;
                let skew = destination.crd2idx((int!(0), column)) % $SECTOR;
                let r = r + ($SECTOR - skew);
                let row = row0.wrapping_add(r);
                if (row < rows) & (column < columns) {
                    let value = *shared.add(places.crd2idx((r, c)) as usize);
                    *to.add(destination.crd2idx((row, column)) as usize) = value;
                }
            }
        }
    };
}

transpose! {
    /// Transposes any matrix of f32. The grid has at least `(rows + 7) / 64` by `columns / 64` blocks.
    transpose_f32_any,
    f32, TILE_F32, SECTOR_F32, SharedF32, LoadsF32, StoresF32
}
transpose! {
    /// Transposes any matrix of bf16. The grid has at least `(rows + 15) / 64` by `columns / 64` blocks.
    transpose_bf16_any,
    Bf16, TILE_BF16, SECTOR_BF16, SharedBf16, LoadsBf16, StoresBf16
}

/// [`transpose_f32_any`] with its indices by hand.
pub unsafe fn transpose_f32_any_by_hand<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const f32,
    ld_from: u32,
    to: *mut f32,
    ld_to: u32,
) {
    by_hand::<G, f32, 64, 64, 8, 18, 16>(gpu, rows, columns, (from, ld_from), (to, ld_to), |x| {
        x ^ (x / 64 % 32)
    })
}
/// [`transpose_bf16_any`] with its indices by hand.
pub unsafe fn transpose_bf16_any_by_hand<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const Bf16,
    ld_from: u32,
    to: *mut Bf16,
    ld_to: u32,
) {
    by_hand::<G, Bf16, 64, 64, 16, 20, 16>(gpu, rows, columns, (from, ld_from), (to, ld_to), |x| {
        x ^ (x / 64 % 32 * 2)
    })
}

/// Tiles of R by C elements, of which S are a sector; a thread loads L and stores W of them.
#[inline(always)]
unsafe fn by_hand<
    G: Gpu,
    T: Copy + Default,
    const R: u32,
    const C: u32,
    const S: u32,
    const L: usize,
    const W: usize,
>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: (*const T, u32),
    to: (*mut T, u32),
    swizzled: impl Fn(u32) -> u32,
) {
    let (t, x, y) = (gpu.thread(), gpu.block_x(), gpu.block_y());
    assert_unchecked(t < THREADS);
    let shared = gpu.shared().cast::<T>();
    let (row0, column0) = (x * R, y * C);
    let row0 = row0.wrapping_sub(S);
    let (across, along) = (C / 32, R / 32);
    let load = |i: u32| {
        let c = t % 32 + i % across * 32;
        (t / 32 + i / across * 8, c)
    };
    let store = |i: u32| (t % 32 + i % along * 32, t / 32 + i / along * 8);

    let mut values = [T::default(); L];
    for i in 0..L {
        let (r, c) = load(i as u32);
        let (row, column) = (row0.wrapping_add(r), column0 + c);
        if (row < rows) & (column < columns) {
            values[i] = *from.0.add((row * from.1 + column) as usize);
        }
    }
    for i in 0..L {
        let (r, c) = load(i as u32);
        *shared.add(swizzled(r * C + c) as usize) = values[i];
    }
    gpu.sync_threads();
    for i in 0..W {
        let (r, c) = store(i as u32);
        let column = column0 + c;
        let r = r + (S - column * to.1 % S);
        let row = row0.wrapping_add(r);
        if (row < rows) & (column < columns) {
            *to.0.add((row + column * to.1) as usize) = *shared.add(swizzled(r * C + c) as usize);
        }
    }
}
