//! The sentences of `zellige::contract` as text, and accesses to compare them on.

#[path = "plain.rs"]
mod plain;

use plain::plain;
use std::panic::{AssertUnwindSafe, catch_unwind};
use zellige_dynamic::DynLayout;
use zellige_oracle::rng::Rng;

/// Returns the sentence with which a check of a contract fails to compile; here it is produced at
/// run time.
pub fn sentence<T>(check: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(check)).map_err(|panic| {
        let text = match panic.downcast::<String>() {
            Ok(text) => *text,
            Err(panic) => panic.downcast::<&str>().map_or("?".into(), |text| text.to_string()),
        };
        plain(&text)
    })
}

/// Calls a function with these arguments for accesses of all kinds: layouts and types of elements.
macro_rules! accesses {
    ($compare:ident $with:tt) => {
        accesses! { $compare $with:
            [(32, 1) : (1, 1)] u8 f32; [(32, 1) : (2, 1)] u8 u16 f32 f64;
            [(32, 1) : (3, 1)] u16 f32; [(32, 1) : (4, 1)] u16 f32 f64; [(32, 1) : (6, 1)] f32;
            [(32, 1) : (8, 1)] u8 u16 f32 f64; [(32, 1) : (12, 1)] f32 f64;
            [(32, 1) : (16, 1)] u8 u16 f32; [(32, 1) : (20, 1)] f32;
            [(32, 1) : (32, 1)] u8 u16 f32 f64 u128; [(32, 1) : (33, 1)] f32;
            [(32, 1) : (40, 1)] f32; [(32, 1) : (48, 1)] u16 f32;
            [(32, 1) : (64, 1)] u8 u16 f32 f64; [(32, 1) : (96, 1)] f32;
            [(32, 1) : (128, 1)] u8 u16 f32; [(32, 1) : (1024, 1)] f32; [(256, 1) : (32, 1)] f32;
            [(1024, 1) : (8, 1)] f32; [(1024, 1) : (24, 1)] f32; [(100, 1) : (7, 1)] f32;
            [(100, 1) : (14, 1)] f32; [(5, 1) : (96, 1)] f32; [(32, 2) : (32, 1)] u16 f32 f64;
            [(32, 2) : (64, 1)] u16 f32; [(32, 2) : (66, 1)] f32; [(32, 2) : (68, 1)] f32;
            [(32, 4) : (32, 1)] u8 u16 f32; [(32, 4) : (36, 1)] f32; [(32, 4) : (40, 1)] f32;
            [(32, 4) : (128, 1)] u8 u16 f32; [(8, 8) : (64, 1)] u16; [(32, 8) : (64, 1)] u16;
            [(32, 8) : (72, 1)] u16; [(32, 8) : (80, 1)] u16; [(32, 8) : (128, 1)] u8 u16;
            [(32, 16) : (128, 1)] u8; [(128, 8) : (32, 1)] u16; [((8, 4), 4) : ((32, 4), 1)] f32;
            [((8, 4), 4) : ((64, 4), 1)] u8 f32; [((4, 8), 1) : ((64, 1), 1)] f32;
            [((4, 8), 1) : ((1, 64), 1)] f32; [((4, 8), 1) : ((8, 256), 1)] f32;
            [((8, 4), 1) : ((32, 1024), 1)] f32; [((2, 4, 4), 1) : ((64, 8, 512), 1)] f32;
            [((16, 2), 2) : ((24, 2), 1)] f32; [((16, 16), 4) : ((256, 4), 1)] f32;
            [(32, 2) : (2, 9)] f32; [(32, 4) : (1, 32)] f32; [(32, 1) : (524288, 1)] f32;
            [(33, 1) : (524288, 1)] f32;
            [((2, 2, 2, 2, 2), 1) : ((32, 128, 512, 2048, 8192), 1)] f32;
            [((4, 2), 4) : ((32, 1024), 1)] f32; [((2, 4), 8) : ((64, 4096), 1)] u16;
            [(32, 1) : (0, 1)] f32; [(32, 1) : (36, 1)] f32; [(32, 2) : (65, 1)] f32;
            [(32, 2) : (2, 64)] f32; [(32, 3) : (3, 1)] f32; [(32, 8) : (8, 1)] f32;
            [(32, 4) : (4, 1)] f32; [(64, 4) : (32, 1)] f32; [(32, 8) : (68, 1)] u16;
            [((4, 8), 2) : ((2, 24), 1)] u16; [(8, 2) : (1024, 1)] f64;
            [(4, 4, 4) : (16, 4, 1)] f32; [8 : 1] f32; [(70000, 1) : (1, 1)] f32;
            [(96, 2) : (6, 1)] u8; [Sw<5, 0, 5> o 0 o (32, 1) : (32, 1)] f32;
            [Sw<5, 0, 5> o 0 o (32, 1) : (1, 1)] f32; [Sw<5, 0, 5> o 0 o (32, 2) : (32, 1)] f32;
            [Sw<3, 2, 3> o 0 o (32, 1) : (32, 1)] f32;
            [Sw<3, 2, 3> o 0 o ((8, 4), 4) : ((32, 4), 1)] f32;
            [Sw<2, 3, 3> o 0 o (32, 8) : (64, 1)] u16; [Sw<3, 1, 3> o 0 o (8, 8) : (8, 1)] u16;
            [Sw<3, 1, 3> o 0 o (32, 8) : (64, 1)] u16;
            [Sw<3, 0, 6> o 0 o ((16, 16), 4) : ((256, 4), 1)] f32;
            [Sw<5, 0, 5> o 0 o (32, 1) : (33, 1)] f32; [Sw<2, 0, -3> o 0 o (32, 1) : (8, 1)] f32;
            [Sw<2, 0, -3> o 0 o (32, 1) : (1, 1)] f32; [Sw<5, 0, 5> o 0 o (32, 1) : (4, 1)] u8;
            [Sw<4, 0, 4> o 0 o (32, 1) : (3, 1)] f32; [Sw<3, 1, 3> o 0 o (32, 2) : (2, 1)] u16;
            [Sw<3, 0, 3> o 0 o (32, 4) : (4, 1)] f32; [Sw<3, 4, 3> o 0 o (32, 16) : (128, 1)] u8;
            [Sw<2, 5, 2> o 0 o (32, 16) : (128, 1)] u8; [Sw<3, 3, 3> o 0 o (32, 8) : (64, 1)] u16;
            [Sw<1, 3, 3> o 64 o (32, 8) : (128, 1)] u16;
        }
    };
    ($compare:ident $with:tt: $($layout:tt $($element:ty)+;)*) => {
        $( $( accesses!(@one $compare $with $layout $element); )+ )*
    };
    (@one $compare:ident $with:tt [$($layout:tt)*] $element:ty) => {
        $compare::<layout!($($layout)*), $element> $with
    };
}

pub fn layout(text: &str) -> DynLayout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the text of a random swizzle around a layout.
pub fn swizzle(random: &mut Rng) -> String {
    let (bits, base, shift) = (1 + random.below(3), random.below(5), 3 + random.below(3));
    format!("Sw<{bits},{base},{shift}> o 0 o ")
}
