//! Lists of indices for `asm!`: a macro cannot count its operands.

/// Calls `$m!(@at [indices] ...)` with the indices below a register count.
macro_rules! indices {
    ($m:ident 1 $($rest:tt)*) => { $m!(@at [0] $($rest)*) };
    ($m:ident 2 $($rest:tt)*) => { $m!(@at [0 1] $($rest)*) };
    ($m:ident 4 $($rest:tt)*) => { $m!(@at [0 1 2 3] $($rest)*) };
    ($m:ident 8 $($rest:tt)*) => { indices!(@eights $m [0] $($rest)*) };
    ($m:ident 16 $($rest:tt)*) => { indices!(@eights $m [0 8] $($rest)*) };
    ($m:ident 24 $($rest:tt)*) => { indices!(@eights $m [0 8 16] $($rest)*) };
    ($m:ident 32 $($rest:tt)*) => { indices!(@eights $m [0 8 16 24] $($rest)*) };
    ($m:ident 40 $($rest:tt)*) => { indices!(@eights $m [0 8 16 24 32] $($rest)*) };
    ($m:ident 44 $($rest:tt)*) => { indices!(@fours $m [0 4 8 12 16 20 24 28 32 36 40] $($rest)*) };
    ($m:ident 48 $($rest:tt)*) => { indices!(@eights $m [0 8 16 24 32 40] $($rest)*) };
    ($m:ident 64 $($rest:tt)*) => { indices!(@eights $m [0 8 16 24 32 40 48 56] $($rest)*) };
    ($m:ident 80 $($rest:tt)*) => { indices!(@eights $m [0 8 16 24 32 40 48 56 64 72] $($rest)*) };
    ($m:ident 88 $($rest:tt)*) => { indices!(@eights $m [0 8 16 24 32 40 48 56 64 72 80] $($rest)*) };
    ($m:ident 96 $($rest:tt)*) => { indices!(@eights $m [0 8 16 24 32 40 48 56 64 72 80 88] $($rest)*) };
    ($m:ident 128 $($rest:tt)*) => {
        indices!(@eights $m [0 8 16 24 32 40 48 56 64 72 80 88 96 104 112 120] $($rest)*)
    };
    (@fours $m:ident [$($i:literal)*] $($rest:tt)*) => {
        $m!(@at [$(($i) ($i + 1) ($i + 2) ($i + 3))*] $($rest)*)
    };
    (@eights $m:ident [$($i:literal)*] $($rest:tt)*) => {
        $m!(@at [$(($i) ($i + 1) ($i + 2) ($i + 3) ($i + 4) ($i + 5) ($i + 6) ($i + 7))*] $($rest)*)
    };
}
pub(crate) use indices;
