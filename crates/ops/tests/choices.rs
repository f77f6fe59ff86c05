//! The kernels that operators choose, and why.

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
    softmax((2, 1536, 1536), "softmax_f32_narrow_3: a block has a row in registers")?;
    softmax((2, 2048, 2048), "softmax_f32_block_2: a block has a row in registers")?;
    softmax((2, 2049, 2049), "softmax_f32_block_4: a block has a row in registers")?;
    softmax((1, 8192, 8192), "softmax_f32_wide: a block has a row in registers")?;
    let in_turn = "softmax_f32_cluster_1: a block has rows in registers, one after the other";
    softmax((1, 8193, 8193), in_turn)?;
    softmax((1, 8196, 8196), "softmax_f32_vectors_2: several blocks have a row in registers")?;
    softmax((1, 16385, 16385), "softmax_f32_cluster_2: several blocks have a row in registers")?;
    softmax((1, 131072, 131072), "softmax_f32_vectors_16: several blocks have a row in registers")?;
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
    norm((2, 512), 0, "layer_norm_f32_warp_512: a warp has a row in registers")?;
    norm((2, 511), 0, "layer_norm_f32_warp_512_ends: a warp has a row in registers")?;
    norm((2, 513), 0, "layer_norm_f32_warp_ends: a warp has a row in registers")?;
    norm((2, 512), 4, "layer_norm_f32_warp_512: a warp has a row in registers")?;
    let misaligned = "the weight or the bias begins in the middle of 16 bytes";
    norm((2, 512), 1, &format!("layer_norm_f32_any: {misaligned}"))?;
    norm((1, 1025), 0, "layer_norm_f32_narrow_3_ends: a block has a row in registers")?;
    norm((1, 3072), 0, "layer_norm_f32_block_3: a block has a row in registers")?;
    let in_turn = "a block has rows in registers, one after the other";
    norm((1, 4100), 0, &format!("layer_norm_f32_cluster_1: {in_turn}"))?;
    norm((1, 7167), 0, &format!("layer_norm_f32_cluster_1_ends: {in_turn}"))?;
    norm((1, 8191), 0, "layer_norm_f32_wide_ends: a block has a row in registers")?;
    norm((1, 8196), 0, "layer_norm_f32_cluster_2: several blocks have a row in registers")?;
    norm((1, 8197), 0, "layer_norm_f32_cluster_2_ends: several blocks have a row in registers")?;
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

/// Asserts which kernels are chosen for sums of f32 over a mode, with a workspace and without.
fn sum(shape: &[usize], mode: usize, choice: &str, without: &str) -> Result<(), Error> {
    let (ops, size) = (Ops::emulator(), shape.iter().product());
    let (queue, x) = (ops.queue(), ops.buffer(&vec![0f32; size])?);
    let mut workspace = ops.buffer(&[0u32; Reduce::WORKSPACE])?;
    let left = [&shape[..mode], &shape[mode + 1..]].concat();
    let mut y = ops.buffer(&vec![0f32; left.iter().product()])?;
    let mut sum = |workspace: Option<TensorMut<'_>>| {
        let to = queue.tensor_mut(&mut y, &left)?;
        let sum = Reduce::sum(queue.tensor(&x, shape)?, mode..mode + 1, to);
        match workspace {
            Some(workspace) => Ok(sum.workspace(workspace).plan(&ops)?.to_string()),
            None => Ok::<_, Error>(sum.plan(&ops)?.to_string()),
        }
    };
    assert_eq!(sum(None)?, without, "{shape:?}");
    let list = queue.tensor_mut(&mut workspace, [Reduce::WORKSPACE])?;
    assert_eq!(sum(Some(list))?, choice, "{shape:?}");
    Ok(())
}
#[test]
fn few_sums() -> Result<(), Error> {
    let rows = "reduce_rows_f32: the reduced modes are contiguous";
    let of_a_row = "reduce_rows_f32: two passes: each block of the first has a part of a row";
    let one = "reduce_rows_f32: one pass, with a block for each long row: there is no workspace";
    sum(&[3, 32767], 1, rows, rows)?;
    sum(&[3, 32768], 1, of_a_row, one)?;
    sum(&[257, 32768], 1, rows, rows)?;
    let shared = "reduce_columns_f32_cluster_16: several blocks share the rows of their columns";
    let of_columns =
        "reduce_columns_f32: two passes: each block of the first has some rows of its columns";
    sum(&[32767, 16], 0, shared, shared)?;
    sum(&[32768, 16], 0, of_columns, shared)
}
