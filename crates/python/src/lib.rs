//! The operators of `zellige-ops` for Python, on tensors that export themselves by DLPack.

mod dlpack;

use cudarc::driver::CudaContext;
use dlpack::Exported;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use zellige_ops::{
    Activation, Attention, AttentionBackward, Cast, Convolution, CrossEntropy, Decode, Error,
    Gather, Matmul, MatmulFp8, MatmulQuantised, Norm, Ops, Permute, Plan, Queue, Reduce, Rope,
    Scan, Softmax, Tensor, TensorMut, Type,
};

thread_local! {
    /// The kernels that this thread has loaded, by the number of the device.
    static LOADED: RefCell<HashMap<i32, &'static Ops>> = RefCell::default();
}
/// Returns the kernels of a device, in the context that PyTorch uses, too.
fn ops(device: i32) -> PyResult<&'static Ops> {
    LOADED.with(|loaded| {
        if let Some(ops) = loaded.borrow().get(&device) {
            return Ok(*ops);
        }
        let context =
            CudaContext::new(device as usize).map_err(|error| wrong(&error.to_string()))?;
        // They exist until the program ends.
        let ops: &'static Ops = Box::leak(Box::new(Ops::new(&context).map_err(refused)?));
        loaded.borrow_mut().insert(device, ops);
        Ok(ops)
    })
}
fn refused(error: Error) -> PyErr {
    wrong(&error.to_string())
}
fn wrong(words: &str) -> PyErr {
    PyValueError::new_err(words.to_owned())
}

/// The operands of a call, and the stream on which it runs.
struct Call {
    queue: Queue<'static>,
}
impl Call {
    fn on(out: &Exported, stream: usize) -> PyResult<Self> {
        let ops = ops(out.device()?)?;
        // SAFETY: Python's library has made the stream in the same context, and keeps it.
        let queue = unsafe { ops.on_handle(stream as *mut _) }.map_err(refused)?;
        Ok(Call { queue })
    }
    fn tensor<'t>(&self, from: &'t Exported) -> PyResult<Tensor<'t>> {
        let (address, kind, shape, strides) = from.parts()?;
        // SAFETY: the library that exports the tensor has its elements, until it is dropped.
        let tensor = unsafe { Tensor::from_raw(&self.queue, address, kind, shape, strides) };
        tensor.map_err(refused)
    }
    fn tensor_mut<'t>(&self, from: &'t Exported) -> PyResult<TensorMut<'t>> {
        let (address, kind, shape, strides) = from.parts()?;
        // SAFETY: as above; the caller writes no tensor that another operand reads, or in place.
        let tensor = unsafe { TensorMut::from_raw(&self.queue, address, kind, shape, strides) };
        tensor.map_err(refused)
    }
    /// Begins the work, and returns the kernel and the reason.
    fn launch(&self, plan: Result<Plan<'_>, Error>) -> PyResult<(&'static str, &'static str)> {
        let plan = plan.map_err(refused)?;
        let chosen = (plan.kernel(), plan.reason());
        plan.launch(&self.queue).map_err(refused)?;
        Ok(chosen)
    }
}
type Chosen = PyResult<(&'static str, &'static str)>;

#[pyfunction]
fn softmax(
    stream: usize,
    x: Exported,
    out: Exported,
    scale: f32,
    workspace: Option<Exported>,
) -> Chosen {
    let call = Call::on(&out, stream)?;
    let mut softmax = Softmax::new(call.tensor(&x)?, call.tensor_mut(&out)?).scale(scale);
    if let Some(workspace) = &workspace {
        softmax = softmax.workspace(call.tensor_mut(workspace)?);
    }
    call.launch(softmax.plan(call.queue.ops()))
}
#[pyfunction]
fn cross_entropy(
    stream: usize,
    x: Exported,
    classes: Exported,
    out: Exported,
    gradient: Option<Exported>,
    scale: f32,
    workspace: Option<Exported>,
) -> Chosen {
    let call = Call::on(&out, stream)?;
    let (x, classes, loss) = (call.tensor(&x)?, call.tensor(&classes)?, call.tensor_mut(&out)?);
    let mut losses = CrossEntropy::new(x, classes, loss);
    if let Some(gradient) = &gradient {
        losses = losses.gradient(scale, call.tensor_mut(gradient)?);
    }
    if let Some(workspace) = &workspace {
        losses = losses.workspace(call.tensor_mut(workspace)?);
    }
    call.launch(losses.plan(call.queue.ops()))
}
#[pyfunction]
fn norm(
    stream: usize,
    centred: bool,
    x: Exported,
    out: Exported,
    residual: Option<Exported>,
    weight: Option<Exported>,
    bias: Option<Exported>,
    epsilon: f32,
    workspace: Option<Exported>,
) -> Chosen {
    let call = Call::on(&out, stream)?;
    let (x, y) = (call.tensor(&x)?, call.tensor_mut(&out)?);
    let mut norm = if centred { Norm::layer(x, y) } else { Norm::rms(x, y) }.epsilon(epsilon);
    if let Some(residual) = &residual {
        norm = norm.residual_in_place(call.tensor_mut(residual)?);
    }
    if let Some(weight) = &weight {
        norm = norm.weight(call.tensor(weight)?);
    }
    if let Some(bias) = &bias {
        norm = norm.bias(call.tensor(bias)?);
    }
    if let Some(workspace) = &workspace {
        norm = norm.workspace(call.tensor_mut(workspace)?);
    }
    call.launch(norm.plan(call.queue.ops()))
}
#[pyfunction]
fn rope(
    stream: usize,
    x: Exported,
    cos: Exported,
    sin: Exported,
    positions: Option<Exported>,
    adjacent: bool,
    out: Exported,
) -> Chosen {
    let call = Call::on(&out, stream)?;
    let (cos, sin) = (call.tensor(&cos)?, call.tensor(&sin)?);
    let mut rope = Rope::new(call.tensor(&x)?, cos, sin, call.tensor_mut(&out)?);
    if let Some(positions) = &positions {
        rope = rope.positions(call.tensor(positions)?);
    }
    if adjacent {
        rope = rope.adjacent();
    }
    call.launch(rope.plan(call.queue.ops()))
}
#[pyfunction]
fn cast(stream: usize, x: Exported, out: Exported) -> Chosen {
    let call = Call::on(&out, stream)?;
    call.launch(Cast::new(call.tensor(&x)?, call.tensor_mut(&out)?).plan(call.queue.ops()))
}
#[pyfunction]
fn permute(stream: usize, x: Exported, order: Vec<usize>, out: Exported) -> Chosen {
    let call = Call::on(&out, stream)?;
    let x = call.tensor(&x)?.permuted(order).map_err(refused)?;
    call.launch(Permute::new(x, call.tensor_mut(&out)?).plan(call.queue.ops()))
}
#[pyfunction]
fn reduce(
    stream: usize,
    operation: &str,
    x: Exported,
    first: usize,
    end: usize,
    out: Exported,
    workspace: Option<Exported>,
) -> Chosen {
    let call = Call::on(&out, stream)?;
    let (x, modes, y) = (call.tensor(&x)?, first..end, call.tensor_mut(&out)?);
    let mut reduce = match operation {
        "sum" => Reduce::sum(x, modes, y),
        "mean" => Reduce::mean(x, modes, y),
        "max" => Reduce::max(x, modes, y),
        "min" => Reduce::min(x, modes, y),
        other => return Err(wrong(&format!("reduce: {other} is neither sum, mean, max nor min"))),
    };
    if let Some(workspace) = &workspace {
        reduce = reduce.workspace(call.tensor_mut(workspace)?);
    }
    call.launch(reduce.plan(call.queue.ops()))
}
#[pyfunction]
fn scan(stream: usize, x: Exported, exclusive: bool, out: Exported) -> Chosen {
    let call = Call::on(&out, stream)?;
    let scan = Scan::new(call.tensor(&x)?, call.tensor_mut(&out)?);
    let scan = if exclusive { scan.exclusive() } else { scan };
    call.launch(scan.plan(call.queue.ops()))
}
#[pyfunction]
fn gather(stream: usize, table: Exported, indices: Exported, out: Exported) -> Chosen {
    let call = Call::on(&out, stream)?;
    let (table, indices) = (call.tensor(&table)?, call.tensor(&indices)?);
    call.launch(Gather::new(table, indices, call.tensor_mut(&out)?).plan(call.queue.ops()))
}
/// Returns the activation of this name.
fn named(operator: &str, activation: &str) -> PyResult<Activation> {
    Ok(match activation {
        "none" => Activation::None,
        "relu" => Activation::Relu,
        "gelu" => Activation::Gelu,
        "gelu_tanh" => Activation::GeluTanh,
        "silu" => Activation::Silu,
        other => {
            let names = "none, relu, gelu, gelu_tanh nor silu";
            return Err(wrong(&format!("{operator}: {other} is neither {names}")));
        }
    })
}
#[pyfunction]
fn matmul(
    stream: usize,
    a: Exported,
    b: Exported,
    out: Exported,
    alpha: f32,
    bias: Option<Exported>,
    activation: &str,
    beta: f32,
    c: Option<Exported>,
    workspace: Option<Exported>,
    ends: Option<Exported>,
    rows: Option<Exported>,
) -> Chosen {
    let call = Call::on(&out, stream)?;
    let product = Matmul::new(call.tensor(&a)?, call.tensor(&b)?, call.tensor_mut(&out)?);
    let mut product = product.alpha(alpha).activation(named("matmul", activation)?);
    if let Some(bias) = &bias {
        product = product.bias(call.tensor(bias)?);
    }
    if let Some(workspace) = &workspace {
        product = product.workspace(call.tensor_mut(workspace)?);
    }
    product = match &c {
        Some(c) => product.plus(beta, call.tensor(c)?),
        None => product.accumulate(beta),
    };
    let ops = call.queue.ops();
    call.launch(match (&ends, &rows) {
        (Some(_), Some(_)) => return Err(wrong("matmul: ends and rows exclude each other")),
        (Some(ends), _) => product.grouped(call.tensor(ends)?).plan(ops),
        (_, Some(rows)) => product.masked(call.tensor(rows)?).plan(ops),
        _ => product.plan(ops),
    })
}
#[pyfunction]
fn conv2d(
    stream: usize,
    x: Exported,
    w: Exported,
    out: Exported,
    padding: [usize; 2],
    step: [usize; 2],
    dilation: [usize; 2],
    bias: Option<Exported>,
    activation: &str,
    beta: f32,
    c: Option<Exported>,
) -> Chosen {
    let call = Call::on(&out, stream)?;
    let mut operator = Convolution::new(call.tensor(&x)?, call.tensor(&w)?, call.tensor_mut(&out)?)
        .padding(padding)
        .step(step)
        .dilation(dilation)
        .activation(named("conv2d", activation)?);
    if let Some(bias) = &bias {
        operator = operator.bias(call.tensor(bias)?);
    }
    if let Some(c) = &c {
        operator = operator.plus(beta, call.tensor(c)?);
    }
    call.launch(operator.plan(call.queue.ops()))
}
#[pyfunction]
fn matmul_fp8(
    stream: usize,
    a: Exported,
    b: Exported,
    scale_a: Exported,
    scale_b: Exported,
    out: Exported,
    alpha: f32,
    bias: Option<Exported>,
    activation: &str,
    ends: Option<Exported>,
    rows: Option<Exported>,
) -> Chosen {
    let call = Call::on(&out, stream)?;
    let (a, b, d) = (call.tensor(&a)?, call.tensor(&b)?, call.tensor_mut(&out)?);
    let product = MatmulFp8::new(a, b, (call.tensor(&scale_a)?, call.tensor(&scale_b)?), d);
    let mut product = product.alpha(alpha).activation(named("matmul_fp8", activation)?);
    if let Some(bias) = &bias {
        product = product.bias(call.tensor(bias)?);
    }
    let ops = call.queue.ops();
    call.launch(match (&ends, &rows) {
        (Some(_), Some(_)) => return Err(wrong("matmul_fp8: ends and rows exclude each other")),
        (Some(ends), _) => product.grouped(call.tensor(ends)?).plan(ops),
        (_, Some(rows)) => product.masked(call.tensor(rows)?).plan(ops),
        _ => product.plan(ops),
    })
}
/// Returns the words of packed weights, from their bytes and those of scales of f32.
#[pyfunction]
fn pack_quantised(
    shape: [usize; 2],
    format: &str,
    codes: &[u8],
    scales: &[u8],
    zeros: &[u8],
    is_bf16: bool,
) -> PyResult<Vec<u8>> {
    let kind = if is_bf16 { Type::Bf16 } else { Type::F16 };
    let words = match format {
        "int4" => {
            let (scales, _) = scales.as_chunks();
            let scales: Vec<f32> = scales.iter().map(|bytes| f32::from_ne_bytes(*bytes)).collect();
            MatmulQuantised::pack_int4(shape, codes, &scales, zeros, kind)
        }
        "int8" => {
            let codes: Vec<i8> = codes.iter().map(|code| *code as i8).collect();
            MatmulQuantised::pack_int8(shape, &codes)
        }
        _ => MatmulQuantised::pack_e4m3(shape, codes),
    };
    Ok(words.map_err(refused)?.into_iter().flat_map(u32::to_ne_bytes).collect())
}
/// Calls the function with the operator `matmul_quantised` of these operands.
fn quantised<'t, R>(
    stream: usize,
    [x, w, out]: [&'t Exported; 3],
    (format, scales): (&str, &'t Option<Exported>),
    f: impl FnOnce(&Call, MatmulQuantised<'t>) -> PyResult<R>,
) -> PyResult<R> {
    let call = Call::on(out, stream)?;
    let (x, w, d) = (call.tensor(x)?, call.tensor(w)?, call.tensor_mut(out)?);
    let product = match (format, scales) {
        ("int4", None) => MatmulQuantised::int4(x, w, d),
        ("int8", Some(scales)) => MatmulQuantised::int8(x, w, call.tensor(scales)?, d),
        ("e4m3", Some(scales)) => MatmulQuantised::e4m3(x, w, call.tensor(scales)?, d),
        (format, _) => {
            let words = "is neither int4 without scales, nor int8 or e4m3 with scales";
            return Err(wrong(&format!("matmul_quantised: {format} {words}")));
        }
    };
    f(&call, product)
}
#[pyfunction]
fn matmul_quantised(
    stream: usize,
    x: Exported,
    w: Exported,
    out: Exported,
    format: &str,
    scales: Option<Exported>,
    bias: Option<Exported>,
    activation: &str,
    workspace: Option<Exported>,
) -> Chosen {
    let activation = named("matmul_quantised", activation)?;
    quantised(stream, [&x, &w, &out], (format, &scales), |call, product| {
        let mut product = product.activation(activation);
        if let Some(bias) = &bias {
            product = product.bias(call.tensor(bias)?);
        }
        if let Some(workspace) = &workspace {
            product = product.workspace(call.tensor_mut(workspace)?);
        }
        call.launch(product.plan(call.queue.ops()))
    })
}
#[pyfunction]
fn quantised_elements(
    stream: usize,
    x: Exported,
    w: Exported,
    out: Exported,
    format: &str,
    scales: Option<Exported>,
) -> PyResult<usize> {
    quantised(stream, [&x, &w, &out], (format, &scales), |call, product| {
        Ok(product.workspace_elements(call.queue.ops()))
    })
}
/// Tells attention, or its gradients, what the scores are.
macro_rules! of_scores {
    ($operator:ident, $causal:ident, $scale:ident, $window:ident, $softcap:ident) => {
        if $causal {
            $operator = $operator.causal();
        }
        if let Some(scale) = $scale {
            $operator = $operator.scale(scale);
        }
        if let Some((before, after)) = $window {
            $operator = $operator.window(before as usize, after as usize); // -1 is the largest
        }
        if let Some(cap) = $softcap {
            $operator = $operator.softcap(cap);
        }
    };
}
#[pyfunction]
fn attention(
    stream: usize,
    q: Exported,
    k: Exported,
    v: Exported,
    starts: (Exported, Exported),
    longest: usize,
    causal: bool,
    scale: Option<f32>,
    out: Exported,
    workspace: Exported,
    window: Option<(isize, isize)>,
    softcap: Option<f32>,
    sinks: Option<Exported>,
    lse: Option<Exported>,
    scales: (f32, f32, f32),
) -> Chosen {
    let call = Call::on(&out, stream)?;
    let (q, k, v) = (call.tensor(&q)?, call.tensor(&k)?, call.tensor(&v)?);
    let starts = (call.tensor(&starts.0)?, call.tensor(&starts.1)?);
    let (o, workspace) = (call.tensor_mut(&out)?, call.tensor_mut(&workspace)?);
    // SAFETY: the caller's promise, which the documentation of the Python function asks for.
    let mut attention = unsafe { Attention::packed(q, k, v, starts, longest, o, workspace) }
        .scales(scales.0, scales.1, scales.2);
    of_scores!(attention, causal, scale, window, softcap);
    if let Some(sinks) = &sinks {
        attention = attention.sinks(call.tensor(sinks)?);
    }
    if let Some(lse) = &lse {
        attention = attention.lse(call.tensor_mut(lse)?);
    }
    call.launch(attention.plan(call.queue.ops()))
}
#[pyfunction]
fn attention_backward(
    stream: usize,
    workspace: Exported,
    inputs: [Exported; 3],
    outputs: [Exported; 3],
    starts: (Exported, Exported),
    longest: [usize; 2],
    causal: bool,
    scale: Option<f32>,
    gradients: [Exported; 3],
    window: Option<(isize, isize)>,
    softcap: Option<f32>,
    sinks: Option<(Exported, Exported)>,
) -> Chosen {
    let ([q, k, v], [o, d_o, lse], [d_q, d_k, d_v]) = (&inputs, &outputs, &gradients);
    let call = Call::on(d_q, stream)?;
    let inputs = [call.tensor(q)?, call.tensor(k)?, call.tensor(v)?];
    let outputs = [call.tensor(o)?, call.tensor(d_o)?, call.tensor(lse)?];
    let to = [call.tensor_mut(d_q)?, call.tensor_mut(d_k)?, call.tensor_mut(d_v)?];
    let starts = (call.tensor(&starts.0)?, call.tensor(&starts.1)?);
    let workspace = call.tensor_mut(&workspace)?;
    // SAFETY: as above.
    let mut gradients =
        unsafe { AttentionBackward::packed(inputs, outputs, starts, longest, to, workspace) };
    of_scores!(gradients, causal, scale, window, softcap);
    if let Some((sinks, to)) = &sinks {
        gradients = gradients.sinks(call.tensor(sinks)?, call.tensor_mut(to)?);
    }
    call.launch(gradients.plan(call.queue.ops()))
}
#[pyfunction]
fn attention_backward_elements(shape: [usize; 3], sequences: usize) -> usize {
    AttentionBackward::workspace(shape, sequences)
}
/// Calls the function with the operator `decode` of these operands.
fn decoding<'t, R>(
    stream: usize,
    [q, k, v, lengths, out]: [&'t Exported; 5],
    table: &'t Option<Exported>,
    f: impl FnOnce(&Call, Decode<'t>) -> PyResult<R>,
) -> PyResult<R> {
    let call = Call::on(out, stream)?;
    let (q, k, v) = (call.tensor(q)?, call.tensor(k)?, call.tensor(v)?);
    let mut decode = Decode::new(q, k, v, call.tensor(lengths)?, call.tensor_mut(out)?);
    if let Some(table) = table {
        decode = decode.pages(call.tensor(table)?);
    }
    f(&call, decode)
}
#[pyfunction]
fn decode(
    stream: usize,
    q: Exported,
    k: Exported,
    v: Exported,
    lengths: Exported,
    out: Exported,
    table: Option<Exported>,
    scale: Option<f32>,
    scales: [f32; 2],
    workspace: Option<Exported>,
) -> Chosen {
    decoding(stream, [&q, &k, &v, &lengths, &out], &table, |call, decode| {
        let mut decode = decode.scales(scales[0], scales[1]);
        if let Some(scale) = scale {
            decode = decode.scale(scale);
        }
        if let Some(workspace) = &workspace {
            decode = decode.workspace(call.tensor_mut(workspace)?);
        }
        call.launch(decode.plan(call.queue.ops()))
    })
}
#[pyfunction]
fn decode_elements(
    stream: usize,
    q: Exported,
    k: Exported,
    v: Exported,
    lengths: Exported,
    out: Exported,
    table: Option<Exported>,
) -> PyResult<usize> {
    decoding(stream, [&q, &k, &v, &lengths, &out], &table, |call, decode| {
        Ok(decode.workspace_elements(call.queue.ops()))
    })
}

#[pymodule]
fn _zellige(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for function in [
        wrap_pyfunction!(softmax, module)?,
        wrap_pyfunction!(cross_entropy, module)?,
        wrap_pyfunction!(norm, module)?,
        wrap_pyfunction!(rope, module)?,
        wrap_pyfunction!(cast, module)?,
        wrap_pyfunction!(permute, module)?,
        wrap_pyfunction!(reduce, module)?,
        wrap_pyfunction!(scan, module)?,
        wrap_pyfunction!(gather, module)?,
        wrap_pyfunction!(matmul, module)?,
        wrap_pyfunction!(conv2d, module)?,
        wrap_pyfunction!(matmul_fp8, module)?,
        wrap_pyfunction!(pack_quantised, module)?,
        wrap_pyfunction!(matmul_quantised, module)?,
        wrap_pyfunction!(quantised_elements, module)?,
        wrap_pyfunction!(attention, module)?,
        wrap_pyfunction!(attention_backward, module)?,
        wrap_pyfunction!(attention_backward_elements, module)?,
        wrap_pyfunction!(decode, module)?,
        wrap_pyfunction!(decode_elements, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}
