//! Golden records: recast.

use zellige_golden::records;

records!(upcast { equal: 293, refused: 160 });
records!(downcast { equal: 187, refused: 120 });
records!(recast_layout { equal: 33, refused: 15 });
records!(max_alignment { equal: 60 });
