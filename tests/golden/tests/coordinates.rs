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
    equal: 2879,
    table: 92
});
records!(idx2crd {
    equal: 176,
    refused: 2
});
records!(slice { equal: 75 });
records!(slice_and_offset {
    equal: 48,
    table: 25
});
