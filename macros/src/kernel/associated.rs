//! Types of a kernel's parameters in its attribute and arguments, such as `C::Element`. Where `C`
//! is already the name of an instance's type, the trait of that type is unknown, so it is named
//! where the bounds of the function are known.

use super::signature::{Kind, Signature};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Generics, ItemFn};

/// The types and bounds found through the parameters.
pub(super) struct Associated {
    /// The parameters that are types.
    parameters: Vec<Ident>,
    /// Their types in arguments: the parameter, and the name of the type.
    found: Vec<(Ident, Ident)>,
    /// The launch bounds, if they name something of a parameter.
    bounds: Option<TokenStream>,
}

impl Associated {
    /// Returns the empty list.
    pub(super) fn of(signature: &Signature<'_>) -> Self {
        let types = signature.parameters.iter();
        let types = types.filter(|parameter| matches!(parameter.kind, Kind::Type));
        Associated {
            parameters: types.map(|parameter| parameter.name.clone()).collect(),
            found: Vec::new(),
            bounds: None,
        }
    }
    /// Returns a type in which `C::Element` names its trait.
    pub(super) fn in_type(&mut self, of: &dyn ToTokens) -> TokenStream {
        self.named(of.to_token_stream())
    }
    fn named(&mut self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let (mut out, mut i) = (TokenStream::new(), 0);
        while let Some(token) = tokens.get(i) {
            if let (Some(parameter), Some(TokenTree::Ident(name))) =
                (self.parameter(&tokens, i), tokens.get(i + 3))
            {
                let holder = holder(&parameter, name);
                out.extend(quote!(<__Instance as #holder>::Type));
                let found = (parameter, name.clone());
                if !self.found.contains(&found) {
                    self.found.push(found);
                }
                i += 4;
                continue;
            }
            match token {
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.named(group.stream()));
                    inner.set_span(group.span());
                    out.extend([TokenTree::Group(inner)]);
                }
                _ => out.extend([token.clone()]),
            }
            i += 1;
        }
        out
    }
    /// Returns the parameter at the beginning of a path here, if there is one.
    fn parameter(&self, tokens: &[TokenTree], at: usize) -> Option<Ident> {
        let is_colon =
            |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == ':');
        match tokens.get(at) {
            Some(TokenTree::Ident(name))
                if self.parameters.contains(name)
                    && is_colon(at + 1)
                    && is_colon(at + 2)
                    && !(at > 0 && is_colon(at - 1)) =>
            {
                Some(name.clone())
            }
            _ => None,
        }
    }
    /// Returns the launch bounds: themselves, or their path if they name something of a parameter.
    pub(super) fn launch_bounds(&mut self, bounds: TokenStream) -> TokenStream {
        if !self.has_path(bounds.clone()) {
            return bounds;
        }
        self.bounds = Some(bounds);
        quote!(__Instance::BOUNDS)
    }
    fn has_path(&self, tokens: TokenStream) -> bool {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        (0..tokens.len()).any(|i| match &tokens[i] {
            TokenTree::Group(group) => self.has_path(group.stream()),
            _ => self.parameter(&tokens, i).is_some(),
        })
    }
    /// Returns the definitions: the type `__Instance` of these `arguments` provides each type
    /// through a trait, and the launch bounds. It has the bounds of the function on the parameters
    /// that do not name its machine, and only as many of these as are needed to name the types:
    /// rustc proves them anew at every use. All definitions have the function's visibility, because
    /// they appear in the kernel's arguments.
    pub(super) fn definitions(
        &self,
        library: &TokenStream,
        function: &ItemFn,
        signature: &Signature<'_>,
        arguments: &[TokenStream],
    ) -> TokenStream {
        if self.found.is_empty() && self.bounds.is_none() {
            return TokenStream::new();
        }
        let names = signature.parameters.iter().map(|parameter| parameter.name);
        let names: Vec<&Ident> = names.collect();
        let (bounded, clauses) = without_machine(&function.sig.generics, signature.machine_place);
        let of_parameters = of_parameters(&function.sig.generics, &clauses, &names);
        let plain = signature.parameters.iter().map(|parameter| match &parameter.kind {
            Kind::Type => parameter.name.to_token_stream(),
            Kind::Const(of) => {
                let name = parameter.name;
                quote!(const #name: #of)
            }
        });
        let (types, visibility) = (&self.parameters, &function.vis);
        let each = self.found.iter().map(|(parameter, name)| {
            let holder = holder(parameter, name);
            quote! {
                #visibility trait #holder {
                    type Type;
                }
                impl<#(#bounded),*> #holder for __Of<#(#names),*>
                where
                    #(#of_parameters),*
                {
                    type Type = #parameter::#name;
                }
            }
        });
        let bounds = self.bounds.iter().map(|bounds| {
            // A qualified path may depend on any clause.
            let clauses = match has_angle(bounds.clone()) {
                true => &clauses,
                false => &of_parameters,
            };
            quote! {
                impl<#(#bounded),*> __Of<#(#names),*>
                where
                    #(#clauses),*
                {
                    const BOUNDS: #library::kernel::LaunchBounds = #bounds;
                }
            }
        });
        quote! {
            #visibility struct __Of<#(#plain),*>(#(::core::marker::PhantomData<fn() -> #types>),*);
            type __Instance = __Of<#(#arguments),*>;
            #(#each)*
            #(#bounds)*
        }
    }
}

/// Returns the trait that has the type `parameter::name`.
fn holder(parameter: &Ident, name: &Ident) -> Ident {
    format_ident!("__{}_{}", parameter, name)
}

/// Returns the parameters with their bounds, and the clauses after `where`, without the machine,
/// lifetimes and clauses on the machine.
fn without_machine(all: &Generics, place: usize) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let mut parameters: Vec<&GenericParam> = all
        .params
        .iter()
        .filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
        .collect();
    let machine = match parameters.remove(place) {
        GenericParam::Type(machine) => &machine.ident,
        _ => unreachable!("the machine is a type"),
    };
    let kept = |of: &dyn ToTokens| {
        let tokens = of.to_token_stream();
        (!mentions(tokens.clone(), machine)).then_some(tokens)
    };
    let parameters = parameters.into_iter().map(|parameter| match parameter {
        GenericParam::Type(of) => {
            let (name, bounds) = (&of.ident, of.bounds.iter().filter_map(|bound| kept(bound)));
            quote!(#name: #(#bounds)+*)
        }
        other => other.to_token_stream(),
    });
    let clauses = all.where_clause.iter();
    let clauses = clauses.flat_map(|clause| &clause.predicates);
    (parameters.collect(), clauses.filter_map(|clause| kept(clause)).collect())
}
/// Returns the clauses that bound a parameter, `C: Config` but not `Tile<C::A>: OperandTile`: these
/// provide its types. Returns all clauses if a bound has arguments that name a parameter, since it
/// may then depend on another clause.
fn of_parameters(all: &Generics, clauses: &[TokenStream], names: &[&Ident]) -> Vec<TokenStream> {
    let bounds_of = |clause: &TokenStream| {
        let mut tokens = clause.clone().into_iter();
        let (first, second) = (tokens.next(), tokens.next());
        let is_parameter = matches!(&first, Some(TokenTree::Ident(name)) if names.contains(&name));
        let is_bound = matches!(&second, Some(TokenTree::Punct(p)) if p.as_char() == ':' && p.spacing() == proc_macro2::Spacing::Alone);
        (is_parameter && is_bound).then(|| tokens.collect::<TokenStream>())
    };
    let inline = all.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Type(of) => Some(of.bounds.to_token_stream()),
        _ => None,
    });
    let mut bounds = inline.chain(clauses.iter().filter_map(bounds_of));
    if bounds.any(|bound| names.iter().any(|name| mentions(bound.clone(), name))) {
        return clauses.to_vec();
    }
    let kept = clauses.iter().filter(|clause| bounds_of(clause).is_some());
    kept.cloned().collect()
}
/// Returns true if the tokens contain a `<`.
fn has_angle(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '<',
        TokenTree::Group(group) => has_angle(group.stream()),
        _ => false,
    })
}
/// Returns true if the tokens contain this name.
pub(super) fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}
