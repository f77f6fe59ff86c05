//! The same cases in C++: what CuTe's operations cost in a user's build.
//!
//! CuTe's headers, and the headers of CUDA that they include, come as Python packages. A folder
//! holds them unzipped; pip fills it if it is empty. The cases are measured in the same way as the
//! library's: two sources, one that names the operands and one that also names the results, are
//! compiled with `g++ -fsyntax-only`, and the difference of their CPU times counts.

use super::cases::{Operands, Operation};
use super::measure::timed;
use crate::{Outcome, project};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

/// CuTe and the headers of CUDA.
const PACKAGES: [&str; 4] = [
    "nvidia-cutlass==4.2.0.0",
    "nvidia-cuda-runtime-cu12==12.9.79",
    "nvidia-cuda-cccl-cu12==12.9.27",
    "nvidia-cuda-nvcc-cu12==12.9.86",
];
/// The folder of CuTe's headers in its package.
const HEADERS: &str = "cutlass_library/source/include";

/// A C++ compiler with the headers of CuTe.
pub(crate) struct Cute {
    includes: Vec<PathBuf>,
}

impl Cute {
    /// The folder of the packages, unless the user names one.
    pub(crate) fn usual_folder() -> PathBuf {
        project::target().join("cute")
    }

    /// The headers in a folder of unzipped packages; if it has none, pip downloads them.
    pub(crate) fn at(folder: &Path) -> Outcome<Self> {
        if !folder.join(HEADERS).exists() {
            download(folder)?;
        }
        let mut includes = vec![folder.join(HEADERS)];
        for package in fs::read_dir(folder.join("nvidia"))? {
            includes.push(package?.path().join("include"));
        }
        includes.retain(|include| include.is_dir());
        Ok(Cute { includes })
    }

    /// The compiler's name and version.
    pub(crate) fn compiler(&self) -> Outcome<String> {
        let text = project::read(Command::new("g++").arg("--version"))?;
        Ok(text.lines().next().unwrap_or_default().to_owned())
    }

    /// The CPU milliseconds per operation beyond naming the operands; `None` if CuTe does not have
    /// the operation, or refuses a case.
    pub(crate) fn time(
        &self,
        folder: &Path,
        operation: &Operation,
        cases: &[Operands],
        runs: usize,
    ) -> Outcome<Option<f64>> {
        if operation.cute.is_empty() {
            return Ok(None);
        }
        let sources = [folder.join("baseline.cpp"), folder.join("operations.cpp")];
        fs::write(&sources[0], source(cases, "")?)?;
        fs::write(&sources[1], source(cases, operation.cute)?)?;
        project::read(&mut self.command(&sources[0]))?;
        if !self.command(&sources[1]).output()?.status.success() {
            return Ok(None);
        }
        let mut fastest = [Duration::MAX; 2];
        for _ in 0..runs {
            for (source, fastest) in sources.iter().zip(&mut fastest) {
                *fastest = timed(&mut self.command(source))?.min(*fastest);
            }
        }
        let [baseline, operations] = fastest.map(|time| time.as_secs_f64());
        Ok(Some((operations - baseline) * 1000.0 / cases.len() as f64))
    }

    fn command(&self, source: &Path) -> Command {
        let mut command = Command::new("g++");
        command.args(["-std=c++17", "-fsyntax-only", "-w"]);
        for include in &self.includes {
            command.arg("-isystem").arg(include);
        }
        command.arg(source);
        command
    }
}

/// Downloads the packages into a folder.
fn download(folder: &Path) -> Outcome {
    println!("downloads CuTe and the headers of CUDA into {}", folder.display());
    fs::create_dir_all(folder)?;
    let python = || {
        let mut command = Command::new("python3");
        command.current_dir(folder).arg("-m");
        command
    };
    project::read(python().args(["pip", "download", "--quiet", "--no-deps"]).args(PACKAGES))?;
    for package in fs::read_dir(folder)? {
        let package = package?.path();
        if package.extension().is_some_and(|extension| extension == "whl") {
            project::read(python().args(["zipfile", "-e"]).arg(&package).arg("."))?;
            fs::remove_file(package)?;
        }
    }
    Ok(())
}

/// A struct for each case, with the operands and, if there is an operation, its type.
fn source(cases: &[Operands], operation: &str) -> Outcome<String> {
    let mut text = "#include <cute/layout.hpp>\n\
                    template <class T> struct name { static constexpr unsigned value = sizeof(T); };\n\
                    namespace cute {\n"
        .to_owned();
    for (number, case) in cases.iter().enumerate() {
        text += &format!("struct Case{number} {{");
        for (operand, name) in case.iter().zip(["X", "Y", "Z", "W"]) {
            let ty = translated(operand).ok_or_else(|| format!("no C++ for {operand}"))?;
            text += &format!(" using {name} = {ty}; {}", value(name));
        }
        if !operation.is_empty() {
            text += &format!(" using R = decltype({operation}); {}", value("R"));
        }
        text += " };\n";
    }
    Ok(text + "}\n")
}

/// A member that forces the compiler to compute a type in full.
fn value(name: &str) -> String {
    format!("static constexpr unsigned value_{name} = ::name<{name}>::value;")
}

/// Translates a Rust type to C++: `Strided<(UInt<UTerm, B1>,), ..>` becomes
/// `Layout<tuple<C<1>>, ..>`.
fn translated(rust: &str) -> Option<String> {
    let (ty, rest) = translate(rust)?;
    rest.is_empty().then_some(ty)
}

/// The first type of a text, in C++, and the text after it.
fn translate(rust: &str) -> Option<(String, &str)> {
    let rust = rust.trim_start();
    if let Some(rest) = rust.strip_prefix("Strided<") {
        let (shape, rest) = translate(rest)?;
        let (stride, rest) = translate(rest.strip_prefix(',')?)?;
        return Some((format!("Layout<{shape}, {stride}>"), rest.strip_prefix('>')?));
    }
    if let Some(mut rest) = rust.strip_prefix('(') {
        let mut items = Vec::new();
        while !rest.starts_with(')') {
            let (item, after) = translate(rest)?;
            items.push(item);
            rest = after.strip_prefix(',')?;
        }
        return Some((format!("tuple<{}>", items.join(", ")), &rest[1..]));
    }
    let (value, rest) = bits(rust)?;
    Some((format!("C<{value}>"), rest))
}

/// The number at the start of a text, and the text after it.
fn bits(rust: &str) -> Option<(u64, &str)> {
    if let Some(rest) = rust.strip_prefix("UTerm") {
        return Some((0, rest));
    }
    let (high, rest) = bits(rust.strip_prefix("UInt<")?)?;
    let rest = rest.strip_prefix(", B")?;
    let low = u64::from(rest.starts_with('1'));
    Some((2 * high + low, rest.get(1..)?.strip_prefix('>')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_translated() {
        let two = "UInt<UInt<UTerm, B1>, B0>";
        let layout = format!("Strided<(({two},{two},),{two},), (UTerm,)>");
        assert_eq!(
            translated(&layout).as_deref(),
            Some("Layout<tuple<tuple<C<2>, C<2>>, C<2>>, tuple<C<0>>>")
        );
        assert_eq!(translated("(u32,)"), None);
        assert_eq!(translated("UTerm>"), None);
    }
}
