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
///
/// A tiled copy is made from an atom and layouts, or for an operand of a tiled MMA, which is the
/// second word. In their rows, `COPY` and `MMA` stand for the tiled type, `{x}` and `{y}` for the
/// arguments behind its own, and `@` for an end of the copy or an operand of the MMA.
pub(crate) static TILED: LazyLock<Vec<Op>> = LazyLock::new(|| {
    let mut ops = Vec::new();
    let mut add = |name, function: String, made, row: &(&str, &str, Kind, &str), of: String| {
        let (_, more, kind, _) = row;
        let args = format!("{function} {made} {more}").trim_end().to_owned();
        ops.push(Op { name: Cow::Borrowed(name), args: args.into(), kind: *kind, of: of.into() });
    };
    let mut copies = vec![(
        String::new(),
        "atom int layout layout",
        "MakeTiledCopy<CopyAtom<{1}, {2}>, {3}, {4}>".to_owned(),
        5,
    )];
    for operand in ["A", "B", "C"] {
        let copy = "TiledCopyOf<CopyAtom<{2}, {3}>, TiledMma<{4}, {5}, {6}>, Operand";
        let copy = format!("{copy}{operand}>");
        copies.push((format!(" {operand}"), "atom int atom layout any", copy, 7));
        for row in OF_MMAS {
            let of = typed(row.3, "TiledMma<{1}, {2}, {3}>", &format!("Operand{operand}"), 4);
            add("tiled_mma", row.0.replace('@', operand), "atom layout any", row, of);
        }
    }
    for (operand, made, copy, next) in copies {
        for (end, ty) in [("S", "CopySource"), ("D", "CopyDestination")] {
            for row in OF_COPIES {
                let function = row.0.replace('@', end) + &operand;
                add("tiled_copy", function, made, row, typed(row.3, &copy, ty, next));
            }
        }
    }
    ops
});

/// Returns the type of a row, with the first argument behind those of the tiled MMA or copy.
fn typed(of: &str, tiled: &str, which: &str, next: usize) -> String {
    let of = of.replace("{x}", &format!("{{{next}}}")).replace("{y}", &format!("{{{}}}", next + 1));
    of.replace("COPY", tiled).replace("MMA", tiled).replace('@', which)
}

#[rustfmt::skip]
const OF_COPIES: &[(&str, &str, Kind, &str)] = &[
    ("tidfrg_@",    "layout",     Layout, "Tidfrg<COPY, @, {x}>"),
    ("partition_@", "layout",     Layout, "CopyPartitioned<COPY, @, {x}>"),
    ("offset_@",    "layout int", Tuple,  "CopyPartitionOffset<COPY, @, {x}, {y}>"),
    ("layout_@_TV", "",           Layout, "CopyLayoutTv<COPY, @>"),
    ("layout_TV",   "",           Layout, "<COPY as CopyTiling>::LayoutTv"),
    ("tiler",       "",           Plain,  "<COPY as CopyTiling>::Tile"),
    ("retile",      "layout",     Layout, "Retile<COPY, {x}>"),
];

#[rustfmt::skip]
const OF_MMAS: &[(&str, &str, Kind, &str)] = &[
    ("layout_@_TV",       "",           Layout, "LayoutTv<MMA, @>"),
    ("thrfrg_@",          "layout",     Layout, "Thrfrg<MMA, @, {x}>"),
    ("partition_@",       "layout",     Layout, "Partitioned<MMA, @, {x}>"),
    ("offset_@",          "layout int", Tuple,  "PartitionOffset<MMA, @, {x}, {y}>"),
    ("fragment_@",        "layout",     Layout, "PartitionFragment<MMA, @, {x}>"),
    ("partition_shape_@", "tuple",      Tuple,  "PartitionShape<MMA, @, {x}>"),
    ("thr_layout_vmnk",   "",           Layout, "<MMA as MmaTiling>::ThrLayoutVmnk"),
    ("tile_shape",        "",           Tuple,  "<MMA as MmaTiling>::TileShape"),
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
