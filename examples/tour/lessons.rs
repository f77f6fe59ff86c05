//! The first part of the tour: small layouts, one lesson each.

use crate::table;
use zellige::ops::*;
use zellige::prelude::*;
use zellige::refusal::Refusal;

/// Runs all lessons.
pub(crate) fn run() {
    println!("Every layout below is a type: rustc worked it out, and its value has no bytes.");
    println!("`_8` is an 8 that the compiler knows; a plain `8` is known at run time only.");
    offsets();
    coordinates();
    nested_shapes();
    coordinates_past_the_end();
    inverses();
    complements();
    layouts_from_tables();
    compositions();
    refused_compositions();
    tiles();
}

/// Prints the heading of a lesson.
pub(crate) fn heading(text: &str) {
    println!("\n{text}\n{}", "=".repeat(text.len()));
}

/// Prints a layout, its table and its inverse.
fn show<L: Layout>() {
    println!("\n  {}", L::STATIC);
    table::print(L::STATIC);
    show_inverse::<L>();
}

/// Prints the inverse of a layout that reaches every offset once; for any other, its right inverse
/// and its left inverse, or why that is refused.
fn show_inverse<L: Layout>() {
    let layout = L::STATIC;
    let right = <RightInverse<L> as Layout>::STATIC;
    check_right_inverse(layout, right);
    let (found, all) = (right.size().usize(), layout.cosize().usize());
    if found == all && found == layout.size().usize() {
        println!("  inverse       {right}");
        return;
    }
    println!("  right inverse {right}, for the offsets below {found}");
    match layout.try_left_inverse() {
        Ok(left) => println!("  left inverse  {left}"),
        Err(refusal) => println!("  left inverse refused: {refusal}"),
    }
}

/// Panics unless L(R(i)) is i for every i that R has.
fn check_right_inverse(layout: impl Layout, right: impl Layout) {
    for index in 0..right.size().usize() {
        let element = table::offset(right, index);
        assert_eq!(table::offset(layout, element), index, "not a right inverse");
    }
}

/// From coordinate to offset: the inner product with the stride.
fn offsets() {
    heading("A layout is a shape and a stride");
    println!(
        "It takes a coordinate to an offset. A right inverse R finds an element for an offset,"
    );
    println!(
        "L(R(i)) = i; a left inverse finds the way back, R(L(i)) = i. A compact layout, which"
    );
    println!("reaches every offset once, has one inverse that is both.\n");
    type L = layout!((3, 2) : (2, 3));
    const AT_5: usize = L::offset(coord!(5));
    const AT_2_1: usize = L::offset(coord!(2, 1));
    println!("Element (i, j) of (3,2):(2,3) lies at i * 2 + j * 3.");
    println!("One number is a coordinate too: 5 is (5 % 3, 5 / 3) = (2, 1), at {AT_5}.");
    assert_eq!((AT_5, AT_2_1), (7, 7));
    show::<L>();

    type ThreeModes = layout!((3, 4, 5) : (20, 5, 1));
    const AT_1_2_3: usize = ThreeModes::offset(coord!(1, 2, 3));
    println!("\n  {}: (1, 2, 3) lies at 1 * 20 + 2 * 5 + 3 * 1 = {AT_1_2_3}", ThreeModes::STATIC);
    assert_eq!(AT_1_2_3, 33);
    table::print(ThreeModes::STATIC);
    show_inverse::<ThreeModes>();
}

/// One shape, three ways to name its elements.
fn coordinates() {
    heading("The coordinates of shape (3,(2,3))");
    let shape = layout!((3, (2, 3)));
    println!("One number, one number per mode, or the whole tree; the first mode runs fastest.\n");
    println!("  1-D  2-D     natural         1-D  2-D     natural");
    for row in 0..9usize {
        let line = [row, row + 9].map(|index| {
            let flat = (index % 3, index / 3);
            let natural = shape.idx2crd(index);
            format!("{index:>5}  {flat:?}  {natural:?}")
        });
        println!("{}   {}", line[0], line[1]);
    }
}

/// A mode may itself be a tuple.
fn nested_shapes() {
    heading("A mode may be a tuple");
    type L = layout!((3, (2, 3)) : (3, (12, 1)));
    let columns = L::STATIC.get(int!(1));
    println!("Columns (j, k) lie at j * 12 + k:");
    println!("\n  {}", L::STATIC);
    table::print_with_columns(L::STATIC, |column| {
        let (j, k) = columns.idx2crd(column);
        format!("({j},{k})")
    });
    show_inverse::<L>();

    type Blocks = layout!(((2, 4), (3, 5)) : ((3, 6), (1, 24)));
    let at_11_12 = Blocks::STATIC.crd2idx(coord!(11, 12)).usize();
    println!("\nBlocks of 2 by 3, four of them down and five across.");
    println!(
        "Coordinate (11, 12) is ((1, 5), (0, 4)), past the end of mode 0 but legal: {at_11_12}"
    );
    assert_eq!(at_11_12, 129);
    show::<Blocks>();
}

/// Extents limit nothing: only the strides, and the extents before the last, enter the offset.
fn coordinates_past_the_end() {
    heading("Coordinates past the end");
    type Empty = layout!(((13, 0), (14, 0)) : ((14, 182), (1, 154)));
    let at_20_30 = Empty::STATIC.crd2idx(coord!(20, 30)).usize();
    println!("  {}", Empty::STATIC);
    println!(
        "  An extent of 0 leaves no elements, so no table and no inverse. The formula remains:"
    );
    println!("  (20, 30) is ((7, 1), (2, 2)), at 7 * 14 + 1 * 182 + 2 * 1 + 2 * 154 = {at_20_30}");
    assert_eq!(at_20_30, 590);

    type Square = layout!(((13, 13), (14, 14)) : ((15, 15), (16, 16)));
    const AT_0_12: usize = Square::offset(coord!(0, 12));
    println!("\n  (0, 12) in the next layout lies at 12 * 16 = {AT_0_12}");
    assert_eq!(AT_0_12, 192);
    show::<Square>();
}

/// From offset back to coordinate.
fn inverses() {
    heading("Back from the offset");
    type L = layout!((8, 16, 4) : (64, 1, 16));
    assert_type_eq_all!(RightInverse<L>, layout!((64, 8) : (8, 1)));
    show::<L>();
    println!(
        "\n  The layout is compact, so each offset has one coordinate: the stride divides, the"
    );
    println!("  extent takes the remainder. The coordinate of offset 229, as the compiler has it:");
    type Found = Idx2CrdBy<int!(229), shape!((8, 16, 4)), shape!((64, 1, 16))>;
    assert_type_eq_all!(Found, coord!((3, 5, 2)));
    const AGAIN: usize = L::offset(coord!(3, 5, 2));
    println!("  229 / 64 % 8, 229 / 1 % 16, 229 / 16 % 4 = (3, 5, 2), which lies at {AGAIN}");
    assert_eq!(AGAIN, 229);
}

/// The offsets that are missing until all are reached once.
fn complements() {
    heading("The complement");
    type L = layout!(4 : 3);
    type Rest = Complement<L, int!(24)>;
    assert_type_eq_all!(Rest, layout!((3, 2) : (1, 12)));
    println!("4:3 reaches 0 3 6 9. Shifted by each offset of its complement in 24, it reaches");
    println!("every offset below 24 once.");
    show::<L>();
    show::<Rest>();
    println!("\nThe two side by side:");
    show::<Concat<(L, Rest)>>();
}

/// From a table of offsets to a layout.
fn layouts_from_tables() {
    heading("From a table to a layout");
    type L = find_layout!([0, 2, 4, 7, 9, 11]);
    assert_type_eq_all!(L, layout!((3, 2) : (2, 7)));
    println!("The table 0 2 4 7 9 11 is that of");
    show::<L>();
}

/// Functions of functions.
fn compositions() {
    heading("Composition");
    type A = layout!((6, 2) : (8, 2));
    type B = layout!((4, 3) : (3, 1));
    type C = Compose<A, B>;
    assert_layout!(Compose<A, B> == ((2, 2), 3) : ((24, 2), 8));
    println!("A o B has the shape of B, refined, and takes i to A(B(i)).");
    println!("\n  A = {}, B = {}, A o B =", A::STATIC, B::STATIC);
    show::<C>();
    check_composition::<A, B>();

    type Slow = layout!((2, 4) : (1, 7));
    type Strided3 = layout!(4 : 3);
    assert_type_eq_all!(Compose<Slow, Strided3>, layout!((2, 2) : (8, 21)));
    println!("\n  A = {}, B = {}: 3 does not divide 2, and still", Slow::STATIC, Strided3::STATIC);
    show::<Compose<Slow, Strided3>>();
    check_composition::<Slow, Strided3>();
}

/// Compares the table of A o B with A(B(i)).
fn check_composition<A: Layout, B: Layout>() {
    let composed = table::offsets(<Compose<A, B> as Layout>::STATIC);
    assert_eq!(composed, values_of_composition::<A, B>());
}

/// Returns A(B(i)) for all i in turn.
fn values_of_composition<A: Layout, B: Layout>() -> Vec<usize> {
    let (a, b) = (A::STATIC, B::STATIC);
    let inner = table::offsets(b);
    inner.into_iter().map(|i| table::offset(a, i)).collect()
}

/// Compositions that do not equal any layout.
fn refused_compositions() {
    heading("Compositions that do not exist");
    type A = layout!((4, 6, 8) : (2, 3, 5));
    type B = layout!(6 : 3);
    const WHY: Option<Refusal> = Compose::<A, B>::REFUSAL;
    println!("  A = {}, B = {}", A::STATIC, B::STATIC);
    explain::<A, B>(WHY);
    println!("  CuTe C++ accepts it, and its answer is another function:");
    println!("    (2,3):(6,3): {:?}", table::offsets(layout!((2, 3) : (6, 3))));

    type C = layout!((6, 2) : (1, 7));
    type D = layout!((3, 2) : (2, 3));
    const WHY_NOT: Option<Refusal> = Compose::<C, D>::REFUSAL;
    println!("\n  A = {}, B = {}", C::STATIC, D::STATIC);
    explain::<C, D>(WHY_NOT);
}

/// Prints the values that the composition would have, and why no layout has them.
fn explain<A: Layout, B: Layout>(refusal: Option<Refusal>) {
    let refusal = refusal.expect("no layout has this table");
    println!(
        "    A(B(i)) is {:?}: no shape and stride give that.",
        values_of_composition::<A, B>()
    );
    println!("    Used as a layout, A o B does not compile. The compiler's words:");
    println!("    {}", refusal.message());
}

/// Cutting a layout into tiles, and building a layout from copies.
fn tiles() {
    heading("Tiles");
    type L = layout!((4, 6) : (6, 1));
    type Tiles = ZippedDivide<L, shape!((2, 3))>;
    assert_type_eq_all!(Tiles, layout!(((2, 3), (2, 2)) : ((6, 1), (12, 3))));
    println!("A row-major 4 by 6 matrix in tiles of 2 by 3: one column of the table is one tile.");
    show::<L>();
    show::<Tiles>();

    let (tile, start) = Tiles::STATIC.slice(((.., ..), (int!(1), int!(0))));
    println!("\n  The tile in row 1, column 0 begins at offset {}:", start.usize());
    println!("\n  {tile}");
    table::print(tile);

    type Block = layout!((2, 2) : (1, 2));
    println!("\nThe other way round: a block of 2 by 2, and three copies of it.");
    show::<LogicalProduct<Block, int!(3)>>();

    let rows = 100usize;
    let matrix = layout!((rows, 64) : (64, 1));
    println!("\nExtents may be known at run time only; what is static stays static:");
    println!("\n  {matrix} in tiles of 4 by 32 is");
    println!("  {}", matrix.zipped_divide(shape!(4, 32)));
}
