//! The ranks that a tuple can have: macros that define items for each rank, up to the widest.

/// Calls `$m!(T0)`, `$m!(T0 T1)` and so on, up to the widest tuple, of [`WIDTH`].
macro_rules! for_tuples {
    ($m:ident) => {
        $m!(T0);
        $m!(T0 T1);
        $m!(T0 T1 T2);
        $m!(T0 T1 T2 T3);
        $m!(T0 T1 T2 T3 T4);
        $m!(T0 T1 T2 T3 T4 T5);
        $m!(T0 T1 T2 T3 T4 T5 T6);
        $m!(T0 T1 T2 T3 T4 T5 T6 T7);
        $m!(T0 T1 T2 T3 T4 T5 T6 T7 T8);
        $m!(T0 T1 T2 T3 T4 T5 T6 T7 T8 T9);
    };
}
pub(crate) use for_tuples;

/// The number of modes of the widest tuple.
pub(crate) const WIDTH: u64 = 10;

/// Calls `$m!` once, with all ranks that a tuple can have: two names, and the entries of two
/// tuples.
macro_rules! for_ranks {
    ($m:ident) => {
        $m! {
            (Under1 under1 S0 D0)
            (Under2 under2 S0 D0, S1 D1)
            (Under3 under3 S0 D0, S1 D1, S2 D2)
            (Under4 under4 S0 D0, S1 D1, S2 D2, S3 D3)
            (Under5 under5 S0 D0, S1 D1, S2 D2, S3 D3, S4 D4)
            (Under6 under6 S0 D0, S1 D1, S2 D2, S3 D3, S4 D4, S5 D5)
            (Under7 under7 S0 D0, S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6)
            (Under8 under8 S0 D0, S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6, S7 D7)
            (Under9 under9 S0 D0, S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6, S7 D7, S8 D8)
            (Under10 under10 S0 D0, S1 D1, S2 D2, S3 D3, S4 D4, S5 D5, S6 D6, S7 D7, S8 D8, S9 D9)
        }
    };
}
pub(crate) use for_ranks;
