//! Golden records: inverse.

use zellige_golden::records;

records!(left_inverse {
    equal: 396,
    refused: 209,
    swizzle: 3,
    negative_extent: 1
});
records!(right_inverse {
    equal: 478,
    value: 4,
    swizzle: 3
});
