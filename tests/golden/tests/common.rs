//! Golden records: common vectors, nullspace.

use zellige_golden::records;

records!(max_common_layout { equal: 75, refused: 6 });
records!(max_common_vector { equal: 78, refused: 9 });
records!(nullspace { equal: 84 });
