//! Tensors of other libraries, by the DLPack protocol: `tensor.__dlpack__()` returns a capsule that
//! points to a `DLManagedTensor`.

use crate::wrong;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
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

/// A tensor that another library has exported. The capsule is not renamed, so that Python gives the
/// tensor back to its library when the call is over.
pub(crate) struct Exported {
    capsule: Py<PyCapsule>,
    tensor: *const Managed,
}
// SAFETY: the tensor is only read, and the capsule keeps it.
unsafe impl Send for Exported {}
impl<'py> FromPyObject<'py> for Exported {
    fn extract_bound(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let options = PyDict::new(object.py());
        // The call runs on the stream that the caller names: nothing waits.
        options.set_item("stream", -1)?;
        let capsule = object.call_method("__dlpack__", (), Some(&options))?;
        let capsule = capsule.downcast_into::<PyCapsule>()?;
        if capsule.name()? != Some(NAME) {
            return Err(wrong("__dlpack__ returns no capsule of a dltensor"));
        }
        let tensor = capsule.pointer().cast_const().cast();
        Ok(Exported { capsule: capsule.unbind(), tensor })
    }
}
impl Exported {
    fn managed(&self) -> &Managed {
        let _kept = &self.capsule;
        // SAFETY: a capsule of this name points to such a tensor, as long as it exists.
        unsafe { &*self.tensor }
    }
    /// Returns the number of the GPU.
    pub(crate) fn device(&self) -> PyResult<i32> {
        match self.managed().device_type {
            CUDA => Ok(self.managed().device),
            other => Err(wrong(&format!("a tensor is not on a GPU, but on a device of DLPack's type {other}"))),
        }
    }
    /// Returns the address, the type, the shape and the strides.
    pub(crate) fn parts(&self) -> PyResult<(u64, Type, Vec<usize>, Vec<i64>)> {
        self.device()?;
        let of = self.managed();
        let kind = match (of.code, of.bits, of.lanes) {
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
            (1, 8, 1) | (6, 8, 1) => Type::U8,
            (1, 16, 1) => Type::U16,
            (1, 64, 1) => Type::U64,
            (code, bits, lanes) => {
                let words = format!("elements of DLPack's type {code} with {bits} bits and {lanes} lanes");
                return Err(wrong(&words));
            }
        };
        let rank = of.rank.max(0) as usize;
        let list = |numbers: *const i64| match (numbers.is_null(), rank) {
            (_, 0) | (true, _) => &[][..],
            // SAFETY: there is a number for each mode.
            _ => unsafe { std::slice::from_raw_parts(numbers, rank) },
        };
        let shape: Vec<usize> = list(of.shape).iter().map(|&extent| extent.max(0) as usize).collect();
        let strides = match of.strides.is_null() {
            false => list(of.strides).to_vec(),
            true => {
                let mut strides = vec![1; rank];
                for i in (1..rank).rev() {
                    strides[i - 1] = strides[i] * shape[i].max(1) as i64;
                }
                strides
            }
        };
        Ok((of.data as u64 + of.byte_offset, kind, shape, strides))
    }
}
