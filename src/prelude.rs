//! The names that a user of layouts needs: `use zellige::prelude::*;`

pub use crate::tensor::{
    ArrayLength, Engine, EngineMut, Fragment, Plain, Registers, RegistersOf, View, ViewMut,
};
pub use crate::{
    Algebra, Bijective, ComposedLayout, Const, Conversion, Coord, CoordFor, CoordOf, Coordinates,
    Disjoint, DisjointOrRunTime, Divides, Injective, InjectiveOrRunTime, Int, IntTuple, Integer,
    Layout, Modes, Products, Properties, Recast, Simplify, StaticInt, Strided, Swizzle, Tensor,
    Tiler, TilerFor, TryLayout, assert_layout, coord, elem_less, find_layout, int, layout,
    make_identity_layout, shape,
};
pub use static_assertions::assert_type_eq_all;
