//! `cases!`: a function defined by cases, for types and values at once, whose type and value are both written out.
//!
//! Where the value follows from the type by naming alone, `#[total]` of `zellige-macros` makes both, and the branches, from one text.
//!
//! rustc evaluates the arguments of a type-level function before the function, so `If<C, X, Y>`
//! would evaluate both `X` and `Y`, and a recursion through it would never end. A branch is
//! therefore a trait that is implemented by the *tag* on which it branches, with the alternatives
//! inside the impls: only the chosen one is ever looked at. `cases!` writes such a trait:
//!
//! ```text
//! cases! {
//!     /// The larger of two: is `A` at least `B`?
//!     Larger[A: Nat, B: Nat](a: A, b: B) -> Nat {
//!         B1 => A = a;     // tag => type = value;
//!         B0 => B = b;
//!     }
//! }
//! ```
//!
//! reads: `Larger` is a function of two types `A`, `B` and their values; its result is a `Nat`; for
//! the tag `B1` it is `A`. It is called as `<Tag as Larger>::Out<A, B>` on types and as
//! `<Tag as Larger>::go(a, b)` on values. Without the list of values it is a function on types only.
//!
//! Each such trait is a supertrait of its tag's trait ([`Bool`](crate::number::Bool) or
//! [`Kind`](crate::tuple::Kind)), by the list in [`branches`](crate::branches), so it may be called for every tag without a bound.

macro_rules! cases {
    ($(#[$m:meta])* $Name:ident $G:tt $A:tt -> $Out:path { $($Tag:ty => $T:ty = $e:expr;)* }) => {
        cases!(@head [$(#[$m])*] $Name $G $A $Out);
        $(cases!(@case $Name $G $A $Tag, $T, $e);)*
    };
    ($(#[$m:meta])* $Name:ident $G:tt -> $Out:path { $($Tag:ty => $T:ty;)* }) => {
        cases!(@head [$(#[$m])*] $Name $G $Out);
        $(cases!(@type_case $Name $G $Tag, $T);)*
    };
    (@head [$(#[$m:meta])*] $Name:ident [$($g:ident: $b:path),*] $(($($a:ident: $t:ty),*))? $Out:path) => {
        $(#[$m])*
        #[doc(hidden)]
        pub trait $Name {
            /// The result of this case.
            type Out<$($g: $b),*>: $Out;
            cases! { @sig [$($g: $b),*] $(($($a: $t),*))? }
        }
    };
    (@sig $G:tt) => {};
    (@sig [$($g:ident: $b:path),*] ($($a:ident: $t:ty),*)) => {
        /// The value of the result.
        fn go<$($g: $b),*>($($a: $t),*) -> Self::Out<$($g),*>;
    };
    (@type_case $Name:ident [$($g:ident: $b:path),*] $Tag:ty, $T:ty) => {
        impl $Name for $Tag { type Out<$($g: $b),*> = $T; }
    };
    (@case $Name:ident [$($g:ident: $b:path),*] ($($a:ident: $t:ty),*) $Tag:ty, $T:ty, $e:expr) => {
        impl $Name for $Tag {
            type Out<$($g: $b),*> = $T;
            #[inline(always)]
            #[allow(unused_variables)]
            fn go<$($g: $b),*>($($a: $t),*) -> $T { $e }
        }
    };
}
pub(crate) use cases;

/// Calls `$m!(T0)`, `$m!(T0 T1)` and so on, up to the widest tuple, of [`WIDTH`].
macro_rules! for_tuples {
    ($m:ident) => {
        $m!(T0);
        $m!(T0 T1);
        $m!(T0 T1 T2);
        $m!(T0 T1 T2 T3);
        $m!(T0 T1 T2 T3 T4);
        $m!(T0 T1 T2 T3 T4 T5);
        $m!(T0 T1 T2 T3 T4 T5 T6);
        $m!(T0 T1 T2 T3 T4 T5 T6 T7);
        $m!(T0 T1 T2 T3 T4 T5 T6 T7 T8);
        $m!(T0 T1 T2 T3 T4 T5 T6 T7 T8 T9);
    };
}
pub(crate) use for_tuples;

/// How many modes the widest tuple has.
pub(crate) const WIDTH: u64 = 10;

/// Calls `$m!` once, with all ranks that a tuple can have: two names, and the entries of two tuples.
macro_rules! for_ranks {
    ($m:ident) => {
        $m! {
            (Under1 under1 S0 D0)
            (Under2 under2 S0 D0, S1 D1)
            (Under3 under3 S0 D0, S1 D1, S2 D2)
            (Under4 under4 S0 D0, S1 D1, S2 D2, S3 D3)
            (Under5 under5 S0 D0, S1 D1, S2 D2, S3 D3, S4 D4)
            (Under6 under6 S0 D0, S1 D1, S2 D2, S3 D3, S4 D4, S5 D5)
            (Under7 under7 S0 D0, S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6)
            (Under8 under8 S0 D0, S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6, S7 D7)
            (Under9 under9 S0 D0, S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6, S7 D7, S8 D8)
            (Under10 under10 S0 D0, S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6, S7 D7, S8 D8, S9 D9)
        }
    };
}
pub(crate) use for_ranks;
