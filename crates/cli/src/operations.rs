//! The operations, each with its arguments, its name in `zellige_dynamic::eval`, and an example.

use clap::Subcommand;

use crate::call::{Argument, Call, Kind};

/// Defines subcommands: the fields with the kinds of their values, the operation's name with its
/// arguments in CuTe's order, and an example.
macro_rules! operations {
    ($(#[$meta:meta])* $name:ident { $(
        $(#[$of:meta])* $variant:ident { $($(#[$about:meta])* $field:ident: $ty:ty = $kind:ident),+ $(,)? }
            => $op:literal($($argument:ident),+), $command:literal, $output:literal;
    )+ }) => {
        $(#[$meta])*
        #[derive(Subcommand)]
        pub(crate) enum $name { $(
            $(#[$of])*
            #[command(allow_negative_numbers = true, after_long_help = concat!("Example:\n  $ ", $command, "\n", $output))]
            $variant { $($(#[$about])* $field: $ty),+ },
        )+ }

        impl $name {
            /// Returns the operation with its arguments.
            pub(crate) fn call(self) -> Call {
                match self { $(
                    $name::$variant { $($field),+ } => {
                        $(let $field = Argument::of(stringify!($field), Kind::$kind, $field);)+
                        Call::new($op, [$($argument),+].concat())
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
            /// A layout, or a swizzle such as `Sw<3,3,3>`
            a: String = LayoutOrSwizzle,
            /// A layout or a tiler, such as `(4:1,_)`; a swizzle if A is one
            b: String = TilerOrSwizzle,
        } => "composition"(a, b), "zellige compose '20:2' '(5,4):(4,1)'", "  (5,4):(8,2)";
        /// Gives a layout another shape with the same number of elements, with the first mode
        /// fastest.
        WithShape {
            /// A layout
            layout: String = Layout,
            /// The shape
            shape: String = Shape,
        } => "with_shape"(layout, shape), "zellige with-shape '(8,4):(4,1)' '(2,16)'", "  (2,(4,4)):(4,(8,1))";
        /// Completes a layout: copies of A at the offsets of the result reach every offset below M
        /// exactly once.
        Complement {
            /// A layout
            a: String = Layout,
            /// The space, a number or a shape; without it, the cosize of A
            m: Option<String> = Shape,
        } => "complement"(a, m), "zellige complement '4:2' 24", "  (2,3):(1,8)";
        /// Completes a layout as CuTe's `complement` does: it may leave holes between the copies,
        /// as padded blocks need it.
        ComplementSparse {
            /// A layout
            a: String = Layout,
            /// The space, a number or a shape; without it, the cosize of A
            m: Option<String> = Shape,
        } => "complement_sparse"(a, m), "zellige complement-sparse '(4,4):(1,6)' 64", "  3:24";
        /// Inverts a layout from the right: A(R(i)) = i for the longest run of offsets 0, 1, 2, ...
        RightInverse {
            /// A layout
            a: String = Layout,
        } => "right_inverse"(a), "zellige right-inverse '(8,16,4):(64,1,16)'", "  (64,8):(8,1)";
        /// Inverts a layout from the left: R(A(i)) = i for all i, or, if A has strides of 0,
        /// A(R(A(i))) = A(i)
        ///
        /// It inverts digit by digit, and does not search for other inverses: a stride of A that
        /// does not divide the next larger one is refused, even if some layout inverts A.
        #[command(verbatim_doc_comment)]
        LeftInverse {
            /// A layout
            a: String = Layout,
        } => "left_inverse"(a), "zellige left-inverse '(4,8):(10,1)'", "  (10,4):(4,1)";

        /// Writes the same function with as few modes as possible.
        Coalesce {
            /// A layout
            layout: String = Layout,
            /// A profile: each mode that it has is coalesced separately, as with `(1,1)`
            profile: Option<String> = Shape,
        } => "coalesce"(layout, profile), "zellige coalesce '(2,(1,6)):(1,(6,2))'", "  12:1";
        /// Coalesces a layout without its modes of stride 0.
        Filter {
            /// A layout
            layout: String = Layout,
            /// A profile: each mode that it has is filtered separately
            profile: Option<String> = Shape,
        } => "filter"(layout, profile), "zellige filter '(4,8,2):(1,0,4)'", "  8:1";
        /// Sets the extent of each mode of stride 0 to 1.
        FilterZeros {
            /// A layout
            layout: String = Layout,
            /// A profile: the extents become 1 where it is 0
            profile: Option<String> = Shape,
        } => "filter_zeros"(layout, profile), "zellige filter-zeros '(4,8,2):(1,0,4)'", "  (4,1,2):(1,0,4)";
        /// Returns the layout of the indices whose offset is 0: those along the modes of stride 0.
        Nullspace {
            /// A layout
            a: String = Layout,
        } => "nullspace"(a), "zellige nullspace '(4,8,2):(1,0,4)'", "  8:4";

        /// Repeats a layout until it fills a shape.
        TileToShape {
            /// The layout of a block
            block: String = Layout,
            /// The shape to fill
            target: String = Shape,
            /// The order in which the blocks continue, such as `(1,0)`, in which equal numbers
            /// overlap; without it, the first mode is fastest
            order: Option<String> = Shape,
        } => "tile_to_shape"(block, target, order), "zellige tile-to-shape '(4,8):(8,1)' '(16,16)'", "  ((4,4),(8,2)):((8,32),(1,128))";

        /// Recasts a layout to elements that are N times as wide.
        Upcast {
            /// A layout, or a swizzle
            layout: String = LayoutOrSwizzle,
            /// The number of elements that become one
            n: String = Number,
        } => "upcast"(layout, n), "zellige upcast '(8,64):(64,1)' 4", "  (8,16):(16,1)";
        /// Recasts a layout to elements that are N times as narrow.
        Downcast {
            /// A layout, or a swizzle
            layout: String = LayoutOrSwizzle,
            /// The number of elements that one becomes
            n: String = Number,
        } => "downcast"(layout, n), "zellige downcast '(8,64):(64,1)' 4", "  (8,256):(256,1)";
        /// Recasts a layout of elements of OLD bits to elements of NEW bits.
        Recast {
            /// A layout
            layout: String = Layout,
            /// The number of bits of an element
            old: String = Number,
            /// The number of bits of an element of the result
            new: String = Number,
        } => "recast_layout"(layout, old, new), "zellige recast '(8,64):(64,1)' 16 128", "  (8,8):(8,1)";
        /// Returns the indices of the longest vector that is contiguous, and in the same order, in
        /// both layouts.
        MaxCommonLayout {
            /// A layout
            a: String = Layout,
            /// Another layout
            b: String = Layout,
        } => "max_common_layout"(a, b), "zellige max-common-layout '(8,4):(1,8)' '(8,4):(1,16)'", "  8:1";
        /// Counts the elements of the longest vector that is contiguous, and in the same order, in
        /// both layouts.
        MaxCommonVector {
            /// A layout
            a: String = Layout,
            /// Another layout
            b: String = Layout,
        } => "max_common_vector"(a, b), "zellige max-common-vector '(8,4):(1,8)' '(8,4):(1,16)'", "  8";
        /// Returns the largest N such that the layout consists of whole vectors of N elements, each
        /// beginning at a multiple of N.
        MaxAlignment {
            /// A layout
            layout: String = Layout,
        } => "max_alignment"(layout), "zellige max-alignment '(8,4):(1,16)'", "  8";

        /// Returns the offset of a coordinate.
        Crd2idx {
            /// A layout
            layout: String = Layout,
            /// An index, or a coordinate such as `(3,5,2)`
            coordinate: String = Coord,
        } => "apply"(layout, coordinate), "zellige crd2idx '(8,16,4):(64,1,16)' '(3,5,2)'", "  229";
        /// Returns the coordinate of an index.
        Idx2crd {
            /// A shape, or a layout, whose shape is used
            shape: String = Extents,
            /// The index, or an index for each mode
            index: String = Shape,
            /// The strides of a compact layout; without them, the first mode is fastest
            stride: Option<String> = Shape,
        } => "idx2crd"(index, shape, stride), "zellige idx2crd '(3,(2,3))' 16", "  (1,(1,2))";
        /// Returns the coordinate of another shape with the same index.
        Crd2crd {
            /// A coordinate
            coordinate: String = Shape,
            /// Its shape
            from: String = Shape,
            /// The other shape
            to: String = Shape,
        } => "crd2crd"(coordinate, from, to), "zellige crd2crd '(1,5)' '(3,6)' '(3,(2,3))'", "  (1,(1,2))";
        /// Returns the coordinate of an offset in a compact layout, with the nesting of its shape.
        GetHierCoord {
            /// A layout that is compact
            layout: String = Layout,
            /// The offset
            offset: String = Number,
        } => "get_hier_coord"(layout, offset), "zellige get-hier-coord '(8,(4,2)):(1,(16,8))' 27", "  (3,(1,1))";
        /// Returns the coordinate of an offset in a compact layout, one index for each mode.
        GetFlatCoord {
            /// A layout that is compact
            layout: String = Layout,
            /// The offset
            offset: String = Number,
        } => "get_flat_coord"(layout, offset), "zellige get-flat-coord '(8,(4,2)):(1,(16,8))' 27", "  (3,5)";
        /// Returns the index of an offset in a compact layout.
        #[command(name = "get-1d-coord")]
        Get1dCoord {
            /// A layout that is compact
            layout: String = Layout,
            /// The offset
            offset: String = Number,
        } => "get_1d_coord"(layout, offset), "zellige get-1d-coord '(8,(4,2)):(1,(16,8))' 27", "  43";
        /// Returns the sublayout of the modes that are `_`, and the offset of the others.
        Slice {
            /// A layout
            layout: String = Layout,
            /// A coordinate in which some modes are `_`
            coordinate: String = Coord,
        } => "slice_and_offset"(coordinate, layout), "zellige slice '(8,16,4):(64,1,16)' '(_,3,_)'", "  (8,4):(64,16)\n  offset 3";
        /// Returns the sublayout of the modes that are indices, which `slice` leaves out.
        Dice {
            /// A layout
            layout: String = Layout,
            /// A coordinate in which some modes are `_`
            coordinate: String = Coord,
        } => "dice"(coordinate, layout), "zellige dice '(8,16,4):(64,1,16)' '(_,3,_)'", "  (16):(1)";
        /// Returns the layout as seen from a coordinate, and the offset of the coordinate.
        DomainOffset {
            /// A layout
            layout: String = Layout,
            /// A coordinate
            coordinate: String = Coord,
        } => "domain_offset"(coordinate, layout), "zellige domain-offset '(8,4):(4,1)' '(3,2)'", "  (8,4):(4,1)\n  offset 14";
        /// Lists the offsets at 0, 1, 2, ...
        Table {
            /// A layout of at most 1048576 elements
            layout: String = Layout,
        } => "eval"(layout), "zellige table '(2,3):(3,1)'", "  0 3 1 4 2 5";

        /// Removes all nesting.
        Flatten {
            /// A layout
            layout: String = Layout,
        } => "flatten"(layout), "zellige flatten '((2,4),(3,5)):((3,6),(1,24))'", "  (2,4,3,5):(3,6,1,24)";
        /// Nests the modes like a profile.
        Unflatten {
            /// A layout
            layout: String = Layout,
            /// A tuple with the nesting of the result
            profile: String = Shape,
        } => "unflatten"(layout, profile), "zellige unflatten '(2,4,3):(12,3,1)' '((0,0),0)'", "  ((2,4),3):((12,3),1)";
        /// Returns a mode, or a mode of a mode.
        Get {
            /// A layout
            layout: String = Layout,
            /// The number of the mode, then that of a mode of it, and so on
            #[arg(required = true)]
            path: Vec<String> = Numbers,
        } => "get"(layout, path), "zellige get '((2,4),(3,5)):((3,6),(1,24))' 1 0", "  3:1";
        /// Returns the layout of some modes.
        Select {
            /// A layout
            layout: String = Layout,
            /// The numbers of modes
            #[arg(required = true)]
            modes: Vec<String> = Numbers,
        } => "select"(layout, modes), "zellige select '(8,16,4):(64,1,16)' 2 0", "  (4,8):(16,64)";
        /// Groups some adjacent modes into one mode.
        Group {
            /// A layout
            layout: String = Layout,
            /// The first mode
            begin: String = Number,
            /// The mode after the last
            end: String = Number,
        } => "group"(layout, begin, end), "zellige group '(8,16,4):(64,1,16)' 0 2", "  ((8,16),4):((64,1),16)";
        /// Returns the layout of some adjacent modes.
        Take {
            /// A layout
            layout: String = Layout,
            /// The first mode
            begin: String = Number,
            /// The mode after the last
            end: String = Number,
        } => "take"(layout, begin, end), "zellige take '(8,16,4):(64,1,16)' 1 3", "  (16,4):(1,16)";
        /// Replaces a mode.
        Replace {
            /// A layout
            layout: String = Layout,
            /// The number of the mode
            mode: String = Number,
            /// The layout that replaces it
            by: String = Layout,
        } => "replace"(layout, mode, by), "zellige replace '(8,16):(16,1)' 0 '4:32'", "  (4,16):(32,1)";
        /// Adds a mode after the others.
        Append {
            /// A layout
            layout: String = Layout,
            /// The mode
            mode: String = Layout,
            /// The number of modes of the result
            rank: Option<String> = Number,
        } => "append"(layout, mode, rank), "zellige append '(8,16):(16,1)' '4:128'", "  (8,16,4):(16,1,128)";
        /// Adds a mode before the others.
        Prepend {
            /// A layout
            layout: String = Layout,
            /// The mode
            mode: String = Layout,
            /// The number of modes of the result
            rank: Option<String> = Number,
        } => "prepend"(layout, mode, rank), "zellige prepend '(8,16):(16,1)' '4:128'", "  (4,8,16):(128,16,1)";
        /// Transposes the modes of modes: the first mode of each becomes the first mode.
        Zip {
            /// A layout
            layout: String = Layout,
        } => "zip"(layout), "zellige zip '((4,2),(8,3)):((1,4),(8,64))'", "  ((4,8),(2,3)):((1,8),(4,64))";

        /// Makes a layout whose modes are the arguments.
        MakeLayout {
            /// Layouts
            #[arg(required = true)]
            layouts: Vec<String> = Layout,
        } => "make_layout"(layouts), "zellige make-layout '8:4' '(2,2):(2,1)'", "  (8,(2,2)):(4,(2,1))";
        /// Makes the layout of a shape with its modes in an order: compact, if no two have the same
        /// number.
        MakeOrderedLayout {
            /// The shape
            shape: String = Shape,
            /// A number for each mode: the smallest is fastest, and equal ones have equal strides
            order: String = Shape,
        } => "make_ordered_layout"(shape, order), "zellige make-ordered-layout '(8,16,4)' '(2,0,1)'", "  (8,16,4):(64,1,16)";
        /// Makes the layout of a shape that maps each coordinate to itself.
        MakeIdentityLayout {
            /// The shape
            shape: String = Shape,
        } => "make_identity_layout"(shape), "zellige make-identity-layout '(4,(2,3))'", "  (4,(2,3)):(1@0,(1@0@1,1@1@1))";
        /// Makes a compact layout of the same shape and the same order of strides.
        MakeLayoutLike {
            /// A layout
            layout: String = Layout,
        } => "make_layout_like"(layout), "zellige make-layout-like '(4,8):(20,2)'", "  (4,8):(8,1)";
        /// Makes a compact layout for registers, with the first mode contiguous.
        MakeFragmentLike {
            /// A layout
            layout: String = Layout,
        } => "make_fragment_like"(layout), "zellige make-fragment-like '(4,8,2):(2,64,8)'", "  (4,8,2):(1,8,4)";
        /// Spreads N elements over a shape as evenly as its extents allow.
        DomainDistribute {
            /// The shape
            shape: String = Shape,
            /// The number of elements
            n: String = Shape,
        } => "domain_distribute"(shape, n), "zellige domain-distribute '(15,14)' 6", "  (3,2):(1,15)";
    }
}

operations! {
    /// Operations on shapes.
    Shapes {
        /// Counts the elements.
        Size {
            /// A shape, or a layout
            shape: String = LayoutOrShape,
        } => "size"(shape), "zellige shape size '(8,(4,2))'", "  64";
        /// Counts the modes.
        Rank {
            /// A shape, or a layout
            shape: String = LayoutOrShape,
        } => "rank"(shape), "zellige shape rank '(8,(4,2))'", "  2";
        /// Counts the levels of nesting.
        Depth {
            /// A shape, or a layout
            shape: String = LayoutOrShape,
        } => "depth"(shape), "zellige shape depth '(8,(4,2))'", "  2";
        /// Removes all nesting.
        Flatten {
            /// A shape
            shape: String = Shape,
        } => "flatten"(shape), "zellige shape flatten '(8,(4,2))'", "  (8,4,2)";
        /// Returns the parts that are `_` in a coordinate.
        Slice {
            /// A shape
            shape: String = Shape,
            /// A coordinate in which some modes are `_`
            coordinate: String = Coord,
        } => "slice"(coordinate, shape), "zellige shape slice '(8,16,4)' '(_,3,_)'", "  (8,4)";
        /// Returns the parts that are indices in a coordinate.
        Dice {
            /// A shape
            shape: String = Shape,
            /// A coordinate in which some modes are `_`
            coordinate: String = Coord,
        } => "dice"(coordinate, shape), "zellige shape dice '(8,16,4)' '(_,3,_)'", "  (16)";
        /// Returns the strides of the compact layout with the first mode fastest.
        CompactColMajor {
            /// A shape
            shape: String = Shape,
            /// The strides that the modes begin with; without them, 1
            starts: Option<String> = Shape,
        } => "compact_col_major"(shape, starts), "zellige shape compact-col-major '(8,(4,2))'", "  (1,(8,32))";
        /// Returns the strides of the compact layout with the last mode fastest.
        CompactRowMajor {
            /// A shape
            shape: String = Shape,
            /// The strides that the modes begin with; without them, 1
            starts: Option<String> = Shape,
        } => "compact_row_major"(shape, starts), "zellige shape compact-row-major '(8,(4,2))'", "  (8,(2,1))";
        /// Returns the strides of the layout with its modes in an order: compact, if no two have
        /// the same number.
        CompactOrder {
            /// A shape
            shape: String = Shape,
            /// A number for each mode: the smallest is fastest, and equal ones have equal strides
            order: String = Shape,
        } => "compact_order"(shape, order), "zellige shape compact-order '(8,16,4)' '(2,0,1)'", "  (64,1,16)";
        /// Returns the product of each mode.
        ProductEach {
            /// A shape
            shape: String = Shape,
        } => "product_each"(shape), "zellige shape product-each '(8,(4,2))'", "  (8,8)";
        /// Returns the products of a shape that have the nesting of another tuple.
        ProductLike {
            /// A shape
            shape: String = Shape,
            /// A tuple with the nesting of the result
            guide: String = Shape,
        } => "product_like"(shape, guide), "zellige shape product-like '(8,(4,(2,3)))' '(0,(0,0))'", "  (8,(4,6))";
        /// Adds the products of corresponding numbers.
        InnerProduct {
            /// A tuple
            a: String = Shape,
            /// A tuple of the same nesting
            b: String = Shape,
        } => "inner_product"(a, b), "zellige shape inner-product '(3,5,2)' '(64,1,16)'", "  229";
        /// Divides, and rounds up: the number of tiles that cover a shape.
        CeilDiv {
            /// A shape
            a: String = Shape,
            /// A shape, or a layout
            b: String = LayoutOrShape,
        } => "ceil_div"(a, b), "zellige shape ceil-div '(100,64)' '(32,32)'", "  (4,2)";
        /// Divides, where one number divides the other: 8 by 2 is 4, and 2 by 8 is 1.
        ShapeDiv {
            /// A shape
            a: String = Shape,
            /// A shape
            b: String = Shape,
        } => "shape_div"(a, b), "zellige shape shape-div '(12,8)' 24", "  (1,4)";
        /// Rounds up to multiples.
        RoundUp {
            /// A shape
            a: String = Shape,
            /// A shape
            b: String = Shape,
        } => "round_up"(a, b), "zellige shape round-up '(100,60)' '(32,8)'", "  (128,64)";
        /// Multiplies mode by mode; a number is multiplied by the product of the mode that
        /// corresponds to it.
        ElemScale {
            /// A tuple
            a: String = Shape,
            /// A tuple
            b: String = Shape,
        } => "elem_scale"(a, b), "zellige shape elem-scale '(8,4)' '(2,(3,5))'", "  (16,60)";
        /// True if two tuples have the same nesting.
        Congruent {
            /// A tuple
            a: String = Shape,
            /// A tuple
            b: String = Shape,
        } => "congruent"(a, b), "zellige shape congruent '(8,(4,2))' '(1,(2,3))'", "  true";
        /// True if B has the nesting of A, or a finer one.
        WeaklyCongruent {
            /// A tuple
            a: String = Shape,
            /// A tuple
            b: String = Shape,
        } => "weakly_congruent"(a, b), "zellige shape weakly-congruent '(8,4)' '(1,(2,3))'", "  true";
        /// True if each number of A is the product of the corresponding part of B.
        Compatible {
            /// A shape
            a: String = Shape,
            /// A shape
            b: String = Shape,
        } => "compatible"(a, b), "zellige shape compatible '(8,8)' '(8,(4,2))'", "  true";
        /// True if each number of A is less than the corresponding number of B.
        ElemLess {
            /// A tuple
            a: String = Shape,
            /// A tuple
            b: String = Shape,
        } => "elem_less"(a, b), "zellige shape elem-less '(3,5)' '(8,4)'", "  false";
        /// True if A comes before B, where the first mode decides.
        LexLess {
            /// A tuple
            a: String = Shape,
            /// A tuple
            b: String = Shape,
        } => "lex_less"(a, b), "zellige shape lex-less '(3,5)' '(8,4)'", "  true";
        /// True if A comes before B, where the last mode decides.
        ColexLess {
            /// A tuple
            a: String = Shape,
            /// A tuple
            b: String = Shape,
        } => "colex_less"(a, b), "zellige shape colex-less '(3,5)' '(8,4)'", "  false";
        /// True if tiles cover a shape without a rest.
        EvenlyDivides {
            /// A shape
            shape: String = Shape,
            /// A tiler
            tiler: String = Tiler,
        } => "evenly_divides"(shape, tiler), "zellige shape evenly-divides '(128,64)' '(32,16)'", "  true";
    }
}
