//! Runs every kernel and its twin on all its problems, and prints a table.

use crate::{
    case::Machine,
    problems::{Problem, Scale, all},
};
use std::{error::Error, time::Instant};
use zellige_gpu::kernel::Description;

/// What came out for a kernel.
struct Line {
    kernel: &'static Description,
    sizes: usize,
    worst: f64,
    seconds: f64,
    wrong: Vec<String>,
}

/// Runs the kernels whose names contain one of these words, or all if there are none, on all problems of this
/// scale, prints a table, and says how many launches there were.
///
/// A launch that fails is the last: after some errors a GPU runs nothing more.
///
/// # Errors
///
/// If a result is wrong, or a launch failed; the table says which.
pub fn check(
    machine: &impl Machine,
    scale: Scale,
    only: &[String],
) -> Result<usize, Box<dyn Error>> {
    let mut lines: Vec<Line> = Vec::new();
    'problems: for problem in all(scale).iter().filter(|problem| chosen(problem, only)) {
        let case = problem.case();
        for kernel in problem.kernels() {
            let line = line(&mut lines, kernel);
            let start = Instant::now();
            // SAFETY: the case is one of the kernel's problem.
            let after = unsafe { machine.run(kernel, &case) };
            line.seconds += start.elapsed().as_secs_f64();
            line.sizes += 1;
            match after {
                Err(failure) => {
                    line.wrong.push(format!("{}: {failure}", problem.size));
                    break 'problems;
                }
                Ok(after) => match case.check(&after) {
                    Ok(error) => line.worst = line.worst.max(error),
                    Err(difference) => {
                        let launch = case.describe(kernel);
                        line.wrong
                            .push(format!("{launch}, {}: {difference}", problem.size));
                    }
                },
            }
        }
    }
    print(&lines)
}

/// The line of a kernel.
fn line<'l>(lines: &'l mut Vec<Line>, kernel: &'static Description) -> &'l mut Line {
    let place = lines.iter().position(|line| line.kernel == kernel);
    let place = place.unwrap_or_else(|| {
        lines.push(Line {
            kernel,
            sizes: 0,
            worst: 0.0,
            seconds: 0.0,
            wrong: Vec::new(),
        });
        lines.len() - 1
    });
    &mut lines[place]
}

/// Is this problem one that the user asked for?
pub(crate) fn chosen(problem: &Problem, only: &[String]) -> bool {
    only.is_empty()
        || only
            .iter()
            .any(|word| problem.kernel.contains(word.as_str()))
}

fn print(lines: &[Line]) -> Result<usize, Box<dyn Error>> {
    println!(
        "{:<28} {:>7} {:>7} {:>13} {:>8}  result",
        "kernel", "threads", "sizes", "largest error", "seconds"
    );
    for Line {
        kernel,
        sizes,
        worst,
        seconds,
        wrong,
    } in lines
    {
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
