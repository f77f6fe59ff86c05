//! Golden records: recast.

use zellige_golden::records;

records!(upcast {
    equal: 285,
    refused: 158,
    swizzle: 10
});
records!(downcast {
    equal: 173,
    refused: 120,
    swizzle: 14
});
records!(recast_layout {
    equal: 31,
    refused: 15,
    swizzle: 2
});
records!(max_alignment { equal: 60 });
