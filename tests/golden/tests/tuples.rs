//! Golden records: tuples.

use zellige_golden::records;

records!(ceil_div { equal: 73, refused: 1 });
records!(compact_col_major { equal: 46, value: 6, refused: 1 });
records!(compact_row_major { equal: 51, value: 7 });
records!(compact_order { equal: 31, refused: 1 });
records!(compatible { equal: 71 });
records!(congruent { equal: 60 });
records!(weakly_congruent { equal: 59 });
records!(elem_less { equal: 23 });
records!(inner_product { equal: 15, refused: 1 });
records!(shape_div { equal: 29, refused: 15 });
records!(colex_less { equal: 22 });
records!(elem_scale { equal: 21 });
records!(lex_less { equal: 17 });
records!(product_each { equal: 22 });
records!(product_like { equal: 18 });
records!(round_up { equal: 51, refused: 1 });
