//! `#[total]`: a function that is written once, as Rust on values, and is also a function on types.
//!
//! A layout is a type, and if it has run-time integers, a value, too. zellige therefore computes
//! everything twice: `coalesce` of types decides at compile time which modes the result has, and
//! `coalesce` of values moves the run-time integers into them. The two must agree in every case.
//! Under this attribute they have the same source:
//!
//! ```text
//! #[total]
//! fn onward(n: Integer, t: Extension) -> Walk {      a value n of any type that is an Integer, and so on
//!     if n.is_one() { End } else { t.walk(n) }
//! }
//! ```
//!
//! becomes a function on types, the function on values, and the branch that both use:
//!
//! ```text
//! type Onward<N: Integer, T: Extension> = <<N::IsOne as OnBool>::Part3 as OnwardIf1>::Out<N, T>;
//!
//! fn onward<N: Integer, T: Extension>(n: N, t: T) -> Onward<N, T> {
//!     <<N::IsOne as OnBool>::Part3 as OnwardIf1>::go::<N, T>(n, t)
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
//! A branch is a trait because rustc evaluates the arguments of a function on types before the
//! function: it looks at only one of the impls of a trait, so a recursion ends. `OnwardIf1` applies
//! to every truth value without a bound: the types `OnBool::Part0` to `Part3`, each of which is the
//! truth value itself, share all branches as bounds. The list of these is in
//! `src/branches/generated.rs`, which a test of this crate keeps current.
//!
//! The trait that bounds a value, `Integer` or `Walk`, is its *universe*: the types that implement
//! it are the only ones. A branch selects by a *tag*: `B0` or `B1`, `Leaf`, `Empty` or `Node`, or a
//! tag of the function's own module. The name of a branch consists of that of its function,
//! preceded by the type in an impl, and its number there: the first `match` of `in_mode` is
//! `InModeMatch1`. A branch on tags of its own module is a supertrait of their trait, which
//! declares it itself: `trait Outcome: InModeMatch1 {}`.
//!
//! # How each expression is translated to a type
//!
//! | written | type | value |
//! |---|---|---|
//! | `n: Integer`, a parameter | `N: Integer` | `n: N` |
//! | `fn f<K: Rule>(..)` | `K: Rule` | none: it is known only as a type |
//! | `-> Walk` | `Out: Walk`, checked where the function is defined | the type of the same name |
//! | `-> Nat`, `-> Bool`, of a free function | the same | the only value of the type; a `bool` |
//! | `f(a)`, `f::<K>(a)` | `F<A>`, `F<K, A>` | itself |
//! | `x.m(a)`, for a parameter x | `X::M<A>` | itself |
//! | `s.head().m(a)`, `tail`, `leaf`, `elements`, `rank`, `kind`, `n.known()` | `<S::Head as IntTuple>::M<A>` | itself |
//! | `Trait::m(x, a)` | `<X as Trait>::M<A>` | itself |
//! | `K::m(a)`, for a type parameter K | `K::M<A>` | itself |
//! | `Step(a, b)`, `(a, b)`, `End` | `Step<A, B>`, `(A, B)`, `End` | itself |
//! | `1` | the static number 1 | its value |
//! | `let x: Integer = e;` | `x` is replaced by the type of `e` | itself, left out if only types use it |
//! | `let Inner(s, d, t) = self;`, also `= self.parts();` and `Mode { shape: s, .. }` | nothing: `S`, `D`, `T` are the parameters of the impl | itself |
//! | `!a`, `a && b`, `a \|\| b` | `Bool::Not`, `And`, `Or`, which evaluate both sides | none: a condition is a type |
//! | `if c { a } else { b }` | a branch on the truth value `c` | the branch |
//! | `match s.kind() { Leaf => a, .. }` | a branch on the kind | the branch |
//! | `if C { .. }`, `match O { Ends => a, .. }`, of a type parameter | a branch on the type itself | the branch |
//! | `faults: impl Faults`, a parameter or a `let` | nothing: types ignore it | itself, wherever it is passed on |
//! | `faults.find(\|\| ..);`, `if const { .. } { .. }` | nothing | itself: checked at run time |
//!
//! The type has the name of the value in CamelCase: `ceil_div` is `CeilDiv`, `idx2crd` is
//! `Idx2Crd`. How the value is computed is not part of the type's name: the method
//! `right_inverse_noting` is `RightInverse`, and `size_modulo` is `Size`. A variable that is used
//! inside a branch becomes a parameter of its trait, so a `let` that is used there names its
//! universe. A member that returns a type of Rust, such as `bool`, or that returns nothing, exists
//! only on values. An item that is not a function is copied. `#[total(types)]` generates no values:
//! it is for questions, whose answers are types.
//!
//! An index is a value, too: `known(i)` is the `Nat` of a static integer, without bytes, and
//! `nth(s.tail(), pred(i))` reads as it would in Rust.
//!
//! The function has the whole doc comment; the type has its first paragraph and its first example,
//! which therefore shows both.
//!
//! # Where it is not used
//!
//! * A formula on types alone, without a branch, gains nothing: it is already one line, as in
//!   `src/number`. A formula with a branch reads as `if`s under `#[total(types)]`.
//! * Where a value is computed in another way than its type, both are written out: the methods of
//!   the integers compute in the type of their result, and a user's `shape_div` panics where its
//!   type has a refusal.
//! * A function that exists only on values, such as `equal`, has no type.
//! * Code that is repeated for each rank, such as the pairing of two tuples, is written by a
//!   `macro_rules!`: it is a branch of eleven.
//!
//! A branch written by hand is a trait as above; `src/branches.rs` lists those, too.
//!
//! # Its errors
//!
//! Each error points at the token in the function as written. The macro itself reports, once, what
//! it can know: that a branch has no universe, that `self` is used in a branch. What rustc finds
//! about types, such as a result outside its universe, it reports once, since the value uses the
//! type's name for its type. A name that does not exist and a wrong number of arguments are
//! reported twice, at the same token: `conz` is the function `conz` and the type `Conz`, and each
//! of the two may be missing alone.
//!
//! | file | what it does |
//! |---|---|
//! | `syntax`, `parse` | the tree of such a function, and the subset of Rust in which it is written |
//! | `items` | generates a type and a function from every function, free or in a trait or impl |
//! | `lower` | generates a type and a value from every expression; `lower/scope` knows the named values there, `lower/branch` generates a trait from every branch |
//! | `names` | the name of a type, from that of its value |
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

/// The halves of a function that are generated.
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

/// Lowers the item, and returns it with its branches.
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
