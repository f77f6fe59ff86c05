//! Lines as users type them: those that the page proposes, and random and hostile ones.

use serde_json::Value;
use zellige_oracle::rng::Rng;
use zellige_web::page;

/// Returns the examples of the page: the fragment that a link leads to, and its text.
fn examples() -> Vec<(String, String)> {
    let html = include_str!("../page/index.html");
    let links = html.split("<a href=\"#q=").skip(1);
    let links = links.map(|link| {
        let (fragment, rest) = link.split_once("\">").expect("an attribute ends");
        let (text, _) = rest.split_once("</a>").expect("a link ends");
        (
            fragment.replace('+', " ").replace("%3C", "<").replace("%3E", ">"),
            text.replace("&lt;", "<").replace("&gt;", ">"),
        )
    });
    links.collect()
}

#[test]
fn each_example_leads_to_its_line_which_is_answered() {
    let examples = examples();
    assert!(examples.len() > 15, "{} examples", examples.len());
    let mut refused = 0;
    for (fragment, text) in examples {
        assert_eq!(fragment, text);
        let page = page(&text);
        let command = page["command"].as_str().unwrap_or_default();
        assert!(command.starts_with("zellige "), "{page}");
        if page.get("problem").is_some() {
            assert!(page["problem"]["code"].is_string() && page["steps"].is_array(), "{page}");
            refused += 1;
        }
    }
    assert_eq!(refused, 1);
}

#[test]
fn a_result_comes_with_what_belongs_to_it() {
    let count = |line: &str, field: &str| page(line)[field].as_array().map_or(0, Vec::len);
    assert_eq!((count("(4,8):(8,1)", "pictures"), count("(4,8):(8,1)", "facts")), (1, 11));
    let divide = "divide (8,16):(16,1) (4,4)";
    assert_eq!(page(divide)["text"], "((4,2),(4,4)):((16,64),(1,4))");
    assert_eq!((count(divide, "pictures"), count(divide, "facts")), (2, 11));
    assert!(count(divide, "steps") > 5);
    let contains =
        |value: &Value, part: &str| value.as_str().is_some_and(|text| text.contains(part));
    let search = page("swizzle search (8,64):(64,1) --element 2 --read (8,8):(1,8) by 16");
    assert!(contains(&search["text"], "Sw<3,3,3>: Sw<3,3,3> o 0 o (8,64):(64,1)"));
    assert!(contains(&search["pictures"][0], "banks of (8,64):(72,1)"));
    assert_eq!((count("shape size (8,4)", "pictures"), count("shape size (8,4)", "facts")), (0, 0));
    assert_eq!(count("draw banks (8,32):(32,1)", "pictures"), 1);
    assert!(contains(&page("compose --help")["text"], "Usage: zellige compose"));
    assert_eq!(page("explain compose (4,8):(1,10) 8:2")["text"], "(2,4):(2,10)");
}

#[test]
fn facts_are_about_the_layout() {
    let fact = |line: &str, name: &str| {
        let page = page(line);
        let facts = page["facts"].as_array().cloned().unwrap_or_default();
        let fact = facts.into_iter().find(|fact| fact[0] == name);
        fact.map_or(String::new(), |fact| fact[1].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(fact("((2,2),3):((1,4),8)", "stride"), "((1,4),8)");
    assert_eq!(
        fact("(4,3):(2,3)", "image"),
        "11 offsets from 0 to 12, in 3 runs: 0, 2 to 10, 12; the indices 3 and 8 have one offset, 6"
    );
    assert_eq!(fact("(4,3):(2,3)", "injective"), "no");
    assert_eq!(fact("(4,2):(1,4)", "image"), "8 offsets from 0 to 7, without gaps");
    assert_eq!(fact("4:-3", "image"), "4 offsets from -9 to 0, in 4 runs: -9, -6, -3, 0");
    assert_eq!(fact("4:0", "image"), "the offset 0 alone; the indices 0 and 1 have one offset, 0");
    assert_eq!(fact("Sw<2,1,3> o 0 o (8,16):(16,1)", "shape"), "(8,16)");
    assert_eq!(fact("make-identity-layout (4,2)", "injective"), "yes");
    assert_eq!(fact("slice (8,16,4):(64,1,16) (_,3,_)", "size"), "32");
}

#[test]
fn a_mistake_is_marked_in_the_line() {
    let mark = |line: &str| {
        let page = page(line);
        let part = |i: usize| page["problem"]["mark"][i].as_str().unwrap_or("-").to_owned();
        assert_eq!([part(0), part(1), part(2)].concat(), line, "{page}");
        (part(0), part(1))
    };
    let at = |before: &str, wrong: &str| (before.to_owned(), wrong.to_owned());
    assert_eq!(mark("(8,x):(4,1)"), at("(8,", "x"));
    assert_eq!(mark("  $ zellige show '(8,4):(4,é)' "), at("  $ zellige show '(8,4):(4,", "é"));
    assert_eq!(mark("(8,4):(4"), at("(8,4):(4", ""));
    assert_eq!(mark("(8,4):(4,1) and"), at("(8,4):(4,1) ", "and"));
    assert_eq!(mark("coalesce 8:1 8:1"), at("coalesce 8:1 ", "8:1"));
    assert_eq!(mark("compose 8:1"), at("compose 8:1", ""));
    assert_eq!(mark("compose (4,6:(1,8) (2,2)").0, "compose ");
    assert_eq!(mark("show '8:1"), at("show ", "'"));
    assert_eq!(mark("compos 8:1"), at("", "compos"));
}

#[test]
fn what_is_large_is_shown_in_part() {
    let page = page("(16777216,16777216):(16777216,1)");
    let svg = page["pictures"][0].as_str().expect("a picture");
    assert_eq!(svg.matches("<rect class=\"c ").count(), 64 * 64);
    let sentence = "the other 281474976706560 cells are left out.";
    assert!(svg.contains(sentence));
    assert!(page["left_out"].as_str().is_some_and(|note| note.ends_with(sentence)));
    assert!(zellige_web::page("(4,8):(8,1)").get("left_out").is_none());
    let table = zellige_web::page("table (1024,1024):(1024,1)");
    let text = table["text"].as_str().expect("a text");
    assert!(text.len() < 1 << 17 && text.ends_with("bytes are left out)"), "{} bytes", text.len());
    let long = zellige_web::page(&"8".repeat(20_000));
    assert_eq!(long["problem"]["sentence"], "the line has 20000 bytes, and may have 16384");
}

/// Checks that the page shows a problem with a sentence, or an answer; and that no part of the line
/// becomes an element of the picture.
fn is_told(line: &str) -> Value {
    let page = page(line);
    let has_sentence = page["problem"]["sentence"].as_str().is_some_and(|text| !text.is_empty());
    let is_answer = ["text", "pictures"].iter().any(|field| page.get(field).is_some());
    let is_empty = line.split_whitespace().all(|word| matches!(word, "$" | "zellige"));
    assert!(has_sentence || is_answer || is_empty, "{line:?}: {page}");
    for svg in page["pictures"].as_array().into_iter().flatten() {
        let svg = svg.as_str().expect("SVG is text");
        let is_safe = ["<script", "<img", "<foreignObject"].iter().all(|tag| !svg.contains(tag));
        assert!(is_safe, "{line:?}");
    }
    if let Some(mark) = page["problem"]["mark"].as_array() {
        let parts: String = mark.iter().filter_map(Value::as_str).collect();
        assert_eq!(parts, line);
    }
    page
}

#[test]
fn random_lines_never_panic() {
    #[rustfmt::skip]
    let commands = [
        "", "show", "compose", "complement", "complement-sparse", "right-inverse", "left-inverse",
        "divide --flat", "divide", "product", "product --blocked", "explain compose",
        "explain divide", "draw layout", "draw banks", "draw thread-values", "draw compose",
        "draw swizzle", "find", "banks", "sectors", "banks --element 2 --by 16",
        "swizzle search --read 32:1", "swizzle apply", "table", "slice", "tile-to-shape", "upcast",
        "coalesce", "get", "zellige", "help", "eval", "find --file", "completions bash", "$",
    ];
    #[rustfmt::skip]
    let pieces = [
        "(", ")", ",", ":", " ", "8", "4", "(4,8):(8,1)", "8:1", "(2,2)", "Sw<3,3,3>", " o 0 o ",
        "_", "1@0", "-1", "0", "\"", "'", "é", "🦀", "\n", "\0", "<img src=x>", "</svg><script>",
        "&amp;", "4611686018427387904", "18446744073709551616", "--", "--json", "--svg x",
        "--latex", "=", " by ", "\u{a0}", "\u{202e}", "(16777216,16777216):(16777216,1)",
        "((2,2),(2,4)):((1,8),(2,16))", "(32,1):(33,1)", "@", "16", "3",
    ];
    #[rustfmt::skip]
    let words = [
        "(4,8):(8,1)", "(4,8):(1,4)", "8:1", "4:2", "(2,2)", "4",
        "(16777216,16777216):(16777216,1)", "((2,2),(2,4)):((1,8),(2,16))",
        "Sw<2,1,3> o 0 o (8,16):(16,1)", "(32,1):(33,1)",
    ];
    let mut random = Rng::new(14);
    let (mut answers, mut problems) = (0, 0);
    for _ in 0..1500 {
        let mut line = random.pick(&commands).to_owned();
        let is_sound = random.below(2) == 0;
        for _ in 0..1 + random.below(if is_sound { 2 } else { 4 }) {
            line.push(' ');
            if is_sound {
                line.push_str(random.pick(&words));
                continue;
            }
            for _ in 0..=random.below(2) {
                line.push_str(random.pick(&pieces));
            }
        }
        match is_told(&line).get("problem") {
            Some(_) => problems += 1,
            None => answers += 1,
        }
    }
    assert!(answers > 100 && problems > 100, "{answers} answers, {problems} problems");
}

#[test]
fn hostile_lines_are_told_of() {
    for line in [
        "(".repeat(16_000),
        "compose ".repeat(2_000),
        format!("show ({}1):1", "1,".repeat(7_000)),
        format!("show {}1{}:1", "(".repeat(60), ")".repeat(60)),
        format!("find {}", "1 ".repeat(8_000)),
        "table (4294967296,4294967296):(1,1)".to_owned(),
        "banks (4294967296,1024):(1,1)".to_owned(),
        "sectors (4294967296,1024):(1,1)".to_owned(),
        "draw thread-values (1048576,1048576):(1,1) (1048576,1048576)".to_owned(),
        "swizzle search (65536,65536):(65536,1) --read (65536,65536):(1,65536)".to_owned(),
        "explain product (4611686018427387904):(1) (4611686018427387904):(1)".to_owned(),
    ] {
        is_told(&line);
    }
}
