//! What runs a [`Case`]: the emulator, and a program on a GPU.

use crate::case::{Case, Machine, Region};
use std::{error::Error, ptr};
use zellige_emulator::{Grid, Thread, memory::GlobalMemory, tensor_map::NoMap, try_launch};
use zellige_gpu::kernel::{Description, Value};
use zellige_kernels::run;
use zellige_launch::gpu::{Failure, Function, Gpu, Memory, Program, tensor_map};

/// The machine that emulates a GPU.
#[derive(Copy, Clone, Debug)]
pub struct Emulator;

impl Machine for Emulator {
    unsafe fn run(
        &self,
        kernel: &'static Description,
        case: &Case,
    ) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
        let mut memory: Vec<GlobalMemory> = case
            .regions()
            .map(|region| GlobalMemory::new(region.before()))
            .collect();
        let addresses: Vec<u64> = memory.iter_mut().map(GlobalMemory::address).collect();
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
            cluster: kernel.cluster,
        };
        // SAFETY: the memory and the maps are there until the launch is over; the rest is the caller's promise.
        let work = |thread: Thread<'_>| unsafe { run(kernel.name, thread, &values) };
        try_launch(grid, work).map_err(|fault| format!("{}: {fault}", case.describe(kernel)))?;
        Ok(memory.iter().map(GlobalMemory::bytes).collect())
    }
}

impl Machine for Program {
    unsafe fn run(
        &self,
        kernel: &'static Description,
        case: &Case,
    ) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
        let launch = || case.describe(kernel).to_string();
        let within = |failure: Failure| Failure {
            doing: format!("{}: {}", launch(), failure.doing),
            ..failure
        };
        let placed = Placed::new(self.gpu(), case).map_err(within)?;
        let function = self.function(kernel.name, kernel).map_err(within)?;
        // SAFETY: the memory is the case's, and the rest is the caller's promise.
        unsafe { placed.launch(&function, case) }?;
        self.gpu().wait(launch)?;
        Ok(placed.read().map_err(within)?)
    }
}

/// The memory of a launch, on the GPU, and the values for its parameters.
pub struct Placed {
    /// The memory, region by region.
    pub memory: Vec<Memory>,
    _maps: Vec<Memory>,
    values: Vec<Value>,
}
impl Placed {
    /// The memory of a launch of `case`.
    ///
    /// # Errors
    ///
    /// If there is not enough.
    pub fn new(gpu: &Gpu, case: &Case) -> Result<Self, Failure> {
        let memory = case.regions().map(|region| gpu.memory(region.before()));
        let memory = memory.collect::<Result<Vec<_>, _>>()?;
        let addresses: Vec<u64> = memory.iter().map(Memory::address).collect();
        let mut maps = Vec::new();
        let values = case.values(&addresses, |address, tensor| {
            let map = gpu.memory(&tensor_map(address, tensor)?)?;
            let pointer = map.address();
            maps.push(map);
            Ok(pointer)
        })?;
        Ok(Placed {
            values,
            memory,
            _maps: maps,
        })
    }
    /// Begins a launch of the kernel.
    ///
    /// # Errors
    ///
    /// If the driver refuses it, or an earlier one failed.
    ///
    /// # Panics
    ///
    /// If the kernel has another number of parameters.
    ///
    /// # Safety
    ///
    /// As for [`Machine::run`], with the case for which this memory was placed; the memory stays until the launch is over.
    pub unsafe fn launch(&self, function: &Function<'_>, case: &Case) -> Result<(), Failure> {
        let doing = || case.describe(function.kernel()).to_string();
        // SAFETY: the caller's promise.
        unsafe { function.launch(case.grid, &self.values, doing) }
    }

    /// Restores what was in the memory that the kernel writes.
    ///
    /// # Errors
    ///
    /// Those of the driver.
    pub fn reset(&self, case: &Case) -> Result<(), Failure> {
        self.written(case)
            .try_for_each(|(region, memory)| memory.write(region.before()))
    }
    /// The memory that the kernel writes.
    pub fn written<'a>(
        &'a self,
        case: &'a Case,
    ) -> impl Iterator<Item = (&'a dyn Region, &'a Memory)> {
        case.regions()
            .zip(&self.memory)
            .filter(|(region, _)| region.written())
    }
    /// What is in the memory, region by region.
    ///
    /// # Errors
    ///
    /// Those of the driver.
    pub fn read(&self) -> Result<Vec<Vec<u8>>, Failure> {
        self.memory.iter().map(Memory::read).collect()
    }
}
