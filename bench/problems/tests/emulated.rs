//! Every kernel, emulated, with all small sizes: a test for each word that names some of them.

use zellige_kernels::atoms;
use zellige_launch::device::Device;
use zellige_problems::{
    check,
    problems::{Scale, all},
};

/// Makes the tests, and the list of their words.
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

/// Checks the kernels whose names contain one of these words, and says how many launches there were.
fn emulate(only: &[String]) -> usize {
    check(&Device::emulator(), Scale::Small, only).unwrap()
}

/// Every instruction of `zellige_gpu`'s atoms, against the layouts of its atom.
#[test]
fn instructions() {
    let names: Vec<String> = atoms::kernels().map(|atom| atom.name.to_string()).collect();
    assert_eq!(emulate(&names), 2 * (44 + 70) + 12 + 6 + 1 + 1 + 7 + 11 * 4);
}

#[test]
fn no_kernel_is_left_out() {
    for problem in all(Scale::Small) {
        let kernel = problem.kernel;
        let is_atom = atoms::kernels().any(|atom| atom.name == kernel);
        assert!(
            is_atom || WORDS.iter().any(|word| kernel.contains(word)),
            "no test emulates {kernel}"
        );
    }
}
