//! The kernel that an operator has chosen.

use crate::tensor::ensure;
use crate::{Error, Ops, Queue};
use std::fmt;
use zellige_gpu::kernel::Kernel;
use zellige_launch::device::Stream;

/// The work of an operator: the kernel that it has chosen for its operands, with the reason.
///
/// ```
/// use zellige_ops::{Ops, Softmax};
/// let ops = Ops::emulator();
/// let (queue, x) = (ops.queue(), ops.buffer(&[0f32; 2 * 6])?);
/// let mut y = ops.buffer(&[0f32; 2 * 6])?;
/// let plan = Softmax::new(queue.tensor(&x, [2, 6])?, queue.tensor_mut(&mut y, [2, 6])?).plan(&ops)?;
/// assert_eq!(plan.to_string(), "softmax_f32_warp: a warp has a row in registers");
/// plan.launch(&queue)?;
/// # Ok::<(), zellige_ops::Error>(())
/// ```
pub struct Plan<'t> {
    kernel: &'static str,
    reason: &'static str,
    home: Home,
    launch: Launch<'t>,
}
/// The numbers of blocks of a grid.
pub(crate) trait Grid {
    /// Returns them for the kernel K.
    fn of<K: Kernel>(self) -> Result<(usize, usize), Error>;
}
impl Grid for (usize, usize) {
    fn of<K: Kernel>(self) -> Result<(usize, usize), Error> {
        Ok(self)
    }
}
/// At most this many blocks. Of a kernel with clusters, the grid has no more than run at the same
/// time: each cluster then has several rows, one after the other.
pub(crate) struct InTurn<'o>(pub(crate) &'o Ops, pub(crate) usize);
impl Grid for InTurn<'_> {
    fn of<K: Kernel>(self) -> Result<(usize, usize), Error> {
        let InTurn(ops, blocks) = self;
        let most = ops.device().max_active_clusters::<K>()? * K::DESCRIPTION.cluster;
        Ok((if most == 0 { blocks } else { blocks.min(most as usize) }, 1))
    }
}
type Launch<'t> = Box<dyn Fn(&Stream<'_>) -> Result<(), Error> + 't>;
/// Where the operands of a plan are.
#[derive(Copy, Clone, Default)]
pub(crate) struct Home {
    /// The context of their GPU, or 0 for the emulator.
    pub(crate) context: usize,
    /// The stream of those in slices of `cudarc`.
    pub(crate) stream: Option<usize>,
}
impl<'t> Plan<'t> {
    /// Returns the plan to launch the kernel K. If it is `dependent`, it may begin while the kernel
    /// before it runs.
    ///
    /// # Safety
    ///
    /// The conditions of the kernel hold while `operands` exist. A dependent kernel waits for the
    /// kernel before it, and until then neither uses what that writes nor changes what that uses.
    pub(crate) unsafe fn of<K: Kernel>(
        dependent: bool,
        reason: &'static str,
        grid: impl Grid,
        arguments: K::Arguments,
        operands: impl Sized + 't,
    ) -> Result<Self, Error>
    where
        K::Arguments: 't,
    {
        let grid = grid.of::<K>()?;
        let blocks = |blocks: usize| u32::try_from(blocks).unwrap_or(u32::MAX);
        let grid = (blocks(grid.0), blocks(grid.1));
        let launch = move |stream: &Stream<'_>| {
            let _while_they_exist = &operands;
            // SAFETY: the caller's promise.
            unsafe {
                match dependent {
                    true => stream.launch_dependent::<K>(grid, arguments),
                    false => stream.launch::<K>(grid, arguments),
                }
            }
        };
        let (kernel, launch) = (K::DESCRIPTION.name, Box::new(launch));
        Ok(Plan { kernel, reason, home: Home::default(), launch })
    }
    /// Returns the plan to do nothing.
    pub(crate) fn nothing() -> Self {
        Plan {
            kernel: "no kernel",
            reason: "the result has no elements",
            home: Home::default(),
            launch: Box::new(|_| Ok(())),
        }
    }
    /// Returns the plan to do the work of another one first.
    pub(crate) fn after(self, first: Plan<'t>) -> Self {
        let (first, then) = (first.launch, self.launch);
        let launch = Box::new(move |stream: &Stream<'_>| first(stream).and_then(|()| then(stream)));
        Plan { launch, ..self }
    }
    /// Returns the plan to do the work of another one afterwards.
    pub(crate) fn before(self, last: Plan<'t>) -> Self {
        let (kernel, reason) = (self.kernel, self.reason);
        Plan { kernel, reason, ..last.after(self) }
    }
    /// Returns the plan for operands of this device and queue.
    pub(crate) fn at(self, home: Home) -> Self {
        Plan { home, ..self }
    }
    /// Returns the name of the kernel.
    pub fn kernel(&self) -> &'static str {
        self.kernel
    }
    /// Returns the reason why this kernel was chosen.
    pub fn reason(&self) -> &'static str {
        self.reason
    }
    /// Begins the work on a queue. A plan that is launched again costs the host no more than a
    /// launch.
    ///
    /// # Errors
    ///
    /// Returns an error if the queue belongs to another device, and the errors of the driver;
    /// emulated, also those of the kernel.
    pub fn launch(&self, queue: &Queue<'_>) -> Result<(), Error> {
        ensure!(
            queue.ops().context() == self.home.context,
            "{}: the queue belongs to another device",
            self.kernel
        );
        // `cudarc` frees a slice after the work of the stream that the tensor was made for.
        ensure!(
            self.home.stream.is_none() || queue.of_cudarc() == self.home.stream,
            "{}: the tensors belong to another queue",
            self.kernel
        );
        (self.launch)(&queue.stream)
    }
}
impl fmt::Display for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kernel, self.reason)
    }
}
impl fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Gives an operator its methods `plan` and `launch`, from its method `choose`.
macro_rules! operator {
    ($Operator:ident) => {
        impl<'t> $Operator<'t> {
            /// Chooses the kernel.
            ///
            /// # Errors
            ///
            /// Returns a sentence with the operand and the numbers if there is no kernel for these
            /// operands; nothing has begun then.
            pub fn plan(self, ops: &crate::Ops) -> Result<crate::Plan<'t>, crate::Error> {
                let mut home = crate::plan::Home::default();
                self.choose(ops, &mut home).map(|plan| plan.at(home)).map_err(|error| match error {
                    crate::Error::Refused(words) => {
                        crate::Error::Refused(format!("{}: {words}", Self::NAME))
                    }
                    other => other,
                })
            }
            /// Chooses the kernel, and begins its work on a queue.
            ///
            /// # Errors
            ///
            /// Returns the errors of [`plan`](Self::plan) and of
            /// [`Plan::launch`](crate::Plan::launch).
            pub fn launch(self, queue: &crate::Queue<'_>) -> Result<(), crate::Error> {
                self.plan(queue.ops())?.launch(queue)
            }
        }
    };
}
/// Returns operands with their names, for `Ops::check`: of each its own name, or the one before it.
macro_rules! operands {
    (@ $name:literal $view:ident) => { ($name, Option::<&crate::tensor::View>::from($view)) };
    (@ $view:ident) => { (stringify!($view), Option::<&crate::tensor::View>::from($view)) };
    ($($($name:literal:)? $view:ident),*) => { [$(crate::plan::operands!(@ $($name)? $view)),*] };
}
/// Returns the plan to launch a kernel of a table: its row by a pattern of the choice, and its
/// column by the type of elements. After `dependent:`, all kernels of the table are dependent.
macro_rules! by_row {
    (dependent: $($all:tt)*) => {
        crate::plan::by_row!(@true, $($all)*)
    };
    (
        @$dependent:literal,
        $choice:expr, $kind:expr, $reason:expr, $grid:expr, $arguments:tt, $operands:tt,
        $module:ident { $($row:pat => $bf16:ident $f16:ident $($f32:ident)?;)+ }
    ) => {
        match $choice {
            $($row => crate::plan::by_type!(
                @$dependent, $kind,
                [Bf16: $module::$bf16, F16: $module::$f16, $(F32: $module::$f32)?],
                $reason, $grid, $arguments, $operands
            ),)+
        }
    };
    ($($all:tt)*) => {
        crate::plan::by_row!(@false, $($all)*)
    };
}
/// Returns the plan to launch the kernel for a type of elements, of a list with one for each type.
/// After `dependent:`, they are dependent.
macro_rules! by_type {
    (dependent: $($all:tt)*) => {
        crate::plan::by_type!(@true, $($all)*)
    };
    (
        @$dependent:literal,
        $kind:expr, [$($Type:ident: $Kernel:ty),* $(,)?], $reason:expr, $grid:expr,
        $arguments:expr, $operands:expr
    ) => {
        match $kind {
            $(
                // SAFETY: the operator has checked the operands, which hold the memory.
                crate::Type::$Type => unsafe {
                    crate::Plan::of::<$Kernel>($dependent, $reason, $grid, $arguments, $operands)
                },
            )*
            other => Err(crate::tensor::refused(format!("there is no kernel for {other}"))),
        }
    };
    ($($all:tt)*) => {
        crate::plan::by_type!(@false, $($all)*)
    };
}
pub(crate) use {by_row, by_type, operands, operator};
