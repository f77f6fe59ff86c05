//! Golden records: numbers in Blackwell's instructions that NVIDIA's assembler takes and refuses.
//! The emulator takes the same, and refuses the same.

use zellige::atom::mma_sm120::{SM120_16x8x32_TN_VS, SM120_16x8x64_TN_VS};
use zellige::prelude::*;
use zellige_emulator::{Grid, Thread, try_launch};
use zellige_gpu::gemm::{MmaSyncScaled, ScaleWord};
use zellige_gpu::number::{E2m1, Ue4m3, Ue8m0};
use zellige_gpu::{E4m3, Gpu, Sm100, Sm120};

const RECORDS: &str = include_str!("../../../tests/golden/data/facts/ptx_refusals.jsonl");

/// Returns the text of a field of a record.
fn text<'r>(record: &'r str, field: &str) -> &'r str {
    let (_, rest) = record.split_once(&format!("\"{field}\":\"")).expect("the field");
    rest.split('"').next().expect("its end")
}
/// Allocates, and frees, so many columns.
fn allocates(allocated: u32, freed: u32) -> Result<(), String> {
    let grid = Grid { x: 1, y: 1, threads: 32, shared: 16, cluster: 0 };
    // SAFETY: the warp executes this; the numbers are what this tests.
    let done = try_launch(grid, |gpu| unsafe {
        gpu.tmem_alloc::<int!(1)>(gpu.shared_address(), allocated);
        gpu.tcgen05_before_thread_sync();
        gpu.sync_threads();
        gpu.tcgen05_after_thread_sync();
        let address = zellige_gpu::tensor::smem::<u32, _>(gpu, 0, layout!(1)).read(0u32);
        gpu.tmem_dealloc::<int!(1)>(address, freed);
    });
    done.map_err(|fault| fault.to_string())
}
/// Allocates for one CTA, and gives up the permit to do so for two.
fn mixes() -> Result<(), String> {
    let grid = Grid { x: 2, y: 1, threads: 32, shared: 16, cluster: 2 };
    // SAFETY: the warp executes this, and the emulator refuses the second.
    let done = try_launch(grid, |gpu| unsafe {
        gpu.tmem_alloc::<int!(1)>(gpu.shared_address(), 32);
        gpu.tmem_relinquish_alloc_permit::<int!(2)>();
    });
    done.map_err(|fault| fault.to_string())
}
/// Multiplies with the factors in these bytes of these threads.
fn multiplies<I: for<'a> MmaSyncScaled<Thread<'a>>>(ids: [[u16; 2]; 2]) -> Result<(), String> {
    let grid = Grid { x: 1, y: 1, threads: 32, shared: 0, cluster: 0 };
    let factors = ids.map(|[byte, thread]| ScaleWord { word: 0, byte, thread });
    // SAFETY: all threads of the warp execute this.
    let multiply = |gpu: Thread<'_>| unsafe {
        gpu.mma_sync_scaled::<I>(&mut [0.0; 4], [0; 4], [0; 2], factors)
    };
    try_launch(grid, multiply).map_err(|fault| fault.to_string())
}
/// Returns the byte and the thread of each operand: the only pairs of numbers in braces.
fn ids(ptx: &str) -> [[u16; 2]; 2] {
    let pairs = ptx.split('{').filter_map(|part| {
        let (first, second) = part.split('}').next()?.split_once(", ")?;
        Some([first.parse().ok()?, second.parse().ok()?])
    });
    let pairs: Vec<[u16; 2]> = pairs.collect();
    pairs.try_into().expect("two pairs")
}
type Mxfp8 = SM120_16x8x32_TN_VS<E2m1, E4m3, f32, Ue8m0, int!(32)>;
type Mxfp4 = SM120_16x8x64_TN_VS<E2m1, E2m1, f32, Ue8m0, int!(32)>;
type Nvfp4 = SM120_16x8x64_TN_VS<E2m1, E2m1, f32, Ue4m3, int!(16)>;

/// The other records are of forms that `zellige-gpu` does not have; `zellige-machine-code` tests
/// that.
#[test]
fn numbers_that_the_assembler_takes_and_refuses() {
    let (mut taken, mut refused) = (0, 0);
    for record in RECORDS.lines() {
        let (case, ptx) = (text(record, "case"), text(record, "ptx"));
        let count = || case.split(' ').next_back().and_then(|n| n.parse().ok()).expect("a number");
        let result = match case.split(' ').next() {
            Some("alloc") => allocates(count(), count()),
            Some("dealloc") => allocates(64, count()),
            Some("mixed") => mixes(),
            Some("sm120") if ptx.contains("::1X") => multiplies::<Mxfp8>(ids(ptx)),
            Some("sm120") if ptx.contains("::2X") => multiplies::<Mxfp4>(ids(ptx)),
            Some("sm120") => multiplies::<Nvfp4>(ids(ptx)),
            _ => continue,
        };
        let is_taken = record.contains("\"ok\":true");
        assert_eq!(result.is_ok(), is_taken, "{case}: {result:?}");
        *(if is_taken { &mut taken } else { &mut refused }) += 1;
    }
    assert_eq!((taken, refused), (5, 11));
}
#[test]
fn words_of_what_is_refused() {
    let refused = |ids| multiplies::<Mxfp4>(ids).unwrap_err();
    let message = "multiplies by scale factors from byte 1 of a word on, 2 for each row";
    assert!(refused([[1, 0], [0, 0]]).contains(message));
    let message = "multiplies by the scale factors of thread 2, which has others";
    assert!(refused([[0, 2], [0, 0]]).contains(message));
    let message = "executes an instruction of two CTAs after one of one CTA";
    assert!(mixes().unwrap_err().contains(message));
    let message = "allocates 48 columns of tensor memory, not a power of two from 32 to 512";
    assert!(allocates(48, 48).unwrap_err().contains(message));
}
