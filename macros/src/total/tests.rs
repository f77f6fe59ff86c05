//! Tests of the expansion of `#[total]`, and of its errors.

use super::{expand, lower};
use crate::testing::{Refused, spelled, tokens};
use proc_macro2::TokenStream;

/// Asserts that the expansion of an item contains these tokens once.
fn assert_has(item: &str, part: &str) {
    let expansion = spelled(&expand(TokenStream::new(), tokens(item)));
    let part: String = part.split_whitespace().collect();
    assert_eq!(expansion.matches(&part).count(), 1, "{expansion} has not {part}");
}
/// Returns the item that an item becomes, or its errors.
fn lowered(item: &str) -> syn::Result<TokenStream> {
    lower(TokenStream::new(), tokens(item)).map(|lowered| lowered.item)
}

#[test]
fn a_function_is_an_alias_and_a_function() {
    let item = "pub fn span(s: Integer, d: Integer) -> Integer { add(mul(sub(s, 1), d), 2) }";
    assert_has(
        item,
        "pub type Span<S: Integer, D: Integer> = Add<Mul<Sub<S, crate::number::UInt<crate::number::UTerm, crate::number::B1>>, D>,
            crate::number::UInt<crate::number::UInt<crate::number::UTerm, crate::number::B1>, crate::number::B0>>;",
    );
    assert_has(item, "pub fn span<S: Integer, D: Integer>(s: S, d: D) -> Span<S, D>");
    assert_has(item, "const fn lies_in<S: Integer, D: Integer, Out: Integer>() {}");
}
#[test]
fn a_question_has_no_values() {
    let options = "types".parse().unwrap();
    let item = "fn both(a: Integer, b: Integer) -> Bool { a.is_one() && !b.ask::<IsGe>(a) }";
    let expansion = spelled(&expand(options, tokens(item)));
    let alias = "type Both<A: Integer, B: Integer> =
        <A::IsOne<> as crate::number::Bool>::And< <B::Ask<IsGe, A> as crate::number::Bool>::Not>;";
    assert!(expansion.contains(&spelled(&tokens(alias))), "{expansion}");
    assert!(!expansion.contains("fnboth"), "{expansion}");
}
#[test]
fn numbers_and_truth_values_are_known() {
    let number =
        "fn levels(s: IntTuple) -> Nat { if s.is_empty() { 1 } else { succ(levels(s.tail())) } }";
    assert_has(
        number,
        "type Levels<S: IntTuple> = <<S::IsEmpty<> as crate::branches::OnBool>::Part3 as LevelsIf1>::Out<S>;",
    );
    assert_has(
        number,
        "const fn levels<S: IntTuple>(s: S) -> Levels<S> { <Levels<S> as crate::number::Nat>::UNIT }",
    );
    assert_has(
        number,
        "impl LevelsIf1 for B0 { type Out<S: IntTuple> = Succ<Levels<S::Tail<> > >; }",
    );
    let truth = "pub fn both(a: Integer, b: Integer) -> Bool { a.is_one() && b.is_one() }";
    assert_has(
        truth,
        "pub const fn both<A: Integer, B: Integer>(a: A, b: B) -> bool {
            <Both<A, B> as crate::number::Bool>::VALUE
        }",
    );
}
#[test]
fn the_type_takes_the_first_example() {
    let docs = [
        "The first one,",
        "of several.",
        "",
        "```",
        "first_example();",
        "```",
        "",
        "More.",
        "",
        "```",
        "second_example();",
        "```",
    ];
    let docs: String = docs.map(|line| format!("#[doc = \"{line}\"]")).concat();
    let item = format!("{docs} #[doc(alias = \"one\")] pub fn f(n: Integer) -> Integer {{ n }}");
    assert_has(
        &item,
        "#[doc = \"The first one,\"] #[doc = \"of several.\"] #[doc = \"\"] #[doc = \"```\"] #[doc = \"first_example();\"]
        #[doc = \"```\"] #[doc = \"\"] #[doc = \"The type of what [`f`](fn@f) returns.\"] #[doc(alias = \"one\")]
        #[allow(type_alias_bounds)] pub type F",
    );
    assert_has(
        "#[doc = \"One line.\"] fn f(n: Integer) -> Integer { n }",
        "#[doc = \"One line.\"] #[allow(type_alias_bounds)] type F",
    );
}
#[test]
fn a_branch_is_a_trait_of_its_truth_values() {
    let item =
        "fn onward(n: Integer, t: Extension) -> Walk { if n.is_one() { End } else { t.walk(n) } }";
    assert_has(
        item,
        "type Onward<N: Integer, T: Extension> = <<N::IsOne<> as crate::branches::OnBool>::Part3 as OnwardIf1>::Out<N, T>;",
    );
    assert_has(
        item,
        "<<N::IsOne<> as crate::branches::OnBool>::Part3 as OnwardIf1>::go::<N, T>(n, t)",
    );
    assert_has(item, "type Out<N: Integer, T: Extension>: Walk;");
    assert_has(item, "impl OnwardIf1 for B1 { type Out<N: Integer, T: Extension> = End;");
    assert_has(item, "impl OnwardIf1 for B0 { type Out<N: Integer, T: Extension> = T::Walk<N>;");
    assert_has(item, "-> Self::Out<N, T> { t.walk(n) }");
}
#[test]
fn branches_are_numbered_and_have_only_what_they_use() {
    let item = "fn f(a: Integer, b: Integer, c: Integer) -> Integer { if a.is_one() { b } else if b.is_one() { c } else { 0 } }";
    assert_has(item, "<<A::IsOne<> as crate::branches::OnBool>::Part2 as FIf1>::Out<B, C>;");
    assert_has(item, "<<B::IsOne<> as crate::branches::OnBool>::Part3 as FIf2>::Out<C>;");
    assert_has(item, "trait FIf2 {");
}
#[test]
fn kinds_and_own_tags_are_matched() {
    let kinds = "fn f(s: IntTuple) -> IntTuple { match s.kind() { Leaf => s, Empty => (), Node => f(s.tail()) } }";
    assert_has(kinds, "impl FMatch1 for Node { type Out<S: IntTuple> = F<S::Tail<> >;");
    let own =
        "fn g<O: Outcome>(n: Integer) -> Walk { match O { Ends => End, Stays => Step(n, End) } }";
    assert_has(own, "type G<O: Outcome, N: Integer> = <O as GMatch1>::Out<N>;");
    assert_has(own, "impl GMatch1 for Stays { type Out<N: Integer> = Step<N, End>;");
}
#[test]
fn methods_are_associated_types() {
    let declared = "pub trait Walk: Copy { type Digits: Digits; fn modes(self) -> Modes; fn is_exact(self) -> bool; }";
    assert_has(
        declared,
        "type Digits: Digits; type Modes<>: Modes; fn modes<>(self,) -> Self::Modes<>; fn is_exact(self) -> bool;",
    );
    let defined = "impl<N: Integer, T: Walk> Walk for Step<N, T> { fn modes(self) -> Modes { let Step(n, t) = self; cons(n, t.modes()) } }";
    assert_has(defined, "type Modes<> = Cons<N, T::Modes<> >;");
    assert_has(defined, "{ let Step(n, t) = self; cons(n, t.modes()) }");
    let branching = "impl<N: Integer> Walk for Step<N> { fn next(self) -> Walk { let Step(n) = self; if n.is_one() { End } else { Stay(n) } } }";
    assert_has(
        branching,
        "<<N::IsOne<> as crate::branches::OnBool>::Part3 as StepNextIf1>::go::<N>(n)",
    );
}
#[test]
fn what_tuples_are_taken_apart_into_is_known() {
    assert_has(
        "fn f(s: IntTuple) -> Bool { s.head().leaf().is_one() && s.tail().kind().is_node() }",
        "type F<S: IntTuple> =
            <<<S::Head<> as crate::tuple::IntTuple>::Leaf<> as crate::integer::Integer>::IsOne<> as crate::number::Bool>::And<
                <<S::Tail<> as crate::tuple::IntTuple>::Kind<> as crate::tuple::Kind>::IsNode<> >;",
    );
}
#[test]
fn members_without_a_result_are_on_values_only() {
    assert_has(
        "pub trait Walks { fn list(self, list: &mut Grouped); fn shape(self) -> IntTuple; }",
        "Walks { fn list(self, list: &mut Grouped); type Shape<>: IntTuple;",
    );
}
#[test]
fn names_of_types_are_those_of_values() {
    assert_has(
        "fn idx2crd(i: Integer, s1: IntTuple) -> IntTuple { coord_1d(i, s1) }",
        "type Idx2Crd<I: Integer, S1: IntTuple> = Coord1d<I, S1>;",
    );
    let item = "fn f<Op: Operation>(a: Layout, b: Layout, faults: impl Faults) -> Layout {
        Algebra::compose_as::<Op>(a, b.right_inverse_noting(faults), faults)
    }";
    assert_has(item, "<A as Algebra>::ComposeAs<Op, B::RightInverse<> >;");
    assert_has(item, "Algebra::compose_as::<Op, _>(a, b.right_inverse_noting(faults), faults)");
}
#[test]
fn tuples_have_methods() {
    assert_has(
        "impl Tree for () { fn walks(self, a: Extension) -> Walks { () } }",
        "impl Tree for () { type Walks<A: Extension> = ();",
    );
}
#[test]
fn a_let_is_its_type_and_has_a_value_if_one_is_used() {
    let item = "fn f(s: Integer, n: Integer) -> Integer { let room: Integer = div(s, n); if room.is_one() { s } else { n } }";
    assert_has(
        item,
        "<<<Div<S, N> as Integer>::IsOne<> as crate::branches::OnBool>::Part2 as FIf1>::Out<S, N>;",
    );
    assert_has(
        item,
        "-> F<S, N> { <<<Div<S, N> as Integer>::IsOne<> as crate::branches::OnBool>::Part2 as FIf1>::go::<S, N>(s, n) }",
    );
    let used = "fn f(s: Integer, n: Integer) -> Integer { let room: Integer = div(s, n); if s.is_one() { room } else { n } }";
    assert_has(
        used,
        "{ let room = div(s, n); <<S::IsOne<> as crate::branches::OnBool>::Part2 as FIf1>::go::<N, Div<S, N> >(n, room) }",
    );
}
#[test]
fn checks_are_on_values_only() {
    let item = "fn f<K: Rule>(s: IntTuple, faults: impl Faults) -> Layout {
        if s.is_refused() { g::<K>(s, faults) } else {
            let inverse: Modes = h(s);
            if const { S::HAS_RUN_TIME } { faults.find(|| fault(s, inverse, <Inverse as Modes>::RANK)); }
            inverse.to_layout()
        }
    }";
    assert_has(
        item,
        "type F<K: Rule, S: IntTuple> = <<S::IsRefused<> as crate::branches::OnBool>::Part2 as FIf1>::Out<K, S>;",
    );
    assert_has(
        item,
        "fn f<K: Rule, S: IntTuple>(s: S, faults: impl Faults) -> F<K, S> {
            <<S::IsRefused<> as crate::branches::OnBool>::Part2 as FIf1>::go::<K, S>(s, faults)
        }",
    );
    assert_has(item, "fn go<K: Rule, S: IntTuple>(s: S, faults: impl Faults) -> Self::Out<K, S>;");
    assert_has(item, "{ g::<K, _>(s, faults) }");
    assert_has(
        item,
        "{ let inverse = h(s);
            if const { S::HAS_RUN_TIME } { faults.find(|| fault(s, inverse, <H<S> as Modes>::RANK)); }
            inverse.to_layout() }",
    );
    let inner = "fn f(s: IntTuple, faults: impl Faults) -> Layout { let none: impl Faults = Ignored; g(s, none, faults.in_mode()) }";
    assert_has(inner, "type F<S: IntTuple> = G<S>;");
    assert_has(inner, "{ let none = Ignored; g(s, none, faults.in_mode()) }");
}
#[test]
fn what_is_wrong_is_underlined() {
    lowered("fn f(n: Integer, faults: impl Faults) -> Integer { faults }")
        .refused("faults", "types do not have `faults`: it can only be passed on");
    lowered("fn f(n: Integer) -> Integer { m }").refused("m", "there is no value `m` here");
    lowered("fn f(n: Integer) { n }")
        .refused("{", "a total function names the universe of its result: `-> Integer`");
    let message = "`is_one` needs its trait: write `Trait::is_one(..)`, or name the receiver by \
                   `let x: Trait = ..;`";
    lowered("fn f(n: Integer) -> Bool { g(n).is_one() }").refused("is_one", message);
    lowered("fn f(n: Integer) -> Integer { let m = add(n, 1); if n.is_one() { n } else { m } }")
        .refused("m", "`m` is used in a branch: say its universe, `let m: Integer = ..;`");
    lowered("fn f(n: Integer) -> Integer { add(if n.is_one() { n } else { 0 }, n) }")
        .refused("if", "a branch stands at the end of a block, or in `let x: Bound = ..;`");
    lowered("fn f(n: Integer) -> Integer { let n: Integer = add(n, 1); n }")
        .refused("n", "there is already a type `N` here");
    lowered("fn f(n: Integer) -> Integer { let (a, b) = n.parts(); a }")
        .refused("n", "only `self` is taken apart: `let Inner(s, d, t) = self;`");
    lowered(
        "impl<N: Integer> Walk for Step<N> { fn g(self) -> Integer { let Step(m) = self; m } }",
    )
    .refused("m", "`m` has the type `M`, but there is no such type parameter");
    lowered("fn f(n: Integer) -> Integer { mul(n, \"2\") }")
        .refused("\"2\"", "only integers are static");
}
#[test]
fn options_are_known() {
    let lowered = lower("values".parse().unwrap(), tokens("fn f() -> Integer { 1 }"));
    let lowered = lowered.map(|lowered| lowered.item);
    lowered.refused("values", "expected `#[total]` or `#[total(types)]`");
}
