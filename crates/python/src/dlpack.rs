//! Tensors of other libraries, by the DLPack protocol: `tensor.__dlpack__()` returns a capsule that
//! points to a `DLManagedTensor`.

use crate::wrong;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use zellige_ops::Type;

/// DLPack's `DLManagedTensor`; its deleter is called when the capsule is collected.
#[repr(C)]
struct Managed {
    data: *mut c_void,
    device_type: i32,
    device: i32,
    rank: i32,
    code: u8,
    bits: u8,
    lanes: u16,
    shape: *const i64,
    strides: *const i64,
    byte_offset: u64,
}
const NAME: &CStr = c"dltensor";
/// `kDLCUDA`.
const CUDA: i32 = 2;

/// A tensor that another library has exported, until the call is over.
pub(crate) struct Exported {
    /// The tensor, or the capsule. A capsule is not renamed, so that Python gives the tensor back
    /// to its library.
    _kept: Py<PyAny>,
    device: (i32, i32),
    address: u64,
    kind: Type,
    shape: Vec<usize>,
    strides: Vec<i64>,
}
impl<'py> FromPyObject<'py> for Exported {
    fn extract_bound(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Some(tensor) = of_pytorch(object)? {
            return Ok(tensor);
        }
        let options = PyDict::new(object.py());
        // The call runs on the stream that the caller names: nothing waits.
        options.set_item("stream", -1)?;
        let capsule = object.call_method("__dlpack__", (), Some(&options))?;
        let capsule = capsule.downcast_into::<PyCapsule>()?;
        if capsule.name()? != Some(NAME) {
            return Err(wrong("__dlpack__ returns no capsule of a dltensor"));
        }
        // SAFETY: a capsule of this name points to such a tensor, as long as it exists.
        let of = unsafe { &*capsule.pointer().cast_const().cast::<Managed>() };
        let rank = of.rank.max(0) as usize;
        let list = |numbers: *const i64| match (numbers.is_null(), rank) {
            (_, 0) | (true, _) => &[][..],
            // SAFETY: there is a number for each mode.
            _ => unsafe { std::slice::from_raw_parts(numbers, rank) },
        };
        let shape: Vec<usize> = list(of.shape).iter().map(|&n| n.max(0) as usize).collect();
        let mut strides = list(of.strides).to_vec();
        if strides.len() < rank {
            strides = vec![1; rank];
            for i in (1..rank).rev() {
                strides[i - 1] = strides[i] * shape[i].max(1) as i64;
            }
        }
        Ok(Exported {
            device: (of.device_type, of.device),
            address: of.data as u64 + of.byte_offset,
            kind: of.kind()?,
            shape,
            strides,
            _kept: capsule.into_any().unbind(),
        })
    }
}
impl Managed {
    fn kind(&self) -> PyResult<Type> {
        Ok(match (self.code, self.bits, self.lanes) {
            (2, 32, 1) => Type::F32,
            (2, 64, 1) => Type::F64,
            (2, 16, 1) => Type::F16,
            (4, 16, 1) => Type::Bf16,
            (10, 8, 1) => Type::E4m3,
            (0, 8, 1) => Type::I8,
            (0, 16, 1) => Type::I16,
            // Indices of Python's libraries are signed; a negative one is past every table.
            (0 | 1, 32, 1) => Type::U32,
            (0, 64, 1) => Type::I64,
            (1 | 6, 8, 1) => Type::U8,
            (1, 16, 1) => Type::U16,
            (1, 64, 1) => Type::U64,
            (code, bits, lanes) => {
                let of = format!("type {code} with {bits} bits and {lanes} lanes");
                return Err(wrong(&format!("there is no kernel for elements of DLPack's {of}")));
            }
        })
    }
}
impl Exported {
    /// Returns the number of the GPU.
    pub(crate) fn device(&self) -> PyResult<i32> {
        match self.device {
            (CUDA, device) => Ok(device),
            (other, _) => {
                let words = "a tensor is not on a GPU, but on a device of DLPack's type";
                Err(wrong(&format!("{words} {other}")))
            }
        }
    }
    /// Returns the address, the type, the shape and the strides.
    pub(crate) fn parts(&self) -> PyResult<(u64, Type, &[usize], &[i64])> {
        self.device()?;
        Ok((self.address, self.kind, &self.shape, &self.strides))
    }
}

/// Returns a tensor of PyTorch without DLPack, which costs it several microseconds; `None` for
/// other tensors, and for types that DLPack names.
fn of_pytorch(object: &Bound<'_, PyAny>) -> PyResult<Option<Exported>> {
    let py = object.py();
    let Ok(address) = object.getattr(intern!(py, "data_ptr")) else { return Ok(None) };
    let dtype = object.getattr(intern!(py, "dtype"))?;
    let Some(kind) = TYPES.with(|types| {
        let types = types.borrow();
        types.iter().find(|(known, _)| known.is(&dtype)).map(|(_, kind)| *kind)
    }) else {
        let name = dtype.str()?.to_string();
        let names = [
            ("torch.float32", Type::F32),
            ("torch.bfloat16", Type::Bf16),
            ("torch.float16", Type::F16),
            ("torch.float8_e4m3fn", Type::E4m3),
            ("torch.int32", Type::U32),
        ];
        let Some((_, kind)) = names.iter().find(|(known, _)| *known == name) else {
            return Ok(None);
        };
        TYPES.with(|types| types.borrow_mut().push((dtype.unbind(), *kind)));
        return of_pytorch(object);
    };
    if !object.getattr(intern!(py, "is_cuda"))?.is_truthy()? {
        return Err(wrong("a tensor is not on a GPU"));
    }
    Ok(Some(Exported {
        device: (CUDA, object.call_method0(intern!(py, "get_device"))?.extract()?),
        address: address.call0()?.extract()?,
        kind,
        shape: object.getattr(intern!(py, "shape"))?.extract()?,
        strides: object.call_method0(intern!(py, "stride"))?.extract()?,
        _kept: object.clone().unbind(),
    }))
}
thread_local! {
    /// The types of PyTorch that were seen.
    static TYPES: RefCell<Vec<(Py<PyAny>, Type)>> = const { RefCell::new(Vec::new()) };
}
