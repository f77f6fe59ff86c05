//! Golden records: inverse.

use zellige_golden::records;

records!(left_inverse {
    equal: 398,
    refused: 210,
    negative: 1
});
records!(right_inverse {
    equal: 480,
    value: 4,
    negative: 1
});
