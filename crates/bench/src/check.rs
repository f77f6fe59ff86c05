//! Runs every kernel on all its problems, and prints a table.

use crate::{
    case::Case,
    placed::Placed,
    problem::{Baseline, Problem},
};
use std::{error::Error, time::Instant};
use zellige_gpu::kernel::Description;
use zellige_launch::device::Device;

/// The result of a kernel.
struct Line {
    kernel: &'static Description,
    sizes: usize,
    worst: f64,
    seconds: f64,
    wrong: Vec<String>,
}

/// Runs the kernels of these problems, each with its own memory, compares all of it with the
/// reference, prints a table, and returns the number of launches. It does not run the baselines of
/// libraries.
///
/// A failed launch is the last one: after some errors a GPU runs nothing more.
///
/// ```text
/// kernel                       threads   sizes largest error  seconds  result
/// saxpy                            256      10       2.3e-16     0.02  as the reference
/// saxpy_by_hand                    256      10       2.3e-16     0.02  as the reference
/// ```
///
/// # Errors
///
/// Fails if a result is wrong, or a launch failed; the table says which.
pub fn check<'p>(
    device: &Device,
    problems: impl IntoIterator<Item = Problem<'p>>,
) -> Result<usize, Box<dyn Error>> {
    let mut lines: Vec<Line> = Vec::new();
    'problems: for problem in problems {
        let shared = (problem.case)();
        for baseline in &problem.baselines {
            let Some(kernel) = baseline.description() else {
                continue;
            };
            let own = baseline.case.as_ref().map(|case| case());
            let case = own.as_ref().unwrap_or(&shared);
            let line = line(&mut lines, kernel);
            let start = Instant::now();
            let ran = run(device, baseline, case);
            line.seconds += start.elapsed().as_secs_f64();
            line.sizes += 1;
            match ran {
                Err(failure) => {
                    line.wrong.push(format!("{}: {failure}", problem.size));
                    break 'problems;
                }
                Ok(placed) => match placed.check(case) {
                    Ok(error) => line.worst = line.worst.max(error),
                    Err(difference) => {
                        let launch = case.describe(kernel);
                        line.wrong.push(format!("{launch}, {}: {difference}", problem.size));
                    }
                },
            }
        }
    }
    print(&lines)
}

/// Launches a baseline once, and returns its memory.
fn run(device: &Device, baseline: &Baseline<'_>, case: &Case) -> Result<Placed, Box<dyn Error>> {
    let (placed, stream) = (Placed::new(device, case)?, device.default_stream());
    baseline.launch(&stream, &placed)?;
    stream.wait()?;
    Ok(placed)
}

/// Returns the line of a kernel.
fn line<'l>(lines: &'l mut Vec<Line>, kernel: &'static Description) -> &'l mut Line {
    let place = lines.iter().position(|line| line.kernel == kernel);
    let place = place.unwrap_or_else(|| {
        lines.push(Line { kernel, sizes: 0, worst: 0.0, seconds: 0.0, wrong: Vec::new() });
        lines.len() - 1
    });
    &mut lines[place]
}
fn print(lines: &[Line]) -> Result<usize, Box<dyn Error>> {
    println!(
        "{:<28} {:>7} {:>7} {:>13} {:>8}  result",
        "kernel", "threads", "sizes", "largest error", "seconds"
    );
    for Line { kernel, sizes, worst, seconds, wrong } in lines {
        let result = match wrong.len() {
            0 => "as the reference".to_string(),
            wrong => format!("WRONG for {wrong} sizes"),
        };
        println!(
            "{:<28} {:>7} {sizes:>7} {worst:>13.1e} {seconds:>8.2}  {result}",
            kernel.name, kernel.threads
        );
    }
    let wrong: Vec<&String> = lines.iter().flat_map(|line| &line.wrong).collect();
    wrong.iter().for_each(|wrong| println!("{wrong}"));
    match wrong.len() {
        0 => Ok(lines.iter().map(|line| line.sizes).sum()),
        wrong => Err(format!("{wrong} launches went wrong").into()),
    }
}
