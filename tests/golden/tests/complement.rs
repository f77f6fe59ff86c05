//! Golden records: complement.

use zellige_golden::records;

records!(complement { equal: 531, value: 16, same_function: 2, panics: 1, refused: 210 });
records!(complement_sparse { equal: 488, value: 17, same_function: 2, refused: 161 });
