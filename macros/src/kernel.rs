//! The attribute `#[kernel]`: turns a function over a machine into the kernels that a launch names.

mod associated;
mod attribute;
mod signature;

use associated::{Associated, mentions};
use attribute::{Attribute, Instance};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use signature::{Kind, Signature};
use syn::{ItemFn, Meta, spanned::Spanned};

/// Returns the function, which is inlined into its entry points, and a kernel for each instance; or
/// the function and its errors.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    match kernels(attribute, item.clone()) {
        Ok(kernels) => {
            let function = inlined(item);
            quote!(#function #kernels)
        }
        Err(errors) => {
            let errors = errors.into_compile_error();
            quote!(#item #errors)
        }
    }
}

/// Returns the function with `#[inline]` for the GPU, unless its author specifies how it is
/// inlined. With this hint `zellige-kernel-build` inlines every function, however large it is.
/// Unlike with `#[inline(always)]`, it does so after simplifying the function. A function that is
/// called keeps in memory what it could have in registers.
fn inlined(item: TokenStream) -> TokenStream {
    let inline = Ident::new("inline", Span::call_site());
    let is_said = |of: &syn::Attribute| match &of.meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            mentions(list.tokens.clone(), &inline)
        }
        meta => meta.path().is_ident(&inline),
    };
    match syn::parse2::<ItemFn>(item.clone()) {
        Ok(function) if !function.attrs.iter().any(is_said) => {
            quote!(#[cfg_attr(target_arch = "nvptx64", inline)] #item)
        }
        _ => item,
    }
}

/// Returns only the kernels.
fn kernels(attribute: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let function = function(item)?;
    let signature = Signature::of(&function)?;
    let attribute = Attribute::parse(attribute, &signature)?;
    let kernels = attribute
        .instances
        .iter()
        .map(|instance| kernel(&function, &signature, &attribute, instance));
    Ok(kernels.collect())
}

/// Returns the function below the attribute.
fn function(item: TokenStream) -> syn::Result<ItemFn> {
    let keyword = item.clone().into_iter().find(
        |token| matches!(token, TokenTree::Ident(word) if WORDS.iter().any(|item| word == item)),
    );
    syn::parse2(item).map_err(|error| match keyword {
        Some(keyword) => syn::Error::new(
            keyword.span(),
            "`#[kernel]` is for functions: `unsafe fn NAME<G: Gpu>(gpu: G, ..)`",
        ),
        None => error,
    })
}
/// The keywords with which items other than functions begin.
const WORDS: [&str; 8] = ["struct", "enum", "union", "trait", "impl", "mod", "static", "type"];

/// Returns the kernel of an instance: its type, and the entry point in PTX.
///
/// There are two blocks around the type parameters: in the outer one the instance's types have
/// their meaning at the attribute, and in the inner one they have the names of the function's
/// parameters.
fn kernel(
    function: &ItemFn,
    signature: &Signature<'_>,
    attribute: &Attribute,
    instance: &Instance,
) -> TokenStream {
    let (library, name, visibility) = (&attribute.library, &instance.name, &function.vis);
    let path = &function.sig.ident;
    let text = name.to_string();
    // An argument that violates a bound is underlined.
    let outer = |i: usize| format_ident!("__Argument{}", i, span = at(&instance.arguments[i]));
    let given = signature.parameters.iter().enumerate().map(|(i, parameter)| {
        let (argument, outer) = (&instance.arguments[i], outer(i));
        match &parameter.kind {
            Kind::Type => quote!(type #outer = #argument;),
            Kind::Const(of) => quote!(const #outer: #of = #argument;),
        }
    });
    let named = signature.parameters.iter().enumerate().map(|(i, parameter)| {
        let (name, outer) = (parameter.name, outer(i));
        match &parameter.kind {
            Kind::Type => quote!(type #name = #outer;),
            Kind::Const(of) => quote!(const #name: #of = #outer;),
        }
    });
    let arguments = signature.parameters.iter().enumerate();
    let arguments: Vec<TokenStream> = arguments
        .map(|(i, parameter)| {
            let outer = outer(i);
            match parameter.kind {
                Kind::Type => quote!(#outer),
                Kind::Const(_) => quote!({ #outer }),
            }
        })
        .collect();
    let generics = |machine: TokenStream| {
        let mut all = arguments.clone();
        all.insert(signature.machine_place, machine);
        quote!(::<#(#all),*>)
    };
    let (on_host, on_gpu) = (generics(quote!(__Machine)), generics(quote!(#library::Nvptx)));
    let names: Vec<&Ident> = signature.arguments.iter().map(|(name, _)| *name).collect();
    let mut associated = Associated::of(signature);
    let types = signature.arguments.iter().map(|(_, of)| associated.in_type(*of));
    let types: Vec<TokenStream> = types.collect();
    let parameters = signature.arguments.iter().zip(&types).map(|((name, written), of)| {
        let (name, text) = (name.to_string(), spelled(written));
        quote_spanned!(at(written)=> #library::kernel::Parameter {
            name: #name,
            of: #text,
            kind: if <#library::kernel::KindOf<#of>>::IS_MAP {
                #library::kernel::Kind::Map
            } else {
                <#library::kernel::KindOf<#of>>::KIND
            },
        })
    });
    let Attribute { threads, shared, min_blocks, cluster, .. } = attribute;
    let bounds = associated.launch_bounds(quote_spanned! { at(threads)=>
        #library::kernel::LaunchBounds::new(#threads, #shared, #min_blocks, #cluster)
    });
    let instance_types = associated.definitions(library, function, signature, &arguments);
    // Arguments that a kernel cannot take are those in the function's parentheses.
    let mut tuple = Group::new(Delimiter::Parenthesis, quote!(#(#types,)*));
    tuple.set_span(Span::call_site().located_at(function.sig.paren_token.span.join()));
    let capability = &instance.machine;
    let entry = format_ident!("__entry_{}", capability.to_string());
    let capability = Ident::new(&capability.to_string(), Span::call_site());
    let symbol = format!("{SYMBOL}{text}");
    let says = format!(
        "The kernel `{text}`, as a launch names it: a thread of it is [`{path}`](fn@{path})."
    );
    quote! {
        #[doc = #says]
        #[allow(non_camel_case_types)]
        #visibility enum #name {}
        #[allow(dead_code, missing_docs, non_camel_case_types, non_upper_case_globals, unreachable_pub, unused_qualifications, clippy::all)]
        const _: () = {
            #(#given)*
            #instance_types
            const _: () = {
                #(#named)*
                const BOUNDS: #library::kernel::LaunchBounds = #bounds;
                #[allow(unused_imports)]
                use #library::kernel::AnyKind as _;
                impl #library::kernel::Kernel for #name {
                    type Arguments = #tuple;
                    const DESCRIPTION: #library::kernel::Description = #library::kernel::Description {
                        name: #text,
                        threads: BOUNDS.threads(),
                        shared: BOUNDS.shared(),
                        min_blocks: BOUNDS.min_blocks(),
                        cluster: BOUNDS.cluster(),
                        capability: #library::kernel::Capability::#capability,
                        parameters: &[#(#parameters),*],
                    };
                    #[inline(always)]
                    unsafe fn run<__Machine: #library::Sm100 + #library::Sm120 + #library::Store>(
                        __gpu: __Machine,
                        (#(#names,)*): Self::Arguments,
                    ) {
                        unsafe { #path #on_host (__gpu, #(#names),*) }
                    }
                }
                #library::#entry! {
                    #[used]
                    #[unsafe(export_name = #symbol)]
                    static LAUNCH_BOUNDS: #library::kernel::LaunchBounds =
                        BOUNDS.of(<#name as #library::kernel::Kernel>::DESCRIPTION.parameters);
                    #[unsafe(export_name = #text)]
                    unsafe extern "ptx-kernel" fn __entry(#(#names: #types),*) {
                        unsafe { #path #on_gpu (#library::Nvptx, #(#names),*) }
                    }
                }
            };
        };
    }
}

/// Returns a span that shows the macro's output for these tokens at their location.
fn at(tokens: &impl Spanned) -> Span {
    Span::call_site().located_at(tokens.span())
}

/// The prefix of the symbol that holds a kernel's launch bounds.
const SYMBOL: &str = "zellige_launch_bounds_";

/// Returns a type as spelled in its source, with one space where `quote` inserts some.
fn spelled(of: &syn::Type) -> String {
    let text = of.to_token_stream().to_string();
    [("* ", "*"), (" < ", "<"), (" >", ">"), (" :: ", "::")]
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to))
}
#[cfg(test)]
mod tests;
