//! The operations as types: how to write each one, and how often it is drawn.

/// The kind of type or constant that an operation yields, which decides how it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A layout.
    Layout,
    /// An integer or a tuple of integers.
    Tuple,
    /// A number or a truth value, which panics with its refusal.
    Number,
}
use Kind::{Layout, Number, Tuple};

/// One operation: `{0}` stands for its first argument.
pub(super) struct Operation {
    pub(super) name: &'static str,
    pub(super) weight: u64,
    pub(super) kind: Kind,
    pub(super) of: &'static str,
}

const fn op(name: &'static str, weight: u64, kind: Kind, of: &'static str) -> Operation {
    Operation { name, weight, kind, of }
}

/// Every operation.
#[rustfmt::skip]
pub(super) const OPERATIONS: &[Operation] = &[
    op("compose",               14, Layout, "Compose<{0}, {1}>"),
    op("complement",             6, Layout, "Complement<{0}, {1}>"),
    op("complement_sparse",      4, Layout, "ComplementSparse<{0}, {1}>"),
    op("right_inverse",          5, Layout, "RightInverse<{0}>"),
    op("left_inverse",           6, Layout, "LeftInverse<{0}>"),
    op("logical_divide",        10, Layout, "LogicalDivide<{0}, {1}>"),
    op("zipped_divide",          6, Layout, "ZippedDivide<{0}, {1}>"),
    op("tiled_divide",           3, Layout, "TiledDivide<{0}, {1}>"),
    op("flat_divide",            3, Layout, "FlatDivide<{0}, {1}>"),
    op("with_shape",             4, Layout, "WithShape<{0}, {1}>"),
    op("coalesce",               4, Layout, "Coalesce<{0}>"),
    op("filter",                 3, Layout, "Filter<{0}>"),
    op("coalesce_by",            2, Layout, "CoalesceBy<{0}, {1}>"),
    op("filter_by",              2, Layout, "FilterBy<{0}, {1}>"),
    op("filter_zeros",           2, Layout, "FilterZeros<{0}>"),
    op("filter_zeros_by",        2, Layout, "FilterZerosBy<{0}, {1}>"),
    op("nullspace",              3, Layout, "Nullspace<{0}>"),
    op("logical_product",        8, Layout, "LogicalProduct<{0}, {1}>"),
    op("zipped_product",         3, Layout, "ZippedProduct<{0}, {1}>"),
    op("tiled_product",          2, Layout, "TiledProduct<{0}, {1}>"),
    op("flat_product",           2, Layout, "FlatProduct<{0}, {1}>"),
    op("blocked_product",        4, Layout, "BlockedProduct<{0}, {1}>"),
    op("raked_product",          3, Layout, "RakedProduct<{0}, {1}>"),
    op("tile_to_shape",          5, Layout, "TileToShape<{0}, {1}>"),
    op("tile_to_shape_ordered",  4, Layout, "TileToShapeOrdered<{0}, {1}, {2}>"),
    op("upcast",                 5, Layout, "Upcast<{0}, {1}>"),
    op("downcast",               4, Layout, "Downcast<{0}, {1}>"),
    op("recast_layout",          4, Layout, "RecastLayout<{0}, {1}, {2}>"),
    op("max_common_layout",      5, Layout, "MaxCommonLayout<{0}, {1}>"),
    op("max_common_vector",      2, Tuple,  "MaxCommonVector<{0}, {1}>"),
    op("contiguous_run",         2, Tuple,  "ContiguousRun<{0}>"),
    op("max_alignment",          3, Tuple,  "MaxAlignment<{0}>"),
    op("flatten",                2, Layout, "Flatten<{0}>"),
    op("get",                    2, Layout, "Get<{0}, {1}>"),
    op("select",                 2, Layout, "Select<{0}, {1}>"),
    op("group",                  2, Layout, "Group<{0}, {1}, {2}>"),
    op("take",                   2, Layout, "Take<{0}, {1}, {2}>"),
    op("replace",                2, Layout, "Replace<{0}, {1}, {2}>"),
    op("append",                 1, Layout, "Append<{0}, {1}>"),
    op("prepend",                1, Layout, "Prepend<{0}, {1}>"),
    op("append_to",              1, Layout, "AppendTo<{0}, {1}, {2}>"),
    op("prepend_to",             1, Layout, "PrependTo<{0}, {1}, {2}>"),
    op("zip",                    1, Layout, "Zip<{0}>"),
    op("unflatten",              1, Layout, "Unflatten<{0}, {1}>"),
    op("slice",                  3, Layout, "Slice<{1}, {0}>"),
    op("dice",                   2, Layout, "Dice<{1}, {0}>"),
    op("crd2idx",                4, Tuple,  "Crd2Idx<{1}, {0}>"),
    op("idx2crd",                3, Tuple,  "Idx2Crd<{1}, {0}>"),
    op("get_hier_coord",         2, Tuple,  "HierCoord<{1}, {0}>"),
    op("get_flat_coord",         1, Tuple,  "FlatCoord<{1}, {0}>"),
    op("get_1d_coord",           1, Tuple,  "Coord1d<{1}, {0}>"),
    op("local_tile",             4, Layout, "LocalTile<{0}, {1}, {2}>"),
    op("outer_partition",        3, Layout, "OuterPartition<{0}, {1}, {2}>"),
    op("local_partition",        3, Layout, "LocalPartition<{0}, {1}>"),
    op("size",                   1, Number, "<{0} as Layout>::SIZE"),
    op("cosize",                 2, Number, "<{0} as Layout>::COSIZE"),
    op("image_size",             4, Number, "<{0} as Properties>::IMAGE_SIZE"),
    op("is_injective",           4, Number, "<{0} as Properties>::IS_INJECTIVE"),
    op("is_proven_injective",    3, Number, "<IsInjective<{0}> as Bit>::BOOL"),
    op("is_proven_disjoint",     3, Number, "<IsDisjoint<{0}> as Bit>::BOOL"),
    op("is_compact",             2, Number, "<{0} as Properties>::IS_COMPACT"),
    op("is_bijective",           2, Number, "<{0} as Properties>::IS_BIJECTIVE"),
];

impl Operation {
    /// The type with these arguments.
    pub(super) fn applied(&self, arguments: &[String]) -> String {
        let places = arguments.iter().enumerate();
        places.fold(self.of.to_string(), |text, (place, argument)| {
            text.replace(&format!("{{{place}}}"), argument)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::OPERATIONS;

    #[test]
    fn the_oracle_knows_every_operation() {
        for operation in OPERATIONS {
            let known = zellige_oracle::OPERATIONS.contains(&operation.name);
            assert!(known, "{}", operation.name);
        }
    }
}
