//! What the threads of a block have together.

use crate::copies::Copies;
use crate::fault::Fault;
use crate::hopper::Barriers;
use crate::meeting::Meeting;
use crate::observer;
use crate::products::Products;
use crate::shared::Shared;
use crate::turns::{self, Place, Turn};
use crate::warp::Warp;
use crate::{Grid, Thread, thread::Own};
use std::rc::Rc;

/// A block while it runs.
pub(super) struct Block {
    pub(super) grid: Grid,
    /// Its place in the grid, in x and y.
    pub(super) place: (u32, u32),
    /// For the kernel's barriers.
    pub(super) meeting: Meeting,
    pub(super) warps: Vec<Warp>,
    /// Of the warpgroups.
    pub(super) groups: Vec<Products>,
    pub(super) shared: Rc<Shared>,
    pub(super) copies: Copies,
    pub(super) barriers: Barriers,
}
impl Block {
    /// Runs the kernel as all threads of the block at this place.
    ///
    /// # Errors
    ///
    /// What goes wrong in it.
    pub(super) fn run(
        grid: Grid,
        place: (u32, u32),
        shared: Rc<Shared>,
        kernel: &impl Fn(Thread<'_>),
    ) -> Result<(), Fault> {
        let warps =
            (0..grid.threads.div_ceil(32)).map(|warp| Warp::new(32.min(grid.threads - 32 * warp)));
        let block = Block {
            grid,
            place,
            meeting: Meeting::new(Place::Block),
            warps: warps.collect(),
            groups: (0..grid.threads / 128).map(|_| Products::new()).collect(),
            shared,
            copies: Copies::default(),
            barriers: Barriers::default(),
        };
        let _watched = observer::watch(Rc::clone(&block.shared));
        let work = |number, turn: Turn<'_>| {
            let own = Own::new(number, turn);
            kernel(Thread {
                block: &block,
                own: &own,
            });
        };
        let ended = turns::run(grid.threads, work, observer::next);
        let fault = |(thread, what)| Fault {
            kernel: None,
            block: Some(place),
            thread,
            what,
        };
        ended.map_err(fault)?;
        match block.copies.under_way() {
            Some(what) => Err(fault((None, what.into()))),
            None => Ok(()),
        }
    }
}
