//! The contestants that the kernels are measured against: CUDA C++, cuBLAS, and CuTe's tutorials,
//! where they are available.

use crate::{
    libraries::{Cublas, Cute, Multiply},
    problems::{Library, Multiplication, Problem},
};
use std::{collections::HashMap, error::Error, fs, path::Path};
use zellige_bench::{
    placed::Placed,
    problem::{self, Baseline, CEILING},
};
use zellige_launch::{
    device::Stream,
    gpu::{Function, Gpu, Program},
    words,
};

/// The contestants beside the kernels.
pub struct Field {
    /// One program for each source.
    cpp: Vec<Program>,
    cublas: Option<Cublas>,
    /// Tutorials by name.
    cute: HashMap<&'static str, Cute>,
}
impl Field {
    /// Loads what these problems need from a folder that may have kernels of CUDA C++ as
    /// `cuda/NAME.cubin` and CuTe's tutorials as `NAME.so`; prints what is missing.
    pub fn load(gpu: &Gpu, folder: &Path, problems: &[Problem]) -> Self {
        let absent = |what: &str, error: Box<dyn Error>| println!("without {what}: {error}");
        let cpp = cubins(gpu, &folder.join("cuda"));
        let baselines = || problems.iter().flat_map(|problem| &problem.baselines);
        let cublas = baselines().any(|baseline| baseline.library == Library::Cublas);
        let cublas = cublas.then(Cublas::load).transpose();
        let mut field = Field {
            cpp: cpp.map_err(|error| absent("CUDA C++", error)).unwrap_or_default(),
            cublas: cublas.unwrap_or_else(|error| {
                absent("cuBLAS", error);
                None
            }),
            cute: HashMap::new(),
        };
        let mut tutorials: Vec<_> =
            baselines().filter_map(|baseline| baseline.library.tutorial()).collect();
        tutorials.sort_unstable();
        tutorials.dedup();
        for name in tutorials {
            match Cute::load(folder, name) {
                Ok(tutorial) => drop(field.cute.insert(name, tutorial)),
                Err(error) => absent(&format!("CuTe's {name}"), error),
            }
        }
        field
    }

    /// Returns the problem for all contestants.
    pub fn problem<'f>(&'f self, problem: &'f Problem) -> problem::Problem<'f> {
        let cpp = self.cpp(problem);
        let libraries = problem.baselines.iter().filter_map(|baseline| self.library(baseline));
        cpp.into_iter().chain(libraries).fold(problem.on_device(), problem::Problem::baseline)
    }

    /// Returns the same kernel in CUDA C++.
    fn cpp(&self, problem: &Problem) -> Option<Baseline<'_>> {
        let kernel = problem.on_device().kernels().next()?;
        // Most kernels have no baseline in CUDA C++.
        let program = self.cpp.iter().find(|program| program.has(kernel.name))?;
        let name = format!("{} in CUDA C++", kernel.name);
        let function: Function<'_> = match program.function(kernel) {
            Ok(function) => function,
            Err(error) => {
                println!("{name}: {error}");
                return None;
            }
        };
        let registers = function.registers().ok().map(i32::cast_unsigned);
        let launch = move |stream: &Stream<'_>, placed: &Placed| {
            let stream = stream.gpu().ok_or("there is no GPU")?;
            let (grid, values) = (placed.grid(), placed.values());
            let doing = || words::launch_of(kernel, grid, values) + " in CUDA C++";
            // SAFETY: it takes the same arguments as the kernel, and the case belongs to the
            // kernel's problem.
            Ok(unsafe { function.launch(stream, grid, values, false, doing) }?)
        };
        Some(Baseline::new(name, launch).column("C++").registers(registers))
    }

    /// Returns a library that multiplies the same matrices.
    fn library<'f>(&'f self, baseline: &'f Multiplication) -> Option<Baseline<'f>> {
        let (column, name, library): (_, _, &dyn Multiply) = match baseline.library {
            Library::Cublas => (CEILING, "cuBLAS".into(), self.cublas.as_ref()?),
            Library::Cute(name) => ("CuTe", format!("CuTe's {name}"), self.cute.get(name)?),
        };
        let multiply = move |_: &Stream<'_>, placed: &Placed| {
            let addresses: Vec<u64> = placed.addresses().collect();
            let addresses = <[u64; 3]>::try_from(addresses);
            let addresses = addresses.map_err(|_| "a product has three matrices")?;
            // SAFETY: the memory is the case's, and the product describes its matrices.
            unsafe { library.multiply(&baseline.product, addresses) }
        };
        let multiply = Baseline::new(name, multiply).column(column);
        Some(match &baseline.case {
            Some(case) => multiply.case(case),
            None => multiply,
        })
    }
}

/// Returns all programs of a folder.
fn cubins(gpu: &Gpu, folder: &Path) -> Result<Vec<Program>, Box<dyn Error>> {
    let files = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    files.iter().map(|file| gpu.load(&file.path())).collect()
}
