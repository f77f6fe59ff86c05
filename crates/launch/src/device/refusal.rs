//! Errors of launches that no GPU, or not this one, can run.

use zellige_gpu::kernel::{Description, Kind, Parameter, Value};

/// The limits of a device.
#[derive(Copy, Clone, Debug)]
pub(super) struct Limits {
    /// The maximum shared memory of a block, in bytes.
    pub(super) shared: u32,
    /// The compute capability of the device, (major, minor).
    pub(super) capability: (u32, u32),
    /// Whether kernels for every capability run.
    pub(super) emulated: bool,
    /// Whether blocks can form clusters.
    pub(super) clusters: bool,
    /// The number of multiprocessors.
    pub(super) multiprocessors: u32,
}
impl Limits {
    /// The limits of the emulator, which are those of Hopper.
    pub(super) const EMULATOR: Limits = Limits {
        shared: 227 << 10,
        capability: (9, 0),
        emulated: true,
        clusters: true,
        multiprocessors: 2,
    };
}
/// The maximum number of blocks of a grid, in x and y.
const GRID: (u32, u32) = (i32::MAX as u32, 65535);

/// Returns the reason why this launch is impossible, or `None` if it is possible.
pub(super) fn refusal(
    kernel: &Description,
    (x, y): (u32, u32),
    values: &[Value],
    limits: &Limits,
) -> Option<String> {
    if x == 0 || y == 0 {
        return Some("the grid has no blocks".into());
    }
    if x > GRID.0 || y > GRID.1 {
        return Some(format!("a grid has at most {} by {} blocks", GRID.0, GRID.1));
    }
    let (capability, (major, minor)) = (kernel.capability, limits.capability);
    if !limits.emulated && !capability.is_had_by(limits.capability) {
        return Some(format!(
            "the kernel needs {}, but the GPU has compute capability {major}.{minor}",
            capability.target_cpu()
        ));
    }
    if kernel.shared > limits.shared {
        return Some(format!(
            "a block needs {} bytes of shared memory, but has at most {} here",
            kernel.shared, limits.shared
        ));
    }
    if kernel.cluster > 1 && !limits.clusters {
        return Some("the kernel needs clusters of blocks, which this device does not have".into());
    }
    if kernel.cluster > 1 && !x.is_multiple_of(kernel.cluster) {
        return Some(format!("{x} blocks in x do not divide into clusters of {}", kernel.cluster));
    }
    let mut pairs = kernel.parameters.iter().zip(values);
    pairs.find_map(|(parameter, value)| match (parameter.kind, value) {
        (Kind::Map, Value::Pointer(0)) => {
            Some(format!("{parameter} is not a tensor map: its address is 0"))
        }
        (Kind::Map, Value::Pointer(address)) => misaligned(parameter, *address, 64),
        (Kind::Pointer { align }, Value::Pointer(address)) => {
            misaligned(parameter, *address, align)
        }
        _ => None,
    })
}

fn misaligned(parameter: &Parameter, address: u64, align: u64) -> Option<String> {
    (!address.is_multiple_of(align))
        .then(|| format!("{parameter} is {address:#x}, which is not a multiple of {align}"))
}

/// Returns the image for a GPU of this compute capability, and the name of the GPU for which it was
/// compiled: the newest that runs there.
pub(super) fn best<T: Copy>(
    images: &[(&'static str, T)],
    capability: (u32, u32),
) -> Option<(&'static str, T)> {
    let runs = images.iter().filter_map(|&(arch, ptx)| {
        let (number, own) = number(arch)?;
        let here = capability.0 * 10 + capability.1;
        let runs = match own {
            Family::All => number <= here,
            Family::Same => number / 10 == here / 10 && number <= here,
            Family::This => number == here,
        };
        runs.then_some(((number, own), arch, ptx))
    });
    let (_, arch, ptx) = runs.max_by_key(|(order, ..)| *order)?;
    Some((arch, ptx))
}

/// The GPUs that run the PTX: all later ones, those of the same family, or no others. PTX that runs
/// on fewer GPUs has more instructions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Family {
    All,
    Same,
    This,
}

/// Returns 90 for `sm_90a`, and that it is for this GPU alone.
fn number(arch: &str) -> Option<(u32, Family)> {
    let text = arch.strip_prefix("sm_")?;
    let (digits, family) = match (text.strip_suffix('a'), text.strip_suffix('f')) {
        (Some(digits), _) => (digits, Family::This),
        (_, Some(digits)) => (digits, Family::Same),
        _ => (text, Family::All),
    };
    Some((digits.parse().ok()?, family))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zellige_gpu::kernel::Capability;

    const KERNEL: Description = Description {
        name: "sum",
        threads: 128,
        shared: 100 << 10,
        min_blocks: 0,
        cluster: 2,
        capability: Capability::Sm90,
        parameters: &[
            Parameter { name: "a", of: "*const TensorMap", kind: Kind::Map },
            Parameter { name: "c", of: "*mut f32", kind: Kind::Pointer { align: 4 } },
        ],
    };
    const HOPPER: Limits = Limits { emulated: false, ..Limits::EMULATOR };
    const GOOD: [Value; 2] = [Value::Pointer(128), Value::Pointer(4)];

    fn reason(grid: (u32, u32), values: &[Value], limits: Limits) -> String {
        refusal(&KERNEL, grid, values, &limits).unwrap_or_default()
    }

    #[test]
    fn what_a_gpu_cannot_do_is_refused() {
        assert_eq!(reason((2, 1), &GOOD, HOPPER), "");
        for grid in [(0, 1), (1, 0)] {
            assert_eq!(reason(grid, &GOOD, HOPPER), "the grid has no blocks");
        }
        assert_eq!(
            reason((2, 65536), &GOOD, HOPPER),
            "a grid has at most 2147483647 by 65535 blocks"
        );
        let capability = (8, 9);
        assert_eq!(
            reason((2, 1), &GOOD, Limits { capability, ..HOPPER }),
            "the kernel needs sm_90a, but the GPU has compute capability 8.9"
        );
        let shared = 99 << 10;
        assert_eq!(
            reason((2, 1), &GOOD, Limits { shared, ..HOPPER }),
            "a block needs 102400 bytes of shared memory, but has at most 101376 here"
        );
        assert_eq!(reason((3, 1), &GOOD, HOPPER), "3 blocks in x do not divide into clusters of 2");
        let clusters = false;
        assert_eq!(
            reason((2, 1), &GOOD, Limits { clusters, ..HOPPER }),
            "the kernel needs clusters of blocks, which this device does not have"
        );
        assert_eq!(reason((2, 1), &GOOD, Limits::EMULATOR), "");
        let blackwell = Description { capability: Capability::Sm100, ..KERNEL };
        assert_eq!(refusal(&blackwell, (2, 1), &GOOD, &Limits::EMULATOR), None);
        assert_eq!(
            refusal(&blackwell, (2, 1), &GOOD, &HOPPER).unwrap_or_default(),
            "the kernel needs sm_100a, but the GPU has compute capability 9.0"
        );
    }

    #[test]
    fn pointers_that_cannot_be_are_refused() {
        assert_eq!(
            reason((2, 1), &[Value::Pointer(0), Value::Pointer(4)], HOPPER),
            "a: *const TensorMap is not a tensor map: its address is 0"
        );
        assert_eq!(
            reason((2, 1), &[Value::Pointer(32), Value::Pointer(4)], HOPPER),
            "a: *const TensorMap is 0x20, which is not a multiple of 64"
        );
        assert_eq!(
            reason((2, 1), &[Value::Pointer(64), Value::Pointer(6)], HOPPER),
            "c: *mut f32 is 0x6, which is not a multiple of 4"
        );
        // An empty matrix may have any address.
        assert_eq!(reason((2, 1), &[Value::Pointer(64), Value::Pointer(0)], HOPPER), "");
    }

    #[test]
    fn the_newest_ptx_that_runs_is_taken() {
        const ALL: &[(&str, &str)] =
            &[("sm_90a", "c"), ("sm_80", "a"), ("sm_90", "b"), ("sm_100f", "d")];
        let best = |capability| best(ALL, capability).map(|(arch, _)| arch);
        assert_eq!(best((7, 5)), None);
        assert_eq!(best((8, 0)), Some("sm_80"));
        assert_eq!(best((8, 9)), Some("sm_80"));
        assert_eq!(best((9, 0)), Some("sm_90a"));
        assert_eq!(best((10, 3)), Some("sm_100f"));
        assert_eq!(best((12, 0)), Some("sm_90"));
    }
}
