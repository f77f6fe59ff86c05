//! The sessions of the README print what stands there.

use crate::run::shell;

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
            assert_eq!(
                format!("{}{}", run.out, run.err).trim_end(),
                output.trim_end(),
                "{command}"
            );
            commands += 1;
        }
    }
    assert_eq!(commands, 15);
}
