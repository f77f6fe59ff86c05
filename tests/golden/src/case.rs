//! Cases: a type or value of the library, and the expected one.

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
    /// Types with their expectations.
    pub cases: &'static [&'static [Case]],
    /// Values with their expectations.
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
    Got {
        line,
        id: TypeId::of::<T>,
        name: type_name::<T>,
        refusal: const { &T::REFUSAL },
    }
}

/// Returns the int tuple `T`, for the record at `line`.
pub const fn tuple<T: IntTuple>(line: usize) -> Got {
    Got {
        line,
        id: TypeId::of::<T>,
        name: type_name::<T>,
        refusal: const { &T::REFUSAL },
    }
}

/// Returns the function of offsets `T`, for the record at `line`.
pub const fn function<T: Outer>(line: usize) -> Got {
    Got {
        line,
        id: TypeId::of::<T>,
        name: type_name::<T>,
        refusal: const { &T::FAULT },
    }
}

/// Returns a type `T` that is never refused, for the record at `line`.
pub const fn plain<T: 'static>(line: usize) -> Got {
    Got {
        line,
        id: TypeId::of::<T>,
        name: type_name::<T>,
        refusal: &None,
    }
}

impl Got {
    /// Requires it to be `E`.
    pub const fn equals<E: 'static>(self) -> Case {
        Case {
            line: self.line,
            got: self,
            expected: Expected::Equals(TypeId::of::<E>),
        }
    }

    /// Requires it to be `E`, or refused as resonant.
    pub const fn equals_or_resonant<E: 'static>(self) -> Case {
        Case {
            line: self.line,
            got: self,
            expected: Expected::EqualsOrResonant(TypeId::of::<E>),
        }
    }

    /// Requires it to be refused.
    pub const fn refused(self) -> Case {
        Case {
            line: self.line,
            got: self,
            expected: Expected::Refused,
        }
    }

    /// Requires it to be refused by this rule.
    pub const fn refused_as(self, code: Code) -> Case {
        Case {
            line: self.line,
            got: self,
            expected: Expected::RefusedAs(code),
        }
    }
}

/// A successful outcome of a case.
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
