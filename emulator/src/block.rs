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
    /// The barriers with a number from 1 on: 0 is `meeting`.
    pub(super) named: [Meeting; 16],
    pub(super) warps: Vec<Warp>,
    /// Of the warpgroups.
    pub(super) groups: Vec<Products>,
    pub(super) shared: Rc<Shared>,
    pub(super) copies: Copies,
    pub(super) barriers: Barriers,
}
impl Block {
    /// The barrier with this number.
    pub(super) fn barrier(&self, id: u32) -> &Meeting {
        match id {
            0 => &self.meeting,
            _ => &self.named[id as usize],
        }
    }
    /// Runs the kernel as all threads of the block at this place.
    ///
    /// # Errors
    ///
    /// What goes wrong in it.
    pub(super) fn run(
        grid: Grid,
        place: (u32, u32),
        shared: Rc<Shared>,
        kernel: &dyn Fn(Thread<'_>),
    ) -> Result<(), Fault> {
        let warps =
            (0..grid.threads.div_ceil(32)).map(|warp| Warp::new(32.min(grid.threads - 32 * warp)));
        let block = Block {
            grid,
            place,
            meeting: Meeting::new(Place::Block),
            named: std::array::from_fn(|id| Meeting::new(Place::Named(id))),
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
        if let Some(what) = block.copies.under_way() {
            return Err(fault((None, what.into())));
        }
        let left = |(id, barrier): (usize, &Meeting)| match barrier.arrived() {
            0 => Ok(()),
            came => Err(fault((
                None,
                format!("{came} threads came to named barrier {id}, to which others never came"),
            ))),
        };
        block.named.iter().enumerate().try_for_each(left)
    }
}
