//! A launch with its memory on a device.

use crate::case::{Argument, Case, Region};
use std::error::Error;
use zellige_gpu::kernel::Value;
use zellige_launch::device::{Buffer, Device, LaunchError, Map};

/// A [`Case`] on a device: its blocks, and the values for the kernel's parameters; the addresses
/// among them are those of memory that holds the case's data.
pub struct Placed {
    grid: (u32, u32),
    values: Vec<Value>,
    /// Region by region.
    memory: Vec<Buffer<u8>>,
    _maps: Vec<Map>,
}
impl Placed {
    /// Returns the memory of a launch of `case`, with its contents before the launch.
    ///
    /// # Errors
    ///
    /// Fails if there is not enough memory, or the hardware has no map of a tensor.
    pub fn new(device: &Device, case: &Case) -> Result<Self, LaunchError> {
        let memory = case.regions().map(|region| device.buffer(region.before()));
        let mut memory = memory.collect::<Result<Vec<_>, _>>()?;
        let mut maps = Vec::new();
        let mut next = memory.iter_mut();
        let mut address = || next.next().map_or(0, address_of);
        let values = case.arguments().iter().map(|argument| match argument {
            Argument::Value(value) => Ok(*value),
            Argument::Memory(_) => Ok(Value::Pointer(address())),
            Argument::Map(_, tensor) => {
                let address = address();
                let map = match tensor {
                    Some(tensor) => device.tensor_map(address, tensor)?,
                    None => device.no_map(),
                };
                let pointer = map.pointer().expose_provenance() as u64;
                maps.push(map);
                Ok(Value::Pointer(pointer))
            }
        });
        let values = values.collect::<Result<_, LaunchError>>()?;
        Ok(Placed { grid: case.grid, values, memory, _maps: maps })
    }
    /// Returns the number of blocks, in x and y.
    pub fn grid(&self) -> (u32, u32) {
        self.grid
    }
    /// Returns the values for the parameters, in order.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
    /// Returns the addresses of the memory, region by region.
    pub fn addresses(&self) -> impl Iterator<Item = u64> {
        self.memory.iter().map(|region| region.pointer().expose_provenance() as u64)
    }
    /// Restores the contents of the memory that the kernel writes.
    ///
    /// # Errors
    ///
    /// Returns the error of the device.
    ///
    /// # Panics
    ///
    /// Panics if the case is not the one for which this memory was made.
    pub fn reset(&mut self, device: &Device, case: &Case) -> Result<(), LaunchError> {
        let stream = device.default_stream();
        let regions = case.regions().zip(&mut self.memory);
        regions
            .filter(|(region, _)| region.written())
            .try_for_each(|(region, memory)| stream.write(memory, region.before()))
    }
    /// Waits for the device, compares its memory with the expected contents, and returns the
    /// largest error.
    ///
    /// # Errors
    ///
    /// Returns the difference of the first region that differs, or the error of the device.
    ///
    /// # Panics
    ///
    /// Panics if the case is not the one for which this memory was made.
    pub fn check(&self, case: &Case) -> Result<f64, Box<dyn Error>> {
        self.compare(case, |_| true)
    }
    /// Does the same for the memory that the kernel only reads.
    ///
    /// # Errors
    ///
    /// As for [`check`](Placed::check).
    ///
    /// # Panics
    ///
    /// As for [`check`](Placed::check).
    pub fn check_inputs(&self, case: &Case) -> Result<f64, Box<dyn Error>> {
        self.compare(case, |region| !region.written())
    }
    /// Does the same for the memory that the kernel writes.
    ///
    /// # Errors
    ///
    /// As for [`check`](Placed::check).
    ///
    /// # Panics
    ///
    /// As for [`check`](Placed::check).
    pub fn check_outputs(&self, case: &Case) -> Result<f64, Box<dyn Error>> {
        self.compare(case, |region| region.written())
    }
    fn compare(
        &self,
        case: &Case,
        chosen: impl Fn(&dyn Region) -> bool,
    ) -> Result<f64, Box<dyn Error>> {
        let regions = case.regions().zip(&self.memory);
        regions
            .filter(|(region, _)| chosen(*region))
            .try_fold(0.0, |error, (region, memory)| Ok(region.check(&memory.read()?)?.max(error)))
    }
}

/// Returns the address of memory that a kernel may write.
fn address_of(memory: &mut Buffer<u8>) -> u64 {
    memory.pointer_mut().expose_provenance() as u64
}
