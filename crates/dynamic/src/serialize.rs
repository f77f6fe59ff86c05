//! Layouts as text, with the feature `serde`.

use alloc::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::algebra::tiler::Tiler;
use crate::layout::DynLayout;
use crate::offset::Offset;
use crate::swizzle::Swizzle;
use crate::tuple::{Pick, Tuple};

macro_rules! as_text {
    ($($(#[$m:meta])* $t:ty;)+) => { $(
        $(#[$m])*
        impl Serialize for $t {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }
        /// Reads the text form.
        impl<'de> Deserialize<'de> for $t {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = Cow::<str>::deserialize(from)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    )+ };
}
as_text! {
    /// Serialized as its text.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = serde_json::from_str(r#""(8,4):(4,1)""#)?;
    /// assert_eq!(serde_json::to_string(&a)?, r#""(8,4):(4,1)""#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    DynLayout;
    /// Serialized as its text.
    Swizzle;
    /// Serialized as its text.
    Tiler;
    /// Serialized as its text.
    Tuple<u64>;
    /// Serialized as its text.
    Tuple<Pick>;
    /// Serialized as its text.
    Tuple<Offset>;
}
