//! Finds the machine code in the package. It compiles no kernels.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=machine-code");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("machine-code");
    let file = |(arch, name): &(&str, &str)| {
        let file = folder.join(name);
        file.exists().then(|| format!("({arch:?}, include_bytes!({file:?}).as_slice()),"))
    };
    let images = [("sm_90a", "sm_90a.cubin"), ("sm_80", "sm_80.ptx")];
    let images: String = images.iter().filter_map(file).collect();
    let to = Path::new(&env::var("OUT_DIR").unwrap()).join("images.rs");
    fs::write(to, format!("&[{images}]")).unwrap();
}
