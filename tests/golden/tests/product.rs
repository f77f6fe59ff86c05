//! Golden records: product.

use zellige_golden::records;

records!(logical_product { equal: 307, refused: 220 });
records!(zipped_product { equal: 57, refused: 12, whole_mode: 5 });
records!(tiled_product { equal: 41, refused: 7, whole_mode: 4 });
records!(flat_product { equal: 32, refused: 11, whole_mode: 4 });
records!(blocked_product { equal: 68, refused: 12 });
records!(raked_product { equal: 71, refused: 11 });
records!(tile_to_shape { equal: 197, refused: 134 });
