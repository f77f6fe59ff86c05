//! Golden records: composition.

use zellige_golden::records;

records!(composition {
    equal: 1661,
    value: 7,
    refused: 1067,
    resonant: 69,
    refused_as_resonant: 2
});
