//! Slow code in a compiled kernel: calls, variables in memory, and accesses by generic addresses.

use super::statements::{Function, Statement};
use std::{collections::BTreeSet, fmt};

/// Slow code in a kernel: a warning, not an error.
///
/// ```
/// use zellige_kernel_build::ptx::{Ptx, Slow};
/// let ptx = Ptx::of("
/// .version 7.0
/// .visible .global .align 4 .b8 zellige_launch_bounds_sum[16] = {32};
/// .visible .entry sum()
/// {
///     call.uni add, (param0);
///     ret;
/// }
/// ").unwrap();
/// assert_eq!(ptx.findings[0].slow, Slow::Call);
/// assert_eq!(
///     ptx.findings[0].to_string(),
///     "the kernel sum calls `add`, which is not inlined: write `#[inline(always)]` above the function"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kernel.
    pub kernel: String,
    /// The kind of slow code.
    pub slow: Slow,
    /// The findings, each once, in the order of the PTX: the called functions, or the instructions.
    pub found: Vec<String>,
}

/// A kind of slow code.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slow {
    /// A call of a function that returns.
    Call,
    /// A call of a function that does not return, such as in a check that may fail. A kernel that
    /// keeps to its contract never executes it.
    Panic,
    /// Local memory, where a thread keeps variables that are not in registers.
    Local,
    /// A load or store with an address that may be in any memory, so the GPU determines the memory
    /// at run time. Instructions in `asm!` do not count.
    Generic,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { kernel, found, .. } = self;
        let first = found.first().map_or("", String::as_str);
        let more = match found.len() {
            0 | 1 => String::new(),
            more => format!(" and {} more", more - 1),
        };
        match self.slow {
            Slow::Call => write!(
                f,
                "the kernel {kernel} calls `{first}`{more}, which is not inlined: write `#[inline(always)]` above the function"
            ),
            Slow::Panic => write!(f, "the kernel {kernel} may panic: it calls `{first}`{more}"),
            Slow::Local => write!(
                f,
                "the kernel {kernel} keeps variables in local memory, `{first}`{more}: index arrays by constants, in loops that \
                 `unroll!` writes out"
            ),
            Slow::Generic => write!(
                f,
                "the kernel {kernel} accesses memory by generic addresses, `{first}`{more}: take pointers as arguments of the \
                 kernel, not from memory"
            ),
        }
    }
}

/// Returns the slow code of each kernel, including that of the functions that it calls.
pub(super) fn findings(functions: &[Function<'_>]) -> Vec<Finding> {
    let kernels = functions.iter().filter(|function| function.is_entry);
    kernels.flat_map(|kernel| of_kernel(kernel, functions)).collect()
}

fn of_kernel(kernel: &Function<'_>, functions: &[Function<'_>]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut add = |slow, what: &str| {
        let place = findings.iter().position(|finding| finding.slow == slow);
        let place = place.unwrap_or_else(|| {
            findings.push(Finding { kernel: kernel.name.into(), slow, found: Vec::new() });
            findings.len() - 1
        });
        let found = &mut findings[place].found;
        if !found.iter().any(|old| old == what) {
            found.push(what.into());
        }
    };
    let mut seen = BTreeSet::new();
    let mut open = vec![kernel];
    while let Some(function) = open.pop() {
        for statement in function.statements.iter().filter(|of| !of.by_hand) {
            if let Some(name) = callee(statement) {
                let called = functions.iter().find(|function| function.name == name);
                match called {
                    Some(called) if !returns(called) => add(Slow::Panic, name),
                    _ => add(Slow::Call, name),
                }
                let called = called.filter(|called| returns(called) && seen.insert(called.name));
                open.extend(called);
            } else if is_local(statement) {
                add(Slow::Local, &statement.text);
            } else if is_generic(statement) {
                add(Slow::Generic, &statement.text);
            }
        }
    }
    findings
}

/// Returns the function that the statement calls, if it is a call:
/// `call.uni (retval0), NAME, (param0)`.
fn callee(statement: &Statement) -> Option<&str> {
    if !is_one_of(statement, &["call"]) {
        return None;
    }
    let operands = statement.operands();
    let after = match operands.strip_prefix('(') {
        Some(returned) => returned.split_once(')')?.1.trim_start_matches([',', ' ']),
        None => operands,
    };
    after.split([',', ' ', '(']).next()
}

fn returns(function: &Function<'_>) -> bool {
    let mut all = function.statements.iter();
    all.any(|statement| is_one_of(statement, &["ret"]))
}

/// Returns whether the statement declares or accesses a variable in local memory.
fn is_local(statement: &Statement) -> bool {
    let accessed = is_access(statement) && statement.text.contains("[%SP");
    accessed || statement.opcode().split('.').skip(1).any(|part| part == "local")
}

/// Returns whether the statement is an access without a state space in its name.
fn is_generic(statement: &Statement) -> bool {
    const SPACES: [&str; 5] = ["const", "global", "local", "param", "shared"];
    let mut parts = statement.opcode().split('.');
    is_access(statement)
        && !parts.any(|part| SPACES.contains(&part.split("::").next().unwrap_or_default()))
}

fn is_access(statement: &Statement) -> bool {
    is_one_of(statement, &["ld", "ldu", "st", "atom", "red"])
}

/// Returns whether the instruction begins with one of these words, up to a dot.
fn is_one_of(statement: &Statement, words: &[&str]) -> bool {
    let word = statement.opcode().split('.').next();
    word.is_some_and(|word| words.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::statements::functions;

    /// Returns the findings in a kernel with these lines, and functions beside it.
    fn found(body: &str) -> Vec<(Slow, Vec<String>)> {
        let text = format!(
            ".visible .entry sum(
	.param .u64 sum_param_0
)
{{
	ld.param.b64 	%rd1, [sum_param_0];
	ld.global.nc.b32 	%r1, [%rd1];
	st.shared::cta.b32 	[%r2], %r1;
	atom.global.add.u32 	%r3, [%rd1], %r1;
	red.shared.add.u32 	[%r2], %r1;
	redux.sync.add.s32 	%r1, %r1, -1;
	stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r2], {{%r1}};
	{body}
	ret;
}}
.func  (.param .b32 func_retval0) large(
	.param .b64 large_param_0
)
{{
	st.b32 	[%rd1], %r1;
	call.uni large, (param0);
	ret;
}}
.func stop()
{{
	.local .align 8 .b8 	__local_depot1[16];
	st.b64 	[%rd1], %rd2;
	trap;
}}
.visible .entry other()
{{
	ret;
}}
"
        );
        let findings = findings(&functions(&text));
        assert!(findings.iter().all(|finding| finding.kernel == "sum"));
        let pairs = findings.into_iter();
        pairs.map(|finding| (finding.slow, finding.found)).collect()
    }
    fn one(slow: Slow, what: &str) -> (Slow, Vec<String>) {
        (slow, vec![what.into()])
    }

    #[test]
    fn fast_code_has_no_findings() {
        assert_eq!(found(""), []);
        let asm = "// begin inline asm\n\tld.acquire.gpu.u32 %r1, [%rd1];\n// end inline asm";
        assert_eq!(found(asm), []);
    }

    #[test]
    fn accesses_are_known_by_their_state_space() {
        let local = ".local .align 16 .b8 __local_depot0[64]";
        assert_eq!(found(&format!("{local};")), [one(Slow::Local, local)]);
        for access in ["ld.local.b32 %r1, [%rd1]", "st.b32 [%SP+4], %r1"] {
            assert_eq!(found(&format!("@%p1 {access};")), [one(Slow::Local, access)]);
        }
        for access in [
            "ld.b32 %r1, [%rd1]",
            "ld.volatile.v2.b32 {%r1, %r2}, [%rd1]",
            "ld.acquire.gpu.b32 %r1, [%rd1]",
            "st.b8 [%rd1], %rs1",
            "atom.add.u32 %r1, [%rd1], 1",
            "red.relaxed.sys.add.u32 [%rd1], 1",
        ] {
            assert_eq!(found(&format!("{access};")), [one(Slow::Generic, access)]);
        }
    }

    #[test]
    fn what_a_called_function_does_is_the_kernels() {
        let expected = [one(Slow::Call, "large"), one(Slow::Generic, "st.b32 [%rd1], %r1")];
        assert_eq!(found("call.uni (retval0), large, (param0);"), expected);
        assert_eq!(found("{ // callseq\n\tcall.uni\n\tlarge,\n\t(\n\t);\n\t}"), expected);
        assert_eq!(found("call %rd1, (), prototype_0;"), [one(Slow::Call, "%rd1")]);
        // Only a mistake leads there.
        assert_eq!(found("call.uni stop, ();"), [one(Slow::Panic, "stop")]);
    }

    #[test]
    fn more_than_one_is_counted() {
        let text = ["ld.b32 %r1, [%rd1]", "st.b32 [%rd1], %r1"].map(String::from);
        let finding = Finding { kernel: "sum".into(), slow: Slow::Generic, found: text.into() };
        let words = "by generic addresses, `ld.b32 %r1, [%rd1]` and 1 more: take";
        assert!(finding.to_string().contains(words), "{finding}");
    }
}
