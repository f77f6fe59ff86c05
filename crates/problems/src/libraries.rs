//! Matrix products by other libraries, timed beside the kernels: cuBLAS, and CuTe's tutorials.
//!
//! Both are shared libraries that are loaded if they are available.

use cudarc::cublas::{
    result::{create_handle, gemm_ex},
    sys,
};
use libloading::{Library, Symbol};
use std::{
    error::Error,
    ffi::{CStr, c_char, c_int, c_void},
    fmt,
    path::Path,
    ptr,
};
use zellige_bench::data::{Element, Matrix};
use zellige_gpu::{Bf16, F16};

/// The types of a product's elements.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `f32`.
    F32,
    /// IEEE's 16 bits.
    F16,
    /// 8 bits of exponent.
    Bf16,
}

/// An element of the matrices that the libraries multiply.
pub trait Number: Element {
    /// Its type.
    const KIND: Kind;
}
impl Number for f32 {
    const KIND: Kind = Kind::F32;
}
impl Number for F16 {
    const KIND: Kind = Kind::F16;
}
impl Number for Bf16 {
    const KIND: Kind = Kind::Bf16;
}

/// The strides of an operand in memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Strides {
    /// The distance of two rows.
    pub row: usize,
    /// The distance of two columns.
    pub column: usize,
}
impl Strides {
    /// Returns the strides of this matrix.
    pub fn of<T>(matrix: &Matrix<T>) -> Self {
        let (row, column) = matrix.strides;
        Strides { row, column }
    }
    fn transposed(self) -> Self {
        Strides { row: self.column, column: self.row }
    }
    /// Returns whether the elements of a column are adjacent, and the distance of columns, or else
    /// of rows.
    fn by_columns(self) -> (bool, usize) {
        (self.row == 1, if self.row == 1 { self.column } else { self.row })
    }
}

/// C = A B for an M by K matrix A and a K by N matrix B.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// Rows of A and C.
    pub m: usize,
    /// Columns of B and C.
    pub n: usize,
    /// Columns of A and rows of B.
    pub k: usize,
    /// The type of A and B.
    pub from: Kind,
    /// The type of C.
    pub to: Kind,
    /// Strides of A.
    pub a: Strides,
    /// Strides of B.
    pub b: Strides,
    /// Strides of C.
    pub c: Strides,
}
impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Product { m, n, k, from, to, a, b, c } = self;
        let strides = |of: &Strides| format!("({},{})", of.row, of.column);
        write!(
            f,
            "{m} x {n} x {k} of {from:?} to {to:?}, strides of A {}, of B {}, of C {}",
            strides(a),
            strides(b),
            strides(c)
        )
    }
}
impl Product {
    /// Returns the arguments for BLAS. BLAS stores the columns of C contiguously; a row-major C is
    /// that of the transposed product.
    pub fn blas(self) -> Blas {
        let Product { m, n, k, a, b, c, .. } = self;
        let swapped = c.row != 1;
        let (m, n, a, b, c) = if swapped {
            (n, m, b.transposed(), a.transposed(), c.transposed())
        } else {
            (m, n, a, b, c)
        };
        let ((columns_a, lda), (columns_b, ldb)) = (a.by_columns(), b.by_columns());
        let (transpose_a, transpose_b) = (!columns_a, !columns_b);
        Blas { swapped, m, n, k, transpose_a, lda, transpose_b, ldb, ldc: c.column }
    }
}

/// A product of matrices with contiguous columns: C is M by N, A or its transpose M by K, and B or
/// its transpose K by N.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Blas {
    /// Whether A and B are exchanged.
    pub swapped: bool,
    /// Rows of A and C.
    pub m: usize,
    /// Columns of B and C.
    pub n: usize,
    /// Columns of A, and rows of B.
    pub k: usize,
    /// Whether A is transposed.
    pub transpose_a: bool,
    /// The distance of two columns of A in memory.
    pub lda: usize,
    /// Whether B is transposed.
    pub transpose_b: bool,
    /// The distance of two columns of B in memory.
    pub ldb: usize,
    /// The distance of two columns of C.
    pub ldc: usize,
}

/// Something that multiplies matrices on the GPU.
pub trait Multiply {
    /// Begins C = A B, for matrices at these addresses, on the default stream.
    ///
    /// # Errors
    ///
    /// Fails if the library does not support the product, or reports a failure.
    ///
    /// # Safety
    ///
    /// The memory must have the matrices of the product, and stay valid until the product is
    /// computed.
    unsafe fn multiply(&self, product: &Product, addresses: [u64; 3])
    -> Result<(), Box<dyn Error>>;
}

/// A size or a stride for a library.
fn int(x: usize) -> c_int {
    c_int::try_from(x).expect("sizes of less than 2^31")
}

/// Returns the loader's own message.
fn why(error: libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

/// NVIDIA's cuBLAS.
pub struct Cublas {
    handle: sys::cublasHandle_t,
}

impl Cublas {
    /// Loads the library, if the loader finds it.
    ///
    /// # Errors
    ///
    /// Returns the reason why it is not available.
    pub fn load() -> Result<Self, Box<dyn Error>> {
        // SAFETY: cuBLAS has no initialisers with requirements.
        if !unsafe { sys::is_culib_present() } {
            return Err("the loader finds no libcublas".into());
        }
        let handle = create_handle().map_err(|error| format!("cublasCreate: {:?}", error.0))?;
        Ok(Cublas { handle })
    }
}

impl Multiply for Cublas {
    unsafe fn multiply(
        &self,
        product: &Product,
        addresses: [u64; 3],
    ) -> Result<(), Box<dyn Error>> {
        use sys::{
            cublasComputeType_t::CUBLAS_COMPUTE_32F,
            cublasGemmAlgo_t::CUBLAS_GEMM_DFALT,
            cublasOperation_t::{CUBLAS_OP_N, CUBLAS_OP_T},
            cudaDataType::{CUDA_R_16BF, CUDA_R_16F, CUDA_R_32F},
        };
        let kind = |kind| match kind {
            Kind::F32 => CUDA_R_32F,
            Kind::F16 => CUDA_R_16F,
            Kind::Bf16 => CUDA_R_16BF,
        };
        let operation = |transpose| if transpose { CUBLAS_OP_T } else { CUBLAS_OP_N };
        let blas = product.blas();
        let (from, to) = (kind(product.from), kind(product.to));
        let [x, y, z] = addresses.map(|address| address as *mut c_void);
        let (x, y) = if blas.swapped { (y, x) } else { (x, y) };
        let (one, zero) = (1.0f32, 0.0f32);
        // SAFETY: the caller promises that the memory has the matrices.
        let multiplied = unsafe {
            gemm_ex(
                self.handle,
                operation(blas.transpose_a),
                operation(blas.transpose_b),
                int(blas.m),
                int(blas.n),
                int(blas.k),
                ptr::from_ref(&one).cast(),
                x,
                from,
                int(blas.lda),
                y,
                from,
                int(blas.ldb),
                ptr::from_ref(&zero).cast(),
                z,
                to,
                int(blas.ldc),
                CUBLAS_COMPUTE_32F,
                CUBLAS_GEMM_DFALT,
            )
        };
        multiplied.map_err(|error| format!("cublasGemmEx, {product}: {:?}", error.0).into())
    }
}

/// One of CuTe's tutorials: `crates/bench/cute.cu`, as a library `NAME.so`.
pub struct Cute {
    library: Library,
    name: String,
}

impl Cute {
    /// Loads the tutorial NAME from a folder.
    ///
    /// # Errors
    ///
    /// Returns the reason why that fails.
    pub fn load(folder: &Path, name: &str) -> Result<Self, Box<dyn Error>> {
        // SAFETY: its initialisers only register its kernels.
        let library = unsafe { Library::new(folder.join(format!("{name}.so"))) };
        let library = library.map_err(why)?;
        Ok(Cute { library, name: name.into() })
    }
}

impl Multiply for Cute {
    unsafe fn multiply(
        &self,
        product: &Product,
        addresses: [u64; 3],
    ) -> Result<(), Box<dyn Error>> {
        type Gemm = unsafe extern "C" fn(
            m: c_int,
            n: c_int,
            k: c_int,
            a: *const c_void,
            b: *const c_void,
            c: *mut c_void,
            stream: *mut c_void,
        ) -> c_int;
        let Blas { swapped, m, n, k, transpose_a, lda, transpose_b, ldb, ldc } = product.blas();
        // Its B is N by K.
        let suffix = match (transpose_a, transpose_b) {
            (true, false) if (lda, ldb, ldc) == (k, k, m) => "tn",
            (false, true) if (lda, ldb, ldc) == (m, n, m) => "nt",
            _ => return Err("CuTe's tutorials do not take these strides".into()),
        };
        let [x, y, z] = addresses.map(|address| address as *mut c_void);
        let (x, y) = if swapped { (y, x) } else { (x, y) };
        // SAFETY: the function's type in cute.cu; the caller promises that the memory has the
        // matrices.
        let status = unsafe {
            let gemm: Symbol<'_, Gemm> = self.library.get(format!("{}_{suffix}", self.name))?;
            gemm(int(m), int(n), int(k), x, y, z, ptr::null_mut())
        };
        match status {
            0 => Ok(()),
            status => {
                type Words = unsafe extern "C" fn(c_int) -> *const c_char;
                // SAFETY: the function's type in cute.cu; it returns a static string.
                let words = unsafe {
                    let words: Symbol<'_, Words> =
                        self.library.get(format!("{}_error", self.name))?;
                    CStr::from_ptr(words(status)).to_string_lossy()
                };
                Err(format!("{}, {product}: {words}", self.name).into())
            }
        }
    }
}
