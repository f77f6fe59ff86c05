//! Every operation on layouts is compared with golden records.

#[path = "../build/rows.rs"]
mod rows;

use rows::{Row, read, read_folder};
use std::fs;
use std::path::Path;

/// The signature of an operation says how records become its type.
#[test]
fn signatures() {
    let row = |name: &str, method: &str, args: &str, gives_layout, of: &str| Row {
        name: name.to_owned(),
        method: method.to_owned(),
        args: args.to_owned(),
        gives_layout,
        of: of.to_owned(),
    };
    let text = r#"
        #[alias("assert_layout!(LogicalDivide<layout!(24 : 1), layout!(4 : 2)> == (4, (2, 3)) : (2, (1, 8)));")]
        fn logical_divide<T: Tiler<TilerProfile: FitsTiler<Self::ShapeProfile>>>(
            self,
            t: T,
            faults: impl Faults,
        ) -> impl Layout<Profile = DivideProfile<Self, T>> {
        }
        fn not_an_operation<T: Copy>(t: T) {}
        #[alias("..")]
        #[strided(..)]
        fn append_to<X: Layout, N: Integer>(self, x: X, n: N) -> impl Layout {
        }
        #[alias("..")]
        fn max_alignment(self) -> impl Integer {
        }
    "#;
    let expected = [
        row("logical_divide", "logical_divide", "layout tiler", true, "LogicalDivide<{0}, {1}>"),
        row("append", "append_to", "layout layout int", true, "AppendTo<{0}, {1}, {2}>"),
        row("max_alignment", "max_alignment", "layout", false, "MaxAlignment<{0}>"),
    ];
    assert_eq!(read(text), expected);
}

/// The build script generates cases for every operation, and a test has to use them. The guide says
/// what each is for.
#[test]
fn every_operation_has_a_test_and_a_place_in_the_guide() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests: String = fs::read_dir(root.join("tests"))
        .unwrap()
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    let operations = read_folder(&root.join("../../src/layout"));
    assert!(operations.len() >= 40, "only {} operations were found", operations.len());
    let guide = fs::read_to_string(root.join("../../src/guide.rs")).unwrap();
    for Row { name, method, .. } in operations {
        assert!(guide.contains(&format!("[`{method}`]")), "src/guide.rs does not name `{method}`");
        let asked = tests.contains(&format!("records!({name} {{"));
        assert!(asked, "no file of tests/golden/tests has `records!({name} {{ .. }})`");
    }
}
