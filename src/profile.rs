//! Profiles: shapes, coordinates and tilers without their numbers.
//!
//! A mistake in structure (a coordinate of the wrong rank, a tiler with too many modes) is refused
//! by a trait bound, at the argument, by `cargo check`. The compiler prints the two types that do
//! not match. So that it prints `(usize, (usize, usize))` and not typenum's numerals, the bounds
//! are on profiles: `usize` for any integer, static or not, and tuples for tuples.
//!
//! Operations are also functions on profiles, as far as numbers do not matter: a layout of profile
//! `(usize, usize)`, cut into tiles by two integers, has the profile
//! `((usize, usize), (usize, usize))`. So generic code knows which coordinates fit a tile even if
//! its size is a parameter:
//!
//! ```
//! use zellige::prelude::*;
//! fn corner<M: Integer>(tile: M, rows: usize, cols: usize) -> usize {
//!     let tiles = layout!((rows, cols) : (cols, 1)).zipped_divide((tile, int!(4)));
//!     tiles.crd2idx(((0u32, 0u32), (1u32, 2u32))).usize()
//! }
//! assert_eq!(corner(int!(8), 32, 16), 8 * 16 + 2 * 4);
//! ```
//!
//! If the profile of a result depends on numbers (a composition may split a mode), generic code
//! knows as much as the operands determine; the rest of the profile stays unknown.

mod fits;
mod pattern;
mod slice;
pub use fits::*;
pub use pattern::*;
pub use slice::*;

pub use crate::layout::Profiled;
pub use crate::layout::operand_bounds::*;
pub use crate::layout::result_profiles::*;

use crate::branches::RolesOfProfile;
use crate::ranks::for_tuples;

/// The profile of a shape: `usize` for an integer, tuples for tuples.
#[diagnostic::on_unimplemented(message = "`{Self}` is not the profile of a shape")]
pub trait Profile: RolesOfProfile {
    /// The profile as a value.
    #[doc(hidden)]
    const PATTERN: Pattern;
    /// The first mode; an integer is its own first mode.
    #[doc(hidden)]
    type Head: Profile;
    /// The other modes.
    #[doc(hidden)]
    type Tail: Profile;
    /// A mode P, then these modes.
    #[doc(hidden)]
    type Prepend<P: Profile>: Profile;
    /// The same in a list that an operation makes: in front of the widest tuple, P and that tuple.
    #[doc(hidden)]
    type Stack<P: Profile>: Profile;
    /// These modes, then those of R; an integer is one mode.
    #[doc(hidden)]
    type Onto<R: Profile>: Profile;
    /// T, then these modes; T alone if there are none.
    #[doc(hidden)]
    type After<T: Profile>: Profile;
    /// These modes as a tuple; a single mode stays the same, [`Spread`](crate::tuple::arrange).
    #[doc(hidden)]
    type Spread: Profile;
    /// The part that an integer cuts off: for an integer, an integer. For a tuple it depends on
    /// numbers, and is X.
    #[doc(hidden)]
    type Cut<X: Profile>: Profile;
    /// The profile with the part of X for each integer. This is the profile of a composition with a
    /// layout of this profile: its result X keeps the nesting and may split integers.
    #[doc(hidden)]
    type Refined<X: Profile>: Profile;
    /// The profile filled with copies of a block of profile B, X: (block, copies) for each mode.
    #[doc(hidden)]
    type Filled<B: Profile, X: Profile>: Profile;
    /// The profile of one integer for each mode.
    #[doc(hidden)]
    type Each: Profile;
}

impl Profile for usize {
    const PATTERN: Pattern = Pattern::Integer;
    type Head = usize;
    type Tail = ();
    type Prepend<P: Profile> = (P, usize);
    type Stack<P: Profile> = (P, usize);
    type Onto<R: Profile> = R::Prepend<usize>;
    type After<T: Profile> = T::Onto<(usize,)>;
    type Spread = (usize,);
    type Cut<X: Profile> = usize;
    type Refined<X: Profile> = X;
    type Filled<B: Profile, X: Profile> = (FilledMode<B, X>,);
    type Each = usize;
}

impl Profile for () {
    const PATTERN: Pattern = Pattern::Tuple(&[]);
    type Head = usize;
    type Tail = ();
    type Prepend<P: Profile> = (P,);
    type Stack<P: Profile> = (P,);
    type Onto<R: Profile> = R;
    type After<T: Profile> = T;
    type Spread = ();
    type Cut<X: Profile> = X;
    type Refined<X: Profile> = ();
    type Filled<B: Profile, X: Profile> = ();
    type Each = ();
}

/// The first mode of a block of profile B with its copies, in the first mode of the result X.
type FilledMode<B, X> =
    (<B as Profile>::Head, <<<X as Profile>::Head as Profile>::Tail as Profile>::Head);

/// The profile of a refused shape: everything fits, so that the refusal is the only error.
#[derive(Copy, Clone)]
pub struct ProfileOfRefused;
impl Profile for ProfileOfRefused {
    const PATTERN: Pattern = Pattern::Any;
    type Head = ProfileOfRefused;
    type Tail = ProfileOfRefused;
    type Prepend<P: Profile> = ProfileOfRefused;
    type Stack<P: Profile> = ProfileOfRefused;
    type Onto<R: Profile> = ProfileOfRefused;
    type After<T: Profile> = ProfileOfRefused;
    type Spread = ProfileOfRefused;
    type Cut<X: Profile> = X;
    type Refined<X: Profile> = X;
    type Filled<B: Profile, X: Profile> = ProfileOfRefused;
    type Each = ProfileOfRefused;
}

macro_rules! node {
    // The widest tuple takes no further mode, and spreads unchanged.
    (T0 T1 T2 T3 T4 T5 T6 T7 T8 T9) => {
        node!(@impl T0 T1 T2 T3 T4 T5 T6 T7 T8 T9; [X] ProfileOfRefused, (X, Self), Self);
    };
    ($H:ident) => { node!(@impl $H; [X] (X, $H), (X, $H), (Self,)); };
    ($H:ident $($t:ident)+) => { node!(@impl $H $($t)+; [X] (X, $H, $($t),+), (X, $H, $($t),+), Self); };
    (@impl $H:ident $($t:ident)*; [$X:ident] $Prepend:ty, $Stack:ty, $Spread:ty) => {
        impl<$H: Profile $(, $t: Profile)*> Profile for ($H, $($t,)*) {
            const PATTERN: Pattern = Pattern::Tuple(&[&$H::PATTERN, $(&$t::PATTERN),*]);
            type Head = $H;
            type Tail = ($($t,)*);
            type Prepend<$X: Profile> = $Prepend;
            type Stack<$X: Profile> = $Stack;
            type Onto<R: Profile> = <<($($t,)*) as Profile>::Onto<R> as Profile>::Prepend<$H>;
            type After<T: Profile> = T::Onto<Self>;
            type Spread = $Spread;
            type Cut<X: Profile> = X;
            type Refined<X: Profile> = node!(@refined X, [] $H $($t)*);
            type Filled<B: Profile, X: Profile> = node!(@filled B, X, [] $H $($t)*);
            type Each = node!(@each [] $H $($t)*);
        }
    };
    (@each [$($done:tt)*]) => { ($($done)*) };
    (@each [$($done:tt)*] $P:ident $($p:ident)*) => { node!(@each [$($done)* usize,] $($p)*) };
    // Entry by entry, down the tails of the argument.
    (@refined $X:ty, [$($done:tt)*]) => { ($($done)*) };
    (@refined $X:ty, [$($done:tt)*] $P:ident $($p:ident)*) => {
        node!(@refined <$X as Profile>::Tail, [$($done)* $P::Refined<<$X as Profile>::Head>,] $($p)*)
    };
    (@filled $B:ty, $X:ty, [$($done:tt)*]) => { ($($done)*) };
    (@filled $B:ty, $X:ty, [$($done:tt)*] $P:ident $($p:ident)*) => {
        node!(@filled <$B as Profile>::Tail, <$X as Profile>::Tail, [$($done)* FilledMode<$B, $X>,] $($p)*)
    };
}
for_tuples!(node);
