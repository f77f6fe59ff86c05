//! The hand-written order of tiles equals that of the schedule.

use zellige_baselines::wgmma_gemm::raster;
use zellige_gpu::schedule::Raster;

#[test]
fn both_go_through_the_same_tiles() {
    for (tiles_m, tiles_n) in [(1, 1), (3, 5), (16, 2), (17, 3), (35, 4)] {
        let tiles = Raster::<16>::new(tiles_m, tiles_n);
        for tile in tiles.persistent_of(0, 1) {
            // SAFETY: there is such a tile.
            let by_hand = unsafe { raster::<16>(tile.number(), 16 * tiles_n, tiles_m, tiles_n) };
            assert_eq!(tile.coordinate(), by_hand);
        }
    }
}
