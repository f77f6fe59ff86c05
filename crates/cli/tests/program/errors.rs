//! Every error, word for word, with its exit code.

use crate::run::{Run, with_input, zellige};

/// Runs the program, which has to end with this exit code and this message.
#[track_caller]
fn fails(arguments: &[&str], code: i32, expected: &str) {
    told(zellige(arguments), code, expected);
}

#[track_caller]
fn told(run: Run, code: i32, expected: &str) {
    let got = run.err.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!((got.as_str(), &*run.out), (expected.trim_start_matches('\n'), ""));
    assert_eq!(run.code, Some(code));
}

#[test]
fn a_stride_is_missing() {
    fails(
        &["show", "(8,16):(16"],
        2,
        "
error: a stride is missing
  |
1 | (8,16):(16
  |           ^ expected `,` or `)`",
    );
    fails(
        &["compose", "20:2", "(5,4,2):(4,"],
        2,
        "
error: 2 strides are missing
  |
1 | (5,4,2):(4,
  |            ^ expected `,` or `)`",
    );
    fails(
        &["coalesce", "(8,16):(16,1"],
        2,
        "
error: a parenthesis is not closed
  |
1 | (8,16):(16,1
  |             ^ expected `,` or `)`",
    );
}

#[test]
fn parentheses_and_nesting() {
    fails(
        &["show", "(8,4:(4,1)"],
        2,
        "
error: a parenthesis has no partner
  |
1 | (8,4:(4,1)
  | ^ this parenthesis is not closed",
    );
    fails(
        &["show", "8:1)"],
        2,
        "
error: a parenthesis has no partner
  |
1 | 8:1)
  |    ^ this parenthesis closes nothing",
    );
    fails(
        &["show", "(8,4):(4,(1,2))"],
        2,
        "
error: the shape and the stride are nested differently
  |
1 | (8,4):(4,(1,2))
  |          ^^^^^ in mode 1, the shape is the number 4, but the stride is a tuple of 2 modes",
    );
    let deep = format!("{}1{}", "(".repeat(65), ")".repeat(65));
    let run = zellige(&["shape", "size", &deep]);
    assert!(run.err.starts_with("error: too many levels of nesting\n"), "{}", run.err);
    assert_eq!(run.code, Some(2));
}

#[test]
fn something_is_missing_or_left_over() {
    fails(
        &["show", "(8,4)"],
        2,
        "
error: `:` and the strides are missing
  |
1 | (8,4)
  |      ^ expected `:` and the strides, as in `(8,4):(4,1)`",
    );
    fails(
        &["show", "(8 4):1"],
        2,
        "
error: `,` or `)` is missing
  |
1 | (8 4):1
  |    ^ expected `,` or `)`",
    );
    fails(
        &["show", ""],
        2,
        "
error: a number or `(` is missing
  |
1 |
  | ^ expected a number or `(`",
    );
    fails(
        &["show", "(8,4):(4,1) and"],
        2,
        "
error: something is left over
  |
1 | (8,4):(4,1) and
  |             ^^^ text follows the end",
    );
    fails(&["show", "Sw<3,3,3>"], 2, "
error: the layout after the swizzle is missing
  |
1 | Sw<3,3,3>
  |          ^ a swizzle is followed by an offset and a layout, as in `Sw<3,3,3> o 0 o (8,64):(64,1)`");
    fails(
        &["swizzle", "apply", "8:1", "3"],
        2,
        "
error: a swizzle, such as `Sw<3,4,3>`, is missing
  |
1 | 8:1
  | ^^^ expected a swizzle, such as `Sw<3,4,3>`",
    );
}

#[test]
fn numbers() {
    fails(
        &["show", "(8,x):(4,1)"],
        2,
        "
error: this is not a number
  |
1 | (8,x):(4,1)
  |    ^ expected a number",
    );
    fails(
        &["show", "(8,-4):(4,1)"],
        2,
        "
error: a negative number
  |
1 | (8,-4):(4,1)
  |    ^^ this number may not be negative; only strides may",
    );
    fails(
        &["show", "99999999999999999999:1"],
        2,
        "
error: a number is too large
  |
1 | 99999999999999999999:1
  | ^^^^^^^^^^^^^^^^^^^^ this number does not fit in 64 bits, or, with a sign, in 63",
    );
    fails(
        &["upcast", "8:1", "(2,3)"],
        2,
        "
error: a tuple stands where a number is expected
  |
1 | (2,3)
  | ^^^^^ expected one number",
    );
    fails(
        &["shape", "size", "(_,3)"],
        2,
        "
error: this is not a number
  |
1 | (_,3)
  |  ^ expected a number",
    );
    fails(
        &["swizzle", "apply", "Sw<3,3,3>", "3.5"],
        2,
        "
error: this is not an offset
  |
1 | 3.5
  | ^^^ expected a number that is not negative and fits in 64 bits",
    );
    fails(&["show", "Sw<3,4,2> o 0 o 8:1"], 2, "
error: no such layout
  |
1 | Sw<3,4,2> o 0 o 8:1
  | ^^^^^^^^^ Sw<3,4,2> moves 3 bits by 2 places, partly onto themselves: the shift must be at least 3");
}

#[test]
fn refusals() {
    fails(&["compose", "(6,4):(4,1)", "4:4"], 1, "
error[StrideNotDivisible]: composition(A, B): mode 0 of B (4:4) walks A with stride 4 across extent 6 of A's mode 0, which 4 does not divide; it crosses unevenly at step 3 of 4 [A coalesced: (6,4):(4,1)]");
    fails(&["complement", "(4,4):(1,6)", "64"], 1, "
error[Gap]: complement(L, M): the modes of L below stride 6 span 4, which does not divide 6; index 4, below 64, belongs to no translate of L; complement_sparse allows such gaps");
    fails(&["complement", "(4,6):(1,6)"], 1, "
error[Gap]: complement(L, M): the modes of L below stride 6 span 4, which does not divide 6; index 4, below 34, belongs to no translate of L; complement_sparse allows such gaps");
    fails(&["left-inverse", "(2,3):(3,2)"], 1, "
error[StrideNotDivisible]: left_inverse(L): stride 2 does not divide the next stride 3; it inverts digit by digit and does not search for other inverses");
    fails(&["find", "0", "2", "4", "7", "8", "11"], 1, "
error[OtherNumbers]: entry 4 is 8, but 9 was expected: from entry 3 on, entries 0 to 2 come again with 7 added, and entry 1 is 2 (a new mode can begin only at a multiple of 3)");
    fails(&["find", "0 1 2 3 5 4 7 6 10 11 8 9 15 14 12 13"], 1, "
error[OtherNumbers]: entry 5 is 4, but 6 was expected: from entry 4 on, entries 0 to 3 come again with 5 added, and entry 1 is 1 (a new mode can begin only at a multiple of 4); with the swizzle Sw<2,0,2> the pattern continues up to entry 15, which would have to be 16");
}

#[test]
fn tables() {
    fails(
        &["find", "0", "2 x"],
        2,
        "
error: this is not a number
  |
1 | 2 x
  |   ^ expected an offset",
    );
    fails(
        &["find", "0", "99999999999999999999"],
        2,
        "
error: a number is too large
  |
1 | 99999999999999999999
  | ^^^^^^^^^^^^^^^^^^^^ an offset has 63 bits and a sign",
    );
    told(
        with_input(&["find", "--file", "-"], "0, 2\n4, 6,eight\n"),
        2,
        "
error: this is not a number
 --> standard input:2:6
  |
2 | 4, 6,eight
  |      ^^^^^ expected an offset",
    );
    let run = zellige(&["find", "--file", "no/such/file"]);
    assert!(run.err.starts_with("error: the file `no/such/file` cannot be read: "), "{}", run.err);
    assert_eq!(run.code, Some(2));
    let run = with_input(&["find", "--file", "-"], &"7 ".repeat(100_000).replacen('7', "x", 1));
    assert_eq!(run.code, Some(2));
    assert!(run.err.len() < 500, "{}", run.err);
    told(
        with_input(&["find", "--file", "-"], ""),
        1,
        "
error[OtherNumbers]: an empty table has no layout: entry 0, which is 0, is missing",
    );
}

#[test]
fn usage() {
    for arguments in [
        &["compos"][..],
        &["compose", "8:1"],
        &["divide", "--flat", "--zipped", "8:1", "2"],
        &[],
        &["find"],
    ] {
        let run = zellige(arguments);
        assert_eq!((run.code, &*run.out), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains("Usage: "), "{}", run.err);
    }
    assert!(zellige(&["compos"]).err.contains("'compose'"));
}

#[test]
fn json() {
    let run = zellige(&["--json", "compose", "20:2", "(5,4):(4,1)"]);
    assert_eq!(
        run.out,
        "{\"args\":[\"20:2\",\"(5,4):(4,1)\"],\"op\":\"composition\",\"out\":{\"shape\":[5,4],\"stride\":[8,2]}}\n"
    );
    let run = zellige(&["compose", "(6,4):(4,1)", "4:4", "--json"]);
    assert!(run.out.contains("\"code\":\"StrideNotDivisible\",\"op\":\"composition\",\"reject\":true,\"why\":\"composition(A, B): mode 0"));
    assert_eq!((run.code, &*run.err), (Some(1), ""));
    let run = zellige(&["--json", "find", "0", "3", "6"]);
    assert_eq!(
        run.out,
        "{\"args\":[],\"op\":\"find_layout\",\"out\":{\"shape\":3,\"stride\":3}}\n"
    );
    let run = zellige(&["--json", "find", "1"]);
    assert!(run.out.contains("\"code\":\"OtherNumbers\"") && run.code == Some(1));
    let run = zellige(&["--json", "compose", "20:2", "(5,4):(4"]);
    assert_eq!(
        run.out,
        "{\"argument\":\"b\",\"error\":\"a stride is missing\",\"line\":1,\"span\":[8,8],\"text\":\"(5,4):(4\",\"why\":\"expected `,` or `)`\"}\n"
    );
    assert_eq!((run.code, &*run.err), (Some(2), ""));
    let run = zellige(&["--json", "show", "(4,2):(1,0)"]);
    assert_eq!(
        run.out,
        "{\"bijective\":false,\"compact\":true,\"cosize\":4,\"depth\":1,\"injective\":false,\"layout\":\"(4,2):(1,0)\",\"rank\":2,\"right_inverse\":\"4:1\",\"size\":8}\n"
    );
}

#[test]
fn colours_are_for_terminals() {
    let colours = |variables: &[(&str, &str)]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_zellige"));
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(variables.iter().copied());
        let output = command.args(["show", "(8,4"]).output().expect("the program runs");
        output.stderr.contains(&0x1b)
    };
    assert!(!colours(&[]));
    assert!(colours(&[("CLICOLOR_FORCE", "1")]));
    assert!(!colours(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn accesses_and_tiles() {
    fails(&["banks", "(32,2):(2,64)"], 1, "
error[NoVectors]: (32,2):(2,64) is not an access by vectors of 8 bytes: the values 0 and 1 of thread 0 are at 0 and 64, not side by side");
    let run = zellige(&["sectors", "(4,4,4):(16,4,1)"]);
    assert!(run.err.contains("(4,4,4):(16,4,1) is not an access to memory"), "{}", run.err);
    assert_eq!(run.code, Some(1));
    fails(
        &["swizzle", "search", "(8,64):(64,1)", "--read", "(8,8):(1,8) by x"],
        2,
        "
error: this is not a number
  |
1 | (8,8):(1,8) by x
  |                ^ expected a number of bytes",
    );
    let run = zellige(&["--json", "banks", "(8,8):(72,1)", "--element", "2"]);
    assert_eq!(
        run.out,
        "{\"bytes\":16,\"op\":\"banks\",\"passes\":1,\"phases\":[{\"instruction\":0,\"passes\":1,\"threads\":[0,8]}],\"why\":null}\n"
    );
    let run = zellige(&[
        "--json",
        "swizzle",
        "search",
        "(32,32):(32,1)",
        "--read",
        "(32,1):(1,0)",
        "--write",
        "(32,1):(32,0)",
    ]);
    assert!(
        run.out.contains(
            "{\"bytes\":4220,\"change\":\"mode 0 padded by 1\",\"layout\":\"(32,32):(33,1)\"}"
        ),
        "{}",
        run.out
    );
    assert!(run.out.contains("\"layout\":\"Sw<5,0,5> o 0 o (32,32):(32,1)\""), "{}", run.out);
}

#[test]
fn a_refusal_is_explained() {
    let run = zellige(&["explain", "compose", "(4,6):(1,8)", "4:3"]);
    assert!(run.out.starts_with("compose(A, B) with A = (4,6):(1,8) and B = 4:3\n"), "{}", run.out);
    assert!(
        run.err
            .starts_with("error[StrideNotDivisible]: composition(A, B): mode 0 of B (4:3) walks A"),
        "{}",
        run.err
    );
    assert_eq!(run.code, Some(1));
    let run = zellige(&["--json", "explain", "compose", "(4,6):(1,8)", "4:3"]);
    assert!(
        run.out.contains("\"kind\":\"Refusal\"") && run.out.contains("\"reject\":true"),
        "{}",
        run.out
    );
    assert_eq!((run.code, &*run.err), (Some(1), ""));
    let run = zellige(&["--json", "explain", "right-inverse", "(4,8):(8,1)"]);
    assert!(run.out.contains("\"out\":\"(8,4):(4,1)\"") && run.code == Some(0), "{}", run.out);
}
