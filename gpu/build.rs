//! Tells the build script of a kernel crate where the module is that declares shared memory, which Rust cannot name.

fn main() {
    println!("cargo::rerun-if-changed=shared.ll");
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap();
    println!("cargo::metadata=shared={folder}/shared.ll");
}
