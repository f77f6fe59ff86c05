//! The operations, each with its arguments and its name in `zellige_dynamic::eval`.

use clap::Subcommand;

use crate::call::{Argument, Call, Kind};

/// The help of an argument of this kind, unless it has its own.
macro_rules! help {
    ($kind:ident $help:literal) => {
        $help
    };
    (Layout) => {
        "A layout"
    };
    (LayoutOrSwizzle) => {
        "A layout, or a swizzle"
    };
    (LayoutOrShape) => {
        "A shape, or a layout"
    };
    (Shape) => {
        "A shape"
    };
    (Coord) => {
        "A coordinate in which some modes are `_`"
    };
    (Tiler) => {
        "A tiler"
    };
}

/// The arguments of a call, in CuTe's order if that is not the order of the fields.
macro_rules! arguments {
    ([$($field:ident)+]) => { [$($field),+].concat() };
    ([$($field:ident)+] $($argument:ident),+) => { [$($argument),+].concat() };
}

/// Defines subcommands: the fields with the kinds of their values and their help, and the
/// operation's name, followed by its arguments in CuTe's order where that is another one.
macro_rules! operations {
    ($(#[$meta:meta])* $name:ident { $(
        $(#[$of:meta])* $variant:ident { $(
            $(#[$about:meta])* $field:ident: $ty:ty = $kind:ident $($help:literal)?
        ),+ $(,)? } => $op:literal $(($($argument:ident),+))?;
    )+ }) => {
        $(#[$meta])*
        #[derive(Subcommand)]
        pub(crate) enum $name { $(
            $(#[$of])*
            #[command(allow_negative_numbers = true)]
            $variant { $($(#[$about])* #[arg(help = help!($kind $($help)?))] $field: $ty),+ },
        )+ }

        impl $name {
            /// Returns the operation with its arguments.
            pub(crate) fn call(self) -> Call {
                match self { $(
                    $name::$variant { $($field),+ } => {
                        $(let $field = Argument::of(stringify!($field), Kind::$kind, $field);)+
                        Call::new($op, arguments!([$($field)+] $($($argument),+)?))
                    }
                )+ }
            }
        }
    };
}

operations! {
    /// Operations on layouts.
    Layouts {
        /// Composes A with B: the layout c -> A(B(c))
        ///
        /// B is a layout, a number of elements, `_`, or a tuple of these, one for each mode of A. A
        /// and B may also be swizzles.
        #[command(verbatim_doc_comment)]
        Compose {
            a: String = LayoutOrSwizzle "A layout, or a swizzle such as `Sw<3,3,3>`",
            b: String = TilerOrSwizzle
                "A layout or a tiler, such as `(4:1,_)`; a swizzle if A is one",
        } => "composition";
        /// Gives a layout another shape with the same number of elements, with the first mode
        /// fastest.
        WithShape { layout: String = Layout, shape: String = Shape "The shape" } => "with_shape";
        /// Completes a layout: copies of A at the offsets of the result reach every offset below M
        /// exactly once.
        Complement {
            a: String = Layout,
            m: Option<String> = Shape "The space, a number or a shape; without it, the cosize of A",
        } => "complement";
        /// Completes a layout as CuTe's `complement` does: it may leave holes between the copies,
        /// as padded blocks need it.
        ComplementSparse {
            a: String = Layout,
            m: Option<String> = Shape "The space, a number or a shape; without it, the cosize of A",
        } => "complement_sparse";
        /// Inverts a layout from the right: A(R(i)) = i for the longest run of offsets 0, 1, 2, ...
        RightInverse { a: String = Layout } => "right_inverse";
        /// Inverts a layout from the left: R(A(i)) = i for all i, or, if A has strides of 0,
        /// A(R(A(i))) = A(i)
        ///
        /// It inverts digit by digit, and does not search for other inverses: a stride of A that
        /// does not divide the next larger one is refused, even if some layout inverts A.
        #[command(verbatim_doc_comment)]
        LeftInverse { a: String = Layout } => "left_inverse";

        /// Writes the same function with as few modes as possible.
        Coalesce {
            layout: String = Layout,
            profile: Option<String> = Shape
                "A profile: each mode that it has is coalesced separately, as with `(1,1)`",
        } => "coalesce";
        /// Coalesces a layout without its modes of stride 0.
        Filter {
            layout: String = Layout,
            profile: Option<String> = Shape
                "A profile: each mode that it has is filtered separately",
        } => "filter";
        /// Sets the extent of each mode of stride 0 to 1.
        FilterZeros {
            layout: String = Layout,
            profile: Option<String> = Shape "A profile: the extents become 1 where it is 0",
        } => "filter_zeros";
        /// Returns the layout of the indices whose offset is 0: those along the modes of stride 0.
        Nullspace { a: String = Layout } => "nullspace";

        /// Repeats a layout until it fills a shape.
        TileToShape {
            block: String = Layout "The layout of a block",
            target: String = Shape "The shape to fill",
            order: Option<String> = Shape
                "The order in which the blocks continue, such as `(1,0)`, in which equal numbers \
                 overlap; without it, the first mode is fastest",
        } => "tile_to_shape";

        /// Recasts a layout to elements that are N times as wide.
        Upcast {
            layout: String = LayoutOrSwizzle,
            n: String = Number "The number of elements that become one",
        } => "upcast";
        /// Recasts a layout to elements that are N times as narrow.
        Downcast {
            layout: String = LayoutOrSwizzle,
            n: String = Number "The number of elements that one becomes",
        } => "downcast";
        /// Recasts a layout of elements of OLD bits to elements of NEW bits.
        Recast {
            layout: String = Layout,
            old: String = Number "The number of bits of an element",
            new: String = Number "The number of bits of an element of the result",
        } => "recast_layout";
        /// Returns the indices of the longest vector that is contiguous, and in the same order, in
        /// both layouts.
        MaxCommonLayout {
            a: String = Layout, b: String = Layout "Another layout"
        } => "max_common_layout";
        /// Counts the elements of the longest vector that is contiguous, and in the same order, in
        /// both layouts.
        MaxCommonVector {
            a: String = Layout, b: String = Layout "Another layout"
        } => "max_common_vector";
        /// Returns the largest N such that the layout consists of whole vectors of N elements, each
        /// beginning at a multiple of N.
        MaxAlignment { layout: String = Layout } => "max_alignment";

        /// Returns the offset of a coordinate.
        Crd2idx {
            layout: String = Layout,
            coordinate: String = Coord "An index, or a coordinate such as `(3,5,2)`",
        } => "apply";
        /// Returns the coordinate of an index.
        Idx2crd {
            shape: String = Extents "A shape, or a layout of this shape",
            index: String = Shape "The index, or an index for each mode",
            stride: Option<String> = Shape
                "The strides of a compact layout; without them, the first mode is fastest",
        } => "idx2crd"(index, shape, stride);
        /// Returns the coordinate of another shape with the same index.
        Crd2crd {
            coordinate: String = Shape "A coordinate",
            from: String = Shape "Its shape",
            to: String = Shape "The other shape",
        } => "crd2crd";
        /// Returns the coordinate of an offset in a compact layout, with the nesting of its shape.
        GetHierCoord {
            layout: String = Layout "A layout that is compact", offset: String = Number "The offset"
        } => "get_hier_coord";
        /// Returns the coordinate of an offset in a compact layout, one index for each mode.
        GetFlatCoord {
            layout: String = Layout "A layout that is compact", offset: String = Number "The offset"
        } => "get_flat_coord";
        /// Returns the index of an offset in a compact layout.
        #[command(name = "get-1d-coord")]
        Get1dCoord {
            layout: String = Layout "A layout that is compact", offset: String = Number "The offset"
        } => "get_1d_coord";
        /// Returns the sublayout of the modes that are `_`, and the offset of the others.
        Slice {
            layout: String = Layout, coordinate: String = Coord
        } => "slice_and_offset"(coordinate, layout);
        /// Returns the sublayout of the modes that are indices, which `slice` leaves out.
        Dice { layout: String = Layout, coordinate: String = Coord } => "dice"(coordinate, layout);
        /// Returns the layout as seen from a coordinate, and the offset of the coordinate.
        DomainOffset {
            layout: String = Layout, coordinate: String = Coord "A coordinate"
        } => "domain_offset"(coordinate, layout);
        /// Lists the offsets at 0, 1, 2, ...
        Table { layout: String = Layout "A layout of at most 1048576 elements" } => "eval";

        /// Removes all nesting.
        Flatten { layout: String = Layout } => "flatten";
        /// Nests the modes like a profile.
        Unflatten {
            layout: String = Layout,
            profile: String = Shape "A tuple with the nesting of the result",
        } => "unflatten";
        /// Returns a mode, or a mode of a mode.
        Get {
            layout: String = Layout,
            #[arg(required = true)] path: Vec<String> = Numbers
                "The number of the mode, then that of a mode of it, and so on",
        } => "get";
        /// Returns the layout of some modes.
        Select {
            layout: String = Layout,
            #[arg(required = true)] modes: Vec<String> = Numbers "The numbers of modes",
        } => "select";
        /// Groups some adjacent modes into one mode.
        Group {
            layout: String = Layout,
            begin: String = Number "The first mode",
            end: String = Number "The mode after the last",
        } => "group";
        /// Returns the layout of some adjacent modes.
        Take {
            layout: String = Layout,
            begin: String = Number "The first mode",
            end: String = Number "The mode after the last",
        } => "take";
        /// Replaces a mode.
        Replace {
            layout: String = Layout,
            mode: String = Number "The number of the mode",
            by: String = Layout "The layout that replaces it",
        } => "replace";
        /// Adds a mode after the others.
        Append {
            layout: String = Layout,
            mode: String = Layout "The mode",
            rank: Option<String> = Number "The number of modes of the result",
        } => "append";
        /// Adds a mode before the others.
        Prepend {
            layout: String = Layout,
            mode: String = Layout "The mode",
            rank: Option<String> = Number "The number of modes of the result",
        } => "prepend";
        /// Transposes the modes of modes: the first mode of each becomes the first mode.
        Zip { layout: String = Layout } => "zip";

        /// Makes a layout whose modes are the arguments.
        MakeLayout {
            #[arg(required = true)] layouts: Vec<String> = Layout "Layouts"
        } => "make_layout";
        /// Makes the layout of a shape with its modes in an order: compact, if no two have the same
        /// number.
        MakeOrderedLayout {
            shape: String = Shape "The shape",
            order: String = Shape
                "A number for each mode: the smallest is fastest, and equal ones have equal \
                 strides",
        } => "make_ordered_layout";
        /// Makes the layout of a shape that maps each coordinate to itself.
        MakeIdentityLayout { shape: String = Shape "The shape" } => "make_identity_layout";
        /// Makes a compact layout of the same shape and the same order of strides.
        MakeLayoutLike { layout: String = Layout } => "make_layout_like";
        /// Makes a compact layout for registers, with the first mode contiguous.
        MakeFragmentLike { layout: String = Layout } => "make_fragment_like";
        /// Spreads N elements over a shape as evenly as its extents allow.
        DomainDistribute {
            shape: String = Shape "The shape", n: String = Shape "The number of elements"
        } => "domain_distribute";
    }
}

operations! {
    /// Operations on shapes.
    Shapes {
        /// Counts the elements.
        Size { shape: String = LayoutOrShape } => "size";
        /// Counts the modes.
        Rank { shape: String = LayoutOrShape } => "rank";
        /// Counts the levels of nesting.
        Depth { shape: String = LayoutOrShape } => "depth";
        /// Removes all nesting.
        Flatten { shape: String = Shape } => "flatten";
        /// Returns the parts that are `_` in a coordinate.
        Slice { shape: String = Shape, coordinate: String = Coord } => "slice"(coordinate, shape);
        /// Returns the parts that are indices in a coordinate.
        Dice { shape: String = Shape, coordinate: String = Coord } => "dice"(coordinate, shape);
        /// Returns the strides of the compact layout with the first mode fastest.
        CompactColMajor {
            shape: String = Shape,
            starts: Option<String> = Shape "The strides that the modes begin with; without them, 1",
        } => "compact_col_major";
        /// Returns the strides of the compact layout with the last mode fastest.
        CompactRowMajor {
            shape: String = Shape,
            starts: Option<String> = Shape "The strides that the modes begin with; without them, 1",
        } => "compact_row_major";
        /// Returns the strides of the layout with its modes in an order: compact, if no two have
        /// the same number.
        CompactOrder {
            shape: String = Shape,
            order: String = Shape
                "A number for each mode: the smallest is fastest, and equal ones have equal \
                 strides",
        } => "compact_order";
        /// Returns the product of each mode.
        ProductEach { shape: String = Shape } => "product_each";
        /// Returns the products of a shape that have the nesting of another tuple.
        ProductLike {
            shape: String = Shape, guide: String = Shape "A tuple with the nesting of the result"
        } => "product_like";
        /// Adds the products of corresponding numbers.
        InnerProduct {
            a: String = Shape "A tuple", b: String = Shape "A tuple of the same nesting"
        } => "inner_product";
        /// Divides, and rounds up: the number of tiles that cover a shape.
        CeilDiv { a: String = Shape, b: String = LayoutOrShape } => "ceil_div";
        /// Divides, where one number divides the other: 8 by 2 is 4, and 2 by 8 is 1.
        ShapeDiv { a: String = Shape, b: String = Shape } => "shape_div";
        /// Rounds up to multiples.
        RoundUp { a: String = Shape, b: String = Shape } => "round_up";
        /// Multiplies mode by mode; a number is multiplied by the product of the mode that
        /// corresponds to it.
        ElemScale { a: String = Shape "A tuple", b: String = Shape "A tuple" } => "elem_scale";
        /// True if two tuples have the same nesting.
        Congruent { a: String = Shape "A tuple", b: String = Shape "A tuple" } => "congruent";
        /// True if B has the nesting of A, or a finer one.
        WeaklyCongruent {
            a: String = Shape "A tuple", b: String = Shape "A tuple"
        } => "weakly_congruent";
        /// True if each number of A is the product of the corresponding part of B.
        Compatible { a: String = Shape, b: String = Shape } => "compatible";
        /// True if each number of A is less than the corresponding number of B.
        ElemLess { a: String = Shape "A tuple", b: String = Shape "A tuple" } => "elem_less";
        /// True if A comes before B, where the first mode decides.
        LexLess { a: String = Shape "A tuple", b: String = Shape "A tuple" } => "lex_less";
        /// True if A comes before B, where the last mode decides.
        ColexLess { a: String = Shape "A tuple", b: String = Shape "A tuple" } => "colex_less";
        /// True if tiles cover a shape without a rest.
        EvenlyDivides { shape: String = Shape, tiler: String = Tiler } => "evenly_divides";
    }
}
