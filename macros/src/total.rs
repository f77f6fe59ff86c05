//! `#[total]`: a function written once, as Rust on values, that is a function on types as well.
//!
//! A layout is a type, and if it has run-time integers, a value, too. So zellige computes everything twice: `coalesce` of types decides
//! at compile time which modes the result has, and `coalesce` of values moves the integers that only run time knows into them. The
//! two must agree in every case. Under this attribute they are one text:
//!
//! ```text
//! #[total]
//! fn onward(n: Integer, t: Extension) -> Walk {      a value n of any type that is an Integer, and so on
//!     if n.is_one() { End } else { t.walk(n) }
//! }
//! ```
//!
//! becomes a function on types, the function on values, and the branch on which both turn:
//!
//! ```text
//! type Onward<N: Integer, T: Extension> = <<N::IsOne as Bool>::Itself as OnwardIf1>::Out<N, T>;
//!
//! fn onward<N: Integer, T: Extension>(n: N, t: T) -> Onward<N, T> {
//!     <<N::IsOne as Bool>::Itself as OnwardIf1>::go::<N, T>(n, t)
//! }
//!
//! trait OnwardIf1 {
//!     type Out<N: Integer, T: Extension>: Walk;
//!     fn go<N: Integer, T: Extension>(n: N, t: T) -> Self::Out<N, T>;
//! }
//! impl OnwardIf1 for B1 { type Out<..> = End;         fn go<..>(n: N, t: T) -> .. { End } }
//! impl OnwardIf1 for B0 { type Out<..> = T::Walk<N>;  fn go<..>(n: N, t: T) -> .. { t.walk(n) } }
//! ```
//!
//! A branch is a trait since rustc evaluates the arguments of a function on types before the function: of the impls of a trait it looks at
//! one alone, so a recursion ends. `OnwardIf1` is called for every truth value without a bound:
//! `Bool::Itself`, which is the truth value itself, has every branch, by the list in
//! `src/branches/total.rs`, which a test of this crate keeps current.
//!
//! The trait by which a value is bounded, `Integer` or `Walk`, is its *universe*: the types that implement it are all that there are. What
//! a branch turns on is a *tag*: `B0` or `B1`, `Leaf`, `Empty` or `Node`, or one of the function's own module. A branch is named by
//! its function, with the type before it in an impl, and by its number there: the first `match` of `in_mode` is `InModeMatch1`. One on tags of
//! its own module is a supertrait of their trait, which says so itself: `trait Outcome: InModeMatch1 {}`.
//!
//! # How each expression reads as a type
//!
//! | written | type | value |
//! |---|---|---|
//! | `n: Integer`, a parameter | `N: Integer` | `n: N` |
//! | `fn f<K: Rule>(..)` | `K: Rule` | none: it is known as a type only |
//! | `-> Walk` | `Out: Walk`, checked where the function is defined | the type of the same name |
//! | `-> Nat`, `-> Bool`, of a free function | the same | known by the type: its only value; a `bool` |
//! | `f(a)`, `f::<K>(a)` | `F<A>`, `F<K, A>` | itself |
//! | `x.m(a)`, for a parameter x | `X::M<A>` | itself |
//! | `s.head().m(a)`, `tail`, `leaf`, `elements`, `rank`, `kind`, `n.known()` | `<S::Head as IntTuple>::M<A>` | itself |
//! | `Trait::m(x, a)` | `<X as Trait>::M<A>` | itself |
//! | `K::m(a)`, for a type parameter K | `K::M<A>` | itself |
//! | `Step(a, b)`, `(a, b)`, `End` | `Step<A, B>`, `(A, B)`, `End` | itself |
//! | `1` | the static number 1 | its value |
//! | `let x: Integer = e;` | `x` stands for the type of `e` | itself, left out if only types use it |
//! | `let Inner(s, d, t) = self;`, also `= self.parts();` and `Mode { shape: s, .. }` | nothing: `S`, `D`, `T` are the parameters of the impl | itself |
//! | `!a`, `a && b`, `a \|\| b` | `Bool::Not`, `And`, `Or`, of which both sides are evaluated | none: a condition is a type |
//! | `if c { a } else { b }` | a branch on the truth value `c` | the branch |
//! | `match s.kind() { Leaf => a, .. }` | a branch on the kind | the branch |
//! | `if C { .. }`, `match O { Ends => a, .. }`, of a type parameter | a branch on the type itself | the branch |
//! | `faults: impl Faults`, a parameter or a `let` | nothing: types know nothing of it | itself, wherever it is handed on |
//! | `faults.find(\|\| ..);`, `if const { .. } { .. }` | nothing | itself: what is checked at run time |
//!
//! The type has the name of the value in capitals: `ceil_div` is `CeilDiv`, `idx2crd` is `Idx2Crd`; how the value is computed is not in it, so that
//! the method `right_inverse_noting` is `RightInverse`, and `size_modulo` is `Size`. What is used inside of a branch becomes a parameter of its trait, so
//! a `let` that is used there says its universe. A member whose result is a type of Rust, such as `bool`, or that has none, is on values only, and what is no function is
//! copied. `#[total(types)]` makes no values: for questions, whose answers are types.
//!
//! An index is a value, too: `known(i)` is the `Nat` that a static integer is, without bytes, and `nth(s.tail(), pred(i))` reads
//! as it would in Rust.
//!
//! The function has the whole doc comment; the type has its first paragraph and its first example, which so shows both.
//!
//! # Where it is not used
//!
//! * A formula on types alone, without a branch, gains nothing: it is one line already, as in `src/number`. One that branches
//!   reads as `if`s by `#[total(types)]`.
//! * Where a value is computed in another way than its type, both are written out: the methods of the integers compute in
//!   the type of their result, and a user's `shape_div` panics where its type has a refusal.
//! * What is on values only, as `equal`, has no type.
//! * What is made for each rank, as the pairing of two tuples, is written by a `macro_rules!`: a branch of which there are eleven.
//!
//! A branch by hand is a trait as above; `src/branches.rs` lists those, too.
//!
//! # Its errors
//!
//! Each stands at the token in the function as it is written. What the macro can know it says itself, once: that a branch has no universe, that `self` is used
//! in a branch. What rustc finds of types, as a result outside of its universe, it reports once, since the value has the type's name for its
//! type. A name that there is not, and a wrong number of arguments, it reports twice, at the same token: `conz` is the function `conz` and the type `Conz`, and each of
//! the two may be missing alone.
//!
//! | file | what it does |
//! |---|---|
//! | `syntax`, `parse` | the tree of such a function, and the part of Rust in which it is written |
//! | `items` | makes a type and a function of every function, free or in a trait or impl |
//! | `lower` | makes a type and a value of every expression; `lower/scope` knows the values that have a name there, `lower/branch` makes a trait of every branch |
//! | `names` | the name of a type, of that of its value |
//! | `branches` | lists the branches of all files (in tests) |

#[cfg(test)]
mod branches;
pub(crate) mod items;
pub(crate) mod lower;
pub(crate) mod names;
pub(crate) mod parse;
pub(crate) mod syntax;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;

/// Which halves of a function are written.
#[derive(Copy, Clone, PartialEq)]
pub(crate) enum Halves {
    Both,
    Types,
}

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    match lower(options, item) {
        Ok(lowered) => {
            let (item, branches) = (lowered.item, lowered.branches.into_iter().map(|b| b.items));
            quote! { #item #(#branches)* }
        }
        Err(error) => error.into_compile_error(),
    }
}

/// The item, and the branches that it has.
fn lower(options: TokenStream, item: TokenStream) -> syn::Result<lower::Lowered> {
    let halves = match options.to_string().as_str() {
        "" => Halves::Both,
        "types" => Halves::Types,
        _ => {
            return Err(syn::Error::new_spanned(
                options,
                "expected `#[total]` or `#[total(types)]`",
            ));
        }
    };
    items::item(syn::parse2(item)?, halves)
}
