//! `cargo xtask web`: the web page, as a folder for any file server.

mod browser;
mod compiler;
mod server;

use crate::{Outcome, project, skip};
use browser::Browser;
use compiler::Compiler;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// `cargo xtask web`: builds the page; with `--test`, also tests it in Chromium.
pub(crate) fn run(options: &[String]) -> Outcome {
    let browser = match options {
        [] => None,
        [option] if option == "--test" => Some(Browser::find()?),
        _ => return Err("takes --test, or nothing".into()),
    };
    let folder = build(&Compiler::find()?)?;
    match browser {
        Some(browser) => browser.test(&folder),
        None => Ok(()),
    }
}

/// The step of CI: passes, with a note, if there is no compiler for WebAssembly or no browser.
pub(crate) fn step() -> Outcome {
    let compiler = match Compiler::find() {
        Ok(compiler) => compiler,
        Err(reason) => return skip(reason),
    };
    let folder = build(&compiler)?;
    match Browser::find() {
        Ok(browser) => browser.test(&folder),
        Err(reason) => {
            println!("not tried: {reason}");
            Ok(())
        }
    }
}

/// Builds the page, and returns its folder.
fn build(compiler: &Compiler) -> Outcome<PathBuf> {
    let wasm = compiler.build("zellige-web", "zellige_web.wasm")?;
    let folder = project::target().join("web");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for entry in fs::read_dir(project::root().join("crates/web/page"))? {
        let path = entry?.path();
        fs::copy(&path, folder.join(path.file_name().unwrap_or_default()))?;
    }
    let place = folder.join("zellige.wasm");
    fs::copy(wasm, &place)?;
    println!("{}", folder.display());
    println!("{}", size(&place)?);
    Ok(folder)
}

/// The size of a file, uncompressed and, if gzip is installed, compressed.
fn size(file: &Path) -> Outcome<String> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let bytes = fs::metadata(file)?.len();
    let packed = Command::new("gzip").args(["-9", "-c"]).arg(file).output();
    Ok(match packed {
        Ok(packed) if packed.status.success() => {
            let packed = packed.stdout.len();
            format!("{name}: {bytes} bytes, {packed} by gzip -9")
        }
        _ => format!("{name}: {bytes} bytes"),
    })
}
