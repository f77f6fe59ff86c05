//! Golden records: inverse.

use zellige_golden::records;

records!(left_inverse { equal: 398, refused: 210, negative_extent: 1 });
records!(right_inverse { equal: 481, value: 4 });
