//! Kernels whose tile sizes, tiled copies and shared memory are parameters, emulated.

use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy as copies};
use zellige::prelude::*;
use zellige_gpu::tensor::gmem;
use zellige_gpu::transform::transform_if;
use zellige_gpu::{Gpu, kernel};
use zellige_launch::device::Device;

/// What the kernel is built from: a tile of [`Rows`](Config::Rows) by [`Columns`](Config::Columns), and who copies what of it.
trait Config: 'static {
    const THREADS: u32;
    type Rows: Integer;
    type Columns: Integer;
    type Copy: CopyTiling + Default;
}
type Scalar = CopyAtom<copies::UniversalCopy<int!(32)>, int!(32)>;
/// Tiles of BM by BN.
struct Tiles<const BM: usize, const BN: usize>;
macro_rules! tiles {
    ($($bm:literal $bn:literal)+) => { $(
        impl Config for Tiles<$bm, $bn> {
            const THREADS: u32 = $bn;
            type Rows = int!($bm);
            type Columns = int!($bn);
            type Copy = MakeTiledCopy<Scalar, layout!((1, $bn)), layout!((1, 1))>;
        }
    )+ };
}
tiles!(8 32 4 64);

/// b = s a, for matrices of m by n: a block has one tile.
#[kernel(threads = C::THREADS, instances(scale_8_32 = <Tiles<8, 32>>, scale_4_64 = <Tiles<4, 64>>))]
unsafe fn scale<C: Config, G: Gpu>(gpu: G, m: u32, n: u32, s: f32, a: *const f32, b: *mut f32) {
    let (columns, tile) = (C::Copy::default(), (C::Rows::STATIC, C::Columns::STATIC));
    let at = (gpu.block_y(), gpu.block_x());
    let g_a = gmem(a, layout!((m, n) : (n, 1))).local_tile(tile, at);
    let g_b = gmem(b, layout!((m, n) : (n, 1))).local_tile(tile, at);
    let t_a = g_a.partition_s(columns, gpu.thread());
    let t_b = g_b.partition_d(columns, gpu.thread());
    unsafe { transform_if(t_a, t_b, |x| s * x) }
}

#[test]
fn tile_sizes_are_parameters() {
    let device = Device::emulator();
    let (m, n) = (13u32, 70u32);
    let a: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
    let from = device.buffer(&a).unwrap();
    for (bm, bn) in [(8, 32), (4, 64)] {
        let mut to = device.buffer(&vec![0.0; a.len()]).unwrap();
        let grid = (n.div_ceil(bn), m.div_ceil(bm));
        let arguments = (m, n, 3.0, from.pointer(), to.pointer_mut());
        unsafe {
            match bm {
                8 => device.launch::<scale_8_32>(grid, arguments).unwrap(),
                _ => device.launch::<scale_4_64>(grid, arguments).unwrap(),
            }
        }
        let b = to.read().unwrap();
        assert!(a.iter().zip(&b).all(|(a, b)| *b == 3.0 * a));
    }
}
