//! The program, run with arguments as a user types them.

mod cargo;
mod draw;
mod errors;
#[cfg(unix)] // the examples are shell commands
mod help;
#[cfg(target_os = "linux")] // which has a full device
mod hostile;
mod random;
#[cfg(unix)]
mod readme;
mod records;
mod run;
