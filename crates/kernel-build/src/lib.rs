//! Builds kernels for GPUs from the build script of the program that launches them, and provides
//! their PTX for embedding.
//!
//! A *kernel crate* is a library with [`zellige-gpu`](https://docs.rs/zellige-gpu)'s `#[kernel]`
//! above its functions. A stable compiler compiles it for the host, where the kernels run emulated;
//! the GPU needs a nightly one. The build script of the program that launches them is
//!
//! ```no_run
//! // build.rs
//! zellige_kernel_build::KernelCrate::new("../my-kernels").arch("sm_80").arch("sm_90a").embed();
//! ```
//!
//! and the program reads the PTX with `zellige_launch::embedded!("my-kernels")`, or directly:
//!
//! ```ignore
//! // The PTX for each GPU, by its name: [("sm_80", ".."), ("sm_90a", "..")]
//! const PTX: &[(&str, &str)] = include!(env!("ZELLIGE_KERNELS_my-kernels"));
//! ```
//!
//! If no compiler for GPUs is installed, the list is empty, cargo prints a one-sentence warning
//! that says what to install, and the program still builds and runs its kernels emulated. The PTX
//! has the lowest version that its instructions need, so that an old driver accepts it. Cargo warns
//! of calls, local memory and generic accesses in it. Where `ptxas` is installed, it reports the
//! resources of each kernel: `cargo build -vv` shows the table, and cargo warns of kernels that
//! spill registers. Only what changed is rebuilt.
//!
//! | module | contents |
//! |---|---|
//! | [`toolchain`] | the compiler that builds for GPUs, and the search for it |
//! | [`compile`](mod@compile) | the kernels of a crate, compiled for a GPU: the flags, and why |
//! | [`ptx`] | the launch bounds in the PTX, its version, and slow code in it |
//! | [`assembler`] | NVIDIA's `ptxas`: registers, spills and shared memory of each kernel |
//! | [`embed`](mod@embed) | the directives of a build script for cargo |

pub mod assembler;
pub mod compile;
pub mod embed;
pub mod ptx;
pub mod toolchain;

pub use assembler::Assembler;
pub use compile::KernelCrate;
pub use toolchain::Toolchain;

use std::{
    fmt,
    process::{Command, Stdio},
};

/// An error, as a sentence.
///
/// ```
/// let error = zellige_kernel_build::ptx::Ptx::of("\n.version 7.0\n.visible .entry f()\n{\n}\n").unwrap_err();
/// assert_eq!(error.to_string(), "the kernel f has no launch bounds: it is not a function with `#[kernel]`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for Error {}

/// Returns an error with its subject.
fn because(what: impl fmt::Display, reason: impl fmt::Display) -> Error {
    Error(format!("{what}: {reason}"))
}

/// Runs a command and returns its output and its error output; an exit code other than 0 is an
/// error.
fn output(command: &mut Command) -> Result<(String, String), Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| because(&program, error))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    if output.status.success() {
        Ok((stdout, stderr))
    } else {
        let reason = format!("{}\n{stderr}", output.status);
        Err(because(format!("{program} failed"), reason.trim_end()))
    }
}
