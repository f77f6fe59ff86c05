//! Turns the items that `docs/porting.md` names into links for rustdoc, which fails if one does not
//! exist.

#[path = "tests/common/table.rs"]
mod table;

use std::{env, fmt::Write, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=../../docs/porting.md");
    println!("cargo::rerun-if-changed=tests/common/table.rs");
    let page = fs::read_to_string("../../docs/porting.md").expect("the chapter");
    let mut links = String::from("The items that the page names:\n\n");
    for name in table::rows(&page).iter().flat_map(table::Row::ours) {
        let path = match name.starts_with("zellige_") {
            true => name.to_string(),
            false => format!("zellige::{name}"),
        };
        writeln!(links, "- [`{name}`]({path})").expect("a line");
    }
    let folder = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&folder).join("links.md"), links).expect("a file");
}
