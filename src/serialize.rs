//! Layouts as data, with the feature `serde`.
//!
//! A layout is written as its shape and its stride, nested tuples of plain numbers. A composed
//! layout is written as its outer function, its offset and its inner layout, and a swizzle as its
//! name. The data do not say which numbers are static: the type that is read determines that. A
//! static integer reads only its own number, and a run-time integer any number that fits.

use core::fmt;

use serde::de::{Error as _, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::algebra::outer_function::Outer;
use crate::algebra::swizzle::{Sw, check_outer};
use crate::integer::Integer;
use crate::layout::{ComposedLayout, Conversion, Layout, Strided};
use crate::number::Nat;
use crate::ranks::for_tuples;
use crate::stride::{ArithmeticTuple, ScaledBasis, Signed};
use crate::tuple::IntTuple;

/// The fields of a layout with strides.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Strided")]
struct StridedFields<S, D> {
    shape: S,
    stride: D,
}
/// The fields of a composed layout.
#[derive(Serialize, Deserialize)]
#[serde(rename = "ComposedLayout")]
struct ComposedFields<F, O, L> {
    outer: F,
    offset: O,
    inner: L,
}

/// A tuple of run-time integers, for serialization.
#[doc(hidden)]
pub struct Numbers<T>(T);
/// The numbers of T as run-time integers.
type NumbersOf<T> = Numbers<<T as IntTuple>::AtRunTime<usize>>;

impl<T> Numbers<T> {
    /// The numbers of `t`, which must fit.
    fn of<S: IntTuple<AtRunTime<usize> = T>, E: serde::ser::Error>(t: S) -> Result<Self, E>
    where
        T: IntTuple,
    {
        T::of_equal(t).map(Numbers).ok_or_else(|| {
            E::custom(format_args!("{} has an integer that does not fit in usize", t.display()))
        })
    }
}

/// `{"shape":[8,4],"stride":[4,1]}`: the same whether the integers are static or not.
///
/// ```
/// use zellige::prelude::*;
/// let a = layout!((8, (4, 2)) : (-8, (1, 4)));
/// assert_eq!(serde_json::to_string(&a).unwrap(), r#"{"shape":[8,[4,2]],"stride":[-8,[1,4]]}"#);
/// ```
impl<S: IntTuple, D: IntTuple> Serialize for Strided<S, D>
where
    NumbersOf<S>: Serialize,
    NumbersOf<D>: Serialize,
{
    fn serialize<W: Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
        let fields = StridedFields {
            shape: NumbersOf::<S>::of(self.shape())?,
            stride: NumbersOf::<D>::of(self.stride())?,
        };
        fields.serialize(to)
    }
}
/// Reads the serialized form. A static integer must equal the number that is read.
///
/// ```
/// use zellige::prelude::*;
/// let text = r#"{"shape":[100,64],"stride":[64,1]}"#;
/// type Rows = Strided<(u32, int!(64)), (int!(64), int!(1))>;
/// let rows: Rows = serde_json::from_str(text).unwrap();
/// assert_eq!(rows.to_string(), "(100,_64):(_64,_1)");
/// type Columns = Strided<(u32, int!(64)), (int!(1), u32)>;
/// assert_eq!(
///     serde_json::from_str::<Columns>(text).unwrap_err().to_string(),
///     "the layout is (100,64):(64,1), not (?,_64):(_1,?): mode 0 is 100:64, and its stride must be 1"
/// );
/// ```
impl<'de, S: IntTuple, D: IntTuple> Deserialize<'de> for Strided<S, D>
where
    NumbersOf<S>: Deserialize<'de>,
    NumbersOf<D>: Deserialize<'de>,
{
    fn deserialize<R: Deserializer<'de>>(from: R) -> Result<Self, R::Error> {
        let fields = StridedFields::<NumbersOf<S>, NumbersOf<D>>::deserialize(from)?;
        Strided::of(fields.shape.0, fields.stride.0).try_to_static().map_err(R::Error::custom)
    }
}

/// `{"outer":"Sw<3,4,3>","offset":0,"inner":{"shape":[8,64],"stride":[64,1]}}`.
///
/// ```
/// use zellige::prelude::*;
/// let tile = layout!(Sw<3, 4, 3> o 0 o (8, 64) : (64, 1));
/// let text = serde_json::to_string(&tile).unwrap();
/// assert_eq!(text, r#"{"outer":"Sw<3,4,3>","offset":0,"inner":{"shape":[8,64],"stride":[64,1]}}"#);
/// ```
impl<F: Outer + Serialize, O: Integer, L: Layout + Serialize> Serialize for ComposedLayout<F, O, L>
where
    NumbersOf<O>: Serialize,
{
    fn serialize<W: Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
        let fields = ComposedFields {
            outer: self.outer(),
            offset: NumbersOf::<O>::of(self.start())?,
            inner: self.inner(),
        };
        fields.serialize(to)
    }
}
/// Reads the serialized form. The outer function must be the same, and static integers must equal
/// the numbers that are read.
///
/// ```
/// use zellige::prelude::*;
/// type Tile = layout!(Sw<3, 4, 3> o 0 o (8, 64) : (64, 1));
/// let text = r#"{"outer":"Sw<2,4,3>","offset":0,"inner":{"shape":[8,64],"stride":[64,1]}}"#;
/// let error = serde_json::from_str::<Tile>(text).unwrap_err().to_string();
/// assert!(error.starts_with("the swizzle is Sw<2,4,3>, not Sw<3,4,3>"), "{error}");
/// let tile: Tile = serde_json::from_str(&text.replace("<2,", "<3,")).unwrap();
/// assert_eq!(tile, Tile::STATIC);
/// ```
impl<'de, F, O, L> Deserialize<'de> for ComposedLayout<F, O, L>
where
    F: Outer + Deserialize<'de>,
    O: Integer,
    L: Layout + Deserialize<'de>,
    NumbersOf<O>: Deserialize<'de>,
{
    fn deserialize<R: Deserializer<'de>>(from: R) -> Result<Self, R::Error> {
        let fields = ComposedFields::<F, NumbersOf<O>, L>::deserialize(from)?;
        let (offset, must) = (fields.offset.0, O::TEXT);
        match O::of_equal(offset) {
            Some(offset) => Ok(ComposedLayout::of(fields.outer, offset, fields.inner)),
            None => Err(R::Error::custom(format_args!(
                "the offset is {}, not {}",
                offset.display(),
                must.as_str()
            ))),
        }
    }
}

/// Its name, `Sw<3,4,3>`.
impl<B: Nat, Y: Nat, Z: Nat> Serialize for Sw<B, Y, Z> {
    fn serialize<W: Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
        const { check_outer::<Self>() }
        to.serialize_str(Self::NAME.as_str())
    }
}
/// Reads its own name, `Sw<3,4,3>`.
impl<'de, B: Nat, Y: Nat, Z: Nat> Deserialize<'de> for Sw<B, Y, Z> {
    fn deserialize<R: Deserializer<'de>>(from: R) -> Result<Self, R::Error> {
        struct Name<F>(F);
        impl<F: Outer> Visitor<'_> for Name<F> {
            type Value = F;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "the swizzle {}", F::NAME.as_str())
            }
            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<F, E> {
                if name != F::NAME.as_str() {
                    return Err(E::custom(format_args!(
                        "the swizzle is {name}, not {}",
                        F::NAME.as_str()
                    )));
                }
                Ok(self.0)
            }
        }
        const { check_outer::<Self>() }
        from.deserialize_str(Name(Self::VALUE))
    }
}

/// Numbers that are serialized as a value of another type.
macro_rules! as_value {
    ($([$($g:tt)*] $t:ty as $Value:ty, |$x:pat_param| $value:expr, |$v:pat_param| $back:expr;)*) => { $(
        impl<$($g)*> Serialize for Numbers<$t>
        where
            $Value: Serialize,
        {
            #[allow(clippy::let_unit_value)] // one of these types is `()`
            fn serialize<W: Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
                let $x = self.0;
                <$Value>::serialize(&$value, to)
            }
        }
        impl<'de, $($g)*> Deserialize<'de> for Numbers<$t>
        where
            $Value: Deserialize<'de>,
        {
            fn deserialize<R: Deserializer<'de>>(from: R) -> Result<Self, R::Error> {
                let $v = <$Value>::deserialize(from)?;
                Ok(Numbers($back))
            }
        }
    )* };
}
as_value! {
    [] usize as usize, |x| x, |x| x;
    [] Signed<isize> as isize, |x| x.get(), |x| Signed::new(x);
    [T: IntTuple] ArithmeticTuple<T> as Numbers<T>, |x| Numbers(x.coordinate()), |t| ArithmeticTuple::new(t.0);
    [] () as [usize; 0], |_| [], |_| ();
}
macro_rules! node {
    ($($t:ident)*) => {
        #[allow(non_snake_case)]
        const _: () = {
            as_value! {
                [$($t: IntTuple),*] ($($t,)*) as ($(Numbers<$t>,)*),
                    |($($t,)*)| ($(Numbers($t),)*), |($($t,)*)| ($($t.0,)*);
            }
        };
    };
}
for_tuples!(node);

/// The number of steps and the axis.
impl<V: Integer, P: IntTuple> Serialize for Numbers<ScaledBasis<V, P>>
where
    Numbers<V>: Serialize,
    NumbersOf<P>: Serialize,
{
    fn serialize<W: Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
        let axis = NumbersOf::<P>::of(P::STATIC)?;
        (Numbers(self.0.value()), axis).serialize(to)
    }
}
impl<'de, V: Integer, P: IntTuple> Deserialize<'de> for Numbers<ScaledBasis<V, P>>
where
    Numbers<V>: Deserialize<'de>,
    NumbersOf<P>: Deserialize<'de>,
{
    fn deserialize<R: Deserializer<'de>>(from: R) -> Result<Self, R::Error> {
        let (steps, axis) = <(Numbers<V>, NumbersOf<P>)>::deserialize(from)?;
        if P::of_equal(axis.0).is_none() {
            return Err(R::Error::custom(format_args!(
                "the axis is {}, not {}",
                axis.0.display(),
                P::STATIC.display()
            )));
        }
        Ok(Numbers(ScaledBasis::new(steps.0)))
    }
}
