//! The kernels that operators of rows choose, and why.

use zellige_ops::*;

/// Asserts which kernel is chosen for rows of f32 of x, `ld` elements apart in y.
fn softmax((rows, columns, ld): (usize, usize, usize), choice: &str) -> Result<(), Error> {
    let ops = Ops::emulator();
    let (queue, x) = (ops.queue(), ops.buffer(&vec![0f32; rows * columns])?);
    let mut y = ops.buffer(&vec![0f32; rows * ld])?;
    let to = queue.tensor_mut(&mut y, [rows, ld])?.narrowed(1, 0, columns)?;
    let plan = Softmax::new(queue.tensor(&x, [rows, columns])?, to).plan(&ops)?;
    assert_eq!(plan.to_string(), choice, "{rows} x {columns}");
    Ok(())
}
#[test]
fn rows_of_softmax() -> Result<(), Error> {
    softmax((2, 1024, 1024), "softmax_f32_warp: a warp has a row in registers")?;
    softmax((2, 1023, 1023), "softmax_f32_warp: a warp has a row in registers")?;
    softmax((2, 5, 9), "softmax_f32_warp: a warp has a row in registers")?;
    softmax((2, 4, 8), "softmax_f32_warp: a warp has a row in registers")?;
    softmax((2, 5, 12), "softmax_f32_any: rows begin at different bytes of 16")?;
    softmax((1, 5, 12), "softmax_f32_warp: a warp has a row in registers")?;
    softmax((2, 2048, 2048), "softmax_f32_block_2: a block has a row in registers")?;
    softmax((2, 2049, 2049), "softmax_f32_block_4: a block has a row in registers")?;
    softmax((1, 8192, 8192), "softmax_f32_wide: a block has a row in registers")?;
    let in_turn = "softmax_f32_cluster_1: a block has rows in registers, one after the other";
    softmax((1, 8193, 8193), in_turn)?;
    softmax((1, 16385, 16385), "softmax_f32_cluster_2: several blocks have a row in registers")?;
    softmax((1, 131072, 131072), "softmax_f32_cluster_8: several blocks have a row in registers")?;
    let too_long = "softmax_f32_any: a row does not fit into the registers of a block";
    softmax((1, 131073, 131073), too_long)
}

/// Asserts which kernel is chosen for rows of f32, with a weight from an element of its memory on.
fn norm((rows, columns): (usize, usize), first: usize, choice: &str) -> Result<(), Error> {
    let ops = Ops::emulator();
    let (queue, numbers) = (ops.queue(), vec![0f32; rows * columns]);
    let (x, mut y) = (ops.buffer(&numbers)?, ops.buffer(&numbers)?);
    let weight = ops.buffer(&vec![0f32; first + columns])?;
    let to = queue.tensor_mut(&mut y, [rows, columns])?;
    let weight = queue.tensor(&weight, [first + columns])?.narrowed(0, first, columns)?;
    let plan = Norm::layer(queue.tensor(&x, [rows, columns])?, to).weight(weight).plan(&ops)?;
    assert_eq!(plan.to_string(), choice, "{rows} x {columns}");
    Ok(())
}
#[test]
fn rows_of_norms() -> Result<(), Error> {
    norm((2, 512), 0, "layer_norm_f32_warp: a warp has a row in registers")?;
    norm((2, 511), 0, "layer_norm_f32_warp_ends: a warp has a row in registers")?;
    norm((2, 512), 4, "layer_norm_f32_warp: a warp has a row in registers")?;
    let misaligned = "the weight or the bias begins in the middle of 16 bytes";
    norm((2, 512), 1, &format!("layer_norm_f32_any: {misaligned}"))?;
    norm((1, 4097), 0, "layer_norm_f32_wide_ends: a block has a row in registers")?;
    norm((1, 8196), 0, "layer_norm_f32_cluster_2: several blocks have a row in registers")?;
    norm((1, 8197), 0, "layer_norm_f32_any: long rows are not vectors of 16 bytes")?;
    norm((1, 131072), 0, "layer_norm_f32_cluster_16: several blocks have a row in registers")
}

/// Asserts which kernel is chosen for losses of rows of f32.
fn cross_entropy((rows, columns): (usize, usize), choice: &str) -> Result<(), Error> {
    let ops = Ops::emulator();
    let (queue, x) = (ops.queue(), ops.buffer(&vec![0f32; rows * columns])?);
    let (classes, mut losses) = (ops.buffer(&vec![0u32; rows])?, ops.buffer(&vec![0f32; rows])?);
    let (of_row, loss) = (queue.tensor(&classes, [rows])?, queue.tensor_mut(&mut losses, [rows])?);
    let plan = CrossEntropy::new(queue.tensor(&x, [rows, columns])?, of_row, loss).plan(&ops)?;
    assert_eq!(plan.to_string(), choice, "{rows} x {columns}");
    Ok(())
}
#[test]
fn rows_of_losses() -> Result<(), Error> {
    cross_entropy((2, 5), "cross_entropy_f32_wide: a block has a row in registers")?;
    let in_turn = "cross_entropy_f32_cluster_1: a block has rows in registers, one after the other";
    cross_entropy((2, 8193), in_turn)?;
    let several = "cross_entropy_f32_cluster_8: several blocks have a row in registers";
    cross_entropy((1, 131072), several)?;
    let too_long = "cross_entropy_f32_any: a row does not fit into the registers of a block";
    cross_entropy((1, 131073), too_long)
}
