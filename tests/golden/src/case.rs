//! A case: a type or value of the library, and what it must be.

use crate::notation::notation;
use crate::value::Value;
use core::any::{TypeId, type_name};
use zellige::Outer;
use zellige::prelude::*;
use zellige::refusal::{Code, Refusal};

/// All cases from one file of records.
pub struct Source {
    /// The file.
    pub name: &'static str,
    /// Its lines.
    pub lines: &'static str,
    /// Types and what they must be.
    pub cases: &'static [&'static [Case]],
    /// Values and what they must be.
    pub values: &'static [&'static [Value]],
}

/// A type of the library, and what it must be.
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

/// The layout `T`, for the record at `line`.
pub const fn layout<T: Layout + 'static>(line: usize) -> Got {
    Got {
        line,
        id: TypeId::of::<T>,
        name: type_name::<T>,
        refusal: const { &T::REFUSAL },
    }
}

/// The int tuple `T`, for the record at `line`.
pub const fn tuple<T: IntTuple>(line: usize) -> Got {
    Got {
        line,
        id: TypeId::of::<T>,
        name: type_name::<T>,
        refusal: const { &T::REFUSAL },
    }
}

/// The function of offsets `T`, for the record at `line`.
pub const fn function<T: Outer>(line: usize) -> Got {
    Got {
        line,
        id: TypeId::of::<T>,
        name: type_name::<T>,
        refusal: const { &T::FAULT },
    }
}

/// A type `T` that is never refused, for the record at `line`.
pub const fn plain<T: 'static>(line: usize) -> Got {
    Got {
        line,
        id: TypeId::of::<T>,
        name: type_name::<T>,
        refusal: &None,
    }
}

impl Got {
    /// It must be `E`.
    pub const fn equals<E: 'static>(self) -> Case {
        Case {
            line: self.line,
            got: self,
            expected: Expected::Equals(TypeId::of::<E>),
        }
    }

    /// It must be `E`, or refused as resonant.
    pub const fn equals_or_resonant<E: 'static>(self) -> Case {
        Case {
            line: self.line,
            got: self,
            expected: Expected::EqualsOrResonant(TypeId::of::<E>),
        }
    }

    /// It must be refused.
    pub const fn refused(self) -> Case {
        Case {
            line: self.line,
            got: self,
            expected: Expected::Refused,
        }
    }

    /// It must be refused by this rule.
    pub const fn refused_as(self, code: Code) -> Case {
        Case {
            line: self.line,
            got: self,
            expected: Expected::RefusedAs(code),
        }
    }
}

/// How a case ended well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The type or value is the expected one.
    Equal,
    /// Refused, as it must be.
    Refused,
    /// Refused as resonant, though there is a result.
    Resonant,
    /// Refused as resonant, and by another rule in the record.
    RefusedAsResonant,
}

impl Outcome {
    /// The name under which it is counted.
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
    /// How the case ends; if not well, what the library gave.
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
