//! The operations: how the arguments of a record become a type of the library. Operations on
//! layouts describe this themselves, see [`rows`]; the others are in tables.

use crate::manifest;
use crate::model::{Reading, Value};
use crate::rows;
use std::borrow::Cow;
use std::sync::LazyLock;

/// The kind of type that an operation gives, and thus where its refusal is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A layout: `<T as Layout>::REFUSAL`.
    Layout,
    /// An int tuple or integer: `<T as IntTuple>::REFUSAL`.
    Tuple,
    /// A function of offsets, such as a swizzle: `<T as Outer>::FAULT`.
    Function,
    /// An answer or a pair of types; these are never refused.
    Plain,
}

/// One row: an operation applied to arguments of these kinds.
#[derive(Clone)]
pub(crate) struct Op {
    /// The operation, as the records name it.
    pub(crate) name: Cow<'static, str>,
    /// A word for each argument: `layout` (a composed one too), `swizzle`, `tuple` (an integer
    /// too), `int`, `bits` (an integer that makes a swizzle), `atom`, `mma`, `copy` and `tmem`
    /// (atoms of a kind), `tiler`, `coord`, `any` (a choice of modes), or the very word of the
    /// record.
    args: Cow<'static, str>,
    /// The kind of the result.
    pub(crate) kind: Kind,
    /// The type; `{0}` is replaced by the first argument's type.
    pub(crate) of: Cow<'static, str>,
}

pub(crate) const fn op(name: &'static str, args: &'static str, kind: Kind, of: &'static str) -> Op {
    Op { name: Cow::Borrowed(name), args: Cow::Borrowed(args), kind, of: Cow::Borrowed(of) }
}

use Kind::{Function, Layout, Plain, Tuple};

/// Every operation: those of [`rows`], and the others.
pub(crate) static OPS: LazyLock<Vec<Op>> = LazyLock::new(|| {
    let rows = rows::read_folder(&manifest().join("../../src/layout")).into_iter();
    let rows = rows.map(|row| Op {
        name: row.name.into(),
        args: row.args.into(),
        kind: if row.gives_layout { Layout } else { Tuple },
        of: row.of.into(),
    });
    rows.chain(OTHERS.iter().cloned()).collect()
});

/// The operations that are not in a trait under `#[operations]`: those on tuples, coordinates and
/// swizzles, and those whose types have parameters with defaults.
#[rustfmt::skip]
const OTHERS: &[Op] = &[
    //  operation             arguments               gives   type
    op("apply",               "layout coord",         Tuple,  "Crd2Idx<{1}, {0}>"),
    op("ceil_div",            "tuple tuple",          Tuple,  "CeilDiv<{0}, {1}>"),
    op("ceil_div",            "tuple layout",         Tuple,  "<ComplementSparse<{1}, {0}> as Layout>::Shape"),
    op("colex_less",          "tuple tuple",          Plain,  "ColexLess<{0}, {1}>"),
    op("compact_col_major",   "tuple",                Tuple,  "CompactColMajor<{0}>"),
    op("compact_col_major",   "tuple tuple",          Tuple,  "CompactColMajor<{0}, {1}>"),
    op("compact_order",       "tuple tuple",          Tuple,  "CompactOrder<{0}, {1}>"),
    op("compact_row_major",   "tuple",                Tuple,  "CompactRowMajor<{0}>"),
    op("compact_row_major",   "tuple tuple",          Tuple,  "CompactRowMajor<{0}, {1}>"),
    op("compatible",          "tuple tuple",          Plain,  "Compatible<{0}, {1}>"),
    op("complement",          "layout",               Layout, "Complement<{0}>"),
    op("complement",          "layout tuple",         Layout, "Complement<{0}, {1}>"),
    op("complement_sparse",   "layout",               Layout, "ComplementSparse<{0}>"),
    op("complement_sparse",   "layout tuple",         Layout, "ComplementSparse<{0}, {1}>"),
    op("composition",         "swizzle layout",       Layout, "Swizzled<{0}, {1}>"),
    op("composition",         "swizzle swizzle",      Function, "Merge<{0}, {1}>"),
    op("congruent",           "tuple tuple",          Plain,  "Congruent<{0}, {1}>"),
    op("coshape",             "layout",               Tuple,  "Cosize<{0}>"),
    op("cosize",              "layout",               Tuple,  "Cosize<{0}>"),
    op("crd2crd",             "tuple tuple tuple",    Tuple,  "Crd2Crd<{0}, {1}, {2}>"),
    op("crd2idx",             "tuple tuple",          Tuple,  "Crd2Idx<{0}, ColMajor<{1}>>"),
    op("crd2idx",             "tuple tuple tuple",    Tuple,  "Crd2IdxBy<{0}, {1}, {2}>"),
    op("depth",               "layout",               Tuple,  "Depth<{0}>"),
    op("depth",               "tuple",                Tuple,  "TupleDepth<{0}>"),
    op("downcast",            "swizzle int",          Function, "<{0} as Outer>::Narrower<{1}>"),
    op("dice",                "coord layout",         Layout, "Dice<{0}, {1}>"),
    op("dice",                "coord tuple",          Tuple,  "DiceTuple<{0}, {1}>"),
    op("domain_distribute",   "tuple tuple",          Layout, "DomainDistribute<{0}, {1}>"),
    op("domain_offset",       "coord layout",         Plain,  "({1}, Crd2Idx<{0}, {1}>)"),
    op("elem_less",           "tuple tuple",          Plain,  "ElemLess<{0}, {1}>"),
    op("elem_scale",          "tuple tuple",          Tuple,  "ElemScale<{0}, {1}>"),
    op("eval",                "layout int",           Tuple,  "Crd2Idx<{1}, {0}>"),
    op("evenly_divides",      "tuple tiler",          Plain,  "EvenlyDivides<{0}, {1}>"),
    op("flatten",             "tuple",                Tuple,  "FlattenTuple<{0}>"),
    op("get_1d_coord",        "layout int",           Tuple,  "Coord1d<{1}, {0}>"),
    op("get_flat_coord",      "layout int",           Tuple,  "FlatCoord<{1}, {0}>"),
    op("get_hier_coord",      "layout int",           Tuple,  "HierCoord<{1}, {0}>"),
    op("idx2crd",             "tuple tuple",          Tuple,  "Idx2CrdOf<{0}, {1}>"),
    op("idx2crd",             "tuple tuple tuple",    Tuple,  "Idx2CrdBy<{0}, {1}, {2}>"),
    op("inner_product",       "tuple tuple",          Tuple,  "InnerProduct<{0}, {1}>"),
    op("lex_less",            "tuple tuple",          Plain,  "LexLess<{0}, {1}>"),
    op("make_fragment_like",  "layout",               Layout, "FragmentLike<{0}>"),
    op("make_layout_like",    "layout",               Layout, "LayoutLike<{0}>"),
    op("make_identity_layout", "tuple",               Layout, "IdentityLayout<{0}>"),
    op("make_layout",         "layout",               Layout, "Concat<({0},)>"),
    op("make_layout",         "layout layout",        Layout, "Concat<({0}, {1})>"),
    op("make_layout",         "layout layout layout", Layout, "Concat<({0}, {1}, {2})>"),
    op("make_layout_order",   "tuple LayoutLeft",     Layout, "ColMajor<{0}>"),
    op("make_layout_order",   "tuple LayoutRight",    Layout, "RowMajor<{0}>"),
    op("make_ordered_layout", "tuple tuple",          Layout, "Ordered<{0}, {1}>"),
    op("make_swizzle",        "bits bits",            Function, "MakeSwizzle<{0}, {1}>"),
    op("max_common_vector",   "layout layout",        Tuple,  "MaxCommonVector<{0}, {1}>"),
    op("product_each",        "tuple",                Tuple,  "ProductEach<{0}>"),
    op("product_like",        "tuple tuple",          Tuple,  "ProductLike<{0}, {1}>"),
    op("rank",                "layout",               Tuple,  "Rank<{0}>"),
    op("rank",                "tuple",                Tuple,  "TupleRank<{0}>"),
    op("round_up",            "tuple tuple",          Tuple,  "RoundUp<{0}, {1}>"),
    op("shape_div",           "tuple tuple",          Tuple,  "ShapeDiv<{0}, {1}>"),
    op("size",                "layout",               Tuple,  "Size<{0}>"),
    op("size",                "tuple",                Tuple,  "Product<{0}>"),
    op("slice",               "coord layout",         Layout, "Slice<{0}, {1}>"),
    op("slice",               "coord tuple",          Tuple,  "SliceTuple<{0}, {1}>"),
    op("slice_and_offset",    "coord layout",         Plain,  "(Slice<{0}, {1}>, SliceOffset<{0}, {1}>)"),
    op("swizzle_apply",       "swizzle int",          Tuple,  "<{0} as Outer>::Apply<{1}>"),
    op("upcast",              "swizzle int",          Function, "<{0} as Outer>::Wider<{1}>"),
    op("weakly_congruent",    "tuple tuple",          Plain,  "WeaklyCongruent<{0}, {1}>"),
];

/// Tiled MMAs and copies: the first word of a record is the function.
#[rustfmt::skip]
pub(crate) const TILED: &[Op] = &[
    op("tiled_copy", "tidfrg_S atom int layout layout layout", Layout, "Tidfrg<MakeTiledCopy<CopyAtom<{1}, {2}>, {3}, {4}>, CopySource, {5}>"),
    op("tiled_copy", "tidfrg_S A atom int atom layout any layout", Layout, "Tidfrg<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandA>, CopySource, {7}>"),
    op("tiled_copy", "tidfrg_S B atom int atom layout any layout", Layout, "Tidfrg<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandB>, CopySource, {7}>"),
    op("tiled_copy", "tidfrg_S C atom int atom layout any layout", Layout, "Tidfrg<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandC>, CopySource, {7}>"),
    op("tiled_copy", "partition_S atom int layout layout layout", Layout, "CopyPartitioned<MakeTiledCopy<CopyAtom<{1}, {2}>, {3}, {4}>, CopySource, {5}>"),
    op("tiled_copy", "partition_S A atom int atom layout any layout", Layout, "CopyPartitioned<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandA>, CopySource, {7}>"),
    op("tiled_copy", "partition_S B atom int atom layout any layout", Layout, "CopyPartitioned<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandB>, CopySource, {7}>"),
    op("tiled_copy", "partition_S C atom int atom layout any layout", Layout, "CopyPartitioned<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandC>, CopySource, {7}>"),
    op("tiled_copy", "offset_S atom int layout layout layout int", Tuple, "CopyPartitionOffset<MakeTiledCopy<CopyAtom<{1}, {2}>, {3}, {4}>, CopySource, {5}, {6}>"),
    op("tiled_copy", "offset_S A atom int atom layout any layout int", Tuple, "CopyPartitionOffset<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandA>, CopySource, {7}, {8}>"),
    op("tiled_copy", "offset_S B atom int atom layout any layout int", Tuple, "CopyPartitionOffset<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandB>, CopySource, {7}, {8}>"),
    op("tiled_copy", "offset_S C atom int atom layout any layout int", Tuple, "CopyPartitionOffset<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandC>, CopySource, {7}, {8}>"),
    op("tiled_copy", "layout_S_TV atom int layout layout", Layout, "CopyLayoutTv<MakeTiledCopy<CopyAtom<{1}, {2}>, {3}, {4}>, CopySource>"),
    op("tiled_copy", "layout_S_TV A atom int atom layout any", Layout, "CopyLayoutTv<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandA>, CopySource>"),
    op("tiled_copy", "layout_S_TV B atom int atom layout any", Layout, "CopyLayoutTv<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandB>, CopySource>"),
    op("tiled_copy", "layout_S_TV C atom int atom layout any", Layout, "CopyLayoutTv<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandC>, CopySource>"),
    op("tiled_copy", "tidfrg_D atom int layout layout layout", Layout, "Tidfrg<MakeTiledCopy<CopyAtom<{1}, {2}>, {3}, {4}>, CopyDestination, {5}>"),
    op("tiled_copy", "tidfrg_D A atom int atom layout any layout", Layout, "Tidfrg<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandA>, CopyDestination, {7}>"),
    op("tiled_copy", "tidfrg_D B atom int atom layout any layout", Layout, "Tidfrg<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandB>, CopyDestination, {7}>"),
    op("tiled_copy", "tidfrg_D C atom int atom layout any layout", Layout, "Tidfrg<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandC>, CopyDestination, {7}>"),
    op("tiled_copy", "partition_D atom int layout layout layout", Layout, "CopyPartitioned<MakeTiledCopy<CopyAtom<{1}, {2}>, {3}, {4}>, CopyDestination, {5}>"),
    op("tiled_copy", "partition_D A atom int atom layout any layout", Layout, "CopyPartitioned<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandA>, CopyDestination, {7}>"),
    op("tiled_copy", "partition_D B atom int atom layout any layout", Layout, "CopyPartitioned<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandB>, CopyDestination, {7}>"),
    op("tiled_copy", "partition_D C atom int atom layout any layout", Layout, "CopyPartitioned<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandC>, CopyDestination, {7}>"),
    op("tiled_copy", "offset_D atom int layout layout layout int", Tuple, "CopyPartitionOffset<MakeTiledCopy<CopyAtom<{1}, {2}>, {3}, {4}>, CopyDestination, {5}, {6}>"),
    op("tiled_copy", "offset_D A atom int atom layout any layout int", Tuple, "CopyPartitionOffset<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandA>, CopyDestination, {7}, {8}>"),
    op("tiled_copy", "offset_D B atom int atom layout any layout int", Tuple, "CopyPartitionOffset<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandB>, CopyDestination, {7}, {8}>"),
    op("tiled_copy", "offset_D C atom int atom layout any layout int", Tuple, "CopyPartitionOffset<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandC>, CopyDestination, {7}, {8}>"),
    op("tiled_copy", "layout_D_TV atom int layout layout", Layout, "CopyLayoutTv<MakeTiledCopy<CopyAtom<{1}, {2}>, {3}, {4}>, CopyDestination>"),
    op("tiled_copy", "layout_D_TV A atom int atom layout any", Layout, "CopyLayoutTv<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandA>, CopyDestination>"),
    op("tiled_copy", "layout_D_TV B atom int atom layout any", Layout, "CopyLayoutTv<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandB>, CopyDestination>"),
    op("tiled_copy", "layout_D_TV C atom int atom layout any", Layout, "CopyLayoutTv<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandC>, CopyDestination>"),
    op("tiled_copy", "layout_TV atom int layout layout", Layout, "<MakeTiledCopy<CopyAtom<{1}, {2}>, {3}, {4}> as CopyTiling>::LayoutTv"),
    op("tiled_copy", "layout_TV A atom int atom layout any", Layout, "<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandA> as CopyTiling>::LayoutTv"),
    op("tiled_copy", "layout_TV B atom int atom layout any", Layout, "<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandB> as CopyTiling>::LayoutTv"),
    op("tiled_copy", "layout_TV C atom int atom layout any", Layout, "<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandC> as CopyTiling>::LayoutTv"),
    op("tiled_copy", "tiler atom int layout layout", Plain, "<MakeTiledCopy<CopyAtom<{1}, {2}>, {3}, {4}> as CopyTiling>::Tile"),
    op("tiled_copy", "tiler A atom int atom layout any", Plain, "<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandA> as CopyTiling>::Tile"),
    op("tiled_copy", "tiler B atom int atom layout any", Plain, "<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandB> as CopyTiling>::Tile"),
    op("tiled_copy", "tiler C atom int atom layout any", Plain, "<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandC> as CopyTiling>::Tile"),
    op("tiled_copy", "retile A atom int atom layout any layout", Layout, "Retile<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandA>, {7}>"),
    op("tiled_copy", "retile B atom int atom layout any layout", Layout, "Retile<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandB>, {7}>"),
    op("tiled_copy", "retile C atom int atom layout any layout", Layout, "Retile<TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, OperandC>, {7}>"),
    op("tiled_mma", "layout_A_TV atom layout any", Layout, "LayoutTv<TiledMma<{1}, {2}, {3}>, OperandA>"),
    op("tiled_mma", "thrfrg_A atom layout any layout", Layout, "Thrfrg<TiledMma<{1}, {2}, {3}>, OperandA, {4}>"),
    op("tiled_mma", "partition_A atom layout any layout", Layout, "Partitioned<TiledMma<{1}, {2}, {3}>, OperandA, {4}>"),
    op("tiled_mma", "offset_A atom layout any layout int", Tuple, "PartitionOffset<TiledMma<{1}, {2}, {3}>, OperandA, {4}, {5}>"),
    op("tiled_mma", "fragment_A atom layout any layout", Layout, "PartitionFragment<TiledMma<{1}, {2}, {3}>, OperandA, {4}>"),
    op("tiled_mma", "partition_shape_A atom layout any tuple", Tuple, "PartitionShape<TiledMma<{1}, {2}, {3}>, OperandA, {4}>"),
    op("tiled_mma", "layout_B_TV atom layout any", Layout, "LayoutTv<TiledMma<{1}, {2}, {3}>, OperandB>"),
    op("tiled_mma", "thrfrg_B atom layout any layout", Layout, "Thrfrg<TiledMma<{1}, {2}, {3}>, OperandB, {4}>"),
    op("tiled_mma", "partition_B atom layout any layout", Layout, "Partitioned<TiledMma<{1}, {2}, {3}>, OperandB, {4}>"),
    op("tiled_mma", "offset_B atom layout any layout int", Tuple, "PartitionOffset<TiledMma<{1}, {2}, {3}>, OperandB, {4}, {5}>"),
    op("tiled_mma", "fragment_B atom layout any layout", Layout, "PartitionFragment<TiledMma<{1}, {2}, {3}>, OperandB, {4}>"),
    op("tiled_mma", "partition_shape_B atom layout any tuple", Tuple, "PartitionShape<TiledMma<{1}, {2}, {3}>, OperandB, {4}>"),
    op("tiled_mma", "layout_C_TV atom layout any", Layout, "LayoutTv<TiledMma<{1}, {2}, {3}>, OperandC>"),
    op("tiled_mma", "thrfrg_C atom layout any layout", Layout, "Thrfrg<TiledMma<{1}, {2}, {3}>, OperandC, {4}>"),
    op("tiled_mma", "partition_C atom layout any layout", Layout, "Partitioned<TiledMma<{1}, {2}, {3}>, OperandC, {4}>"),
    op("tiled_mma", "offset_C atom layout any layout int", Tuple, "PartitionOffset<TiledMma<{1}, {2}, {3}>, OperandC, {4}, {5}>"),
    op("tiled_mma", "fragment_C atom layout any layout", Layout, "PartitionFragment<TiledMma<{1}, {2}, {3}>, OperandC, {4}>"),
    op("tiled_mma", "partition_shape_C atom layout any tuple", Tuple, "PartitionShape<TiledMma<{1}, {2}, {3}>, OperandC, {4}>"),
    op("tiled_mma", "thr_layout_vmnk atom layout any", Layout, "<TiledMma<{1}, {2}, {3}> as MmaTiling>::ThrLayoutVmnk"),
    op("tiled_mma", "tile_shape atom layout any", Tuple, "<TiledMma<{1}, {2}, {3}> as MmaTiling>::TileShape"),
];

/// Returns whether a word is the name of an atom.
pub(crate) fn is_atom(word: &str) -> bool {
    word.starts_with("SM") || word.starts_with("Universal")
}

/// Operations on values with run-time integers: `{0}` is replaced by the first argument's value.
#[rustfmt::skip]
pub(crate) const VALUES: &[Op] = &[
    //  operation             arguments               gives   value
    op("evenly_divides",      "tuple any",            Plain,  "evenly_divides({0}, {1})"),
    op("coalesce",            "layout",               Layout, "{0}.coalesce()"),
    op("compact_col_major",   "tuple",                Tuple,  "compact_col_major({0})"),
    op("compact_row_major",   "tuple",                Tuple,  "compact_row_major({0})"),
    op("complement",          "layout tuple",         Layout, "{0}.complement({1})"),
    op("complement_sparse",   "layout tuple",         Layout, "{0}.complement_sparse({1})"),
    op("composition",         "layout any",           Layout, "{0}.compose({1})"),
    op("flat_divide",         "layout any",           Layout, "{0}.flat_divide({1})"),
    op("tiled_divide",        "layout any",           Layout, "{0}.tiled_divide({1})"),
    op("logical_divide",      "layout any",           Layout, "{0}.logical_divide({1})"),
    op("right_inverse",       "layout",               Layout, "{0}.right_inverse()"),
    op("zipped_divide",       "layout any",           Layout, "{0}.zipped_divide({1})"),
];

/// Returns the row of this operation for these arguments.
pub(crate) fn find<'r>(rows: &'r [Op], name: &str, args: &[Value]) -> Option<&'r Op> {
    rows.iter().find(|op| op.name == name && op.fits(args))
}

impl Kind {
    /// The function of this package which asks about a type of this kind.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Layout => "layout",
            Kind::Tuple => "tuple",
            Kind::Function => "function",
            Kind::Plain => "plain",
        }
    }

    /// The type of this package which is the case of a type of this kind, if there is one.
    pub(crate) fn row(self) -> Option<&'static str> {
        match self {
            Kind::Layout => Some("LayoutIs"),
            Kind::Tuple => Some("TupleIs"),
            Kind::Plain => Some("PlainIs"),
            Kind::Function => None,
        }
    }
}

impl Op {
    /// How many arguments a record has, words included.
    pub(crate) fn arity(&self) -> usize {
        self.args.split(' ').count()
    }

    /// The places of the arguments that are in the type, and the trait of each; `None` if one has
    /// no such trait.
    pub(crate) fn parameters(&self) -> Option<Vec<(usize, &'static str)>> {
        let words = self.args.split(' ').enumerate();
        words
            .filter(|(place, _)| self.of.contains(&format!("{{{place}}}")))
            .map(|(place, word)| Some((place, bound(word)?)))
            .collect()
    }

    fn fits(&self, args: &[Value]) -> bool {
        let words: Vec<&str> = self.args.split(' ').collect();
        words.len() == args.len() && words.iter().zip(args).all(|(word, arg)| fits(word, arg))
    }
}

/// The trait of the arguments that a word stands for, if there is one.
fn bound(word: &str) -> Option<&'static str> {
    match word {
        "layout" => Some("Layout"),
        "tuple" => Some("IntTuple"),
        "int" => Some("Integer"),
        "tiler" => Some("Tiler"),
        "coord" => Some("Coord"),
        "mma" => Some("MmaAtom"),
        "copy" => Some("CopyOperation"),
        "tmem" => Some("TmemCopyOperation"),
        _ => None,
    }
}

/// Whether an argument is what a word asks for.
fn fits(word: &str, arg: &Value) -> bool {
    match arg {
        Value::Layout(..) | Value::Composed(..) => word == "layout" || is_any(word),
        Value::Swizzle(..) => word == "swizzle",
        Value::Int(_) | Value::Dynamic(_) | Value::Negative(_) | Value::Basis(..) => {
            matches!(word, "int" | "bits" | "tuple") || is_any(word)
        }
        Value::Tuple(_) => word == "tuple" || is_any(word),
        Value::Word(it) => word == it || word == "atom" && is_atom(it),
        _ => is_any(word),
    }
}

/// Whether a word stands for tuples, layouts, and what picks whole modes.
fn is_any(word: &str) -> bool {
    matches!(word, "tiler" | "coord" | "any")
}

/// The files with the records of an operation, and how their verdicts are read.
///
/// Most operations have one file of CuTe's results; some have a second one, generated from the
/// rule.
pub(crate) fn files(name: &str) -> Vec<(String, Reading)> {
    let cute = (format!("{name}.jsonl"), Reading::Corrected);
    let exact = (format!("exact/{name}.jsonl"), Reading::Exact);
    match name {
        "complement_sparse" => vec![("complement.jsonl".to_owned(), Reading::Sparse), exact],
        "complement" | "composition" | "downcast" | "left_inverse" | "logical_divide"
        | "logical_product" | "right_inverse" | "tile_to_shape" | "upcast" => {
            vec![cute, exact]
        }
        _ => vec![cute],
    }
}
