//! The literals where zellige is called `algebra` or `names::layouts`, and in macros of `names`, in
//! every place where one is allowed.
#![deny(warnings)]

use algebra::prelude::*;
use zellige_names::{cute, define, handed_on, layouts, tile};

const BM: usize = 128;

// Types, constants, statics and items.
type Renamed = algebra::layout!((8, 4) : (4, 1));
type Exported = layouts::layout!((8, 4) : (4, 1));
type InMacro = tile!(8, 4);
type HandedOn = handed_on!((8, 4) : (4, 1));
const VALUE: Renamed = tile!(8, 4);
static ITEM: cute!((8, 4) : row) = handed_on!((8, 4) : row);
algebra::assert_layout!(InMacro == (8, 4) : (4, 1));
layouts::assert_layout!(Renamed == tile!(8, 4));
define!(Defined = (32, ({ BM }, 2)) : (1, (32, { 32 * BM })));

// Headers of impls, bounds and arguments of types.
trait Named {
    const NAME: &str;
}
struct Of<L>(L);
impl Named for Of<algebra::int!(8)> {
    const NAME: &str = "eight";
}
impl From<Of<layouts::int!({ BM })>> for u8 {
    fn from(of: Of<layouts::int!({ BM })>) -> u8 {
        of.0.usize() as u8
    }
}
fn shape_of(tile: impl Layout<Shape = layouts::shape!((8, 4))>) -> algebra::shape!((8, 4)) {
    tile.shape()
}

#[test]
fn one_type_under_every_name() {
    let layout: Renamed = VALUE;
    let same: [Exported; 3] = [layout, layouts::layout!((8, 4) : (4, 1)), ITEM];
    let nested: (InMacro, HandedOn) = (cute!((8, 4) : row), tile!(8, 4));
    assert_eq!(nested, (same[0], same[1]));
    assert_eq!(same[2].to_string(), "(_8,_4):(_4,_1)");
    assert_eq!(Defined::VALUE.0.to_string(), "(_32,(_128,_2)):(_1,(_32,_4096))");
    let _ = shape_of(layout);
}

#[test]
fn every_literal_has_its_value() {
    assert_eq!(algebra::int!(3).usize() + layouts::int!({ BM + 1 }).usize(), 132);
    assert_eq!(VALUE.crd2idx(algebra::coord!(3, 1)).usize(), 13);
    let half: Strided<_, _> = VALUE.slice(layouts::coord!(3, ..)).0;
    assert_eq!(half.to_string(), "(_4):(_1)");
    let _: algebra::find_layout!([0, 2, 4]) = layouts::find_layout!([0, 2, 4]);
    let smem = handed_on!(Sw<3, 4, 3> o 0 o (8, { BM }) : ({ BM }, 1));
    assert_eq!(smem.to_string(), "Sw<3,4,3> o _0 o (_8,_128):(_128,_1)");
    assert_eq!(handed_on!((8, 4) : (-{ BM }, 1@0)), layouts::layout!((8, 4) : (-128, 1@0)));
}

#[test]
fn run_time_integers_are_the_callers() {
    let (m, n) = (5u32, 7u32);
    assert_eq!(tile!(m, n + 1).to_string(), "(5,8):(8,_1)");
    assert_eq!(handed_on!((m, { BM }) : ({ BM }, 1)).to_string(), "(5,_128):(_128,_1)");
    assert_eq!([layouts::shape!(m, 4); 2][1], (5, algebra::int!(4)));
    assert_eq!(Of::<layouts::int!(8)>::NAME, "eight");
    assert_eq!(u8::from(Of(algebra::int!(128))), 128);
}
