//! The kernels that permute a tensor.

use zellige_problems::problems::permute::plans;

#[test]
fn plans_of_a_tensor() {
    let kernels = |bytes, extents: &[u32], permutation: &[usize]| -> Vec<String> {
        let plans = plans(bytes, extents, permutation).unwrap();
        let name = |plan: String| plan.split('"').nth(3).unwrap().to_string();
        plans.into_iter().map(name).collect()
    };
    assert_eq!(
        kernels(4, &[48, 56, 72, 80], &[3, 1, 2, 0]),
        ["permute_u32_16", "permute_u32_64", "permute_u32_32"]
    );
    assert_eq!(
        kernels(2, &[16, 12, 4096, 64], &[0, 2, 1, 3]),
        ["permute_rows_u16", "permute_rows_u16_16", "permute_rows_u16_wide"]
    );
}

#[test]
fn what_has_no_plan() {
    let refusal = |bytes, extents: &[u32], permutation: &[usize]| {
        let error = plans(bytes, extents, permutation).unwrap_err();
        error.to_string()
    };
    assert_eq!(refusal(4, &[3, 4], &[0, 0]), "[0, 0] is not a permutation of 2 modes");
    assert_eq!(refusal(4, &[1 << 16, 1 << 16], &[0, 1]), "the tensor has 2^32 elements or more");
    assert!(refusal(3, &[4], &[0]).contains("not 3"));
}
