//! The signature of a kernel's function: its required form, and the parts that the kernel is made
//! of.

use crate::errors::Errors;
use proc_macro2::{Ident, Span};
use syn::{FnArg, GenericParam, ItemFn, Pat, ReturnType, Type, TypeParamBound, WherePredicate};

/// The machines that a bound may name, from the one with the fewest instructions on.
pub(super) const MACHINES: [&str; 6] = ["Gpu", "Sm80", "Sm89", "Sm90", "Sm100", "Sm120"];

/// The parts of a kernel's function.
pub(super) struct Signature<'f> {
    /// The function's name.
    pub(super) name: &'f Ident,
    /// The machine with the most instructions that the machine parameter's bounds name.
    pub(super) machine: Ident,
    /// The position of the machine among the parameters.
    pub(super) machine_place: usize,
    /// The other parameters, in order.
    pub(super) parameters: Vec<Parameter<'f>>,
    /// The arguments after the machine.
    pub(super) arguments: Vec<(&'f Ident, &'f Type)>,
}
/// A type parameter, or a constant one.
pub(super) struct Parameter<'f> {
    pub(super) name: &'f Ident,
    pub(super) kind: Kind<'f>,
}
/// The kind of a parameter.
pub(super) enum Kind<'f> {
    Type,
    /// A constant of this type.
    Const(&'f Type),
}

/// The required form of the first argument.
const MACHINE: &str = "the first argument of a kernel is the machine that runs it: `gpu: G`, with \
                       `G: Gpu`, `Sm80`, `Sm89`, `Sm90`, `Sm100` or `Sm120` among the function's \
                       parameters";

impl<'f> Signature<'f> {
    /// Returns the parts of this function, or everything that is wrong with it.
    pub(super) fn of(function: &'f ItemFn) -> syn::Result<Self> {
        let (sig, mut errors) = (&function.sig, Errors::default());
        if let Some(word) = &sig.asyncness {
            errors.add(word, "a kernel is not `async`: leave it out");
        }
        if let Some(abi) = &sig.abi {
            errors.add(
                abi,
                "the ABI of a kernel is that of its entry point, which the attribute writes: leave it out",
            );
        }
        if sig.unsafety.is_none() {
            errors.push(syn::Error::new(
                sig.fn_token.span,
                "a kernel is an `unsafe fn`: only the caller knows that its pointers and its grid are right",
            ));
        }
        if let ReturnType::Type(_, of) = &sig.output {
            errors.add(of, "a kernel returns nothing: it writes through its pointers");
        }
        if let Some(dots) = &sig.variadic {
            errors.add(dots, "a kernel has a fixed number of arguments");
        }
        for parameter in &sig.generics.params {
            if let GenericParam::Lifetime(lifetime) = parameter {
                errors.add(lifetime, "a kernel has no lifetimes, since it takes no references");
            }
        }
        let mut inputs = sig.inputs.iter();
        let machine = match inputs.next() {
            None => {
                errors.add(&sig.ident, MACHINE);
                None
            }
            Some(FnArg::Receiver(receiver)) => {
                errors.add(
                    receiver,
                    "a kernel is a function of its own, not a method: it has no `self`",
                );
                None
            }
            Some(FnArg::Typed(first)) => {
                let place = sig
                    .generics
                    .params
                    .iter()
                    .filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
                    .position(|parameter| {
                        matches!(parameter, GenericParam::Type(parameter) if is_name(&first.ty, &parameter.ident))
                    });
                if place.is_none() {
                    errors.add(&first.ty, MACHINE);
                }
                place
            }
        };
        let mut arguments = Vec::new();
        for input in inputs {
            let FnArg::Typed(argument) = input else {
                continue;
            };
            if let Some(reason) = refused(&argument.ty) {
                errors.add(&argument.ty, reason);
            }
            match &*argument.pat {
                Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                    arguments.push((&name.ident, &*argument.ty))
                }
                pattern => errors.add(
                    pattern,
                    "an argument of a kernel needs a name, which a failed launch shows",
                ),
            }
        }
        // With an error there may be no machine; its position is then not used.
        let machine_place = machine.unwrap_or_default();
        let mut all: Vec<Parameter<'f>> =
            sig.generics.params.iter().filter_map(parameter).collect();
        let machine = match machine {
            Some(place) => {
                let name = all.remove(place).name;
                capability(function, name)
            }
            None => Ident::new(MACHINES[0], Span::call_site()),
        };
        errors.finish(Ok(Signature {
            name: &sig.ident,
            machine,
            machine_place,
            parameters: all,
            arguments,
        }))
    }
}

/// Returns a parameter of the function that is not a lifetime.
fn parameter(parameter: &GenericParam) -> Option<Parameter<'_>> {
    match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Type(parameter) => {
            Some(Parameter { name: &parameter.ident, kind: Kind::Type })
        }
        GenericParam::Const(parameter) => {
            Some(Parameter { name: &parameter.ident, kind: Kind::Const(&parameter.ty) })
        }
    }
}

/// Returns true if the type is just this name.
fn is_name(of: &Type, name: &Ident) -> bool {
    match of {
        Type::Path(path) => path.qself.is_none() && path.path.is_ident(name),
        Type::Group(group) => is_name(&group.elem, name),
        _ => false,
    }
}

/// Returns the reason why a kernel cannot take an argument of this type, as far as the type's form
/// tells.
fn refused(of: &Type) -> Option<&'static str> {
    match of {
        Type::Group(group) => refused(&group.elem),
        Type::Paren(inner) => refused(&inner.elem),
        Type::Reference(_) => Some(
            "a kernel takes no references, since a GPU's threads do not keep their rules: take a `*const` or a `*mut`, and the \
             length as a number",
        ),
        Type::Slice(_) | Type::Array(_) | Type::Tuple(_) => {
            Some("a kernel takes numbers and pointers: one argument for each")
        }
        Type::ImplTrait(_) => Some(
            "a kernel's arguments have one type each: make it a parameter of the function, which the instances choose",
        ),
        _ => None,
    }
}

/// Returns the machine with the most instructions that the bounds of this parameter name.
fn capability(function: &ItemFn, machine: &Ident) -> Ident {
    let own = function.sig.generics.type_params();
    let own = own.filter(|parameter| parameter.ident == *machine);
    let own = own.flat_map(|parameter| &parameter.bounds);
    let clauses = function.sig.generics.where_clause.iter();
    let clauses = clauses.flat_map(|clause| &clause.predicates);
    let clauses = clauses.filter_map(|predicate| match predicate {
        WherePredicate::Type(of) if is_name(&of.bounded_ty, machine) => Some(&of.bounds),
        _ => None,
    });
    let place = |name: &Ident| MACHINES.iter().position(|machine| name == machine);
    let names = own.chain(clauses.flatten()).filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().map(|last| &last.ident),
        _ => None,
    });
    let names = names.filter(|name| place(name).is_some());
    let most = names.max_by_key(|name| place(name)).cloned();
    most.unwrap_or_else(|| Ident::new(MACHINES[0], machine.span()))
}
