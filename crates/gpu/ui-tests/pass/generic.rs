//! Kernels with layouts as parameters. The compiler knows the profile of each, or its shape.
use zellige::prelude::*;
use zellige_gpu::Gpu;
use zellige_gpu::tensor::{gmem, smem};

trait Config {
    type Tile: Tiler<TilerProfile = (usize, usize)> + Default;
    type Threads: Layout<Profile = (usize, usize)>;
    type Shared: Layout<Profile = (usize, usize)>;
}

/// The coordinate of an index is a coordinate of the same layout.
fn there_and_back<C: Config>(i: u32) -> usize {
    let shared = C::Shared::STATIC;
    shared.crd2idx(shared.idx2crd(i)).usize()
}
/// Threads read elements of a tile, and one element of shared memory by its coordinate.
unsafe fn first<C: Config, G: Gpu>(gpu: G, a: *const f32) {
    let all = gmem(a, layout!((128u32, 128u32) : (128u32, 1)));
    let tile = all.local_tile(C::Tile::default(), (0u32, 0u32));
    let mine = tile.local_partition(C::Threads::STATIC, gpu.thread());
    let shared = smem::<f32, _>(gpu, 0, C::Shared::STATIC);
    unsafe { shared.write(C::Shared::STATIC.idx2crd(gpu.thread()), mine.read(0u32)) }
}
/// The compiler knows the shape of these threads.
unsafe fn of_shape<TH: Layout<Shape = shape!((4, 8))>, G: Gpu>(gpu: G, a: *const f32) -> f32 {
    let all = gmem(a, layout!((128u32, 128u32) : (128u32, 1)));
    let tile = all.local_tile(shape!((8, 8)), (0u32, 0u32));
    unsafe { tile.local_partition(TH::STATIC, gpu.thread()).at((.., 0u32)).read(1u32) }
}

struct Small;
impl Config for Small {
    type Tile = shape!((8, 8));
    type Threads = layout!((4, 8) : row);
    type Shared = layout!((4, 8) : (9, 1));
}

fn main() {
    assert_eq!(there_and_back::<Small>(5), 9 + 1);
    let _ = first::<Small, zellige_emulator::Thread<'static>>;
    let _ = of_shape::<layout!((4, 8)), zellige_emulator::Thread<'static>>;
}
