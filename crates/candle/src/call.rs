//! A call of an operator, on a GPU or in the emulator.

use candle_core::backend::BackendStorage;
use candle_core::{
    CpuStorage, CustomOp1, CustomOp2, CustomOp3, DType, Error, Layout, Result, Shape, Tensor,
    WithDType,
};
use zellige_ops::{Buffer, Element, Memory, MemoryMut, Ops, Queue, TensorMut};

/// The operands of an operator.
pub(crate) struct Operands<'t> {
    /// The tensors of the call, then those of [`Call::starts`].
    pub(crate) x: std::vec::IntoIter<zellige_ops::Tensor<'t>>,
    /// The result, with the tensors' type of elements.
    pub(crate) y: TensorMut<'t>,
    pub(crate) workspace: Option<TensorMut<'t>>,
}
impl<'t> Operands<'t> {
    /// Returns the next of the tensors.
    pub(crate) fn next(&mut self) -> zellige_ops::Tensor<'t> {
        self.x.next().expect("as many tensors as the function has passed")
    }
}
type Launched = std::result::Result<(), zellige_ops::Error>;
type Launch = dyn Fn(&Queue<'_>, Operands<'_>) -> Launched + Send + Sync;

/// A call of an operator, for candle.
pub(crate) struct Call {
    name: &'static str,
    /// The shape of the result.
    shape: Shape,
    /// Numbers of the host that the operator reads.
    pub(crate) starts: Vec<Vec<u32>>,
    /// The elements of the workspace, u32, which are 0 at first.
    pub(crate) workspace: usize,
    launch: Box<Launch>,
}
impl Call {
    pub(crate) fn new(
        name: &'static str,
        shape: impl Into<Shape>,
        launch: impl Fn(&Queue<'_>, Operands<'_>) -> Launched + Send + Sync + 'static,
    ) -> Self {
        let (shape, launch) = (shape.into(), Box::new(launch));
        Call { name, shape, starts: Vec::new(), workspace: 0, launch }
    }
    /// Calls the operator on one to three tensors of one type.
    pub(crate) fn on(self, tensors: &[&Tensor]) -> Result<Tensor> {
        let (op, lhs) = (self.name, tensors[0].dtype());
        if let Some(other) = tensors.iter().find(|tensor| tensor.dtype() != lhs) {
            return Err(Error::DTypeMismatchBinaryOp { lhs, rhs: other.dtype(), op }.bt());
        }
        match *tensors {
            [x] => x.apply_op1(self),
            [x, y] => x.apply_op2(y, self),
            [x, y, z] => x.apply_op3(y, z, self),
            _ => unreachable!("an operator has one to three tensors"),
        }
    }

    /// Runs the operator on memory of a device.
    fn run<M, S>(
        &self,
        queue: &Queue<'_>,
        tensors: &[(&M, usize, &Layout)],
        starts: &[S],
        y: &mut M,
        workspace: Option<&mut S>,
    ) -> Result<()>
    where
        for<'a> &'a M: Memory<'a>,
        for<'a> &'a S: Memory<'a>,
        for<'a> &'a mut M: MemoryMut<'a>,
        for<'a> &'a mut S: MemoryMut<'a>,
    {
        let run = || {
            let mut x = Vec::new();
            for &(memory, elements, layout) in tensors {
                let strides: Vec<_> = layout.stride().iter().map(|&stride| stride as i64).collect();
                let (all, first) = (queue.tensor(memory, [elements])?, layout.start_offset());
                x.push(all.strided(first as i64, layout.dims(), strides)?);
            }
            for (memory, numbers) in starts.iter().zip(&self.starts) {
                x.push(queue.tensor(memory, [numbers.len()])?);
            }
            let y = queue.tensor_mut(y, self.shape.dims())?;
            let workspace = workspace.map(|memory| queue.tensor_mut(memory, [self.workspace]));
            let operands = Operands { x: x.into_iter(), y, workspace: workspace.transpose()? };
            (self.launch)(queue, operands)
        };
        run().map_err(Error::msg)
    }
    /// Runs the operator in the emulator, on copies.
    fn emulated<T: WithDType + Element + zellige_ops::Plain>(
        &self,
        tensors: &[(&CpuStorage, &Layout)],
    ) -> Result<CpuStorage> {
        let ops = Ops::emulator();
        let queue = ops.queue();
        let mut x = Vec::new();
        for (storage, _) in tensors {
            x.push(ops.buffer(storage.as_slice::<T>()?).map_err(Error::msg)?);
        }
        let x = x.iter().zip(tensors).map(|(memory, (_, layout))| (memory, memory.len(), *layout));
        let numbers = |numbers: &Vec<u32>| ops.buffer(numbers).map_err(Error::msg);
        let starts = self.starts.iter().map(numbers).collect::<Result<Vec<_>>>()?;
        let mut workspace = numbers(&vec![0; self.workspace])?;
        let workspace = (self.workspace > 0).then_some(&mut workspace);
        let y = ops.buffer(&vec![T::zero(); self.shape.elem_count()]);
        let mut y: Buffer<T> = y.map_err(Error::msg)?;
        self.run(&queue, &x.collect::<Vec<_>>(), &starts, &mut y, workspace)?;
        Ok(T::to_cpu_storage_owned(y.read().map_err(Error::msg)?))
    }
}

/// Calls a function for the type of elements of the first tensor.
macro_rules! by_type {
    ($call:ident.$run:ident($tensors:expr)) => {
        match $tensors[0].0.dtype() {
            DType::F32 => $call.$run::<f32>($tensors),
            DType::BF16 => $call.$run::<half::bf16>($tensors),
            DType::F16 => $call.$run::<half::f16>($tensors),
            DType::F64 => $call.$run::<f64>($tensors),
            DType::U8 => $call.$run::<u8>($tensors),
            DType::U32 => $call.$run::<u32>($tensors),
            DType::I16 => $call.$run::<i16>($tensors),
            DType::I32 => $call.$run::<i32>($tensors),
            DType::I64 => $call.$run::<i64>($tensors),
            dtype => Err(Error::UnsupportedDTypeForOp(dtype, $call.name).bt()),
        }
    };
}
macro_rules! custom {
    ($($Trait:ident: $($x:ident $layout:ident),*;)*) => { $(
        impl $Trait for Call {
            fn name(&self) -> &'static str {
                self.name
            }
            fn cpu_fwd(
                &self,
                $($x: &CpuStorage, $layout: &Layout),*
            ) -> Result<(CpuStorage, Shape)> {
                let y = by_type!(self.emulated(&[$(($x, $layout)),*]));
                Ok((y?, self.shape.clone()))
            }
            #[cfg(feature = "cuda")]
            fn cuda_fwd(
                &self,
                $($x: &candle_core::CudaStorage, $layout: &Layout),*
            ) -> Result<(candle_core::CudaStorage, Shape)> {
                let y = by_type!(self.on_gpu(&[$(($x, $layout)),*]));
                Ok((y?, self.shape.clone()))
            }
        }
    )* };
}
custom! {
    CustomOp1: x of_x;
    CustomOp2: x of_x, y of_y;
    CustomOp3: x of_x, y of_y, z of_z;
}

#[cfg(feature = "cuda")]
mod cuda {
    use super::Call;
    use candle_core::backend::BackendStorage;
    use candle_core::cuda_backend::{CudaDType, cudarc::driver};
    use candle_core::{CudaStorage, Error, Layout, Result};
    use std::sync::{Arc, Mutex, PoisonError};
    use zellige_ops::{Element, Ops};

    /// The kernels of each context, which stay loaded until the program ends.
    static LOADED: Mutex<Vec<(usize, Arc<Ops>)>> = Mutex::new(Vec::new());
    fn ops(context: &Arc<driver::CudaContext>) -> Result<Arc<Ops>> {
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let key = context.cu_ctx() as usize;
        if let Some((_, ops)) = loaded.iter().find(|(context, _)| *context == key) {
            return Ok(ops.clone());
        }
        let ops = Arc::new(Ops::new(context).map_err(Error::msg)?);
        loaded.push((key, ops.clone()));
        Ok(ops)
    }

    impl Call {
        /// Runs the operator on the device's stream.
        pub(super) fn on_gpu<T: CudaDType + driver::DeviceRepr + Element>(
            &self,
            tensors: &[(&CudaStorage, &Layout)],
        ) -> Result<CudaStorage> {
            let device = tensors[0].0.device();
            let stream = device.cuda_stream();
            let ops = ops(stream.context())?;
            let queue = ops.on(&stream).map_err(Error::msg)?;
            let mut x = Vec::new();
            for (storage, layout) in tensors {
                let slice = storage.as_cuda_slice::<T>()?;
                x.push((slice, slice.len(), *layout));
            }
            let starts = self.starts.iter().map(|numbers| device.clone_htod(numbers));
            let starts = starts.collect::<Result<Vec<_>>>()?;
            let workspace = (self.workspace > 0).then(|| device.alloc_zeros(self.workspace));
            let mut workspace = workspace.transpose()?;
            // SAFETY: no one reads the elements before the operator has written all of them.
            let mut y = unsafe { device.alloc::<T>(self.shape.elem_count()) }?;
            self.run(&queue, &x, &starts, &mut y, workspace.as_mut())?;
            Ok(CudaStorage::wrap_cuda_slice(y, device.clone()))
        }
    }
}
