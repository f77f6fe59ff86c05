//! Golden records: composition.

use zellige_golden::records;

records!(composition {
    equal: 1621,
    value: 7,
    refused: 1059,
    resonant: 69,
    refused_as_resonant: 2,
    swizzle: 48
});
