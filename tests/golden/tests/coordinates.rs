//! Golden records: coordinates.

use zellige_golden::records;

records!(apply { equal: 35 });
records!(crd2crd { equal: 56, refused: 15 });
records!(crd2idx { equal: 259, refused: 4 });
records!(eval { equal: 2879, table: 92 });
records!(idx2crd { equal: 176, refused: 2 });
records!(slice { equal: 75 });
records!(slice_and_offset { equal: 48, table: 25 });
records!(dice { equal: 49, refused: 1 });
records!(domain_offset { equal: 22 });
records!(get_hier_coord { equal: 11 });
records!(get_flat_coord { equal: 12 });
records!(get_1d_coord { equal: 13 });
