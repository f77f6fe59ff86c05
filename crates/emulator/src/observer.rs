//! The observer of tensor accesses: `zellige-gpu` calls it before each access.

use crate::shadow::Way;
use crate::shared::SharedMemories;
use std::{cell::Cell, ptr, rc::Rc};
use zellige_gpu::access::{self, Access};

thread_local! {
    /// The shared memories of the cluster that this CPU thread runs, or null.
    static SHARED: Cell<*const SharedMemories> = const { Cell::new(ptr::null()) };
}

/// A guard that ends what [`watch`] began: if a kernel launches another one, the memories that were
/// watched before are watched again.
pub(super) struct Watched {
    before: *const SharedMemories,
    _now: Rc<SharedMemories>,
}
impl Drop for Watched {
    fn drop(&mut self) {
        SHARED.set(self.before);
    }
}
/// Attributes accesses from now on, until the value is dropped, to the threads of a cluster with
/// these memories.
pub(super) fn watch(shared: Rc<SharedMemories>) -> Watched {
    access::observe(observe);
    Watched { before: SHARED.replace(Rc::as_ptr(&shared)), _now: shared }
}
fn observe(access: Access) {
    let shared = SHARED.get();
    if shared.is_null() {
        return;
    }
    // SAFETY: the guard owns it until it sets another pointer, on this thread; an earlier guard is
    // dropped later.
    let shared = unsafe { &*shared };
    shared.post.check();
    let way = if access.writes { Way::Write } else { Way::Read };
    let clock = shared.clocks.of(shared.post.who());
    let block = &shared.blocks[clock.block as usize];
    if !block.observe(&clock, &access, way) {
        shared.global.check(&access);
        shared.global.write(&access, &block.writer);
    }
}
