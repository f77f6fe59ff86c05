//! Properties of made-up layouts: the types of the library against plain evaluation.

use zellige_golden::records;

records!(property_coalesce { equal: 400 });
records!(property_right_inverse { equal: 419 });
records!(property_complement {
    equal: 329,
    refused: 71
});
records!(property_composition {
    equal: 623,
    refused: 277
});
records!(property_logical_divide {
    equal: 227,
    refused: 373
});
records!(property_apply { equal: 400 });
records!(property_idx2crd { equal: 300 });
