//! Links the module that declares shared memory, which Rust cannot name.

fn main() {
    println!("cargo::rerun-if-changed=shared.ll");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "nvptx64") {
        let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap();
        println!("cargo::rustc-link-arg={folder}/shared.ll");
    }
}
