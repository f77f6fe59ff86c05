//! Golden records: coordinates.

use zellige_golden::records;

records!(apply { equal: 35 });
records!(crd2crd {
    equal: 56,
    refused: 15
});
records!(crd2idx {
    equal: 257,
    refused: 4,
    negative: 2
});
records!(eval {
    equal: 2603,
    composed: 24,
    swizzle: 68
});
records!(idx2crd {
    equal: 176,
    refused: 2
});
records!(slice { equal: 75 });
records!(slice_and_offset {
    equal: 48,
    swizzle: 25
});
