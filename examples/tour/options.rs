//! The command line of the tour: `--size N`, `--quick`, `--help`.

use crate::gemm::TILE;

/// The output of `--help`, which also follows a complaint.
pub(crate) const USAGE: &str = "\
usage: cargo run --release --example tour [-- [--size N] [--quick]]
  --size N  multiply matrices of N by N (default 1024); N is a multiple of 128
  --quick   256 by 256 and few repetitions, for a check rather than a timing";

/// The options of the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// Rows and columns of the matrices: 1024.
    pub(crate) size: usize,
    /// Timed pairs of products: 21.
    pub(crate) rounds: usize,
    /// Whether only the usage text was wanted.
    pub(crate) help: bool,
}

impl Options {
    /// Reads the arguments after the program's name: `["--size", "512"]` gives 512 and 21 rounds.
    pub(crate) fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let (mut size, mut quick, mut help) = (None, false, false);
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--size" => size = Some(parse_size(arguments.next())?),
                "--quick" => quick = true,
                "--help" | "-h" => help = true,
                other => return Err(format!("unknown argument `{other}`")),
            }
        }
        let (default_size, rounds) = if quick { (256, 3) } else { (1024, 21) };
        Ok(Self { size: size.unwrap_or(default_size), rounds, help })
    }
}

/// Reads a size that whole tiles cover: `1024` is eight tiles of 128; `1000` is refused.
fn parse_size(argument: Option<String>) -> Result<usize, String> {
    let argument = argument.ok_or("`--size` needs a number")?;
    let size: usize = argument.parse().map_err(|_| format!("`--size {argument}`: not a number"))?;
    if size == 0 || size % TILE != 0 {
        return Err(format!(
            "`--size {size}`: this product has no code for partial tiles, \
             so the size must be a positive multiple of {TILE}"
        ));
    }
    Ok(size)
}
