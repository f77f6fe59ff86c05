//! Launches as text, for error messages.

use zellige_gpu::kernel::{Description, Value};

/// Returns a launch as text, from the text of its arguments.
pub fn launch(kernel: &Description, (x, y): (u32, u32), arguments: &[String]) -> String {
    let Description { name, threads, shared, .. } = kernel;
    format!("{name}<<<({x}, {y}), {threads}, {shared}>>>({})", arguments.join(", "))
}

/// Returns a launch as text, from the values of its arguments:
/// `saxpy<<<(4, 1), 256, 0>>>(n = 1000, a = 1.5, x, y)`.
pub fn launch_of(kernel: &Description, grid: (u32, u32), values: &[Value]) -> String {
    let names = kernel.parameters.iter().zip(values);
    let arguments: Vec<String> =
        names.map(|(parameter, value)| argument(parameter.name, *value)).collect();
    launch(kernel, grid, &arguments)
}

/// Returns an argument as text: `n = 1000`, or only the name for an address.
pub fn argument(name: &str, value: Value) -> String {
    match value {
        Value::U32(x) => format!("{name} = {x}"),
        Value::I32(x) => format!("{name} = {x}"),
        Value::U64(x) => format!("{name} = {x}"),
        Value::I64(x) => format!("{name} = {x}"),
        Value::F32(x) => format!("{name} = {x}"),
        Value::F64(x) => format!("{name} = {x}"),
        Value::Pointer(_) => name.to_string(),
    }
}
