//! Checks that the sessions of the README print the output that is shown.

use crate::run::{is_printed, shell};

#[test]
fn the_sessions_print_what_stands_there() {
    let readme = include_str!("../../README.md");
    let blocks = readme.split("```console\n").skip(1);
    let sessions = blocks.map(|block| block.split("\n```").next().unwrap_or_default());
    let mut commands = 0;
    for session in sessions {
        for step in session.split("$ ").filter(|step| !step.is_empty()) {
            let (command, output) = step.split_once('\n').unwrap_or((step, ""));
            let run = shell(command);
            let printed = format!("{}{}", run.out, run.err);
            is_printed(command, output, &printed, "README.md");
            commands += 1;
        }
    }
    assert_eq!(commands, 15);
}
