//! The lists of all kernels.

use zellige_gpu::kernel::{Arguments, Description, Kernel, Value};
use zellige_gpu::{Sm90, Store};

/// Lists kernels: what a launch has to know of them, and what calls one by its name.
macro_rules! list {
    ($($kernel:path,)*) => {
        /// The kernels of this module, in its order.
        pub const KERNELS: &[zellige_gpu::kernel::Description] = &[
            $(<$kernel as zellige_gpu::kernel::Kernel>::DESCRIPTION,)*
        ];
        /// Calls the kernel of this name, if it is one of this module.
        pub(super) unsafe fn find<G: zellige_gpu::Sm90 + zellige_gpu::Store>(
            name: &str,
            gpu: G,
            values: &[zellige_gpu::kernel::Value],
        ) -> bool {
            $(if name == <$kernel as zellige_gpu::kernel::Kernel>::DESCRIPTION.name {
                $crate::entries::call::<$kernel, G>(gpu, values);
                return true;
            })*
            false
        }
    };
}

pub mod atoms;
mod kernels;
pub use kernels::KERNELS;

/// Calls the body of the kernel of this name, as one thread of a launch does.
///
/// # Panics
///
/// If there is no such kernel, or it takes other values than these.
pub unsafe fn run<G: Sm90 + Store>(name: &str, gpu: G, values: &[Value]) {
    let found = kernels::find(name, gpu, values) || atoms::find(name, gpu, values);
    assert!(found, "there is no kernel {name}");
}

/// Calls a kernel.
unsafe fn call<K: Kernel, G: Sm90 + Store>(gpu: G, values: &[Value]) {
    let Description {
        name, parameters, ..
    } = K::DESCRIPTION;
    match K::Arguments::of_values(values) {
        Ok(arguments) => K::run(gpu, arguments),
        Err(i) => match parameters.get(i) {
            Some(parameter) => panic!("{name} takes {parameter}"),
            None => panic!("more values than {name} takes"),
        },
    }
}
