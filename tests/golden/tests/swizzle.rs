//! Golden records: swizzles alone, and the atoms made with them.

use zellige_golden::records;

records!(make_swizzle { equal: 11 });
records!(swizzle_apply { equal: 78, table: 26 });
records!(smem_atoms { equal: 81 });
// The inverses of generated swizzled layouts and compositions with them: right, or refused.
records!(property_swizzled { equal: 497, refused: 143 });
