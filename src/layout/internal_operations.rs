//! The steps that operations consist of, on the modes of a layout. Their callers check what they
//! return.

use zellige_macros::operations;

use crate::algebra::complement::{self, Rule};
use crate::algebra::divide;
use crate::algebra::product::{Copies, copies};
use crate::integer::*;
use crate::number::*;
use crate::run_time::Faults;
use crate::tuple::zip::{Ahead, Behind, Zip, zip};
use crate::tuple::*;

use super::{Layout, Profiled, Strided};

/// The steps that operations consist of.
#[doc(hidden)]
#[operations(hidden)]
pub trait Steps: Profiled {
    /// The first mode.
    #[strided(Strided<S::Head, D::Head>)]
    fn head(self) -> impl Layout {
        Strided::of(self.shape.head(), self.stride.head())
    }
    /// The other modes.
    #[strided(Strided<access::Others<S>, access::Others<D>>)]
    fn tail(self) -> impl Layout {
        Strided::of(access::others(self.shape), access::others(self.stride))
    }
    /// The layout with a mode H in front.
    #[strided(Strided<S::Prepend<H::ModeShape>, D::Prepend<H::Stride>>)]
    fn prepend_mode<H: Layout>(self, h: H) -> impl Layout {
        Strided::of(
            self.shape.prepend_mode(h.mode_shape()),
            self.stride.prepend_mode(h.mode_stride()),
        )
    }
    /// The layout (self, R).
    #[strided(Strided<(S, R::Shape), (D, R::Stride)>)]
    fn pair<R: Layout>(self, r: R) -> impl Layout<Profile = (Self::ShapeProfile, R::Profile)> {
        Strided::of((self.shape, r.shape()), (self.stride, r.mode_stride()))
    }
    /// The copies of this block that B, of cosize C, arranges. B and C are parameters so that they
    /// are computed only once.
    #[strided(Copies<Self, B, C>)]
    fn copies_by<B: Layout, C: Integer>(self, b: B, c: C, faults: impl Faults) -> impl Layout {
        copies(self, b, c, faults)
    }
    /// The pairs of modes that correspond here and in C; missing modes are 1:0.
    #[strided(Strided<Zip<Ahead<N1>, S, C::ModeShape>, Zip<Ahead<UTerm>, D, C::Stride>>)]
    fn ahead<C: Layout>(self, c: C) -> impl Layout {
        Strided::of(
            zip::<Ahead<N1>, _, _>(self.shape, c.mode_shape()),
            zip::<Ahead<UTerm>, _, _>(self.stride, c.mode_stride()),
        )
    }
    /// The pairs of modes that correspond in C and here; missing modes are 1:0.
    #[strided(Strided<Zip<Behind<N1>, S, C::ModeShape>, Zip<Behind<UTerm>, D, C::Stride>>)]
    fn behind<C: Layout>(self, c: C) -> impl Layout {
        Strided::of(
            zip::<Behind<N1>, _, _>(self.shape, c.mode_shape()),
            zip::<Behind<UTerm>, _, _>(self.stride, c.mode_stride()),
        )
    }
    /// The runs of N elements, and the step from run to run.
    #[strided(divide::Runs<S, D, N>)]
    fn runs<N: Positive>(self, n: N, faults: impl Faults) -> impl Layout {
        divide::runs(self.shape, self.stride, n, faults)
    }
    /// The first run of N elements.
    #[strided(divide::Run<S, D, N>)]
    fn run<N: Positive>(self, n: N, faults: impl Faults) -> impl Layout {
        divide::run(self.shape, self.stride, n, faults)
    }
    /// The step from run to run of N elements.
    #[strided(divide::ByRuns<S, D, N>)]
    fn by_runs<N: Positive>(self, n: N, faults: impl Faults) -> impl Layout {
        divide::by_runs(self.shape, self.stride, n, faults)
    }
    /// The complement by the rule K.
    #[strided(complement::ComplementOf<K, S, D, M>)]
    #[composed(none)]
    fn complement_by<K: Rule, M: Integer>(self, m: M, faults: impl Faults) -> impl Layout {
        complement::complement_of::<K, _, _, _>(self.shape, self.stride, m, faults)
    }
}
