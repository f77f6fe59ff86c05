//! The syntax tree of a total function.

use proc_macro2::{TokenStream, TokenTree};
use syn::Ident;
use syn::ext::IdentExt;

/// `name: Bound`
pub(crate) struct Param {
    pub(crate) name: Ident,
    pub(crate) bound: TokenStream,
}

impl Param {
    /// Returns true for `name: impl Bound`, which types ignore.
    pub(crate) fn is_value_only(&self) -> bool {
        is_impl(&self.bound)
    }
}
/// Returns true for `impl Bound`.
pub(crate) fn is_impl(bound: &TokenStream) -> bool {
    let first = bound.clone().into_iter().next();
    matches!(first, Some(TokenTree::Ident(word)) if word == "impl")
}

pub(crate) enum Item {
    Fn(Fn),
    Trait { head: TokenStream, members: Vec<Member> },
    Impl { head: TokenStream, generics: Vec<Param>, name: Ident, members: Vec<Member> },
}

/// A member of a trait or impl.
pub(crate) enum Member {
    Fn(Fn),
    /// Anything else, copied.
    Plain(TokenStream),
}

pub(crate) struct Fn {
    pub(crate) attributes: TokenStream,
    pub(crate) vis: TokenStream,
    pub(crate) name: Ident,
    /// The parameters that are only types.
    pub(crate) generics: Vec<Param>,
    pub(crate) receiver: bool,
    pub(crate) params: Vec<Param>,
    pub(crate) bound: TokenStream,
    pub(crate) body: Option<Block>,
}

pub(crate) struct Block {
    pub(crate) statements: Vec<Statement>,
    pub(crate) result: Box<Expr>,
}

pub(crate) enum Statement {
    /// `let name: Bound = expr;`
    Let { name: Ident, bound: Option<TokenStream>, value: Expr },
    /// `let Pattern(a, b) = self;` or `= self.parts();`
    Open { pattern: TokenStream, value: TokenStream },
    /// `faults.find(|| ..);`, `if const { .. } { .. }`: a statement that exists only on values,
    /// copied.
    Check(TokenStream),
}

pub(crate) enum Expr {
    /// `x`
    Variable(Ident),
    /// `End`, `K`, `Foo::<A>`: the same as type and as value.
    Type(TokenStream),
    /// `8`
    Number(u64, proc_macro2::Span),
    /// `path::f::<K>(a, b)`
    Call {
        path: TokenStream,
        name: Ident,
        types: Vec<TokenStream>,
        arguments: Vec<Expr>,
    },
    /// `Path(a, b)`
    Construct {
        path: TokenStream,
        arguments: Vec<Expr>,
    },
    /// `Trait::m::<K>(x, a)`, or `K::m(a)` for a type parameter K.
    Associated {
        of: Ident,
        path: TokenStream,
        name: Ident,
        types: Vec<TokenStream>,
        arguments: Vec<Expr>,
    },
    /// `x.m::<K>(a)`
    Method {
        receiver: Box<Expr>,
        name: Ident,
        types: Vec<TokenStream>,
        arguments: Vec<Expr>,
    },
    Tuple(Vec<Expr>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// `if c { .. } else { .. }`, `match k { Leaf => .. }`
    Branch {
        at: proc_macro2::Span,
        tag: Box<Expr>,
        arms: Vec<(TokenStream, Block)>,
    },
}

/// Returns whether this is the name of a type.
pub(crate) fn is_upper(name: &Ident) -> bool {
    name.unraw().to_string().starts_with(|c: char| c.is_uppercase())
}
