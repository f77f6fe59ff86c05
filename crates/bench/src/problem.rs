//! The task, and who solves it.

use crate::{case::Case, placed::Placed};
use std::{error::Error, fmt};
use zellige_gpu::kernel::{Arguments, Description, Kernel, Value};
use zellige_launch::device::{Device, LaunchError, Stream};

/// The column for the limit of the hardware: a copy, or a library that is as fast as possible.
pub const CEILING: &str = "ceiling";

/// A task, and everything that solves it: first a kernel, and then its baselines.
pub struct Problem<'p> {
    pub(crate) size: String,
    pub(crate) work: Work,
    pub(crate) case: Box<dyn Fn() -> Case + 'p>,
    pub(crate) baselines: Vec<Baseline<'p>>,
}
impl<'p> Problem<'p> {
    /// Returns the task of this kernel for one size, which has a name. `case` makes the launch:
    /// random data, and the expected result.
    pub fn new(
        kernel: Baseline<'p>,
        size: impl Into<String>,
        work: Work,
        case: impl Fn() -> Case + 'p,
    ) -> Self {
        Problem { size: size.into(), work, case: Box::new(case), baselines: vec![kernel] }
    }
    /// Adds a baseline.
    #[must_use]
    pub fn baseline(mut self, baseline: Baseline<'p>) -> Self {
        self.baselines.push(baseline);
        self
    }
    /// Returns the name of the kernel.
    pub fn name(&self) -> &str {
        self.baselines[0].name()
    }
    /// Returns the size, as text.
    pub fn size(&self) -> &str {
        &self.size
    }
    /// Returns the kernels of the device among those that solve it, the problem's own first.
    pub fn kernels(&self) -> impl Iterator<Item = &'static Description> {
        self.baselines.iter().filter_map(Baseline::description)
    }
}

/// The minimum amount of work: the unit of a speed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// Bytes of global memory to read or write. The ceiling is a copy on the device that moves as
    /// many.
    Bytes(u64),
    /// Additions and multiplications.
    Flops(u64),
}
impl Work {
    /// Returns the speed, as text, at which the work is done in this many seconds.
    ///
    /// ```
    /// use zellige_bench::problem::Work;
    /// assert_eq!(Work::Bytes(3_000_000_000).rate(0.001), "3.000 TB/s");
    /// assert_eq!(Work::Flops(7_000_000_000).rate(0.0001), "70.0 TFLOP/s");
    /// ```
    pub fn rate(self, seconds: f64) -> String {
        match self {
            Work::Bytes(bytes) => format!("{:.3} TB/s", bytes as f64 / seconds / 1e12),
            Work::Flops(flops) => format!("{:.1} TFLOP/s", flops as f64 / seconds / 1e12),
        }
    }
}

/// Anything that does the work of a [`Problem`]: a kernel, or something else that can be launched.
pub struct Baseline<'r> {
    name: String,
    pub(crate) column: Option<String>,
    pub(crate) case: Option<Box<dyn Fn() -> Case + 'r>>,
    registers: Option<u32>,
    how: How<'r>,
}
enum How<'r> {
    Kernel(KernelType),
    Other(Box<Begin<'r>>),
}
/// A function that begins the work on a stream, with the memory of a case.
type Begin<'r> = dyn Fn(&Stream<'_>, &Placed) -> Result<(), Box<dyn Error>> + 'r;
/// A kernel without its type.
struct KernelType {
    description: &'static Description,
    launch: Launch,
    registers: fn(&Device) -> Result<Option<u32>, LaunchError>,
}
/// A function that launches a kernel on a grid, with these values.
type Launch = unsafe fn(&Stream<'_>, (u32, u32), &[Value]) -> Result<(), LaunchError>;

impl Baseline<'static> {
    /// Returns a kernel of the device, with the arguments of the case.
    ///
    /// # Safety
    ///
    /// All cases that run it are its own: sizes, strides, memory and grid are as the kernel's
    /// documentation requires, since it accesses memory by them without a check.
    pub unsafe fn kernel<K: Kernel>() -> Self {
        let kernel = KernelType {
            description: &K::DESCRIPTION,
            launch: launch::<K>,
            registers: Device::registers::<K>,
        };
        Baseline {
            name: K::DESCRIPTION.name.into(),
            column: None,
            case: None,
            registers: None,
            how: How::Kernel(kernel),
        }
    }
}
impl<'r> Baseline<'r> {
    /// Returns a baseline that runs whatever `launch` begins on the stream, with the memory of the
    /// case: a function of a library, a kernel of another program, several launches. The stream is
    /// the device's default one, so a library need not be told.
    pub fn new(
        name: impl Into<String>,
        launch: impl Fn(&Stream<'_>, &Placed) -> Result<(), Box<dyn Error>> + 'r,
    ) -> Self {
        Baseline {
            name: name.into(),
            column: None,
            case: None,
            registers: None,
            how: How::Other(Box::new(launch)),
        }
    }
    /// Sets its column in the last table, which says how much faster the kernel is. If several have
    /// the same column, the fastest counts.
    #[must_use]
    pub fn column(mut self, column: impl Into<String>) -> Self {
        self.column = Some(column.into());
        self
    }
    /// Sets its own case: with types other than the kernel's, for instance.
    #[must_use]
    pub fn case(mut self, case: impl Fn() -> Case + 'r) -> Self {
        self.case = Some(Box::new(case));
        self
    }
    /// Sets its number of registers per thread, which is printed. That of a
    /// [`kernel`](Baseline::kernel) is known.
    #[must_use]
    pub fn registers(mut self, registers: Option<u32>) -> Self {
        self.registers = registers;
        self
    }

    /// Returns its name, for a kernel the kernel's.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Returns the kernel, if it is one of the device's.
    pub fn description(&self) -> Option<&'static Description> {
        match &self.how {
            How::Kernel(kernel) => Some(kernel.description),
            How::Other(_) => None,
        }
    }
    /// Begins its work.
    pub(crate) fn launch(&self, on: &Stream<'_>, with: &Placed) -> Result<(), Box<dyn Error>> {
        match &self.how {
            // SAFETY: the case is one of the kernel's, as promised when the baseline was made.
            How::Kernel(kernel) => Ok(unsafe { (kernel.launch)(on, with.grid(), with.values()) }?),
            How::Other(launch) => launch(on, with),
        }
    }
    /// Returns the number of registers per thread, if it is known.
    pub(crate) fn registers_on(&self, device: &Device) -> Option<u32> {
        match &self.how {
            How::Kernel(kernel) => (kernel.registers)(device).ok().flatten(),
            How::Other(_) => self.registers,
        }
    }
    /// Returns a launch as text.
    pub(crate) fn in_words(&self, case: &Case, size: &str) -> impl fmt::Display {
        match self.description() {
            Some(kernel) => case.describe(kernel).to_string(),
            None => format!("{}, {size}", self.name),
        }
    }
}

/// Launches a kernel with values that must have its types.
///
/// # Safety
///
/// That of the kernel.
unsafe fn launch<K: Kernel>(
    stream: &Stream<'_>,
    grid: (u32, u32),
    values: &[Value],
) -> Result<(), LaunchError> {
    let Description { name, parameters, .. } = K::DESCRIPTION;
    match K::Arguments::of_values(values) {
        // SAFETY: the caller's promise.
        Ok(arguments) => unsafe { stream.launch::<K>(grid, arguments) },
        Err(i) => Err(LaunchError::Refused(match parameters.get(i) {
            Some(parameter) => format!("{name} takes {parameter} as argument {i}"),
            None => {
                format!("{name} takes {} arguments, and has {}", parameters.len(), values.len())
            }
        })),
    }
}
