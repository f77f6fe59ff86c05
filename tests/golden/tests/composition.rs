//! Golden records: composition.

use zellige_golden::records;

records!(composition {
    equal: 1612,
    value: 7,
    refused: 1057,
    resonant: 69,
    refused_as_resonant: 2,
    swizzle: 48,
    basis: 1,
    negative: 10
});
