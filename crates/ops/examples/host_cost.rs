//! Times what a call costs the host: a bare launch, a plan that is launched again, and an operator
//! from its tensors on.
//!
//! `cargo run --release -p zellige-ops --example host_cost`, on a machine with a GPU.

use std::{ptr, time::Instant};
use zellige_ops::{Error, Ops, Softmax};
use zellige_ops_kernels::softmax::softmax_f32_warp;

fn main() -> Result<(), Error> {
    let ops = Ops::first()?;
    if ops.is_emulated() {
        println!("{}: there is nothing to time", ops.name());
        return Ok(());
    }
    let (queue, x, mut y) = (ops.queue(), ops.buffer(&[0f32; 64])?, ops.buffer(&[0f32; 64])?);
    let stream = ops.device().default_stream();
    let arguments = (1, 64, x.pointer(), 64, y.pointer_mut(), 64, 1.0, ptr::null_mut());
    // SAFETY: x and y are a row of 64 elements.
    let bare = || unsafe { stream.launch::<softmax_f32_warp>((1, 1), arguments) };
    let bare = time(&ops, bare)?;
    let plan = {
        let (from, to) = (queue.tensor(&x, [1, 64])?, queue.tensor_mut(&mut y, [1, 64])?);
        let plan = Softmax::new(from, to).plan(&ops)?;
        time(&ops, || plan.launch(&queue))?
    };
    let operator = time(&ops, || {
        let (from, to) = (queue.tensor(&x, [1, 64])?, queue.tensor_mut(&mut y, [1, 64])?);
        Softmax::new(from, to).launch(&queue)
    })?;
    println!("{}", ops.name());
    println!("a bare launch     {bare:.2} us");
    println!("a plan            {plan:.2} us");
    println!("an operator       {operator:.2} us");
    Ok(())
}

/// Returns the median of the microseconds of a call, over 51 times 200 calls.
fn time(ops: &Ops, mut call: impl FnMut() -> Result<(), Error>) -> Result<f64, Error> {
    let mut times = Vec::new();
    for _ in 0..51 {
        ops.device().wait()?;
        let begin = Instant::now();
        for _ in 0..200 {
            call()?;
        }
        times.push(begin.elapsed().as_secs_f64() * 1e6 / 200.0);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[25])
}
