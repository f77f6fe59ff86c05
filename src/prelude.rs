//! What a user of layouts needs by name: `use zellige::prelude::*;`

pub use crate::{
    ComposedLayout, Coord, CoordFor, CoordOf, Int, IntTuple, Integer, Layout, Modes, Recast,
    Strided, Swizzle, Tiler, TilerFor, assert_layout, coord, find_layout, int, layout, shape,
};
pub use static_assertions::assert_type_eq_all;
