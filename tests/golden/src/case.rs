//! Cases: a type or value of the library, and the expected one.

use crate::notation::notation;
use crate::value::Value;
use core::any::{TypeId, type_name};
use core::marker::PhantomData;
use zellige::Outer;
use zellige::prelude::*;
use zellige::refusal::{Code, Refusal};

/// All cases from one file of records.
pub struct Source {
    /// The file.
    pub name: &'static str,
    /// Its lines.
    pub lines: &'static str,
    /// Types with their expectations.
    pub cases: &'static [&'static [Case]],
    /// More of them, in tuples of tuples.
    pub groups: &'static [&'static [&'static [Case]]],
    /// Values and what they must be.
    pub values: &'static [&'static [Value]],
}

/// A type of the library, and the expected one.
#[derive(Clone, Copy)]
pub struct Case {
    /// The line of its record.
    pub line: usize,
    got: Got,
    expected: Expected,
}

/// A type of the library.
#[derive(Clone, Copy)]
pub struct Got {
    line: usize,
    id: fn() -> TypeId,
    name: fn() -> &'static str,
    refusal: &'static Option<Refusal>,
}

#[derive(Clone, Copy)]
enum Expected {
    Equals(fn() -> TypeId),
    EqualsOrResonant(fn() -> TypeId),
    Refused,
    RefusedAs(Code),
}

/// Returns the layout `T`, for the record at `line`.
pub const fn layout<T: Layout + 'static>(line: usize) -> Got {
    Got { line, id: TypeId::of::<T>, name: type_name::<T>, refusal: const { &T::REFUSAL } }
}

/// Returns the int tuple `T`, for the record at `line`.
pub const fn tuple<T: IntTuple>(line: usize) -> Got {
    Got { line, id: TypeId::of::<T>, name: type_name::<T>, refusal: const { &T::REFUSAL } }
}

/// Returns the function of offsets `T`, for the record at `line`.
pub const fn function<T: Outer>(line: usize) -> Got {
    Got { line, id: TypeId::of::<T>, name: type_name::<T>, refusal: const { &T::FAULT } }
}

/// Returns a type `T` that is never refused, for the record at `line`.
pub const fn plain<T: 'static>(line: usize) -> Got {
    Got { line, id: TypeId::of::<T>, name: type_name::<T>, refusal: &None }
}

impl Got {
    /// Requires it to be `E`.
    pub const fn equals<E: 'static>(self) -> Case {
        Case { line: self.line, got: self, expected: Expected::Equals(TypeId::of::<E>) }
    }

    /// Requires it to be `E`, or refused as resonant.
    pub const fn equals_or_resonant<E: 'static>(self) -> Case {
        Case { line: self.line, got: self, expected: Expected::EqualsOrResonant(TypeId::of::<E>) }
    }

    /// Requires it to be refused.
    pub const fn refused(self) -> Case {
        Case { line: self.line, got: self, expected: Expected::Refused }
    }

    /// Requires it to be refused by this rule.
    pub const fn refused_as(self, code: Code) -> Case {
        Case { line: self.line, got: self, expected: Expected::RefusedAs(code) }
    }
}

/// The case, as a type, that the layout `T` is `E`, for the record at `LINE`.
pub struct LayoutIs<T, E, const LINE: usize>(PhantomData<(T, E)>);

/// The case, as a type, that the int tuple `T` is `E`, for the record at `LINE`.
pub struct TupleIs<T, E, const LINE: usize>(PhantomData<(T, E)>);

/// The case, as a type, that the type `T` is `E`, for the record at `LINE`.
pub struct PlainIs<T, E, const LINE: usize>(PhantomData<(T, E)>);

/// A case, as a type.
pub trait Row {
    /// The case.
    const CASE: Case;
}
impl<T: Layout, E: 'static, const LINE: usize> Row for LayoutIs<T, E, LINE> {
    const CASE: Case = layout::<T>(LINE).equals::<E>();
}
impl<T: IntTuple, E: 'static, const LINE: usize> Row for TupleIs<T, E, LINE> {
    const CASE: Case = tuple::<T>(LINE).equals::<E>();
}
impl<T: 'static, E: 'static, const LINE: usize> Row for PlainIs<T, E, LINE> {
    const CASE: Case = plain::<T>(LINE).equals::<E>();
}

/// A tuple of cases. The compiler looks at all types of a tuple in one go, and evaluates once what
/// they share.
pub trait Rows {
    /// The cases.
    const CASES: &'static [Case];
}

/// A tuple of tuples of cases.
pub trait Groups {
    /// The cases of each.
    const GROUPS: &'static [&'static [Case]];
}

macro_rules! tuples {
    ($($part:ident)*) => {
        impl<$($part: Row),*> Rows for ($($part,)*) {
            const CASES: &'static [Case] = &[$($part::CASE),*];
        }
        impl<$($part: Rows),*> Groups for ($($part,)*) {
            const GROUPS: &'static [&'static [Case]] = &[$($part::CASES),*];
        }
    };
}
tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);
tuples!(A B C D E F G);
tuples!(A B C D E F G H);

/// How a case ended well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The type or value is the expected one.
    Equal,
    /// Refused, as required.
    Refused,
    /// Refused as resonant, though there is a result.
    Resonant,
    /// Refused as resonant, and by another rule in the record.
    RefusedAsResonant,
}

impl Outcome {
    /// Returns the name under which it is counted.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Equal => "equal",
            Outcome::Refused => "refused",
            Outcome::Resonant => "resonant",
            Outcome::RefusedAsResonant => "refused_as_resonant",
        }
    }
}

impl Case {
    /// Returns the outcome of the case; on failure, what the library gave.
    pub fn outcome(&self) -> Result<Outcome, String> {
        let code = self.got.refusal.as_ref().map(|refusal| refusal.code);
        let same = |id: fn() -> TypeId| code.is_none() && id() == (self.got.id)();
        match self.expected {
            Expected::Equals(id) | Expected::EqualsOrResonant(id) if same(id) => Ok(Outcome::Equal),
            Expected::EqualsOrResonant(_) if code == Some(Code::Resonant) => Ok(Outcome::Resonant),
            Expected::Refused if code.is_some() => Ok(Outcome::Refused),
            Expected::RefusedAs(expected) if code == Some(expected) => Ok(Outcome::Refused),
            Expected::RefusedAs(_) if code == Some(Code::Resonant) => {
                Ok(Outcome::RefusedAsResonant)
            }
            _ => Err(self.got.describe()),
        }
    }
}

impl Got {
    fn describe(&self) -> String {
        match self.refusal {
            Some(refusal) => format!("refused, {refusal:?}"),
            None => notation((self.name)()),
        }
    }
}
