//! Sees the accesses of tensors: `zellige-gpu` tells of each before it is made.

use crate::shadow::Way;
use crate::shared::Shared;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use zellige_gpu::access::{self, Access};

thread_local! {
    /// The shared memory of the block that this thread of the CPU runs.
    static SHARED: RefCell<Option<Rc<Shared>>> = const { RefCell::new(None) };
    /// The thread of the block whose turn it is.
    static THREAD: Cell<u32> = const { Cell::new(0) };
}

/// Ends what [`watch`] began: whoever was watched before, when a kernel launches another one, is so again.
pub(super) struct Watched(Option<Rc<Shared>>, u32);
impl Drop for Watched {
    fn drop(&mut self) {
        SHARED.replace(self.0.take());
        THREAD.set(self.1);
    }
}
/// From now on, until the value is dropped, the accesses are those of threads of a block with this memory.
pub(super) fn watch(shared: Rc<Shared>) -> Watched {
    access::observe(observe);
    Watched(SHARED.replace(Some(shared)), THREAD.get())
}
/// Now it is this thread's turn.
pub(super) fn next(thread: u32) {
    THREAD.set(thread);
}
fn observe(access: Access) {
    SHARED.with_borrow(|shared| {
        if let Some(shared) = shared {
            let way = if access.writes { Way::Write } else { Way::Read };
            shared.observe(THREAD.get(), access, way);
        }
    });
}
