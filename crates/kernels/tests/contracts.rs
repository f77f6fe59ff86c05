//! Kernels with layouts that break a contract, and the errors that their authors see.
//!
//! Each case is a copy of this crate in which one layout is changed. It must be refused, and the
//! first error is compared with `ui-tests/NAME.stderr`, without line numbers.
//! `cargo xtask bless contracts` rewrites those files.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A change that breaks a contract.
struct Case {
    name: &'static str,
    /// The file, below `src`.
    file: &'static str,
    /// The text that occurs there once,
    before: &'static str,
    /// and its replacement.
    after: &'static str,
}

const CASES: &[Case] = &[
    Case {
        name: "transpose_without_swizzle",
        file: "transpose/aligned.rs",
        before: "layout!(Sw<3, 2, 6> o 0 o (64, 64) : (1, 64))",
        after: "layout!((64, 64) : (1, 64))",
    },
    Case {
        name: "transpose_swizzled_inside_a_vector",
        file: "transpose/aligned.rs",
        before: "layout!(Sw<3, 2, 6> o 0 o (64, 64) : (1, 64))",
        after: "layout!(Sw<3, 0, 6> o 0 o (64, 64) : (1, 64))",
    },
    Case {
        name: "transpose_pairs_without_padding",
        file: "transpose/pairs.rs",
        before: "layout!(((2, 72), 128) : ((128, 258), 1))",
        after: "layout!(((2, 72), 128) : ((128, 256), 1))",
    },
    Case {
        name: "permute_swizzled_by_one_tile",
        file: "permute/exchange.rs",
        before: "if left < log(j / v) { left } else { log(j / v) }",
        after: "left",
    },
    Case {
        name: "sgemm_1_without_padding",
        file: "sgemm/sgemm_1.rs",
        before: "(int!(1), Add<Rows, int!(4)>)",
        after: "(int!(1), Add<Rows, int!(0)>)",
    },
    Case {
        name: "sgemm_2_vectors_across_16_bytes",
        file: "sgemm/fill.rs",
        before: "type Column<Rows> = Add<Rows, int!(4)>;",
        after: "type Column<Rows> = Add<Rows, int!(2)>;",
    },
    Case {
        name: "sgemm_2_transposed_without_swizzle",
        file: "sgemm/fill.rs",
        before: "layout!(Sw<2, 3, 3> o 0 o ((64, 2), (4, 4), 2)",
        after: "layout!(((64, 2), (4, 4), 2)",
    },
    Case {
        name: "mma_gemm_without_swizzle",
        file: "mma_gemm/config.rs",
        before: "type KAtom = smem::LayoutKSw128Atom<int!(16)>;",
        after: "type KAtom = layout!((8, 64) : (64, 1));",
    },
    Case {
        name: "mma_gemm_swizzled_inside_a_vector",
        file: "mma_gemm/config.rs",
        before: "type KAtom = smem::LayoutKSw128Atom<int!(16)>;",
        after: "type KAtom = layout!(Sw<3, 2, 3> o 0 o (8, 64) : (64, 1));",
    },
    Case {
        name: "wgmma_gemm_wider_than_the_swizzle",
        file: "major.rs",
        before: "use zellige_gpu::storage::{KMajorTile, MnMajorTile};",
        after: "use zellige_gpu::storage::MnMajorTile;
            type KMajorTile<T, R, K, S> = zellige_gpu::storage::Stages<
                T,
                zellige::ops::TileToShape<zellige::atom::smem::LayoutKSw64Atom<int!(16)>, (R, K, S)>,
                (R, K),
            >;",
    },
    Case {
        name: "wgmma_gemm_too_many_stages",
        file: "wgmma_gemm/config.rs",
        before: "type Stages = U4;",
        after: "type Stages = zellige::typenum::U5;",
    },
];

/// The compiler that produced the errors in the files, as `1.95`.
const BLESSED: &str = "1.95";

#[test]
fn a_broken_contract_is_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("contracts");
    let mut failures = Vec::new();
    for case in CASES {
        let found = case.error(&folder);
        let expected = root().join("ui-tests").join(case.name).with_extension("stderr");
        if env::var_os("BLESS").is_some() {
            fs::write(&expected, &found).expect("the expected error can be written");
        } else if is_blessed() {
            let expected = fs::read_to_string(&expected).unwrap_or_default();
            if found != expected {
                failures.push(format!("{}: expected\n{expected}found\n{found}", case.name));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether this is that compiler; others may word the errors differently.
fn is_blessed() -> bool {
    let version = Command::new("rustc").current_dir(root()).arg("--version").output();
    version.is_ok_and(|output| {
        String::from_utf8_lossy(&output.stdout).starts_with(&format!("rustc {BLESSED}."))
    })
}

impl Case {
    /// The first error of the changed copy.
    fn error(&self, folder: &Path) -> String {
        let copy = folder.join(self.name);
        if copy.exists() {
            fs::remove_dir_all(&copy).expect("an old copy can be removed");
        }
        copy_folder(&root().join("src"), &copy.join("src"));
        let file = copy.join("src").join(self.file);
        let source = fs::read_to_string(&file).expect("the case names a file");
        let count = source.matches(self.before).count();
        assert_eq!(count, 1, "{}: `{}` stands in {} once", self.name, self.before, self.file);
        fs::write(&file, source.replace(self.before, self.after)).expect("the copy can be changed");
        // The other kernels need not be compiled.
        let module = self.file.trim_end_matches(".rs").split('/').next();
        let module = module.filter(|&name| name != "major").unwrap_or("wgmma_gemm");
        let alone = format!("#![no_std]\npub mod major;\npub mod {module};\n");
        fs::write(copy.join("src/lib.rs"), alone).expect("the copy can be changed");

        let mut above = root().ancestors().skip(1);
        let crates = above.next().expect("the kernels lie beside other crates");
        let library = above.next().expect("crates lie in the project's folder");
        let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
        let manifest = manifest
            .replace("path = \"../..\"", &format!("path = {library:?}"))
            .replace("path = \"../gpu\"", &format!("path = {:?}", crates.join("gpu")))
            .replace("license.workspace = true\n", "");
        let (manifest, _) = manifest.split_once("[dev-dependencies]").unwrap_or((&manifest, ""));
        fs::write(copy.join("Cargo.toml"), format!("{manifest}\n[workspace]\n"))
            .expect("a manifest can be written");
        let _ = fs::copy(library.join("Cargo.lock"), copy.join("Cargo.lock"));
        let output = Command::new(env!("CARGO"))
            .current_dir(&copy)
            .args(["check", "--quiet", "--lib", "--target-dir"])
            .arg(folder.join("target"))
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env("RUSTFLAGS", "")
            .output()
            .expect("cargo runs");
        let errors = String::from_utf8(output.stderr).expect("errors are text");
        assert!(!output.status.success(), "{}: the copy compiles", self.name);
        // Paths of files in the library are relative to it.
        first(&errors.replace(&format!("{}/", library.display()), ""))
    }
}

/// Returns the first error, without line numbers and notes.
fn first(errors: &str) -> String {
    let lines = errors.lines().skip_while(|line| !line.starts_with("error"));
    let ends = |line: &str| line.is_empty() || line.starts_with("note:");
    let lines = lines.take_while(|line| !ends(line)).map(|line| {
        let line = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
        match line.split_once("-->") {
            Some(("", place)) => {
                let file = place.split(':').next().unwrap_or_default();
                format!(" -->{file}\n")
            }
            _ if line.starts_with('|') => format!("  {line}\n"),
            _ => format!("{line}\n"),
        }
    });
    lines.collect()
}

/// Copies a folder and its contents.
fn copy_folder(from: &PathBuf, to: &PathBuf) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a folder can be read") {
        let path = entry.expect("an entry of a folder").path();
        let place = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy_folder(&path, &place);
        } else {
            fs::copy(&path, &place).expect("a file can be copied");
        }
    }
}
