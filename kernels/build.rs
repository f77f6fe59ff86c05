//! Links the module that declares shared memory: where it is, the build script of `zellige-gpu` says.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "nvptx64") {
        let module = std::env::var("DEP_ZELLIGE_GPU_SHARED").unwrap();
        println!("cargo::rustc-link-arg={module}");
    }
}
