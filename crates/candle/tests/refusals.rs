//! What the functions refuse, and tensors without elements.

use candle_core::{DType, Device, Result, Tensor, Var};
use zellige_candle::{Activation, attention, attention_varlen, linear, matmul, permute, softmax};

fn zeros(shape: &[usize], dtype: DType) -> Tensor {
    Tensor::zeros(shape, dtype, &Device::Cpu).unwrap()
}
fn refused<T: std::fmt::Debug>(result: Result<T>, words: &str) {
    // candle adds a backtrace where `RUST_BACKTRACE` asks for it.
    assert_eq!(result.unwrap_err().to_string().lines().next(), Some(words));
}

#[test]
fn operands_that_no_kernel_reads() {
    let x = zeros(&[4, 8], DType::F64);
    refused(softmax(&x), "softmax: there is no kernel for f64");
    let (a, b) = (zeros(&[4, 8], DType::BF16), zeros(&[8, 4], DType::F16));
    refused(matmul(&a, &b), "dtype mismatch in matmul, lhs: BF16, rhs: F16");
    let scalar = zeros(&[], DType::BF16);
    refused(softmax(&scalar), "softmax: x has no modes");
    refused(matmul(&scalar, &a), "matmul: a, bf16 ():(), has fewer than two modes");
    let bias = zeros(&[3], DType::BF16);
    let wrong = linear(&a, &a, Some(&bias), Activation::None);
    refused(wrong, "matmul: bias has the shape (3), but a row of d needs (4)");
}

#[test]
fn attention_of_other_shapes() {
    let x = zeros(&[2, 5, 1, 64], DType::BF16);
    let part = x.narrow(1, 0, 3).unwrap();
    refused(
        attention(&x, &part, &part, 1.0, false),
        "attention: the sequences of k, bf16 (2,3,1,64):(320,64,64,1), do not follow each other",
    );
    let flat = x.flatten(0, 1).unwrap();
    refused(
        attention(&flat, &x, &x, 1.0, false),
        "attention: q is [10, 1, 64], and not (batch, tokens, heads, d)",
    );
    let one = x.narrow(0, 0, 1).unwrap();
    refused(
        attention(&x, &one, &one, 1.0, false),
        "attention: q_starts has 3 elements, and k_starts 2",
    );
    let d = zeros(&[1, 5, 1, 32], DType::BF16);
    refused(
        attention(&d, &d, &d, 1.0, false),
        "attention: d is 32, and the kernels are for 64, 128, 192 and 256",
    );
    // The part of one sequence is a tensor like any other.
    let part = part.narrow(0, 1, 1).unwrap();
    assert_eq!(attention(&part, &part, &part, 1.0, false).unwrap().dims(), [1, 3, 1, 64]);
    for (starts, shown) in [
        (&[][..], "[]"),
        (&[1, 10], "[1, 10]"),
        (&[0, 11], "[0, 11]"),
        (&[0, 7, 3, 10], "[0, 7, 3, 10]"),
    ] {
        refused(
            attention_varlen(&flat, &flat, &flat, &[0, 10], starts, 1.0, false),
            &format!(
                "attention: k has 10 tokens, but its starts do not ascend from 0 to 10: {shown}"
            ),
        );
    }
}

#[test]
fn tensors_without_elements() {
    assert_eq!(softmax(&zeros(&[0, 8], DType::F32)).unwrap().dims(), [0, 8]);
    assert_eq!(permute(&zeros(&[3, 0], DType::U8), (1, 0)).unwrap().dims(), [0, 3]);
    let (a, b) = (zeros(&[2, 3, 0], DType::BF16), zeros(&[0, 5], DType::BF16));
    let d = matmul(&a, &b).unwrap().to_dtype(DType::F32).unwrap();
    assert_eq!(d.to_vec3::<f32>().unwrap(), vec![vec![vec![0.0; 5]; 3]; 2]);
    let (q, k) = (zeros(&[1, 2, 1, 64], DType::F16), zeros(&[1, 0, 1, 64], DType::F16));
    assert_eq!(attention(&k, &q, &q, 1.0, false).unwrap().dims(), [1, 0, 1, 64]);
    let o = attention(&q, &k, &k, 1.0, true).unwrap().to_dtype(DType::F32).unwrap();
    assert_eq!(o.flatten_all().unwrap().to_vec1::<f32>().unwrap(), [0.0; 128]);
}

#[test]
fn gradients() {
    let x = Var::from_tensor(&zeros(&[2, 8], DType::F32)).unwrap();
    let y = softmax(&x).unwrap().sum_all().unwrap();
    refused(y.backward(), "backward is not supported for softmax");
}
