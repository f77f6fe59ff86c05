//! The version of PTX that instructions need.
//!
//! rustc writes the lowest version that supports the GPU, 7.0 for `sm_80`. It does not read
//! instructions in `asm!`, such as a predicated `cp.async` of version 7.5, and has no stable option
//! for another version. A higher version than necessary makes users install a newer driver: version
//! 8.7 one of CUDA 12.8.

use super::statements::Statement;
use crate::Error;

/// The versions of instructions, as `ptxas` requires them: ten times the version, and the
/// instructions. `A*B` is an instruction with a name that begins with A and text that contains B.
/// The list omits instructions of GPUs that have no lower version.
const NEEDED: [(u32, &[&str]); 18] = [
    (65, &["ldmatrix", "mma.sync"]),
    (71, &["mma.sp", "mma*.and.popc", "mbarrier*.parity"]),
    (73, &["alloca", "stacksave", "stackrestore"]),
    (74, &["createpolicy", "applypriority", "discard", "*.L1::", "*.L2::"]),
    (75, &["fence.proxy"]),
    (76, &["szext", "bmsk"]),
    (77, &["cvta.param", "isspacep.param"]),
    (78, &["*.shared::", "movmatrix", "stmatrix", "mbarrier.try_wait", "*.noinc"]),
    (
        80,
        &[
            "wgmma",
            "setmaxnreg",
            "elect.sync",
            "cp.async.bulk",
            "cp.reduce.async.bulk",
            "fence.proxy.async",
            "fence.mbarrier_init",
            "barrier.cluster",
            "prefetch.tensormap",
            "mbarrier*_tx",
            "mbarrier*.cta.",
            "mbarrier*.cluster.",
        ],
    ),
    (
        81,
        &[
            "st.async",
            "red.async",
            "multimem",
            "cvt*.satfinite.tf32",
            "cvt*.e4m3x2",
            "cvt*.e5m2x2",
            "atom*.v2",
            "atom*.v4",
            "atom*.v8",
            "red*.v2",
            "red*.v4",
            "red*.v8",
        ],
    ),
    (82, &["*.mmio"]),
    (83, &["*.b128", "tensormap", "fence.proxy.tensormap"]),
    (84, &["mma*.e4m3", "mma*.e5m2"]),
    // `ptxas` takes the stride from version 8.3 on, but before CUDA 12.5 in units of 16 bytes.
    (85, &["mma.sp::", "tensormap*.global_stride"]),
    (
        86,
        &[
            "tcgen05",
            "clusterlaunchcontrol",
            "st.bulk",
            "fence.acquire",
            "fence.release",
            "fence*.sync_restrict",
            "cp.async.bulk*.cp_mask",
            "cp.async.bulk*.shared::cta.global",
            "*.f32x2",
        ],
    ),
    (
        87,
        &[
            "mma*.f16.e4m3",
            "mma*.f16.e5m2",
            "mma*.m16n8k16*.e4m3",
            "mma*.m16n8k16*.e5m2",
            "tcgen05.mma*.kind::mxf4nvf4",
        ],
    ),
    (88, &["tcgen05.mma*.block16", "tcgen05.mma*.block32", "ld.global*.v8", "st.global*.v8"]),
    (91, &["mma*.scale_vec::4X.f32.e2m1.e2m1.f32.ue8m0"]),
];

/// Returns ten times the version that a statement needs.
fn needed(statement: &Statement) -> u32 {
    let opcode = statement.opcode();
    let is_one = |pattern: &&str| match pattern.split_once('*') {
        Some((begin, part)) => opcode.starts_with(begin) && opcode.contains(part),
        None => opcode.starts_with(*pattern),
    };
    let known = NEEDED.iter().filter(|(_, all)| all.iter().any(&is_one));
    let version = known.map(|(version, _)| *version).max().unwrap_or(0);
    // A copy that reads nothing if a predicate is set:
    // `cp.async.cg.shared.global [to], [from], 16, ignore`.
    let copy = ["cp.async.ca.", "cp.async.cg."];
    let predicated = copy.iter().any(|copy| opcode.starts_with(copy))
        && statement.operands().split(',').count() > 3;
    version.max(if predicated { 75 } else { 0 })
}

/// Raises the version of the file to the one that its instructions need, and to `least`, both ten
/// times the version.
pub(super) fn raise<'t>(
    text: &mut String,
    statements: impl Iterator<Item = &'t Statement>,
    least: u32,
) -> Result<(), Error> {
    let needed = statements.map(needed).max().unwrap_or(0).max(least);
    let (start, end, found) =
        find(text).ok_or_else(|| Error("the PTX has no line such as `.version 8.0`".into()))?;
    if needed > found {
        text.replace_range(start..end, &format!("{}.{}", needed / 10, needed % 10));
    }
    Ok(())
}

/// Returns the position of the version, and ten times the version.
fn find(text: &str) -> Option<(usize, usize, u32)> {
    const BEFORE: &str = "\n.version ";
    let start = text.find(BEFORE)? + BEFORE.len();
    let number = text[start..].lines().next()?;
    let (major, minor) = number.trim_end().split_once('.')?;
    let version = 10 * major.parse::<u32>().ok()? + minor.parse::<u32>().ok()?;
    Some((start, start + number.trim_end().len(), version))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raised(instruction: &str, least: u32) -> String {
        let mut text = "//\n\n.version 7.0\n.target sm_80\n".to_string();
        let statement = Statement { text: instruction.into(), by_hand: true };
        raise(&mut text, [statement].iter(), least).unwrap();
        let (_, version) = text.split_once("\n.version ").unwrap();
        version.lines().next().unwrap().into()
    }

    /// The versions equal those that ptxas 13.5 requires, except that of a stride of a tensor map.
    #[test]
    fn instructions_need_a_version() {
        for (instruction, version) in [
            ("cp.async.cg.shared.global [%r1], [%rd1], 16", "7.0"),
            ("cp.async.cg.shared.global [%r1], [%rd1], 16, ignore", "7.5"),
            ("cp.async.ca.shared.global.L2::128B [%r1], [%rd1], 16", "7.4"),
            ("cp.async.wait_group 0", "7.0"),
            ("mbarrier.test_wait.parity.shared.b64 %p1, [%r1], %r2", "7.1"),
            ("mbarrier.init.shared::cta.b64 [%r1], %r2", "7.8"),
            ("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 16", "8.0"),
            ("ld.global.nc.L1::no_allocate.b32 %r1, [%rd1]", "7.4"),
            ("wgmma.fence.sync.aligned", "8.0"),
            ("wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e4m3 {%r1}, %rd1", "8.0"),
            ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r1}", "7.0"),
            ("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%r1}", "8.4"),
            ("mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e5m2.f16 {%r1}", "8.7"),
            ("fence.proxy.async", "8.0"),
            ("fence.proxy.tensormap::generic.release.gpu", "8.3"),
            ("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%r1], 0, %r2", "8.3"),
            ("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%r1], 0, %rd1", "8.5"),
            ("fence.acq_rel.gpu", "7.0"),
            ("tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::2X [%r1], %rd1", "8.6"),
            ("tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X [%r1]", "8.7"),
            ("red.global.add.f32 [%rd1], %f1", "7.0"),
            ("red.global.v2.f32.add [%rd1], {%f1, %f2}", "8.1"),
        ] {
            assert_eq!(raised(instruction, 0), version, "{instruction}");
        }
    }

    /// What ptxas 13.5 requires of each form of Blackwell's instructions, on each GPU.
    #[test]
    fn blackwell_needs_the_versions_of_ptxas() {
        let all = include_str!("../../../../tests/golden/data/facts/ptx_targets.jsonl");
        let (mut forms, mut held) = (0, 0);
        for line in all.lines() {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let opcode = record["opcode"].as_str().unwrap();
            for (arch, version) in record["accepted"].as_object().unwrap() {
                // The lowest version for the GPU; no lower one than 8.6 was tried.
                let least = match &**arch {
                    "sm_90a" | "sm_100" | "sm_100a" => 86,
                    "sm_120" | "sm_120a" => 87,
                    arch if arch.starts_with("sm_110") => 90,
                    _ => 88,
                };
                assert_eq!(raised(opcode, least), version.as_str().unwrap(), "{opcode}, {arch}");
                held += 1;
            }
            forms += 1;
        }
        assert_eq!((forms, held), (143, 873));
    }
    #[test]
    fn a_version_is_never_lowered() {
        assert_eq!(raised("ldmatrix.sync", 0), "7.0");
        assert_eq!(raised("ret", 87), "8.7");
        assert_eq!(raised("wgmma.fence.sync.aligned", 75), "8.0");
        assert!(raise(&mut String::new(), [].iter(), 0).is_err());
    }
}
