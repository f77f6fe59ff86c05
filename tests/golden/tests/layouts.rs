//! Golden records: layouts.

use zellige_golden::records;

records!(append { equal: 34, refused: 1 });
records!(coalesce { equal: 300, value: 7, refused: 1 });
records!(cosize { equal: 73 });
records!(coshape { equal: 22 });
records!(depth { equal: 58 });
records!(filter { equal: 124, refused: 1 });
records!(filter_zeros { equal: 84 });
records!(flatten { equal: 82 });
records!(get { equal: 36, refused: 1 });
records!(group { equal: 56, refused: 1 });
records!(make_layout { equal: 26 });
records!(make_layout_order { equal: 29 });
records!(make_ordered_layout { equal: 80, refused: 1 });
records!(prepend { equal: 55 });
records!(rank { equal: 38 });
records!(select { equal: 47, refused: 1 });
records!(size { equal: 80 });
records!(replace { equal: 42 });
records!(take { equal: 34, refused: 2 });
records!(zip { equal: 16 });
records!(with_shape { equal: 37, refused: 5 });
records!(unflatten { equal: 17 });
records!(make_layout_like { equal: 83 });
records!(make_fragment_like { equal: 31 });
records!(domain_distribute { equal: 36, refused: 1 });
records!(make_identity_layout { equal: 14 });
