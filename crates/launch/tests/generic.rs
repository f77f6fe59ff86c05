//! Kernels with tile sizes, tiled copies and shared memory as parameters, emulated.

use core::ops::Mul;
use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy as copies};
use zellige::construct::RowMajor;
use zellige::prelude::*;
use zellige_gpu::copy::copy_if;
use zellige_gpu::tensor::{gmem, smem};
use zellige_gpu::transform::transform_if;
use zellige_gpu::{Gpu, kernel};
use zellige_launch::device::Device;

/// The parameters of the kernel: a tile of [`Rows`](Config::Rows) by [`Columns`](Config::Columns),
/// the tiled copy of it, and its layout in shared memory.
trait Config: 'static {
    const THREADS: u32;
    type Element: Copy + Mul<Output = Self::Element>;
    type Rows: Integer;
    type Columns: Integer;
    type Copy: CopyTiling<Atom = Scalar>;
    type Shared: Layout<Profile = (usize, usize)>;
}
type Scalar = CopyAtom<copies::UniversalCopy<int!(32)>, int!(32)>;
/// Tiles of 8 by 32, laid out as in the matrix.
struct Plain;
impl Config for Plain {
    const THREADS: u32 = 32;
    type Element = f32;
    type Rows = int!(8);
    type Columns = int!(32);
    type Copy = MakeTiledCopy<Scalar, layout!((1, 32)), layout!((1, 1))>;
    type Shared = layout!((8, 32) : (33, 1));
}
/// Tiles of 4 by 64, swizzled.
struct Swizzled;
impl Config for Swizzled {
    const THREADS: u32 = 64;
    type Element = f32;
    type Rows = int!(4);
    type Columns = int!(64);
    type Copy = MakeTiledCopy<Scalar, layout!((2, 32) : (32, 1)), layout!((1, 1))>;
    type Shared = layout!(Sw<2, 2, 4> o 0 o (4, 64) : (64, 1));
}

/// Tiles of BM by 32, with four threads per row.
struct Tall<const BM: usize>;
impl<const BM: usize> Config for Tall<BM>
where
    Const<BM>: StaticInt,
{
    const THREADS: u32 = 4 * BM as u32;
    type Element = f32;
    type Rows = Int<BM>;
    type Columns = int!(32);
    type Copy = MakeTiledCopy<Scalar, RowMajor<(Int<BM>, int!(4))>, layout!((1, 8))>;
    type Shared = RowMajor<(Int<BM>, int!(32))>;
}

/// b = s a, for matrices of m by n: a block has one tile, which it passes through shared memory.
#[kernel(
    threads = C::THREADS,
    shared = (C::Shared::COSIZE * size_of::<C::Element>()) as u32,
    instances(scale_plain = <Plain>, scale_swizzled = <Swizzled>, scale_16 = <Tall<16>>, scale_64 = <Tall<64>>),
)]
unsafe fn scale<C: Config, G: Gpu>(
    gpu: G,
    m: u32,
    n: u32,
    s: C::Element,
    a: *const C::Element,
    b: *mut C::Element,
) {
    let (all, tile) = (C::Copy::STATIC, (C::Rows::STATIC, C::Columns::STATIC));
    let (thread, at) = (gpu.thread(), (gpu.block_y(), gpu.block_x()));
    let g_a = gmem(a, layout!((m, n) : (n, 1))).local_tile(tile, at); // (BLK_M, BLK_N)
    let g_b = gmem(b, layout!((m, n) : (n, 1))).local_tile(tile, at); // (BLK_M, BLK_N)
    let shared = smem::<C::Element, _>(gpu, 0, C::Shared::STATIC); //           (BLK_M, BLK_N)
    let (ta_ga, ta_sa) = (g_a.partition_s(all, thread), shared.partition_d(all, thread));
    let (tb_sb, tb_gb) = (shared.partition_s(all, thread), g_b.partition_d(all, thread));
    // SAFETY: the matrices have m by n elements, and a thread reads from shared memory what it
    // wrote.
    unsafe {
        transform_if(ta_ga, ta_sa, |x| s * x);
        copy_if(gpu, all, tb_sb, tb_gb);
    }
}

#[test]
fn tile_sizes_are_parameters() {
    let device = Device::emulator();
    let (m, n) = (13u32, 70u32);
    let a: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
    let from = device.buffer(&a).unwrap();
    for (bm, bn) in [(8, 32), (4, 64), (16, 32), (64, 32)] {
        let mut to = device.buffer(&vec![0.0; a.len()]).unwrap();
        let grid = (n.div_ceil(bn), m.div_ceil(bm));
        let arguments = (m, n, 3.0, from.pointer(), to.pointer_mut());
        // SAFETY: both matrices have m by n elements, and the grid has a block for each tile.
        unsafe {
            match bm {
                8 => device.launch::<scale_plain>(grid, arguments).unwrap(),
                16 => device.launch::<scale_16>(grid, arguments).unwrap(),
                64 => device.launch::<scale_64>(grid, arguments).unwrap(),
                _ => device.launch::<scale_swizzled>(grid, arguments).unwrap(),
            }
        }
        let b = to.read().unwrap();
        assert!(a.iter().zip(&b).all(|(a, b)| *b == 3.0 * a));
    }
}
