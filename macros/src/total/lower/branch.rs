//! Lowering of branches: a trait for each.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Error, Result};

use super::scope::Variable;
use super::{Both, Lowering};
use crate::total::Halves;
use crate::total::syntax::{Block, Expr};

/// The trait of a branch.
pub(crate) struct Branch {
    #[cfg_attr(not(test), allow(dead_code))]
    pub(crate) name: Ident,
    /// The tag that it selects by.
    #[cfg_attr(not(test), allow(dead_code))]
    pub(crate) tag: Tag,
    pub(crate) items: TokenStream,
}

/// The kind of a branch's tag. The trait of the branch is a supertrait of the trait of its tags.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Tag {
    /// A truth value: `if`.
    Bool,
    /// The kind of a tuple: `match` with `Leaf`, `Empty`, `Node`.
    Kind,
    /// Tags of the function's own module, whose trait names the branch itself.
    Own,
}

/// The number of lists of branches on a truth value: with one list, rustc would copy all of them
/// for each branch.
pub(crate) const PARTS: u32 = 4;

/// Returns the number of the list that has the branch of this name.
pub(crate) fn part_of(name: &str) -> u32 {
    name.bytes().map(u32::from).sum::<u32>() % PARTS
}

impl Tag {
    fn of(arms: &[(TokenStream, Block)]) -> Tag {
        match arms[0].0.to_string().as_str() {
            "B0" | "B1" => Tag::Bool,
            "Leaf" | "Empty" | "Node" => Tag::Kind,
            _ => Tag::Own,
        }
    }
}

impl Lowering<'_> {
    pub(super) fn branch(
        &mut self,
        at: Span,
        tag: &Expr,
        arms: &[(TokenStream, Block)],
        bound: &TokenStream,
    ) -> Result<Both> {
        let mut all = Both::default();
        let tag = self.condition(tag, &mut all)?;
        self.count += 1;
        let word = if Tag::of(arms) == Tag::Bool { "If" } else { "Match" };
        let name = Ident::new(&format!("{}{word}{}", self.prefix, self.count), at);
        let slot = self.branches.len();
        self.branches.push(Branch {
            name: name.clone(),
            tag: Tag::of(arms),
            items: TokenStream::new(),
        });

        // In the arms every variable is a parameter of the trait.
        let inside = self.variables.iter().map(|v| {
            let name = &v.name;
            Variable { ty: quote!(#name), is_let: false, ..v.clone() }
        });
        let inside: Vec<Variable> = inside.collect();
        let outside = std::mem::replace(&mut self.variables, inside);
        let owner = std::mem::take(&mut self.owner);
        let lowered: Result<Vec<Both>> =
            arms.iter().map(|(_, arm)| self.block(arm, Some(bound))).collect();
        self.owner = owner;
        self.variables = outside;
        let lowered = lowered?;

        let mut used = Both::default();
        lowered.iter().for_each(|arm| used.uses(arm));
        let mut parameters = Vec::new();
        let (mut names, mut given) = (Vec::new(), Vec::new());
        for &at in used.types.union(&used.values) {
            if self.variables[at].is_value_only() {
                continue;
            }
            let Variable { name, ty, bound, value, .. } = &self.variables[at];
            let Some(bound) = bound else {
                let value = value.as_ref().unwrap_or(name);
                return Err(Error::new(
                    value.span(),
                    format!(
                        "`{value}` is used in a branch: say its universe, `let {value}: Integer = ..;`"
                    ),
                ));
            };
            parameters.push(quote!(#name: #bound));
            names.push(name.clone());
            given.push(ty.clone());
            all.types.insert(at);
        }
        let (mut arguments, mut values) = (Vec::new(), Vec::new());
        for &at in &used.values {
            let variable = &self.variables[at];
            let Variable { name, value, bound, .. } = variable;
            arguments.push(match bound {
                Some(bound) if variable.is_value_only() => quote!(#value: #bound),
                _ => quote!(#value: #name),
            });
            values.push(value.clone());
            all.values.insert(at);
        }
        let both = self.halves == Halves::Both;
        let out = quote_spanned!(at=> Out<#(#names),*>);
        let declared = both.then(|| {
            quote! {
                /// The value of the branch.
                fn go<#(#parameters),*>(#(#arguments),*) -> Self::#out;
            }
        });
        let doc = format!("A branch of `{}`.", self.prefix);
        let mut items = quote! {
            #[doc = #doc]
            #[doc(hidden)]
            pub trait #name {
                /// The type of the branch.
                type Out<#(#parameters),*>: #bound;
                #declared
            }
        };
        for ((tag, _), arm) in arms.iter().zip(&lowered) {
            let (ty, value) = (&arm.ty, &arm.value);
            let go = both.then(|| {
                quote! {
                    #[inline(always)]
                    #[allow(unused_variables, clippy::unused_unit)]
                    fn go<#(#parameters),*>(#(#arguments),*) -> Self::#out { #value }
                }
            });
            items.extend(quote! { impl #name for #tag { type Out<#(#parameters),*> = #ty; #go } });
        }
        self.branches[slot].items = items;
        // Use the span of the `if`: a branch that is missing from the list, or a wrong condition,
        // is reported there.
        let tag = match self.branches[slot].tag {
            Tag::Bool => {
                let part = format_ident!("Part{}", part_of(&name.to_string()), span = at);
                quote_spanned!(at=> <#tag as crate::branches::OnBool>::#part)
            }
            Tag::Kind | Tag::Own => quote!(#tag),
        };
        all.ty = quote_spanned!(at=> <#tag as #name>::Out<#(#given),*>);
        all.value = quote_spanned!(at=> <#tag as #name>::go::<#(#given),*>(#(#values),*));
        Ok(all)
    }
}
