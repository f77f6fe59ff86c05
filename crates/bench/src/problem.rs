//! What is to be done, and who does it.

use crate::{case::Case, placed::Placed};
use std::{error::Error, fmt};
use zellige_gpu::kernel::{Arguments, Description, Kernel, Value};
use zellige_launch::device::{Device, LaunchError, Stream};

/// The column of what the machine can do: a copy, or a library that is as fast as it gets.
pub const CEILING: &str = "ceiling";

/// Something to do, and all that do it: first a kernel, and then its baselines.
pub struct Problem<'p> {
    pub(crate) size: String,
    pub(crate) work: Work,
    pub(crate) case: Box<dyn Fn() -> Case + 'p>,
    pub(crate) baselines: Vec<Baseline<'p>>,
}
impl<'p> Problem<'p> {
    /// What this kernel does for one size, which has a name. `case` makes the launch: random data, and what has to come out.
    pub fn new(
        kernel: Baseline<'p>,
        size: impl Into<String>,
        work: Work,
        case: impl Fn() -> Case + 'p,
    ) -> Self {
        Problem {
            size: size.into(),
            work,
            case: Box::new(case),
            baselines: vec![kernel],
        }
    }
    /// The same with one more that does it.
    #[must_use]
    pub fn baseline(mut self, baseline: Baseline<'p>) -> Self {
        self.baselines.push(baseline);
        self
    }
    /// The name of the kernel.
    pub fn name(&self) -> &str {
        self.baselines[0].name()
    }
    /// The size, in words.
    pub fn size(&self) -> &str {
        &self.size
    }
    /// The kernels of the device among those that solve it, the problem's own first.
    pub fn kernels(&self) -> impl Iterator<Item = &'static Description> {
        self.baselines.iter().filter_map(Baseline::description)
    }
}

/// How much there is to do at least: what a speed is a multiple of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// Bytes of global memory to read or write. The ceiling is a copy on the device that moves as many.
    Bytes(u64),
    /// Additions and multiplications.
    Flops(u64),
}
impl Work {
    /// The speed, in words, at which it is done in so many seconds.
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

/// Something that does the work of a [`Problem`]: a kernel, or whatever else can be launched.
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
/// What begins the work on a stream, with the memory of a case.
type Begin<'r> = dyn Fn(&Stream<'_>, &Placed) -> Result<(), Box<dyn Error>> + 'r;
/// A kernel without its type.
struct KernelType {
    description: &'static Description,
    launch: Launch,
    registers: fn(&Device) -> Result<Option<u32>, LaunchError>,
}
/// What launches a kernel on a grid, with these values.
type Launch = unsafe fn(&Stream<'_>, (u32, u32), &[Value]) -> Result<(), LaunchError>;

impl Baseline<'static> {
    /// A kernel of the device, with the arguments of the case.
    ///
    /// # Safety
    ///
    /// All cases with which it is run are its own: sizes, strides, memory and grid are what the kernel's documentation asks
    /// for, since it accesses memory by them without a check.
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
    /// Whatever `launch` begins on the stream, with the memory of the case: a function of a library, a kernel of another program, several
    /// launches. The stream is the device's default one, so a library need not be told.
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
    /// The same under this name in the last table, which says how much faster the kernel is. Where several have the same column
    /// the fastest counts.
    #[must_use]
    pub fn column(mut self, column: impl Into<String>) -> Self {
        self.column = Some(column.into());
        self
    }
    /// The same with a case of its own: other types than the kernel's, for instance.
    #[must_use]
    pub fn case(mut self, case: impl Fn() -> Case + 'r) -> Self {
        self.case = Some(Box::new(case));
        self
    }
    /// The same with as many registers a thread, which are printed. Those of a [`kernel`](Baseline::kernel) are known.
    #[must_use]
    pub fn registers(mut self, registers: Option<u32>) -> Self {
        self.registers = registers;
        self
    }

    /// Its name: that of the kernel.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The kernel, if it is one of the device's.
    pub fn description(&self) -> Option<&'static Description> {
        match &self.how {
            How::Kernel(kernel) => Some(kernel.description),
            How::Other(_) => None,
        }
    }
    /// Begins its work.
    pub(crate) fn launch(&self, on: &Stream<'_>, with: &Placed) -> Result<(), Box<dyn Error>> {
        match &self.how {
            // SAFETY: the case is one of the kernel's, as was promised when the baseline was made.
            How::Kernel(kernel) => Ok(unsafe { (kernel.launch)(on, with.grid(), with.values()) }?),
            How::Other(launch) => launch(on, with),
        }
    }
    /// How many registers a thread has, where that is known.
    pub(crate) fn registers_on(&self, device: &Device) -> Option<u32> {
        match &self.how {
            How::Kernel(kernel) => (kernel.registers)(device).ok().flatten(),
            How::Other(_) => self.registers,
        }
    }
    /// A launch in words.
    pub(crate) fn in_words(&self, case: &Case, size: &str) -> impl fmt::Display {
        match self.description() {
            Some(kernel) => case.describe(kernel).to_string(),
            None => format!("{}, {size}", self.name),
        }
    }
}

/// Launches a kernel with values that have to be of its types.
///
/// # Safety
///
/// That of the kernel.
unsafe fn launch<K: Kernel>(
    stream: &Stream<'_>,
    grid: (u32, u32),
    values: &[Value],
) -> Result<(), LaunchError> {
    let Description {
        name, parameters, ..
    } = K::DESCRIPTION;
    match K::Arguments::of_values(values) {
        // SAFETY: the caller's promise.
        Ok(arguments) => unsafe { stream.launch::<K>(grid, arguments) },
        Err(i) => Err(LaunchError::Refused(match parameters.get(i) {
            Some(parameter) => format!("{name} takes {parameter} as argument {i}"),
            None => format!(
                "{name} takes {} arguments, and has {}",
                parameters.len(),
                values.len()
            ),
        })),
    }
}
