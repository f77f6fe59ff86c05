//! Properties of generated layouts: compares the types of the library with plain evaluation.

use zellige_golden::records;

records!(property_coalesce { equal: 400 });
records!(property_right_inverse { equal: 437 });
records!(property_complement { equal: 312, refused: 88 });
records!(property_composition { equal: 615, refused: 285 });
records!(property_logical_divide { equal: 238, refused: 362 });
records!(property_apply { equal: 400 });
records!(property_idx2crd { equal: 300 });
records!(property_tables { equal: 852, refused: 48 });
// Every true property of these layouts is proven.
records!(property_images { injective: 388, compact: 97, bijective: 239, neither: 476 });
records!(property_tilings { proven: 176, unproven: 9, overlapping: 315 });
// The values, the coalesced layouts, slices, compositions, and wider and narrower elements.
records!(property_signed { equal: 957, refused: 385 });
