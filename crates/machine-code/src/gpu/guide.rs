//! Builds and runs the two crates of `crates/kernels/README.md` as printed there, together with two
//! products of the book and a large kernel, without warnings.

use super::toolchain::{self, Toolchain};
use crate::{
    Outcome,
    project::{self, scratch},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The files of the guide's crates, which the guide names above their contents.
const FILES: [&str; 5] = [
    "my-kernels/Cargo.toml",
    "my-kernels/src/lib.rs",
    "my-program/Cargo.toml",
    "my-program/build.rs",
    "my-program/src/main.rs",
];
/// The chapters of the book whose products are compiled with the guide's kernel, and the GPU that
/// each one needs: one for `cp.async` with a predicate, one for `wgmma`.
const CHAPTERS: [(&str, &str); 2] = [("gemm_pipeline", "sm_80"), ("gemm_hopper", "sm_90a")];
/// A kernel so large that LLVM does not inline it on its own: 16 sums of 512 products, written out.
const LARGE: &str = "
use zellige_gpu::{Gpu, kernel, unroll};

/// # Safety
///
/// x and y have N numbers for each thread, 16 at least.
#[kernel(threads = 32, instances(large = <16>))]
pub unsafe fn sums<const N: u32, G: Gpu>(gpu: G, x: *const f32, y: *mut f32) {
    let first = (N * gpu.thread()) as usize;
    // SAFETY: the numbers of this thread.
    unsafe {
        let values: [f32; 16] = core::array::from_fn(|i| *x.add(first + i));
        let mut sums = values;
        unroll!(for _l in 0..2 {
            unroll!(for i in 0..16 {
                unroll!(for j in 0..16 {
                    unroll!(for k in 0..16 {
                        sums[i as usize] = gpu.fma(values[j as usize], values[k as usize], sums[i as usize]);
                    });
                });
            });
        });
        unroll!(for i in 0..16 {
            *y.add(first + i as usize) = sums[i as usize];
        });
    }
}
";
/// The line of the guide's build script that names a GPU.
const ARCH: &str = ".arch(\"sm_80\")";
/// The crates in the guide's manifests, and their folders in this repository: paths replace the
/// versions.
const DEPENDENCIES: [(&str, &str); 4] = [
    ("zellige", ""),
    ("zellige-gpu", "crates/gpu"),
    ("zellige-launch", "crates/launch"),
    ("zellige-kernel-build", "crates/kernel-build"),
];
/// What the program prints last.
const LAST: &str = "30000 numbers, each twice as large";

/// `cargo xtask guide`.
pub fn command() -> Outcome {
    Toolchain::find()?;
    println!("{}", run()?.join(", "));
    Ok(())
}

/// Runs the guide's program, which compiles its kernels for GPUs and emulates them if there is no
/// GPU. Returns the names of the assembled kernels.
pub(super) fn run() -> Outcome<Vec<String>> {
    let root = project::root();
    let guide = fs::read_to_string(root.join("crates/kernels/README.md"))?;
    let folder = scratch("guide")?;
    let source = |name: &str| folder.join("my-kernels/src").join(name);
    for file in FILES {
        let text = block(&guide, file).ok_or_else(|| format!("the guide has no `{file}`"))?;
        let text = match file.ends_with(".toml") {
            true => with_paths(text, &root) + "\n[workspace]\n",
            false => text.replace(ARCH, &format!("{ARCH}.arch(\"sm_90a\")")),
        };
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        fs::write(path, text)?;
    }
    let mut library = fs::read_to_string(source("lib.rs"))?;
    for (chapter, _) in CHAPTERS {
        let text =
            fs::read_to_string(root.join("crates/book/src").join(chapter).with_extension("md"))?;
        let text = product(&text, chapter).ok_or_else(|| format!("{chapter}.md has no product"))?;
        fs::write(source(&format!("{chapter}.rs")), text)?;
        library += &format!("pub mod {chapter};\n");
    }
    fs::write(source("large.rs"), LARGE)?;
    fs::write(source("lib.rs"), library + "pub mod large;\n")?;
    // The dependencies have the same versions as in the workspace.
    for member in ["my-kernels", "my-program"] {
        let lock = folder.join(member).join("Cargo.lock");
        fs::copy(root.join("Cargo.lock"), lock)?;
    }

    let target = project::target().join("gpu/guide");
    let mut cargo = project::cargo();
    cargo
        .current_dir(folder.join("my-program"))
        .args(["run", "--target-dir"])
        .arg(&target)
        .env(zellige_kernel_build::toolchain::VARIABLE, toolchain::folder());
    let (printed, messages) = project::read_both(&mut cargo)?;
    if printed.lines().last() != Some(LAST) {
        return Err(format!("the guide's program does not print `{LAST}`, but\n{printed}").into());
    }
    let build = newest(&target.join("debug/build"))?;
    let messages = messages + &fs::read_to_string(build.join("stderr"))?;
    if messages.contains("warning") {
        return Err(format!("the build of the guide's program warns\n{messages}").into());
    }
    let mut names = Vec::new();
    for arch in CHAPTERS.map(|(_, arch)| arch) {
        let file = |extension: &str| build.join(format!("out/my-kernels.{arch}.{extension}"));
        if !file("cubin").exists() {
            return Err(format!("the guide's kernels were not assembled for {arch}").into());
        }
        let ptx = fs::read_to_string(file("ptx"))?;
        for name in ["scale", "large", "gemm_pipeline", "gemm_hopper"] {
            let needs = CHAPTERS.iter().find(|(chapter, _)| *chapter == name);
            let is_there = ptx.contains(&format!(".visible .entry {name}("));
            if is_there != needs.is_none_or(|(_, least)| *least <= arch) {
                let which = ["there is no kernel", "there is a kernel"][usize::from(is_there)];
                return Err(format!("{which} {name} in the PTX for {arch}").into());
            }
            if is_there {
                names.push(format!("{name} for {arch}"));
            }
        }
    }
    Ok(names)
}

/// The newest output folder of a build script that produced PTX.
fn newest(builds: &Path) -> Outcome<PathBuf> {
    let mut found = Vec::new();
    for build in fs::read_dir(builds)? {
        let build = build?.path();
        let file = build.join("out/my-kernels.sm_80.ptx");
        if file.exists() {
            found.push((fs::metadata(&file)?.modified()?, build));
        }
    }
    let newest = found.into_iter().max().map(|(_, build)| build);
    newest.ok_or_else(|| "the guide's program has no PTX of its kernels".into())
}

/// A module of kernels: a chapter's product under another name, with the code before it and without
/// the code that runs it.
pub fn product(chapter: &str, name: &str) -> Option<String> {
    let kernel = chapter.find("#[kernel(")?;
    let begin = chapter[..kernel].rfind("```rust\n")? + "```rust\n".len();
    let end = kernel + chapter[kernel..].find("\n}\n")? + "\n}\n".len();
    let runs = ["use zellige_emulator", "use zellige_launch"];
    let lines = chapter[begin..end].lines();
    let lines = lines.map(|line| line.strip_prefix("# ").unwrap_or(line));
    let lines = lines.filter(|line| !runs.iter().any(|other| line.starts_with(other)));
    let text = lines.flat_map(|line| [line, "\n"]).collect::<String>();
    let text = format!("#![allow(dead_code)]\n{text}");
    let (before, kernel) = text.split_once("unsafe fn ")?;
    let (_, parameters) = kernel.split_once('<')?;
    Some(format!("{before}pub unsafe fn {name}<{parameters}"))
}

/// The manifest, with paths to the crates of this repository.
pub fn with_paths(manifest: &str, root: &Path) -> String {
    let line = |line: &str| {
        let name = line.split(" = ").next().unwrap_or_default();
        let known = DEPENDENCIES.iter().find(|(known, _)| *known == name);
        known.map_or(line.to_string(), |(name, folder)| {
            format!("{name} = {{ path = {:?} }}", root.join(folder))
        })
    };
    let lines: Vec<String> = manifest.lines().map(line).collect();
    lines.join("\n") + "\n"
}

/// The first code block after the line that ends with the file's name.
fn block<'a>(guide: &'a str, file: &str) -> Option<&'a str> {
    let (_, after) = guide.split_once(&format!("`{file}`:\n"))?;
    let (_, begin) = after.split_once("```")?;
    let (_, text) = begin.split_once('\n')?;
    text.split_once("```").map(|(text, _)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_found_by_the_name_above_it() {
        let guide =
            "Two files. `a.toml`:\n\n```toml\n[a]\n```\n\n`b.rs`:\n\n```rust\nfn b() {}\n```\n";
        assert_eq!(block(guide, "a.toml"), Some("[a]\n"));
        assert_eq!(block(guide, "b.rs"), Some("fn b() {}\n"));
        assert_eq!(block(guide, "c.rs"), None);
    }

    #[test]
    fn a_product_is_a_module_without_what_runs_it() {
        let chapter = "```rust\nuse a;\n```\n```rust\n# use b;\nuse zellige_emulator::run;\n/// C\n#[kernel(threads = 1)]\n\
                       unsafe fn product<G: Gpu>(gpu: G) {\n    {\n    }\n}\n# fn bf16() {}\n```\n";
        let expected = "#![allow(dead_code)]\nuse b;\n/// C\n#[kernel(threads = 1)]\npub unsafe fn gemm<G: Gpu>(gpu: G) {\n    {\n    }\n}\n";
        assert_eq!(product(chapter, "gemm").as_deref(), Some(expected));
        assert_eq!(product("```rust\n```", "gemm"), None);
    }

    #[test]
    fn crates_of_the_repository_are_found_by_their_paths() {
        let manifest =
            "[dependencies]\nzellige = \"0.1\"\nmy-kernels = { path = \"../my-kernels\" }\n";
        let expected = "[dependencies]\nzellige = { path = \"/r/\" }\nmy-kernels = { path = \"../my-kernels\" }\n";
        assert_eq!(with_paths(manifest, Path::new("/r")), expected);
    }
}
