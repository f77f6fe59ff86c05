//! The keys of the attribute: `#[kernel(threads = 256, shared = 1024, instances(NAME = <TYPES>))]`.

use super::signature::{MACHINES, Signature};
use crate::errors::{Errors, error};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{
    Expr, GenericArgument, Path, Token,
    ext::IdentExt,
    parenthesized,
    parse::{Parse, ParseStream, Parser},
};

/// The keys before `=`, and `instances`.
const KEYS: &str =
    "`threads`, `shared`, `min_blocks`, `cluster`, `machine`, `crate` and `instances`";

/// The content of the attribute.
pub(super) struct Attribute {
    /// The number of threads of a block.
    pub(super) threads: Expr,
    /// The number of bytes of shared memory of a block.
    pub(super) shared: TokenStream,
    /// The minimum number of blocks per multiprocessor; 0 for any number.
    pub(super) min_blocks: TokenStream,
    /// The number of blocks of a cluster; 0 for none.
    pub(super) cluster: TokenStream,
    /// The path of zellige-gpu.
    pub(super) library: TokenStream,
    /// The kernels.
    pub(super) instances: Vec<Instance>,
}

/// A kernel with a name.
pub(super) struct Instance {
    pub(super) name: Ident,
    /// The machine that it requires.
    pub(super) machine: Ident,
    /// The arguments for the function's parameters other than the machine.
    pub(super) arguments: Vec<GenericArgument>,
}

/// An instance as written: `NAME: MACHINE = <ARGUMENTS>`.
struct Written {
    name: Ident,
    machine: Option<Ident>,
    brackets: TokenStream,
    arguments: Vec<GenericArgument>,
}

/// The keys that were read so far.
#[derive(Default)]
struct Keys {
    threads: Option<Expr>,
    shared: Option<Expr>,
    min_blocks: Option<Expr>,
    cluster: Option<Expr>,
    machine: Option<Ident>,
    library: Option<Path>,
    instances: Option<Vec<Written>>,
}

impl Attribute {
    /// Reads the attribute of this function.
    pub(super) fn parse(tokens: TokenStream, signature: &Signature<'_>) -> syn::Result<Self> {
        let mut keys = Keys::default();
        let parser = |input: ParseStream<'_>| {
            while !input.is_empty() {
                keys.read(input)?;
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(())
        };
        parser.parse2(tokens)?;
        let Keys { threads, shared, min_blocks, cluster, machine, library, instances } = keys;
        let mut errors = Errors::default();
        if threads.is_none() {
            errors.push(syn::Error::new(
                Span::call_site(),
                "say how many threads a block has: `#[kernel(threads = 256)]`",
            ));
        }
        let machine = machine.unwrap_or_else(|| signature.machine.clone());
        let written = match instances {
            Some(written) => written,
            None => vec![Written {
                name: signature.name.clone(),
                machine: None,
                brackets: TokenStream::new(),
                arguments: Vec::new(),
            }],
        };
        let mut instances: Vec<Instance> = Vec::new();
        for instance in written {
            if instance.arguments.len() != signature.parameters.len() {
                errors.push(wrong_number(&instance, signature));
            }
            if instances.iter().any(|other| other.name == instance.name) {
                errors.add(&instance.name, "another instance already has this name");
            }
            instances.push(Instance {
                name: instance.name,
                machine: instance.machine.unwrap_or_else(|| machine.clone()),
                arguments: instance.arguments,
            });
        }
        let number = |value: Option<Expr>| value.map_or(quote!(0), |value| quote!(#value));
        let outcome = threads.map(|threads| Attribute {
            threads,
            shared: number(shared),
            min_blocks: number(min_blocks),
            cluster: number(cluster),
            library: library.map_or(quote!(::zellige_gpu), |path| quote!(#path)),
            instances,
        });
        // There is already an error for the missing threads.
        let missing = || syn::Error::new(Span::call_site(), "no threads");
        match (outcome, errors.finish(Ok(()))) {
            (_, Err(errors)) => Err(errors),
            (outcome, Ok(())) => outcome.ok_or_else(missing),
        }
    }
}

impl Keys {
    /// Reads one key and its value.
    fn read(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let key = input
            .call(Ident::parse_any)
            .map_err(|error| syn::Error::new(error.span(), format!("expected one of {KEYS}")))?;
        match key.to_string().as_str() {
            "instances" => once(&mut self.instances, &key, || Written::list(input, &key)),
            "threads" => once(&mut self.threads, &key, || value(input, Expr::parse)),
            "shared" => once(&mut self.shared, &key, || value(input, Expr::parse)),
            "min_blocks" => once(&mut self.min_blocks, &key, || value(input, Expr::parse)),
            "cluster" => once(&mut self.cluster, &key, || value(input, Expr::parse)),
            "machine" => once(&mut self.machine, &key, || value(input, machine)),
            "crate" => once(&mut self.library, &key, || value(input, Path::parse_mod_style)),
            text => Err(error(&key, format!("`#[kernel]` has no `{text}`: it has {KEYS}"))),
        }
    }
}

/// Reads the value of a key, which must not have one yet.
fn once<T>(
    slot: &mut Option<T>,
    key: &Ident,
    read: impl FnOnce() -> syn::Result<T>,
) -> syn::Result<()> {
    if slot.is_some() {
        return Err(error(key, format!("`{key}` is given twice")));
    }
    *slot = Some(read()?);
    Ok(())
}

/// Reads `= VALUE`.
fn value<T>(
    input: ParseStream<'_>,
    read: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<T> {
    input.parse::<Token![=]>()?;
    read(input)
}

impl Written {
    /// Reads the instances in the parentheses after the key.
    fn list(input: ParseStream<'_>, key: &Ident) -> syn::Result<Vec<Self>> {
        let list;
        parenthesized!(list in input);
        let all = list.parse_terminated(Written::parse, Token![,])?;
        if all.is_empty() {
            let message = "name an instance: `instances(NAME = <TYPES>)`, or leave `instances` out";
            return Err(error(key, message));
        }
        Ok(all.into_iter().collect())
    }
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        let machine = match input.parse::<Option<Token![:]>>()? {
            Some(_) => Some(machine(input)?),
            None => None,
        };
        let (mut brackets, mut arguments) = (TokenStream::new(), Vec::new());
        if input.parse::<Option<Token![=]>>()?.is_some() {
            if !input.peek(Token![<]) {
                let message = "an instance is `NAME = <TYPES>`: what is in the function's brackets, without its name";
                return Err(input.error(message));
            }
            let all: syn::AngleBracketedGenericArguments = input.parse()?;
            brackets = quote!(#all);
            arguments = all.args.into_iter().collect();
        }
        Ok(Written { name, machine, brackets, arguments })
    }
}

/// Returns the name of a machine.
fn machine(input: ParseStream<'_>) -> syn::Result<Ident> {
    let name: Ident = input.parse()?;
    if MACHINES.iter().any(|machine| name == machine) {
        return Ok(name);
    }
    let message = format!(
        "there is no machine `{name}`: write `Gpu`, `Sm80`, `Sm89`, `Sm90`, `Sm100` or `Sm120`"
    );
    Err(error(&name, message))
}

/// Returns the error for an instance with a number of arguments that differs from the function's
/// number of parameters.
fn wrong_number(instance: &Written, signature: &Signature<'_>) -> syn::Error {
    let names = signature.parameters.iter();
    let names: Vec<String> = names.map(|one| one.name.to_string()).collect();
    let of = |count: usize| match count {
        1 => "1 parameter".to_string(),
        count => format!("{count} parameters"),
    };
    let (function, list) = (signature.name, names.join(", "));
    if instance.brackets.is_empty() {
        let message = format!(
            "`{function}` has {} besides its machine: give an instance its arguments, `instances(NAME = <{list}>)`",
            of(names.len())
        );
        return error(&instance.name, message);
    }
    let parameters = match names.len() {
        0 => "no parameter".to_string(),
        count => of(count),
    };
    let list = if list.is_empty() { list } else { format!(", <{list}>") };
    let message = format!(
        "`{function}` has {parameters} besides its machine{list}, but this instance gives {}",
        instance.arguments.len()
    );
    error(&instance.brackets, message)
}
