//! The pictures of the book match `src/pictures` byte for byte. `cargo xtask bless pictures`
//! rewrites them; look at the changes before you commit them.

use std::{collections::BTreeSet, env, ffi::OsString, fs, path::PathBuf};
use zellige::atom::{CopyAtom, copy, mma};
use zellige::prelude::*;
use zellige_draw::{self as draw, Picture};
use zellige_dynamic::{DynLayout, Swizzle};

/// The pictures, each with its file name.
fn pictures() -> Vec<(&'static str, Picture)> {
    let of = |text: &str| text.parse::<DynLayout>().expect("a layout");
    let swizzle = Swizzle::new(3, 0, 3).expect("a swizzle");
    let (block, grid) = (of("(2,2):(2,1)"), of("(2,4):(4,1)"));
    let ldmatrix = CopyAtom::<copy::SM75_U32x1_LDSM_N, int!(16)>::default();
    vec![
        ("row-major", draw::layout(of("(4,8):(8,1)"))),
        ("column-major", draw::layout(of("(4,8):(1,4)"))),
        ("nested", draw::layout(of("((2,2),(2,4)):((1,4),(2,8))"))),
        ("compose", draw::compose(of("(6,8):(8,1)"), of("(3,4):(2,12)"))),
        ("compose-refused", draw::compose(of("(4,6):(1,8)"), of("4:3"))),
        ("tiles", draw::partition(of("(8,8):(8,1)"), (2, 4))),
        ("blocked", draw::layout(block.blocked_product(&grid).expect("a product"))),
        ("raked", draw::layout(block.raked_product(&grid).expect("a product"))),
        ("threads", draw::threads(of("(4,8):(8,1)"), of("(2,4):(4,1)"))),
        ("thread-values", draw::thread_values(of("((4,8),(2,2)):((32,1),(16,8))"), (16, 8))),
        ("swizzle", draw::swizzle(&swizzle, of("(8,8):(8,1)"))),
        ("banks", draw::banks(of("(8,8):(8,1)"), 16)),
        ("banks-swizzled", draw::banks(of("Sw<3,0,3> o 0 o (8,8):(8,1)"), 16)),
        ("ldmatrix", draw::copy(ldmatrix)),
        ("mma", draw::mma(mma::SM80_16x8x8_F32F16F16F32_TN)),
    ]
}

#[test]
fn pictures_are_current() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/pictures");
    let overwrite = env::var_os("BLESS").is_some();
    let mut stale = Vec::new();
    for (name, picture) in pictures() {
        let file = folder.join(format!("{name}.svg"));
        let svg = picture.svg();
        if overwrite {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(&file, &svg).expect("a file");
        } else if fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n") != svg {
            stale.push(name);
        }
    }
    assert!(
        stale.is_empty(),
        "{stale:?} are not what zellige-draw draws; `cargo xtask bless pictures` writes them anew"
    );
}

#[test]
fn no_file_is_left_over() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/pictures");
    let names = pictures().into_iter().map(|(name, _)| format!("{name}.svg").into());
    let drawn: BTreeSet<OsString> = names.collect();
    let files = fs::read_dir(folder).expect("a folder");
    let found: BTreeSet<OsString> = files.map(|file| file.expect("a file").file_name()).collect();
    assert_eq!(found, drawn);
}
