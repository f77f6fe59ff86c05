//! No kernel is missing.

use zellige_kernels::KERNELS;
use zellige_problems::problems::{Scale, all};

#[test]
fn every_kernel_has_problems_of_every_scale() {
    for scale in [Scale::Small, Scale::Real, Scale::Timed] {
        let problems = all(scale);
        let solved: Vec<_> = problems
            .iter()
            .flat_map(|problem| problem.on_device().kernels().collect::<Vec<_>>())
            .collect();
        for kernel in KERNELS.iter().chain(zellige_baselines::KERNELS) {
            assert!(solved.contains(&kernel), "{} has no {scale:?} problem", kernel.name);
        }
    }
}

/// Whether this kernel shares the baseline of another instance of the same function.
fn is_further_instance(kernel: &str) -> bool {
    let list = include_str!("../../kernels/instances.txt");
    list.lines().any(|line| line.split_once(':').is_some_and(|(name, _)| name == kernel))
}

#[test]
fn every_problem_has_a_kernel_its_baseline_and_their_arguments() {
    for problem in all(Scale::Small) {
        let kernels: Vec<_> = problem.on_device().kernels().collect();
        let is_atom = zellige_instructions::kernels().any(|atom| atom.name == problem.kernel);
        let baselines = if is_atom || is_further_instance(problem.kernel) { 0 } else { 1 };
        assert_eq!(kernels.len(), 1 + baselines, "{}", problem.kernel);
        let (case, parameters) = (problem.case(), kernels[0].parameters);
        assert_eq!(case.arguments().len(), parameters.len(), "{}", problem.kernel);
    }
}
