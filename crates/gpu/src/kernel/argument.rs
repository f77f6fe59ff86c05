//! The arguments of kernels: numbers and pointers.

use crate::TensorMap;
use core::{marker::PhantomData, ptr};

/// A value that a launch passes to a kernel, whatever its type in the kernel.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Value {
    /// A `u32`, such as a size or a stride.
    U32(u32),
    /// An `i32`, such as a stride that may be negative.
    I32(i32),
    /// A `u64` or `usize`, such as a size.
    U64(u64),
    /// An `i64`, such as a stride that may be negative.
    I64(i64),
    /// An `f32`.
    F32(f32),
    /// An `f64`.
    F64(f64),
    /// The address of memory.
    Pointer(u64),
}

/// The kind of value that a launch passes for a parameter.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// The address of memory.
    Pointer {
        /// The alignment of the elements in bytes: the address is a multiple of it.
        align: u64,
    },
    /// The address of a [`TensorMap`] of the host. The launch passes the map itself: in the kernel,
    /// the parameter is the address of that copy.
    Map,
}

/// A type that a kernel may take: `u32`, `i32`, `u64`, `i64`, `usize`, `f32`, `f64`, and pointers.
///
/// ```
/// use zellige_gpu::kernel::{Argument, Value};
/// assert_eq!(1000u32.value(), Value::U32(1000));
/// assert_eq!(u32::of_value(Value::U32(1000)), Some(1000));
/// assert_eq!(f32::of_value(Value::U32(1000)), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "a kernel cannot take `{Self}`",
    label = "is neither a number nor a pointer",
    note = "it takes `u32`, `i32`, `u64`, `i64`, `usize`, `f32`, `f64`, `*const T` and `*mut T`"
)]
pub trait Argument: Copy + sealed::Sealed {
    /// Returns the value, whatever its type.
    fn value(self) -> Value;
    /// Returns the value as this type, or `None` if it is of another type.
    fn of_value(value: Value) -> Option<Self>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! numbers {
    ($($type:ty: $Value:ident;)*) => { $(
        impl sealed::Sealed for $type {}
        impl Argument for $type {
            fn value(self) -> Value {
                Value::$Value(self)
            }
            fn of_value(value: Value) -> Option<Self> {
                match value {
                    Value::$Value(x) => Some(x),
                    _ => None,
                }
            }
        }
    )* };
}
numbers! {
    u32: U32;
    i32: I32;
    u64: U64;
    i64: I64;
    f32: F32;
    f64: F64;
}
impl sealed::Sealed for usize {}
impl Argument for usize {
    fn value(self) -> Value {
        Value::U64(self as u64)
    }
    fn of_value(value: Value) -> Option<Self> {
        u64::of_value(value)?.try_into().ok()
    }
}
impl<T> sealed::Sealed for *const T {}
impl<T> Argument for *const T {
    fn value(self) -> Value {
        Value::Pointer(self.expose_provenance() as u64)
    }
    fn of_value(value: Value) -> Option<Self> {
        Some(<*mut T>::of_value(value)?.cast_const())
    }
}
impl<T> sealed::Sealed for *mut T {}
impl<T> Argument for *mut T {
    fn value(self) -> Value {
        Value::Pointer(self.expose_provenance() as u64)
    }
    fn of_value(value: Value) -> Option<Self> {
        match value {
            Value::Pointer(address) => Some(ptr::with_exposed_provenance_mut(address as usize)),
            _ => None,
        }
    }
}
/// The kind of a parameter, if its type is known where this is named: the inherent constants then
/// take precedence over those of the trait.
#[doc(hidden)]
pub struct KindOf<T>(PhantomData<T>);
/// The constants that [`KindOf`] has for every type.
#[doc(hidden)]
pub trait AnyKind {
    const KIND: Kind = Kind::Number;
    const IS_MAP: bool = false;
}
impl<T> AnyKind for KindOf<T> {}
#[doc(hidden)]
impl<T> KindOf<*const T> {
    pub const KIND: Kind = pointer::<T>();
}
#[doc(hidden)]
impl<T> KindOf<*mut T> {
    pub const KIND: Kind = pointer::<T>();
}
#[doc(hidden)]
impl KindOf<*const TensorMap> {
    pub const IS_MAP: bool = true;
}
/// Returns the kind of an address of elements.
const fn pointer<T>() -> Kind {
    Kind::Pointer { align: align_of::<T>() as u64 }
}

/// The arguments of a kernel: a tuple of up to 24 [`Argument`]s.
///
/// ```
/// use zellige_gpu::kernel::{Arguments, Value};
/// let values = (1000u32, 0.5f32).values();
/// assert_eq!(values, [Value::U32(1000), Value::F32(0.5)]);
/// assert_eq!(<(u32, f32)>::of_values(&values), Ok((1000, 0.5)));
/// assert_eq!(<(u32, u32)>::of_values(&values), Err(1)); // the second is not a u32
/// ```
#[diagnostic::on_unimplemented(
    message = "a kernel cannot take the arguments `{Self}`",
    label = "must be a tuple of up to 24 numbers and pointers"
)]
pub trait Arguments: Copy {
    /// An array of values.
    type Values: AsRef<[Value]>;
    /// Returns the values, in order.
    fn values(self) -> Self::Values;
    /// Returns the tuple of these values.
    ///
    /// # Errors
    ///
    /// Returns the position of the first value that is missing, has another type, or is one too
    /// many.
    fn of_values(values: &[Value]) -> Result<Self, usize>;
}
/// Implements `Arguments` for `()`, `(A0,)`, `(A0, A1)` and so on, from `A0 a0 0 A1 a1 1 ...`.
macro_rules! tuples {
    (@shorter [$($done:tt)*] $next:tt $($more:tt)*) => {
        tuples! { @one $($done)* }
        tuples! { @shorter [$($done)* $next] $($more)* }
    };
    (@shorter [$($done:tt)*]) => {
        tuples! { @one $($done)* }
    };
    (@one $([$A:ident $a:ident $i:tt])*) => {
        impl<$($A: Argument),*> Arguments for ($($A,)*) {
            type Values = [Value; 0 $(+ { let _ = stringify!($A); 1 })*];
            fn values(self) -> Self::Values {
                let ($($a,)*) = self;
                [$($a.value()),*]
            }
            fn of_values(values: &[Value]) -> Result<Self, usize> {
                const COUNT: usize = 0 $(+ { let _ = stringify!($A); 1 })*;
                $(let $a = values.get($i).and_then(|value| $A::of_value(*value)).ok_or($i as usize)?;)*
                if values.len() > COUNT {
                    return Err(COUNT);
                }
                Ok(($($a,)*))
            }
        }
    };
    ($($A:ident $a:ident $i:tt)*) => {
        tuples! { @shorter [] $([$A $a $i])* }
    };
}
tuples! {
    A0 a0 0 A1 a1 1 A2 a2 2 A3 a3 3 A4 a4 4 A5 a5 5 A6 a6 6 A7 a7 7
    A8 a8 8 A9 a9 9 A10 a10 10 A11 a11 11 A12 a12 12 A13 a13 13 A14 a14 14 A15 a15 15
    A16 a16 16 A17 a17 17 A18 a18 18 A19 a19 19 A20 a20 20 A21 a21 21 A22 a22 22 A23 a23 23
}
