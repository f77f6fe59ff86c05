//! The lists of all kernels.

use zellige_gpu::kernel::Kernel;

/// What is done with every kernel of a list, by its type.
pub trait Visitor {
    /// Does it with the kernel K.
    fn kernel<K: Kernel>(&mut self);
}

/// Lists kernels: what a launch has to know of them, and their types.
macro_rules! list {
    ($($kernel:path,)*) => {
        /// The kernels of this module, in its order.
        pub const KERNELS: &[zellige_gpu::kernel::Description] = &[
            $(<$kernel as zellige_gpu::kernel::Kernel>::DESCRIPTION,)*
        ];
        /// Visits the kernels of this module.
        pub(super) fn visit(visitor: &mut impl $crate::Visitor) {
            $(visitor.kernel::<$kernel>();)*
        }
    };
}

pub mod atoms;
mod kernels;
pub use kernels::KERNELS;

/// Visits all kernels: those of [`KERNELS`], and those of [`atoms`].
pub fn visit(visitor: &mut impl Visitor) {
    kernels::visit(visitor);
    atoms::visit(visitor);
}
