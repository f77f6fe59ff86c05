//! Checks of addresses in tensor memory.

use crate::value::Checked;
use zellige::atom::tmem::{TmemFragment, TmemFrg};
use zellige::prelude::*;

/// Compares the number of columns, and the addresses of some elements: (index, lane, column, the
/// highest byte of the address).
pub fn tmem_addresses<S: IntTuple, F: TmemFrg>(columns: u32, samples: &[[u32; 4]]) -> Checked {
    if TmemFragment::<S, F>::columns() != columns {
        return Err(format!("{} columns", TmemFragment::<S, F>::columns()));
    }
    for &[index, lane, column, top] in samples {
        let offset = TmemFragment::<S, F>::layout().crd2idx(index).u32();
        let address = TmemFragment::<S, F>::address(offset);
        if [address.lane(), address.column(), address.bits() >> 24] != [lane, column, top] {
            return Err(format!("the element {index} at {address:?}"));
        }
    }
    Ok("address")
}
