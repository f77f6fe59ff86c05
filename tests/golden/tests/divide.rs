//! Golden records: divide.

use zellige_golden::records;

records!(logical_divide {
    equal: 328,
    value: 6,
    same_function: 1,
    refused: 233,
    refused_as_resonant: 1
});
records!(zipped_divide { equal: 80, value: 6, same_function: 1, refused: 8 });
records!(tiled_divide { equal: 60, value: 3, same_function: 1, refused: 3, whole_mode: 6 });
records!(flat_divide { equal: 60, value: 4, refused: 6, whole_mode: 5 });
records!(evenly_divides { equal: 67, value: 18 });
