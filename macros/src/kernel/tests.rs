//! Tests of the expansion of `#[kernel]`, and of its errors.

use super::kernels;
use crate::testing::{Refused, assert_refused, spelled, tokens};
use proc_macro2::TokenStream;

fn expanded(attribute: &str, function: &str) -> syn::Result<TokenStream> {
    kernels(tokens(attribute), tokens(function))
}
/// Returns the text of the kernels, without spaces.
fn text(attribute: &str, function: &str) -> String {
    spelled(&expanded(attribute, function).unwrap())
}

/// A kernel that is generic only over its machine.
const PLAIN: &str = "pub unsafe fn scale<G: Gpu>(gpu: G, n: u32, x: *mut f32) {}";
/// A kernel that is also generic over a type and a constant.
const GENERIC: &str = "unsafe fn sum<T: Half, G: a::Sm80 + Store, const N: u32>(gpu: G, x: *const T) where G: Copy {}";

/// Returns true if the text contains `part`, ignoring spaces.
fn has(text: &str, part: &str) -> bool {
    text.contains(&spelled(&tokens(part)))
}

#[test]
fn a_function_over_its_machine_is_a_kernel() {
    let text = text("threads = 2 * 64, shared = BYTES", PLAIN);
    for part in [
        "pub enum scale {}",
        "impl ::zellige_gpu::kernel::Kernel for scale",
        "type Arguments = (u32, *mut f32,);",
        "LaunchBounds::new(2 * 64, BYTES, 0, 0)",
        "name: \"scale\"",
        "capability: ::zellige_gpu::kernel::Capability::Gpu",
        "name: \"n\", of: \"u32\", kind: if <::zellige_gpu::kernel::KindOf<u32> >::IS_MAP",
        "name: \"x\", of: \"*mut f32\"",
        "scale::<__Machine>(__gpu, n, x)",
        "#[unsafe(export_name = \"zellige_launch_bounds_scale\")] static",
        "#[unsafe(export_name = \"scale\")] unsafe extern \"ptx-kernel\" fn __entry(n: u32, x: *mut f32)",
        "scale::<::zellige_gpu::Nvptx>(::zellige_gpu::Nvptx, n, x)",
    ] {
        assert!(has(&text, part), "{part}\n{text}");
    }
    assert!(text.contains("::zellige_gpu::__entry_Gpu!"), "{text}");
}

/// Returns the expansion before the kernels.
fn function(attribute: &str, function: &str) -> String {
    let all = spelled(&super::expand(tokens(attribute), tokens(function)));
    let end = all.find("#[doc=\"Thekernel").or(all.find("::core"));
    all[..end.unwrap_or(all.len())].into()
}

/// On the host the function stays as it is; on the GPU it is inlined into the entry point, however
/// large it is.
#[test]
fn the_function_is_inlined_into_its_entry_point() {
    let is = |attributes: &str, expected: &str| {
        let (found, of) = (format!("{attributes} {PLAIN}"), format!("{expected} {PLAIN}"));
        assert_eq!(function("threads = 32", &found), spelled(&tokens(&of)));
    };
    let hint = "#[cfg_attr(target_arch = \"nvptx64\", inline)]";
    is("", hint);
    is("#[cold]", &format!("{hint} #[cold]"));
    for said in [
        "#[inline]",
        "#[inline(always)]",
        "#[cold] #[inline(never)]",
        "#[cfg_attr(all(), inline(never))]",
    ] {
        is(said, said);
    }
}

#[test]
fn a_function_with_mistakes_stays_as_it_is() {
    assert_eq!(function("", PLAIN), spelled(&tokens(PLAIN)));
}

#[test]
fn instances_have_types_and_constants() {
    let text = text(
        "threads = N, min_blocks = 2, cluster = 4, instances(sum_bf16 = <Bf16, 4>, sum_new: Sm90 = <b::F16, { 2 + 2 }>,)",
        GENERIC,
    );
    for part in [
        "enum sum_bf16 {}",
        "type __Argument0 = Bf16; const __Argument1: u32 = 4;",
        "type T = __Argument0; const N: u32 = __Argument1;",
        "LaunchBounds::new(N, 0, 2, 4)",
        "type Arguments = (*const T,);",
        "sum::<__Argument0, __Machine, { __Argument1 }>(__gpu, x)",
        "enum sum_new {}",
        "type __Argument0 = b::F16; const __Argument1: u32 = { 2 + 2 };",
    ] {
        assert!(has(&text, part), "{part}\n{text}");
    }
    assert!(text.contains("__entry_Sm80!") && text.contains("__entry_Sm90!"));
}

/// A type of a parameter is named through the trait from the function's bounds, without those of
/// the machine.
#[test]
fn types_of_parameters_are_found() {
    let text = text(
        "threads = C::THREADS, shared = C::Shared::COSIZE as u32 * N, instances(copy_f32 = <Small, 4>)",
        "unsafe fn copy<C: Config + On<G>, G: Gpu, const N: u32>(gpu: G, x: *const C::Element, y: C::Element) \
         where C: Sized, G: Knows<C> {}",
    );
    for part in [
        "struct __Of<C, const N: u32>(::core::marker::PhantomData<fn() -> C>);",
        "type __Instance = __Of<__Argument0, { __Argument1 }>;",
        "trait __C_Element { type Type; }",
        "impl<C: Config, const N: u32> __C_Element for __Of<C, N> where C: Sized { type Type = C::Element; }",
        "type Arguments = (*const <__Instance as __C_Element>::Type, <__Instance as __C_Element>::Type,);",
        "impl<C: Config, const N: u32> __Of<C, N> where C: Sized",
        "LaunchBounds::new(C::THREADS, C::Shared::COSIZE as u32 * N, 0, 0)",
        "LaunchBounds = __Instance::BOUNDS;",
        "of: \"*const C::Element\"",
    ] {
        assert!(has(&text, part), "{part}\n{text}");
    }
    assert_eq!(text.matches("trait").count(), 1);
}

/// Wherever a type of a parameter is named, only the clauses on parameters are proven, unless these
/// may depend on another one.
#[test]
fn types_of_parameters_take_few_clauses() {
    let few = "where C: Sized { type Type = C::Element; }";
    let all = "where C: Sized, Tile<C>: Operand { type Type = C::Element; }";
    for (bounds, threads, clauses, of_bounds) in [
        ("C: Config", "C::THREADS", few, "where C: Sized { const BOUNDS"),
        (
            "C: Config",
            "C::Tile::SIZE + <Tile<C>>::SIZE",
            few,
            "where C: Sized, Tile<C>: Operand { const BOUNDS",
        ),
        (
            "C: Config, T: On<C>",
            "C::THREADS",
            all,
            "where C: Sized, Tile<C>: Operand { const BOUNDS",
        ),
    ] {
        let instance = if bounds.contains('T') { "<Small, Large>" } else { "<Small>" };
        let text = text(
            &format!("threads = {threads}, instances(copy_f32 = {instance})"),
            &format!(
                "unsafe fn copy<{bounds}, G: Gpu>(gpu: G, x: *const C::Element) where C: Sized, Tile<C>: Operand {{}}"
            ),
        );
        // The second part ends inside braces.
        let squeezed = |text: &str| text.replace(char::is_whitespace, "");
        for part in [clauses, of_bounds] {
            assert!(squeezed(&text).contains(&squeezed(part)), "{part}\n{text}");
        }
    }
}

/// The types that a kernel's arguments name have the visibility of the kernel.
#[test]
fn types_of_parameters_are_as_visible_as_the_kernel() {
    for visibility in ["", "pub", "pub(crate)"] {
        let function =
            format!("{visibility} unsafe fn f<C: Config, G: Gpu>(gpu: G, x: C::Element) {{}}");
        let text = text("threads = 1, instances(a = <Small>)", &function);
        for item in ["trait __C_Element", "struct __Of"] {
            assert!(has(&text, &format!("{visibility} {item}")));
            assert_eq!(has(&text, &format!("pub {item}")), visibility == "pub");
        }
    }
}

#[test]
fn the_machine_is_the_strongest_of_its_bounds() {
    let machine = |function: &str| {
        let text = text("threads = 1", function);
        let (_, rest) = text.split_once("Capability::").unwrap();
        rest.split(',').next().unwrap().to_string()
    };
    assert_eq!(machine("unsafe fn f<G>(gpu: G) {}"), "Gpu");
    assert_eq!(machine("unsafe fn f<G: Sm90 + Store>(gpu: G) {}"), "Sm90");
    assert_eq!(machine("unsafe fn f<G: Gpu>(gpu: G) where G: Sm89 {}"), "Sm89");
    assert_eq!(machine("unsafe fn f<G: x::Sm80>(gpu: G) {}"), "Sm80");
    let named = text("threads = 1, machine = Sm90", "unsafe fn f<G: Mine>(gpu: G) {}");
    assert!(named.contains("Capability::Sm90"));
    let named = text("threads = 1, crate = crate::gpu", PLAIN);
    assert!(named.contains("implcrate::gpu::kernel::Kernelforscale"), "{named}");
}

const MACHINE: &str = "the first argument of a kernel is the machine that runs it: `gpu: G`, with \
                       `G: Gpu`, `Sm80`, `Sm89`, `Sm90`, `Sm100` or `Sm120` among the function's \
                       parameters";
const UNSAFE: &str =
    "a kernel is an `unsafe fn`: only the caller knows that its pointers and its grid are right";

#[test]
fn functions_that_are_no_kernels() {
    let only = |function: &str| expanded("threads = 1", function);
    only("unsafe fn f() {}").refused("f", MACHINE);
    only("unsafe fn f(n: u32) {}").refused("u32", MACHINE);
    only("unsafe fn f<T>(n: u32, gpu: T) {}").refused("u32", MACHINE);
    only("unsafe fn f(gpu: impl Gpu) {}").refused("impl Gpu", MACHINE);
    only("unsafe fn f<G: Gpu>(gpu: &G) {}").refused("&G", MACHINE);
    only("fn f<G: Gpu>(gpu: G) {}").refused("fn", UNSAFE);
    only("async unsafe fn f<G: Gpu>(gpu: G) {}")
        .refused("async", "a kernel is not `async`: leave it out");
    only("unsafe extern \"C\" fn f<G: Gpu>(gpu: G) {}").refused(
        "extern \"C\"",
        "the ABI of a kernel is that of its entry point, which the attribute writes: leave it out",
    );
    only("unsafe fn f<G: Gpu>(gpu: G) -> u32 { 0 }")
        .refused("u32", "a kernel returns nothing: it writes through its pointers");
    only("unsafe fn f(&self) {}")
        .refused("&self", "a kernel is a function of its own, not a method: it has no `self`");
    only("struct S { f: fn() }")
        .refused("struct", "`#[kernel]` is for functions: `unsafe fn NAME<G: Gpu>(gpu: G, ..)`");
    let both = [("fn", UNSAFE), ("u32", MACHINE)];
    assert_refused(expanded("threads = 1", "fn f(n: u32) {}"), &both);
}

#[test]
fn arguments_that_a_kernel_cannot_take() {
    let only = |argument: &str| {
        expanded("threads = 1", &format!("unsafe fn f<G: Gpu>(gpu: G, {argument}) {{}}"))
    };
    let reference = "a kernel takes no references, since a GPU's threads do not keep their rules: take a `*const` or a `*mut`, \
                     and the length as a number";
    only("x: &[f32]").refused("&[f32]", reference);
    only("x: (&mut f32)").refused("(&mut f32)", reference);
    let several = "a kernel takes numbers and pointers: one argument for each";
    only("x: (u32, u32)").refused("(u32, u32)", several);
    only("x: [f32; 4]").refused("[f32; 4]", several);
    let message = "a kernel's arguments have one type each: make it a parameter of the function, \
                   which the instances choose";
    only("x: impl Copy").refused("impl Copy", message);
    let name = "an argument of a kernel needs a name, which a failed launch shows";
    only("_: u32").refused("_", name);
    only("P(n): P").refused("P(n)", name);
    expanded("threads = 1", "unsafe fn f<'a, G: Gpu>(gpu: G) {}")
        .refused("'a", "a kernel has no lifetimes, since it takes no references");
}

#[test]
fn keys_that_are_wrong() {
    let only = |attribute: &str| expanded(attribute, PLAIN);
    only("shared = 16").refused("", "say how many threads a block has: `#[kernel(threads = 256)]`");
    let message = "`#[kernel]` has no `thread`: it has `threads`, `shared`, `min_blocks`, \
                   `cluster`, `machine`, `crate` and `instances`";
    only("threads = 1, thread = 2").refused("thread", message);
    only("threads = 1, threads = 2").refused("threads", "`threads` is given twice");
    let message = "expected one of `threads`, `shared`, `min_blocks`, `cluster`, `machine`, \
                   `crate` and `instances`";
    only("256").refused("256", message);
    only("threads = 1, machine = Sm75").refused(
        "Sm75",
        "there is no machine `Sm75`: write `Gpu`, `Sm80`, `Sm89`, `Sm90`, `Sm100` or `Sm120`",
    );
    only("threads = 1, instances()").refused(
        "instances",
        "name an instance: `instances(NAME = <TYPES>)`, or leave `instances` out",
    );
}

#[test]
fn instances_that_are_wrong() {
    let only = |instances: &str| expanded(&format!("threads = 1{instances}"), GENERIC);
    let none = "`sum` has 2 parameters besides its machine: give an instance its arguments, `instances(NAME = <T, N>)`";
    only("").refused("sum", none);
    only(", instances(a)").refused("a", none);
    only(", instances(a = <Bf16>)").refused(
        "<Bf16>",
        "`sum` has 2 parameters besides its machine, <T, N>, but this instance gives 1",
    );
    only(", instances(a = sum<Bf16, 1>)").refused(
        "sum",
        "an instance is `NAME = <TYPES>`: what is in the function's brackets, without its name",
    );
    only(", instances(a = <Bf16, 1>, a = <F16, 2>)")
        .refused("a", "another instance already has this name");
    expanded("threads = 1, instances(a = <u32>)", PLAIN).refused(
        "<u32>",
        "`scale` has no parameter besides its machine, but this instance gives 1",
    );
}
