//! Runs every kernel, emulated, with all small sizes: one test for each word that names some of
//! them.

use zellige_launch::device::Device;
use zellige_problems::{
    Choice, check,
    problems::{Scale, all},
};

/// Generates the tests, and the list of their words.
macro_rules! kernels {
    ($($word:ident)*) => {
        const WORDS: &[&str] = &[$(stringify!($word)),*];
        $(
            #[test]
            fn $word() {
                emulate(&[stringify!($word).to_string()]);
            }
        )*
    };
}

kernels! { align_rows attention copy fp8_gemm mma_gemm permute saxpy sgemm softmax transpose wgmma_gemm }

/// Checks the kernels with one of these words in their names, and returns the number of launches.
fn emulate(only: &[String]) -> usize {
    let choice = Choice { words: only.to_vec(), family: None };
    check(&Device::emulator(), Scale::Small, &choice).unwrap()
}

/// Checks every instruction of `zellige_gpu`'s atoms against the layouts of its atom.
#[test]
fn instructions() {
    let names: Vec<String> =
        zellige_instructions::kernels().map(|atom| atom.name.to_string()).collect();
    assert_eq!(emulate(&names), 2 * (44 + 77) + 12 + 7 + 3 + 1 + 1 + 2 + 7 + 11 * 4);
}

#[test]
fn no_kernel_is_left_out() {
    for problem in all(Scale::Small) {
        let kernel = problem.kernel;
        let is_atom = zellige_instructions::kernels().any(|atom| atom.name == kernel);
        assert!(
            is_atom || WORDS.iter().any(|word| kernel.contains(word)),
            "no test emulates {kernel}"
        );
    }
}

fn choice(words: &[&str], family: Option<&str>) -> Choice {
    Choice {
        words: words.iter().map(|word| word.to_string()).collect(),
        family: family.map(str::to_string),
    }
}

#[test]
fn words_name_kernels_and_their_families() {
    assert_eq!(choice(&[], None).families().unwrap().len(), 12);
    // STREAM_K
    let stream = choice(&["stream"], None);
    assert_eq!(stream.families().unwrap(), ["instructions"]);
    assert_eq!(stream.problems(Scale::Small).unwrap().len(), 7);
    assert!(stream.problems(Scale::Timed).unwrap().is_empty());
    let sums = choice(&["sgemm_1", "softmax"], None);
    assert_eq!(sums.families().unwrap(), ["softmax", "sgemm"]);
    let [all, of_family] = [None, Some("sgemm")]
        .map(|family| choice(&["gemm"], family).problems(Scale::Timed).unwrap());
    assert!(of_family.iter().all(|problem| problem.family == "sgemm"));
    assert!(!of_family.is_empty() && of_family.len() < all.len());
}

#[test]
fn nothing_is_not_everything() {
    for (words, family, error) in [
        (&["wmma"][..], None, "no kernel has `wmma` in its name"),
        (&["a b", "x-y"], None, "no kernel has `a b` or `x-y` in its name"),
        (&[], Some("gemms"), "there is no family `gemms`"),
        (&["saxpy"], Some("copy"), "no kernel of the family `copy` has `saxpy` in its name"),
    ] {
        let choice = choice(words, family);
        let refused = check(&Device::emulator(), Scale::Small, &choice).unwrap_err();
        assert_eq!(refused.to_string(), error);
    }
}
