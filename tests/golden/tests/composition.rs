//! Golden records: composition.

use zellige_golden::records;

records!(composition {
    equal: 1652,
    value: 7,
    refused: 1065,
    resonant: 69,
    refused_as_resonant: 2,
    basis: 1,
    negative: 10
});
