//! The observer of the accesses of tensors: `zellige-gpu` calls it before each is made.

use crate::shadow::Way;
use crate::shared::SharedMemories;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use zellige_gpu::access::{self, Access};

thread_local! {
    /// The shared memories of the cluster that this thread of the CPU runs.
    static SHARED: RefCell<Option<Rc<SharedMemories>>> = const { RefCell::new(None) };
    /// The number in the cluster of the thread whose turn it is.
    static THREAD: Cell<u32> = const { Cell::new(0) };
}

/// A guard that ends what [`watch`] began: the memories that were watched before, when a kernel launches another one, are so again.
pub(super) struct Watched(Option<Rc<SharedMemories>>, u32);
impl Drop for Watched {
    fn drop(&mut self) {
        SHARED.replace(self.0.take());
        THREAD.set(self.1);
    }
}
/// Attributes the accesses from now on, until the value is dropped, to threads of a cluster with these memories.
pub(super) fn watch(shared: Rc<SharedMemories>) -> Watched {
    access::observe(observe);
    Watched(SHARED.replace(Some(shared)), THREAD.get())
}
/// Gives the turn to the thread with this number in the cluster.
pub(super) fn next(thread: u32) {
    THREAD.set(thread);
}
fn observe(access: Access) {
    SHARED.with_borrow(|shared| {
        if let Some(shared) = shared {
            let way = if access.writes { Way::Write } else { Way::Read };
            let clock = shared.clocks.of(THREAD.get());
            if !shared.blocks[clock.block as usize].observe(&clock, &access, way) {
                shared.global.check(&access);
            }
        }
    });
}
