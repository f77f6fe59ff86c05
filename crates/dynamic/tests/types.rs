//! Compares layouts that are types with the same layouts as values: every operation has to give the
//! same text, or the same code and sentence.

#[path = "common/plain.rs"]
mod plain;
#[path = "common/written.rs"]
mod written;

use plain::plain;
use written::{layout, shape, tiler};
use zellige::Tiler;
use zellige::ops::*;
use zellige::prelude::*;
use zellige_dynamic::{Code, DynLayout, Refusal};

/// The outcome of an operation: a text, or the code and the sentence of its refusal.
type Outcome = Result<String, (Code, String)>;

/// Returns the result of an operation on types, with numbers as they are written here: `8`, where
/// the types write `_8`.
fn typed<R: Layout>() -> Outcome {
    match R::REFUSAL {
        None => Ok(plain(R::TEXT.as_str())),
        Some(refusal) => Err((refusal.code, plain(refusal.message()))),
    }
}

/// The comparisons of one test, and the failed ones.
#[derive(Default)]
struct Comparison {
    compared: usize,
    refused: usize,
    failures: Vec<String>,
}

impl Comparison {
    fn compare(
        &mut self,
        what: &str,
        arguments: &[&str],
        got: Result<DynLayout, Refusal>,
        expected: Outcome,
    ) {
        let got = match got {
            Ok(layout) => Ok(layout.to_string()),
            Err(refusal) => Err((refusal.code, refusal.message().to_owned())),
        };
        self.compared += 1;
        self.refused += usize::from(expected.is_err());
        if got != expected {
            self.failures
                .push(format!("{what} {arguments:?}\n    value {got:?}\n    type  {expected:?}"));
        }
    }

    fn end(self, least: usize) {
        let Comparison { compared, refused, failures } = self;
        println!("{compared} compared, {refused} of them refused");
        assert!(failures.is_empty(), "{} of {compared}:\n{}", failures.len(), failures.join("\n"));
        assert!(
            compared >= least && refused * 20 > compared,
            "{compared} compared, {refused} refused"
        );
    }
}

/// Calls a function for each layout of a list, or for each pair of types of two lists, with their
/// texts: `[8 : 1]` is a layout, and `{"8" int!(8)}` another type.
///
/// The function is generic, so that the compiler evaluates an operation once, when it compiles the
/// function for these types. It evaluates an operation that a test spells a second time, when it
/// checks the borrows of the test.
macro_rules! each {
    ($compare:ident $c:ident [$($a:tt)+]) => { $( each! { @one $compare $c $a } )+ };
    ($compare:ident $c:ident [$($a:tt)+] $others:tt) => {
        $( each! { @with $compare $c $a $others } )+
    };
    (@with $compare:ident $c:ident $a:tt [$($b:tt)+]) => {
        $( each! { @two $compare $c $a $b } )+
    };
    (@one $compare:ident $c:ident [$($a:tt)*]) => {
        $compare::<layout!($($a)*)>(&mut $c, stringify!($($a)*));
    };
    (@two $compare:ident $c:ident [$($a:tt)*] [$($b:tt)*]) => {
        $compare::<layout!($($a)*), layout!($($b)*)>(
            &mut $c,
            [stringify!($($a)*), stringify!($($b)*)],
        );
    };
    (@two $compare:ident $c:ident [$($a:tt)*] {$text:literal $B:ty}) => {
        $compare::<layout!($($a)*), $B>(&mut $c, [stringify!($($a)*), $text]);
    };
}

/// Compares operations on values with those on types.
macro_rules! compare {
    ($c:ident $at:expr; $($value:expr => $Of:ty;)+) => {
        $( $c.compare(stringify!($value), $at, $value, typed::<$Of>()); )+
    };
}

/// Operations on one layout.
fn alone<A: Layout>(c: &mut Comparison, text: &str) {
    let a = layout(text);
    assert_eq!(DynLayout::from(&A::STATIC), a, "{text}");
    compare! { c &[text];
        a.coalesce() => Coalesce<A>;
        a.filter() => Filter<A>;
        a.filter_zeros() => FilterZeros<A>;
        a.flatten() => Flatten<A>;
        a.nullspace() => Nullspace<A>;
        a.right_inverse() => RightInverse<A>;
        a.left_inverse() => LeftInverse<A>;
        a.complement(48) => Complement<A, int!(48)>;
        a.complement_sparse(48) => ComplementSparse<A, int!(48)>;
        a.upcast(2) => Upcast<A, int!(2)>;
        a.upcast(4) => Upcast<A, int!(4)>;
        a.upcast(0) => Upcast<A, int!(0)>;
        a.downcast(2) => Downcast<A, int!(2)>;
        a.recast_layout(8, 16) => RecastLayout<A, int!(8), int!(16)>;
        a.recast_layout(6, 4) => RecastLayout<A, int!(6), int!(4)>;
        a.recast_layout(0, 4) => RecastLayout<A, int!(0), int!(4)>;
        a.layout_like() => LayoutLike<A>;
        a.fragment_like() => FragmentLike<A>;
        a.get(&[1]) => Get<A, int!(1)>;
        a.get(&[3]) => Get<A, int!(3)>;
        a.select(&[1, 0]) => Select<A, coord!((1, 0))>;
        a.group(0, 2) => Group<A, int!(0), int!(2)>;
        a.take(0, 2) => Take<A, int!(0), int!(2)>;
        a.append(&layout("3:7")) => Append<A, layout!(3 : 7)>;
        a.append_to(&layout("1:0"), 2) => AppendTo<A, layout!(1 : 0), int!(2)>;
        a.prepend(&layout("3:7")) => Prepend<A, layout!(3 : 7)>;
    }
}

/// Operations on a layout and a tiler.
fn by_tilers<A: Layout, B: Tiler>(c: &mut Comparison, at: [&str; 2]) {
    let (a, b) = (layout(at[0]), tiler(at[1]));
    compare! { c &at;
        a.compose(&b) => Compose<A, B>;
        a.logical_divide(&b) => LogicalDivide<A, B>;
        a.zipped_divide(&b) => ZippedDivide<A, B>;
        a.tiled_divide(&b) => TiledDivide<A, B>;
        a.flat_divide(&b) => FlatDivide<A, B>;
        a.logical_product(&b) => LogicalProduct<A, B>;
        a.zipped_product(&b) => ZippedProduct<A, B>;
        a.tiled_product(&b) => TiledProduct<A, B>;
        a.flat_product(&b) => FlatProduct<A, B>;
    }
}

/// Operations on a layout and a layout.
fn by_layouts<A: Layout, B: Layout>(c: &mut Comparison, at: [&str; 2]) {
    by_tilers::<A, B>(c, at);
    let (a, b) = (layout(at[0]), layout(at[1]));
    compare! { c &at;
        a.blocked_product(&b) => BlockedProduct<A, B>;
        a.raked_product(&b) => RakedProduct<A, B>;
        a.max_common_layout(&b) => MaxCommonLayout<A, B>;
    }
}

/// Operations on a layout of two modes and a shape of two.
fn by_shapes<A: Layout, B: IntTuple>(c: &mut Comparison, at: [&str; 2]) {
    let (a, b) = (layout(at[0]), shape(at[1]));
    compare! { c &at;
        a.with_shape(&b) => WithShape<A, B>;
        a.tile_to_shape(&b) => TileToShape<A, B>;
        a.tile_to_shape_ordered(&b, (1, 0)) => TileToShapeOrdered<A, B, coord!((1, 0))>;
        a.complement(&b) => Complement<A, B>;
        a.coalesce_by(&b) => CoalesceBy<A, B>;
    }
}

#[test]
fn of_one_layout() {
    let mut c = Comparison::default();
    each! { alone c [
        [(4, 8) : (1, 10)] [(4, 8) : (16, 1)] [(8, 16, 4) : (64, 1, 16)] [(4, 2, 8) : (1, 5, 9)]
        [(2, (1, 6)) : (1, (7, 2))] [((2, 4), (3, 5)) : ((3, 6), (1, 24))] [(2, 5, 4) : (1, 0, 2)]
        [(4, 4) : (1, 6)] [(4, 4) : (1, 2)] [(3, 2) : (2, 3)] [(4, 4) : (1, 1)] [(1, 1) : (0, 0)]
        [((4, 2), (2, 2)) : ((2, 16), (1, 8))] [(4, 8) : (-8, 1)] [(4, 8) : (1@0, 1@1)]
        [(4, (2, 3)) : (1@0, (1@0@1, 1@1@1))] [Sw<3, 3, 3> o 0 o (8, 64) : (64, 1)]
        [Sw<2, 0, 3> o 0 o (8, 8) : (8, 1)] [Sw<2, 1, -3> o 4 o (8, 8) : (8, 1)]
        [Sw<1, 2, 2> o 0 o (4, 3) : (1, 4)] [(0, 3) : (3, 1)] [(3, 0) : (1, 3)] [(3, 0) : (1, 5)]
        [(4, 0) : (1, 0)] [(0, 4) : (0, 1)] [(4, (0, 2)) : (0, (0, 1))] [0 : 1] [0 : 4]
        [(4, 0) : (-1, 2)] [(0, 8) : (1@0, 1@1)] [Sw<2, 1, 3> o 0 o (0, 8) : (8, 1)]
    ] }
    c.end(500);
}

#[test]
fn of_two_layouts() {
    let mut c = Comparison::default();
    each! { by_layouts c [
        [24 : 1] [24 : 5] [(4, 8) : (1, 10)] [(6, 4) : (4, 1)] [(6, 2) : (1, 7)] [(4, 1) : (1, 0)]
        [(4, 6, 8) : (2, 3, 5)] [(4, 2, 8) : (1, 5, 9)] [(8, 16, 4) : (64, 1, 16)]
        [((2, 4), (3, 5)) : ((3, 6), (1, 24))] [(2, 5, 4) : (1, 0, 2)] [(3, 2) : (2, 3)]
        [(8, 4) : (4, 1)] [(4, 8) : (-8, 1)] [(4, 8) : (1@0, 1@1)]
        [Sw<2, 0, 3> o 0 o (8, 8) : (8, 1)] [(0, 3) : (3, 1)] [(3, 0) : (1, 3)] [(4, 0) : (1, 0)]
    ] [
        [6 : 1] [4 : 3] [4 : 2] [8 : 4] [3 : 0] [1 : 5] [(3, 2) : (2, 3)] [(2, 2) : (1, 6)]
        [(2, 2) : (3, 5)] [(4, 32) : (1, 4)] [(2, (2, 3)) : (4, (1, 8))] [(2, 4) : (4, 12)] [0 : 1]
        [(2, 0) : (1, 2)] [(4, 0) : (4, 1)]
    ] }
    c.end(2000);
}

#[test]
fn of_a_layout_and_tilers_by_mode() {
    let mut c = Comparison::default();
    each! { by_tilers c [
        [(64, 32) : (32, 1)] [(10, 6) : (6, 1)] [((4, 6), 8) : ((1, 30), 200)]
        [(8, (4, 2)) : (1, (8, 40))] [(4, 8) : (1@0, 1@1)] [Sw<3, 3, 3> o 0 o (8, 64) : (64, 1)]
        [(0, 32) : (32, 1)]
    ] [
        {"(4,2)" (int!(4), int!(2))} {"(3,4)" (int!(3), int!(4))} {"(1,8)" (int!(1), int!(8))}
        {"(4:2,4:1)" (layout!(4 : 2), layout!(4 : 1))} {"(4,2:3)" (int!(4), layout!(2 : 3))}
        {"((2,2):(1,8),3)" (layout!((2, 2) : (1, 8)), int!(3))} {"(4)" (int!(4),)}
        {"(0,4)" (int!(0), int!(4))}
    ] }
    c.end(350);
}

#[test]
fn of_a_layout_and_a_shape() {
    let mut c = Comparison::default();
    each! { by_shapes c [
        [(8, 4) : (4, 1)] [(4, 8) : (1, 10)] [((2, 4), 4) : ((1, 8), 2)] [(3, 2) : (2, 3)]
        [(4, 8) : (-8, 1)] [Sw<2, 0, 3> o 0 o (8, 4) : (4, 1)] [(0, 4) : (4, 1)] [(4, 0) : (1, 4)]
    ] [
        {"(16,8)" shape!((16, 8))} {"(4,8)" shape!((4, 8))} {"(2,16)" shape!((2, 16))}
        {"(12,6)" shape!((12, 6))} {"(8,4)" shape!((8, 4))} {"(0,8)" shape!((0, 8))}
        {"(0,0)" shape!((0, 0))}
    ] }
    c.end(140);
}

#[test]
fn layouts_of_any_type_become_values() {
    let (rows, columns, zero) = (100usize, 64u32, 0usize);
    let back = layout!((rows, 8) : (-8, 1));
    assert_eq!(DynLayout::from(&layout!((rows, 64) : (64, 1))).to_string(), "(100,64):(64,1)");
    assert_eq!(DynLayout::from(&layout!((4, columns) : (columns, 1))).to_string(), "(4,64):(64,1)");
    assert_eq!(DynLayout::from(&back).to_string(), "(100,8):(-8,1)");
    assert_eq!(DynLayout::from(&back.to_dynamic()).to_string(), "(100,8):(-8,1)");
    let tile = layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1));
    let (row, _) = tile.slice((5u32, ..));
    assert_eq!(DynLayout::from(&row).to_string(), "Sw<3,3,3> o 320 o (64):(1)");
    let twice = ComposedLayout::new(layout!((2, 2) : (1, 4)), 1u32, tile);
    assert_eq!(
        DynLayout::from(&twice).to_string(),
        "(2,2):(1,4) o 1 o Sw<3,3,3> o 0 o (8,64):(64,1)"
    );
    let here = zellige::construct::make_identity_layout((rows, (2u32, int!(3))));
    assert_eq!(DynLayout::from(&here).to_string(), "(100,(2,3)):(1@0,(1@0@1,1@1@1))");

    let empty = DynLayout::from(&layout!((zero, 64) : (64, 1)));
    assert_eq!((empty.to_string(), empty.size()), ("(0,64):(64,1)".to_owned(), 0));
    let large = DynLayout::of(&layout!((rows, 4) : ((usize::MAX), 1))).unwrap_err();
    assert_eq!(large.code, Code::DoesNotFit);
}
