//! Writes every kind of picture into a folder, as text, SVG and LaTeX:
//! `cargo run -p zellige-draw --example gallery -- FOLDER`.

use std::path::Path;

use zellige::atom::{CopyAtom, copy, make_tiled_mma, mma};
use zellige::prelude::*;
use zellige_draw::{self as draw, MmaLayouts, Picture};
use zellige_dynamic::{DynLayout, Swizzle, Tiler};

/// Returns the pictures, each with the name of its files.
fn pictures() -> Result<Vec<(&'static str, Picture)>, Box<dyn std::error::Error>> {
    let layout = |text: &str| text.parse::<DynLayout>();
    let (rows, a) = (layout("(8,64):(64,1)")?, layout("(8,16):(16,1)")?);
    let nested = layout("((2,4),(2,2,2)):((1,8),(2,4,32))")?;
    let ldmatrix = CopyAtom::<copy::SM75_U32x4_LDSM_N, int!(16)>::default();
    let tiled = make_tiled_mma(mma::SM80_16x8x8_F32F16F16F32_TN, layout!((2, 1)));
    Ok(vec![
        ("layout", draw::layout(&a)),
        ("layout-nested", draw::layout(&nested)),
        ("layout-one-mode", draw::layout(layout("((2,3)):((8,1))")?)),
        ("layout-three-modes", draw::layout(layout("(4,4,6):(4,1,16)")?)),
        ("layout-coordinates", draw::layout(DynLayout::identity((4, 6))?)),
        ("layout-large", draw::layout(layout("(16777216,16777216):(16777216,1)")?)),
        ("thread-values", draw::thread_values(layout("((4,8),(2,2)):((32,1),(16,8))")?, (16, 8))),
        ("mma", draw::mma(mma::SM80_16x8x16_F32F16F16F32_TN)),
        ("mma-tiled", draw::mma(MmaLayouts::tiled(tiled))),
        ("mma-warp-group", draw::mma(mma::SM90_64x64x8_F32TF32TF32_SS_TN)),
        ("copy", draw::copy(ldmatrix)),
        ("swizzle", draw::swizzle(&Swizzle::new(3, 0, 3)?, layout("(8,8):(8,1)")?)),
        ("compose", draw::compose(layout("(6,8):(8,1)")?, layout("(3,4):(2,12)")?)),
        ("compose-refused", draw::compose(layout("(4,6):(1,8)")?, layout("4:3")?)),
        ("partition-tiles", draw::partition(&a, (4, 4))),
        ("partition-strided", draw::partition(&a, "(_,(2,2):(1,8))".parse::<Tiler>()?)),
        ("partition-threads", draw::threads(&a, layout("(4,8):(8,1)")?)),
        ("banks", draw::banks(&rows, 2)),
        ("banks-swizzled", draw::banks(Swizzle::new(3, 3, 3)?.compose(&rows)?, 2)),
    ])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(folder) = std::env::args_os().nth(1) else {
        return Err("say into which folder the pictures are to be written".into());
    };
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    for (name, picture) in pictures()? {
        let file = |ending| folder.join(format!("{name}.{ending}"));
        std::fs::write(file("txt"), picture.text())?;
        std::fs::write(file("svg"), picture.svg())?;
        std::fs::write(file("tex"), picture.latex())?;
        println!("{name}: {}", picture.title());
    }
    Ok(())
}
