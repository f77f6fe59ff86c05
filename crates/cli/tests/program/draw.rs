//! Pictures in files, as LaTeX and with colours.

use std::fs;
use std::path::Path;

use crate::run::zellige;

#[test]
fn a_picture_as_svg() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("picture.svg");
    let file = file.to_str().expect("a name");
    for arguments in [
        &["show", "(4,8):(8,1)", "--svg", file][..],
        &["draw", "layout", "(4,8):(8,1)", "--svg", file],
    ] {
        let run = zellige(arguments);
        assert_eq!((run.code, &*run.out, &*run.err), (Some(0), "", ""));
        let svg = fs::read_to_string(file).expect("the file is written");
        assert!(svg.starts_with("<svg") && svg.contains("index 5: offset 9</title>"), "{svg}");
        fs::remove_file(file).expect("it is there");
    }
    let run = zellige(&["show", "8:1", "--svg", "no/such/folder/picture.svg"]);
    assert!(
        run.err.starts_with("error: the file `no/such/folder/picture.svg` cannot be written: "),
        "{}",
        run.err
    );
    assert_eq!(run.code, Some(2));
}

#[test]
fn a_picture_as_latex_or_json() {
    let run = zellige(&["draw", "banks", "(4,4):(36,1)", "--latex"]);
    assert!(run.out.contains("\\begin{tikzpicture}") && run.code == Some(0), "{}", run.out);
    let run = zellige(&["--json", "draw", "layout", "(2,2):(2,1)"]);
    let record: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert!(
        record["out"].as_str().is_some_and(|text| text.starts_with("(2,2):(2,1)\n")),
        "{}",
        run.out
    );
}

#[test]
fn what_cannot_be_drawn() {
    let run = zellige(&["draw", "compose", "(4,6):(1,8)", "4:3"]);
    assert!(
        run.err.starts_with("error[NoPicture]: composition(A, B): mode 0 of B (4:3) walks A"),
        "{}",
        run.err
    );
    assert_eq!((run.code, &*run.out), (Some(1), ""));
    let run = zellige(&["show", "8:1", "--svg", "a.svg", "--latex"]);
    assert_eq!((run.code, &*run.out), (Some(2), ""));
    let large = zellige(&["show", "(4096,4096):(4096,1)"]);
    assert!(large.code == Some(0) && large.out.lines().count() < 40, "{}", large.out);
}
