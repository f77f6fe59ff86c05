//! The state that the threads of a block share.

use crate::Grid;
use crate::cluster::Visits;
use crate::copies::Copies;
use crate::edited_maps::EditedMaps;
use crate::launch_control::Cancels;
use crate::mbarrier::Barriers;
use crate::meeting::Meeting;
use crate::products::Products;
use crate::tensor_memory::TensorMemory;
use crate::turns::Place;
use crate::warp::Warp;

/// A block while it runs.
pub(super) struct Block {
    /// The block's number in the cluster.
    pub(super) rank: u32,
    /// The block's position in the grid, in x and y.
    pub(super) place: (u32, u32),
    /// The meeting for the kernel's barriers.
    pub(super) meeting: Meeting,
    /// The barriers numbered from 1: barrier 0 is `meeting`.
    pub(super) named: [Meeting; 16],
    pub(super) warps: Vec<Warp>,
    /// The products of the warpgroups.
    pub(super) groups: Vec<Products>,
    pub(super) copies: Copies,
    pub(super) edited_maps: EditedMaps,
    pub(super) barriers: Barriers,
    pub(super) visits: Visits,
    pub(super) tensor_memory: TensorMemory,
    pub(super) cancels: Cancels,
}
impl Block {
    /// Creates a block of the grid that begins.
    pub(super) fn new(grid: Grid, rank: u32, place: (u32, u32)) -> Self {
        let warps =
            (0..grid.threads.div_ceil(32)).map(|warp| Warp::new(32.min(grid.threads - 32 * warp)));
        Block {
            rank,
            place,
            meeting: Meeting::new(Place::Block),
            named: std::array::from_fn(|id| Meeting::new(Place::Named(id))),
            warps: warps.collect(),
            groups: (0..grid.threads / 128).map(|_| Products::new()).collect(),
            copies: Copies::default(),
            edited_maps: EditedMaps::default(),
            barriers: Barriers::default(),
            visits: Visits::default(),
            tensor_memory: TensorMemory::new(grid, rank),
            cancels: Cancels::default(),
        }
    }
    /// Returns the barrier with this number.
    pub(super) fn barrier(&self, id: u32) -> &Meeting {
        match id {
            0 => &self.meeting,
            _ => &self.named[id as usize],
        }
    }
    /// Returns the error of the block if it ends now.
    pub(super) fn unfinished(&self) -> Option<String> {
        if let Some(what) = self.copies.under_way() {
            return Some(what.into());
        }
        if let Some(what) = self.tensor_memory.unfinished() {
            return Some(what);
        }
        let mut left = (0..).zip(&self.named).map(|(id, at)| (id, at.arrived()));
        let (id, came): (u32, u32) = left.find(|(_, came)| *came > 0)?;
        Some(format!(
            "{came} threads arrived at named barrier {id}, which other threads never reached"
        ))
    }
}
