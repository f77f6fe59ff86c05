//! Golden records: product.

use zellige_golden::records;

records!(logical_product {
    equal: 307,
    refused: 220
});
