//! `zellige`: CuTe's layout algebra on the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    zellige_cli::program()
}
