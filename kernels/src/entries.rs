//! The lists of all kernels.

use zellige_gpu::kernel::Kernel;

/// A function of the type of a kernel, which is called with every kernel of a list.
pub trait Visitor {
    /// Calls the function with the kernel K.
    fn kernel<K: Kernel>(&mut self);
}

/// Lists kernels: the constant `KERNELS` has their descriptions for launches, the function `visit` their types.
#[macro_export]
macro_rules! list {
    ($($kernel:path,)*) => {
        /// The kernels of this module, in its order.
        pub const KERNELS: &[zellige_gpu::kernel::Description] = &[
            $(<$kernel as zellige_gpu::kernel::Kernel>::DESCRIPTION,)*
        ];
        /// Visits the kernels of this module.
        pub fn visit(visitor: &mut impl $crate::Visitor) {
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
