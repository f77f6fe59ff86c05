// Layouts of tables, with a partial last column and with zeros.
#![deny(warnings)]
use zellige::prelude::*;

fn main() {
    assert_type_eq_all!(find_layout!([0, 2, 4, 7, 9, 11]), layout!((3, 2) : (2, 7)));
    assert_type_eq_all!(find_layout!([0, 1, 5, 6, 10]), layout!((2, 3) : (1, 5)));
    assert_type_eq_all!(find_layout!([0, 3, 6, 9,]), layout!(4 : 3));
    assert_type_eq_all!(find_layout!([0, 0, 1, 1, 2, 2]), layout!((2, 3) : (0, 1)));
    assert_type_eq_all!(find_layout!([0; 8]), layout!(8 : 0));
    assert_type_eq_all!(find_layout!([0]), layout!(1 : 0));
    let found = find_layout!([0, 0x10, 0x20]);
    assert_eq!(found.to_string(), "_3:_16");
}
