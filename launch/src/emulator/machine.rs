//! Runs a case on the CPU.

use super::{Grid, launch};
use crate::case::{Case, Machine};
use crate::tensor_map::NoMap;
use std::{
    any::Any,
    error::Error,
    panic::{AssertUnwindSafe, catch_unwind},
    ptr,
};
use zellige_gpu::kernel::Description;
use zellige_kernels::run;

/// The machine that emulates a GPU.
#[derive(Copy, Clone, Debug)]
pub struct Emulator;

impl Machine for Emulator {
    unsafe fn run(
        &self,
        kernel: &'static Description,
        case: &Case,
    ) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
        let mut memory: Vec<Memory> = case
            .regions()
            .map(|region| Memory::new(region.before()))
            .collect();
        let addresses: Vec<u64> = memory.iter_mut().map(Memory::address).collect();
        let mut maps = Vec::new();
        let values = case.values(&addresses, |address, tensor| {
            let map = Box::new(tensor.emulated(address)?);
            let pointer = ptr::from_ref(&*map).expose_provenance() as u64;
            maps.push(map);
            Ok::<_, NoMap>(pointer)
        })?;
        let (x, y) = case.grid;
        let grid = Grid {
            x,
            y,
            threads: kernel.threads,
            shared: kernel.shared,
        };
        // SAFETY: the memory and the maps are there until the launch is over; the rest is the caller's promise.
        let work = || launch(grid, |thread| unsafe { run(kernel.name, thread, &values) });
        catch_unwind(AssertUnwindSafe(work))
            .map_err(|reason| format!("{}: {}", case.describe(kernel), words(&*reason)))?;
        Ok(memory.iter().map(Memory::bytes).collect())
    }
}

/// Why a thread panicked.
pub(crate) fn words(reason: &(dyn Any + Send)) -> &str {
    let text = reason.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| reason.downcast_ref::<&str>().copied())
        .unwrap_or("a thread panicked")
}

/// Memory with the alignment that a GPU's has, as far as the kernels' instructions ask for it.
pub(crate) struct Memory {
    lines: Vec<Line>,
    bytes: usize,
}
#[derive(Copy, Clone)]
#[repr(align(128))]
struct Line([u8; 128]);

impl Memory {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let line = |part: &[u8]| {
            let mut line = [0xff; 128];
            line[..part.len()].copy_from_slice(part);
            Line(line)
        };
        Memory {
            lines: bytes.chunks(128).map(line).collect(),
            bytes: bytes.len(),
        }
    }
    pub(crate) fn address(&mut self) -> u64 {
        self.lines.as_mut_ptr().expose_provenance() as u64
    }
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.lines.iter().flat_map(|line| line.0).collect();
        bytes.truncate(self.bytes);
        bytes
    }
}
