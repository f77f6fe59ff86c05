//! A GPU through the driver's own interface, which is loaded when the program runs: without a
//! driver there is no GPU, and nothing else changes.
//!
//! All operations run in the primary context, which libraries use, too, and on its default stream
//! unless another one is named.

mod stream;

pub use stream::{Capture, Event, Graph, Stream};

use cudarc::driver::{
    CudaContext,
    result::{self, DriverError},
    sys::{self, CUdevice_attribute as Device, CUfunction_attribute as Attribute},
};
use std::{
    collections::HashMap,
    error::Error,
    ffi::{CString, c_void},
    fmt, fs,
    mem::{self, MaybeUninit},
    path::Path,
    ptr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use zellige_emulator::tensor_map::{MODES, Numbers, Tensor};
use zellige_gpu::TensorMap;
use zellige_gpu::kernel::{Description, Kind, Parameter, Value};

/// An error of the GPU or its driver, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The step that failed: a launch with its shape and arguments, or another operation.
    pub doing: String,
    /// The driver's name of the error.
    pub name: String,
    /// The driver's description of the error.
    pub words: String,
}
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { doing, name, words } = self;
        write!(f, "{doing}: {name}: {words}")
    }
}
impl Error for Failure {}

/// Returns the result of a driver call, with the call's purpose in the error.
fn driver<T>(result: Result<T, DriverError>, doing: impl FnOnce() -> String) -> Result<T, Failure> {
    result.map_err(|error| {
        let words = |words: Result<&std::ffi::CStr, DriverError>| {
            words.map_or("(unknown)".into(), |words| words.to_string_lossy().into_owned())
        };
        Failure {
            doing: doing(),
            name: words(error.error_name()),
            words: words(error.error_string()),
        }
    })
}

/// Stands in for the function of `cudarc` that looks for the driver. A program for which another
/// crate makes `cudarc` link to the driver, instead of loading it, does not start without one.
#[allow(dead_code)]
unsafe fn is_culib_present() -> bool {
    true
}

/// The first GPU of the machine.
#[derive(Clone)]
pub struct Gpu {
    context: Arc<CudaContext>,
    /// Whether work has begun on streams of the program, which may not wait for the default stream.
    foreign: Arc<AtomicBool>,
}

impl Gpu {
    /// Opens the first GPU, or returns `None` if no driver is installed.
    ///
    /// # Errors
    ///
    /// Returns an error if there is a driver, but no GPU that it can use.
    pub fn first() -> Result<Option<Self>, Failure> {
        #[allow(unused_imports)] // it has no such function where `cudarc` links to the driver
        use sys::*;
        // SAFETY: loading the driver runs only its initialisers.
        if !unsafe { is_culib_present() } {
            return Ok(None);
        }
        let context = driver(CudaContext::new(0), || "looking for a GPU".into())?;
        Ok(Some(Gpu::of(&context)))
    }
    /// Returns the GPU of this context, which a program has opened with `cudarc`.
    pub fn of(context: &Arc<CudaContext>) -> Self {
        Gpu { context: context.clone(), foreign: Arc::default() }
    }
    /// Makes the GPU's context current for this CPU thread: each thread has its own current
    /// context, and at first none.
    fn enter(&self) -> Result<(), Failure> {
        driver(self.context.bind_to_thread(), || "using the GPU in this thread".into())
    }
    /// Returns the driver's context, for operations that this crate does not provide.
    pub fn context(&self) -> &Arc<CudaContext> {
        &self.context
    }
    /// Returns the GPU's name, such as `NVIDIA H100 80GB HBM3`.
    pub fn name(&self) -> String {
        self.context.name().unwrap_or_else(|_| "a GPU".into())
    }
    /// Loads kernels from a file of PTX or machine code.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or the driver refuses it.
    pub fn load(&self, path: &Path) -> Result<Program, Box<dyn Error>> {
        let image = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(self.load_image(&image, &path.display().to_string())?)
    }
    /// Loads kernels from the content of a file of PTX or machine code; `name` is for the error.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver refuses it.
    pub fn load_image(&self, image: &[u8], name: &str) -> Result<Program, Failure> {
        self.enter()?;
        let mut image = image.to_vec();
        image.push(0);
        // SAFETY: the image ends with a zero; the driver detects its format.
        let module = unsafe { result::module::load_data(image.as_ptr().cast()) };
        let module = driver(module, || format!("loading {name}"))?;
        Ok(Program { module, gpu: self.clone(), functions: Mutex::default() })
    }
    /// Returns the GPU's compute capability, (major, minor).
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    pub fn capability(&self) -> Result<(u32, u32), Failure> {
        let capability = self.context.compute_capability();
        let (major, minor) = driver(capability, || "asking for the compute capability".into())?;
        Ok((major.cast_unsigned(), minor.cast_unsigned()))
    }
    /// Returns the maximum number of bytes of shared memory per block.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    pub fn shared(&self) -> Result<u32, Failure> {
        self.attribute(Device::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)
    }
    /// Returns the number of multiprocessors.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    pub fn multiprocessors(&self) -> Result<u32, Failure> {
        self.attribute(Device::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
    }
    fn attribute(&self, attribute: Device) -> Result<u32, Failure> {
        let value = self.context.attribute(attribute);
        Ok(driver(value, || format!("asking for {attribute:?}"))?.cast_unsigned())
    }
    /// Allocates GPU memory that holds these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn memory(&self, bytes: &[u8]) -> Result<Memory, Failure> {
        self.enter()?;
        let doing = || format!("allocating {} bytes", bytes.len());
        // SAFETY: the allocation is not empty.
        let address = driver(unsafe { result::malloc_sync(bytes.len().max(1)) }, doing)?;
        let memory = Memory { address, size: bytes.len(), gpu: self.clone() };
        memory.write(bytes)?;
        Ok(memory)
    }
    /// Waits for the streams of the program: the default stream may not wait for them.
    fn settle(&self) -> Result<(), Failure> {
        match self.foreign.load(Ordering::Relaxed) {
            true => self.wait(|| "waiting for streams of the program".into()),
            false => Ok(()),
        }
    }
    /// Waits until all work is done.
    ///
    /// # Errors
    ///
    /// Returns the errors of the work; `doing` names the operation in the message.
    pub fn wait(&self, doing: impl FnOnce() -> String) -> Result<(), Failure> {
        driver(self.context.synchronize(), doing)
    }
    /// Returns the time that the GPU needs for the work that `work` gives it, in milliseconds.
    ///
    /// # Errors
    ///
    /// Returns the errors of `work`, and of the work on the GPU; `doing` names the operation in the
    /// message.
    pub fn time(
        &self,
        doing: &str,
        work: impl FnOnce() -> Result<(), Box<dyn Error>>,
    ) -> Result<f64, Box<dyn Error>> {
        let stream = self.default_stream();
        let within =
            |failure: Failure| Failure { doing: format!("{doing}: {}", failure.doing), ..failure };
        let start = stream.record().map_err(within)?;
        work()?;
        let end = stream.record().map_err(within)?;
        let time = end.elapsed_since(&start).map_err(within)?;
        Ok(time.map_or(0.0, |time| 1e3 * time.as_secs_f64()))
    }
}

/// Returns the bytes of the map of the tensor at this address.
///
/// # Errors
///
/// Returns an error if the driver refuses it.
pub fn tensor_map(address: u64, tensor: &Tensor) -> Result<TensorMap, Failure> {
    use sys::{
        CUtensorMapDataType as Type, CUtensorMapFloatOOBfill as Fill,
        CUtensorMapInterleave as Interleave, CUtensorMapL2promotion as Promotion,
        CUtensorMapSwizzle as Swizzle,
    };
    let mut map = MaybeUninit::<sys::CUtensorMap>::zeroed();
    let element = match (tensor.numbers(), tensor.element()) {
        (Numbers::F16, _) => Type::CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        (Numbers::Bf16, _) => Type::CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
        (Numbers::Float, 4) => Type::CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
        (Numbers::Float, _) => Type::CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
        (Numbers::Signed, 4) => Type::CU_TENSOR_MAP_DATA_TYPE_INT32,
        (Numbers::Signed, _) => Type::CU_TENSOR_MAP_DATA_TYPE_INT64,
        (Numbers::Padded4, _) => Type::CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B,
        (Numbers::Padded6, _) => Type::CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B,
        (Numbers::Unsigned, 1) => Type::CU_TENSOR_MAP_DATA_TYPE_UINT8,
        (Numbers::Unsigned, 2) => Type::CU_TENSOR_MAP_DATA_TYPE_UINT16,
        (Numbers::Unsigned, 4) => Type::CU_TENSOR_MAP_DATA_TYPE_UINT32,
        (Numbers::Unsigned, _) => Type::CU_TENSOR_MAP_DATA_TYPE_UINT64,
    };
    let swizzle = match tensor.swizzle() {
        0 => Swizzle::CU_TENSOR_MAP_SWIZZLE_NONE,
        32 => Swizzle::CU_TENSOR_MAP_SWIZZLE_32B,
        64 => Swizzle::CU_TENSOR_MAP_SWIZZLE_64B,
        _ => Swizzle::CU_TENSOR_MAP_SWIZZLE_128B,
    };
    let extents: Vec<u64> = tensor.extents().iter().copied().map(u64::from).collect();
    // SAFETY: there is room for the map, aligned as its type requires; extents, box and steps have
    // a number for each mode, the corners one for each mode of an image, and the strides one for
    // each mode but the first.
    let encoded = unsafe {
        match tensor.pixels() {
            Some((lower, upper, along)) => {
                let [channels, pixels] = [0, 1].map(|i| tensor.boxes()[i]);
                let mut steps = [1; MODES];
                steps[1..MODES - 1].copy_from_slice(&along);
                sys::cuTensorMapEncodeIm2col(
                    map.as_mut_ptr(),
                    element,
                    tensor.modes() as u32,
                    address as *mut c_void,
                    extents.as_ptr(),
                    tensor.strides().as_ptr(),
                    lower.as_ptr(),
                    upper.as_ptr(),
                    channels,
                    pixels,
                    steps.as_ptr(),
                    Interleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
                    swizzle,
                    Promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                    Fill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
                )
            }
            None => sys::cuTensorMapEncodeTiled(
                map.as_mut_ptr(),
                element,
                tensor.modes() as u32,
                address as *mut c_void,
                extents.as_ptr(),
                tensor.strides().as_ptr(),
                tensor.boxes().as_ptr(),
                [1; MODES].as_ptr(),
                Interleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
                swizzle,
                Promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                Fill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
            ),
        }
    };
    driver(encoded.result(), || format!("making a map of {tensor:?}"))?;
    // SAFETY: the driver wrote 128 bytes.
    Ok(unsafe { mem::transmute::<sys::CUtensorMap, TensorMap>(map.assume_init()) })
}

/// Memory of the GPU.
pub struct Memory {
    address: u64,
    size: usize,
    gpu: Gpu,
}
impl Memory {
    /// Returns the GPU that has the memory.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }
    /// Returns the address at which it begins.
    pub fn address(&self) -> u64 {
        self.address
    }
    /// Returns the size in bytes.
    pub fn size(&self) -> usize {
        self.size
    }
    /// Overwrites the memory.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    ///
    /// # Panics
    ///
    /// Panics if `bytes` has a different length.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        assert_eq!(bytes.len(), self.size, "bytes");
        self.gpu.enter()?;
        self.gpu.settle()?;
        // SAFETY: the memory has that many bytes.
        let copied = unsafe { result::memcpy_htod_sync(self.address, bytes) };
        driver(copied, || format!("copying {} bytes to the GPU", self.size))
    }
    /// Reads the memory.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    pub fn read(&self) -> Result<Vec<u8>, Failure> {
        self.gpu.enter()?;
        self.gpu.settle()?;
        let mut bytes = vec![0; self.size];
        // SAFETY: the memory has that many bytes.
        let copied = unsafe { result::memcpy_dtoh_sync(&mut bytes, self.address) };
        driver(copied, || format!("copying {} bytes from the GPU", self.size))?;
        Ok(bytes)
    }
}
impl Drop for Memory {
    /// Waits for all streams, because their work may use the memory; on any thread.
    fn drop(&mut self) {
        // A GPU that failed frees everything when the program ends.
        let _ = self.gpu.enter();
        let _ = self.gpu.settle().and_then(|()| self.gpu.default_stream().wait(String::new));
        // SAFETY: allocated, and not freed.
        let _ = unsafe { result::free_sync(self.address) };
    }
}

/// Kernels that the GPU can run.
pub struct Program {
    module: sys::CUmodule,
    gpu: Gpu,
    /// The kernels found so far, by name and shared memory.
    functions: Mutex<HashMap<(&'static str, u32), Found>>,
}
// SAFETY: the driver's handles of a module and of its functions belong to a context, and to no
// thread: the driver takes them from any thread in which the context is current.
unsafe impl Send for Program {}
// SAFETY: as above; the driver's calls lock what they change, and the map has a lock.
unsafe impl Sync for Program {}
impl Program {
    /// Returns the GPU that runs them.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }
    /// Returns the kernel of this program with the name and the launch bounds of `kernel`.
    ///
    /// # Errors
    ///
    /// Returns an error if the program has no kernel with that name, or the kernel needs more
    /// shared memory than available.
    ///
    /// # Panics
    ///
    /// Panics if the name contains a zero.
    pub fn function(&self, kernel: &'static Description) -> Result<Function<'_>, Failure> {
        let key = (kernel.name, kernel.shared);
        self.gpu.enter()?;
        let mut functions = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        let function = match functions.get(&key) {
            Some(&function) => function,
            None => {
                let function = self.find(kernel)?;
                functions.insert(key, function);
                function
            }
        };
        Ok(Function { found: function, kernel, program: self })
    }
    /// Returns whether the program has a kernel with this name.
    pub fn has(&self, name: &str) -> bool {
        let entry = CString::new(name);
        // SAFETY: the module is loaded.
        entry.is_ok_and(|entry| unsafe { result::module::get_function(self.module, entry) }.is_ok())
    }
    /// Asks the driver for a kernel.
    fn find(&self, kernel: &Description) -> Result<Found, Failure> {
        let &Description { name, shared, cluster, .. } = kernel;
        let entry = CString::new(name).expect("a name without zeros");
        // SAFETY: the module is loaded.
        let function = unsafe { result::module::get_function(self.module, entry) };
        let function = driver(function, || format!("looking for the kernel {name}"))?;
        let set = |attribute, value: u32, what: &str| {
            // SAFETY: the function exists.
            let set = unsafe {
                result::function::set_function_attribute(function, attribute, value.cast_signed())
            };
            driver(set, || format!("giving {name} {value} {what}"))
        };
        if shared > 48 << 10 {
            let attribute = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            set(attribute, shared, "bytes of shared memory")?;
        }
        if cluster > 8 {
            let attribute = Attribute::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED;
            set(attribute, 1, "as the permission for clusters of more than 8 blocks")?;
        }
        let target = Attribute::CU_FUNC_ATTRIBUTE_PTX_VERSION;
        // SAFETY: the function exists.
        let target = unsafe { result::function::get_function_attribute(function, target) };
        let target = driver(target, || format!("asking for the target of {name}"))?;
        let clusters = if cluster > 0 { clusters(function, kernel)? } else { 0 };
        Ok(Found { function, waits: target >= 90, clusters })
    }
}
/// Returns the configuration of a launch with one attribute, which exists as long as it is used.
fn config(
    kernel: &Description,
    (x, y): (u32, u32),
    stream: sys::CUstream,
    attribute: &mut sys::CUlaunchAttribute,
) -> sys::CUlaunchConfig {
    sys::CUlaunchConfig {
        gridDimX: x,
        gridDimY: y,
        gridDimZ: 1,
        blockDimX: kernel.threads,
        blockDimY: 1,
        blockDimZ: 1,
        sharedMemBytes: kernel.shared,
        hStream: stream,
        attrs: attribute,
        numAttrs: 1,
    }
}
/// Returns the number of clusters of a kernel that the GPU runs at the same time.
fn clusters(function: sys::CUfunction, kernel: &Description) -> Result<u32, Failure> {
    let (x, y, z) = (kernel.cluster, 1, 1);
    let cluster = sys::CUlaunchAttributeValue_union__bindgen_ty_1 { x, y, z };
    let id = sys::CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    let value = sys::CUlaunchAttributeValue { clusterDim: cluster };
    let mut attribute = sys::CUlaunchAttribute { id, pad: [0; 4], value };
    let config = config(kernel, (x, 1), ptr::null_mut(), &mut attribute);
    let mut clusters = 0;
    // SAFETY: the function exists, and the attribute until the driver has read it.
    let asked = unsafe {
        sys::cuOccupancyMaxActiveClusters(&raw mut clusters, function, &raw const config)
    };
    driver(asked.result(), || format!("asking how many clusters of {} run", kernel.name))?;
    Ok(clusters.cast_unsigned())
}
impl Drop for Program {
    /// Waits for all streams, because their work may be kernels of this program.
    fn drop(&mut self) {
        let _ = self.gpu.enter();
        let _ = self.gpu.default_stream().wait(String::new);
        // SAFETY: loaded, and no function of the module remains or runs.
        let _ = unsafe { result::module::unload(self.module) };
    }
}
/// What the driver says of a kernel.
#[derive(Copy, Clone)]
struct Found {
    function: sys::CUfunction,
    /// Whether it was compiled for a GPU with [`Gpu::griddepcontrol_wait`].
    ///
    /// [`Gpu::griddepcontrol_wait`]: zellige_gpu::Gpu::griddepcontrol_wait
    waits: bool,
    /// The number of its clusters that run at the same time.
    clusters: u32,
}
/// A kernel of a program.
pub struct Function<'p> {
    found: Found,
    kernel: &'static Description,
    program: &'p Program,
}
impl Function<'_> {
    /// Returns the GPU that runs it.
    pub fn gpu(&self) -> &Gpu {
        &self.program.gpu
    }
    /// Returns the kernel.
    pub fn kernel(&self) -> &'static Description {
        self.kernel
    }
    /// Returns the number of its clusters that the GPU runs at the same time; 0 without clusters.
    pub fn max_active_clusters(&self) -> u32 {
        self.found.clusters
    }
    /// Begins a launch on this stream, on a grid with the given block counts in x and y, with these
    /// values. If it is `dependent`, and compiled for Hopper or later, it may begin while the
    /// kernel before it runs.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver refuses the launch, or an earlier one failed; `doing` names
    /// the launch in the message.
    ///
    /// # Panics
    ///
    /// Panics if the kernel has a different number of parameters.
    ///
    /// # Safety
    ///
    /// The values have the kernel's types, and grid and memory satisfy its documentation.
    pub unsafe fn launch(
        &self,
        stream: &Stream,
        (x, y): (u32, u32),
        values: &[Value],
        dependent: bool,
        doing: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        // A parameter is read from the first bytes of its slot.
        let slot = |value: &Value| match *value {
            Value::U32(x) => u64::from(x),
            Value::I32(x) => u64::from(x.cast_unsigned()),
            Value::F32(x) => u64::from(x.to_bits()),
            Value::I64(x) => x.cast_unsigned(),
            Value::F64(x) => x.to_bits(),
            Value::U64(x) | Value::Pointer(x) => x,
        };
        assert_eq!(
            values.len(),
            self.kernel.parameters.len(),
            "parameters of {}",
            self.kernel.name
        );
        let mut slots: Vec<u64> = values.iter().map(slot).collect();
        // A map is passed itself: the slot holds its address.
        let place = |(slot, parameter): (&mut u64, &Parameter)| match parameter.kind {
            Kind::Map => ptr::with_exposed_provenance_mut(*slot as usize),
            _ => ptr::from_mut(slot).cast(),
        };
        let mut parameters: Vec<*mut c_void> =
            slots.iter_mut().zip(self.kernel.parameters).map(place).collect();
        let Description { threads, shared, .. } = *self.kernel;
        if dependent && self.found.waits {
            let id =
                sys::CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
            let value = sys::CUlaunchAttributeValue { programmaticStreamSerializationAllowed: 1 };
            let mut serialization = sys::CUlaunchAttribute { id, pad: [0; 4], value };
            let config = config(self.kernel, (x, y), stream.handle, &mut serialization);
            let (function, parameters) = (self.found.function, parameters.as_mut_ptr());
            // SAFETY: as below; the attribute exists until the driver has read it.
            let launched = unsafe {
                sys::cuLaunchKernelEx(&raw const config, function, parameters, ptr::null_mut())
            };
            return driver(launched.result(), doing);
        }
        // SAFETY: there are as many values as parameters, with their types and sizes as the caller
        // promises, and the driver copies them before it returns.
        let launched = unsafe {
            let (grid, block) = ((x, y, 1), (threads, 1, 1));
            result::launch_kernel(
                self.found.function,
                grid,
                block,
                shared,
                stream.handle,
                &mut parameters,
            )
        };
        driver(launched, doing)
    }
    /// Returns the number of registers per thread.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    pub fn registers(&self) -> Result<i32, Failure> {
        let attribute = Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS;
        // SAFETY: the function exists.
        let count =
            unsafe { result::function::get_function_attribute(self.found.function, attribute) };
        driver(count, || format!("asking about {}", self.kernel.name))
    }
}
