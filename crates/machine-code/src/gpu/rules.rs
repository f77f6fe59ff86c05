//! The rules for every kernel, and the list of reasons for the exceptions.

use super::{narrow, ptx::Kernel, uniform};
use crate::Outcome;
use std::{collections::BTreeMap, fmt, path::Path};
use zellige_kernel_build::{
    assembler::Resources,
    ptx::{Finding, Slow},
};

/// A rule for kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rule {
    /// A kernel and its baseline have the same instructions, except for the names of registers and
    /// labels, the direction of branches, and the order of independent instructions.
    Same,
    /// A kernel has at most as many instructions as its baseline, in PTX and in machine code.
    Count,
    /// Indices are computed in 32 bits; see [`narrow`].
    Narrow,
    /// All threads of a block reach each barrier together (see [`uniform`]), and a kernel has as
    /// many barriers as its baseline.
    Barriers,
    /// No variable of a thread is in memory, neither as an array nor because it was spilled.
    Memory,
    /// Everything is inlined.
    Calls,
    /// Each access states its state space.
    Generic,
    /// No instruction stops the kernel.
    Panics,
    /// The assembler prints no warnings.
    Warnings,
}

impl Rule {
    /// The rules that may be broken with a reason.
    pub(super) const EXCUSABLE: [Rule; 2] = [Rule::Same, Rule::Narrow];
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

/// A broken rule, with details.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Breach {
    pub(super) rule: Rule,
    pub(super) how: String,
}

/// The rules that a kernel breaks regardless of its baseline; `findings` lists the slow code in its
/// PTX.
pub(super) fn breaches<'f>(
    kernel: &Kernel,
    resources: &Resources,
    findings: impl Iterator<Item = &'f Finding>,
) -> Vec<Breach> {
    let name = &kernel.name;
    let mut breaches = Vec::new();
    let mut add = |rule, how: Vec<String>| {
        if let [first, more @ ..] = how.as_slice() {
            let more = match more.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let how = format!("{name}: {first}{more}");
            breaches.push(Breach { rule, how });
        }
    };
    let found = |is_wrong: &dyn Fn(&str) -> bool| -> Vec<String> {
        let lines = kernel.code.iter();
        lines.filter(|line| line.split(' ').any(is_wrong)).map(|line| format!("`{line}`")).collect()
    };
    let wide = narrow::wide(kernel).into_iter();
    add(Rule::Narrow, wide.map(|line| format!("`{line}` is 64-bit arithmetic")).collect());
    add(Rule::Barriers, uniform::parted(kernel));
    for finding in findings {
        let rule = match finding.slow {
            Slow::Call | Slow::Panic => Rule::Calls,
            Slow::Local => Rule::Memory,
            Slow::Generic => Rule::Generic,
        };
        add(rule, vec![finding.to_string()]);
    }
    add(Rule::Panics, found(&|word| ["trap", "exit", "brkpt"].contains(&word)));
    let Resources { stack, spills, .. } = resources;
    if stack + spills > 0 {
        let how = format!("{stack} bytes of stack, {spills} bytes of spills");
        add(Rule::Memory, vec![how]);
    }
    breaches
}

/// The reasons for breaking a rule, by kernel.
///
/// The file has a line `KERNEL RULE: REASON` for each one; `#` starts a comment.
pub(super) struct Reasons(BTreeMap<(String, Rule), Reason>);

struct Reason {
    text: String,
    used: bool,
}

impl Reasons {
    /// Reads the file.
    pub(super) fn read(path: &Path) -> Outcome<Self> {
        let text = std::fs::read_to_string(path)
            .map_err(|reason| format!("{}: {reason}", path.display()))?;
        Reasons::parse(&text).map_err(|reason| format!("{}: {reason}", path.display()).into())
    }

    /// Reads the lines of the file.
    pub(super) fn parse(text: &str) -> Outcome<Self> {
        let mut reasons = BTreeMap::new();
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let wrong = || {
                let rules = Rule::EXCUSABLE.map(|rule| rule.to_string()).join(" or ");
                format!("`{line}` is not of the form `KERNEL RULE: REASON`, where RULE is {rules}")
            };
            let (what, text) = line.split_once(": ").ok_or_else(wrong)?;
            let (kernel, rule) = what.split_once(' ').ok_or_else(wrong)?;
            let rule = Rule::EXCUSABLE.into_iter().find(|known| known.to_string() == rule);
            let key = (kernel.to_string(), rule.ok_or_else(wrong)?);
            let text = text.to_string();
            if reasons.insert(key, Reason { text, used: false }).is_some() {
                return Err(format!("{what} is there twice").into());
            }
        }
        Ok(Reasons(reasons))
    }

    /// The reason why the kernel may break the rule.
    pub(super) fn find(&mut self, kernel: &str, rule: Rule) -> Option<&str> {
        let reason = self.0.get_mut(&(kernel.to_string(), rule))?;
        reason.used = true;
        Some(&reason.text)
    }

    /// The reasons that nothing has used.
    pub(super) fn unused(&self) -> Vec<String> {
        let unused = self.0.iter().filter(|(_, reason)| !reason.used);
        unused.map(|((kernel, rule), _)| format!("{kernel} {rule}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zellige_kernel_build::ptx::Ptx;

    const FINE: &str = "
.version 8.0
.visible .global .align 4 .b8 zellige_launch_bounds_copy[16] = {32};
.visible .entry copy(
)
{
	.reg .b64 %rd<4>;
	ld.param.b64 	%rd1, [copy_param_0];
	bar.sync 0;
	ret;
}
";

    fn breaches_in(text: &str, resources: &Resources) -> Vec<Breach> {
        let ptx = Ptx::of(text).unwrap();
        breaches(&Kernel::all(&ptx.text).unwrap()[0], resources, ptx.findings.iter())
    }

    #[test]
    fn each_rule_is_checked() {
        assert_eq!(breaches_in(FINE, &Resources::default()), []);
        let broken = [
            (Rule::Narrow, "mul.lo.s64 %rd2, %rd1, %rd1;"),
            (Rule::Memory, "ld.local.b32 %rd2, [%rd1];"),
            (Rule::Memory, ".local .align 4 .b8 __local_depot0[16];"),
            (Rule::Calls, "call.uni panic, ();"),
            (Rule::Generic, "st.b32 [%rd1], 0;"),
            (Rule::Panics, "trap;"),
            (Rule::Panics, "exit;"),
        ];
        for (rule, line) in broken {
            let text = FINE.replace("\tret;", line);
            let found = breaches_in(&text, &Resources::default());
            let rules: Vec<Rule> = found.iter().map(|breach| breach.rule).collect();
            assert_eq!(rules, [rule], "{line}");
            assert!(found[0].how.starts_with("copy: "), "{found:?}");
        }
        let parted = "mov.u32 %rd2, %tid.x; @%rd2 bra $0; bar.sync 0; $0: ret;";
        let found = breaches_in(&FINE.replace("ret;", parted), &Resources::default());
        assert_eq!(found[0].rule, Rule::Barriers);
        let spills = Resources { spills: 8, ..Resources::default() };
        let found = breaches_in(FINE, &spills);
        assert_eq!(found[0].how, "copy: 0 bytes of stack, 8 bytes of spills");
    }

    #[test]
    fn reasons_are_used_or_reported() {
        let text = "# why\n\ncopy same: a: b\nsum narrow: long\n";
        let mut reasons = Reasons::parse(text).unwrap();
        assert_eq!(reasons.find("copy", Rule::Same), Some("a: b"));
        assert_eq!(reasons.find("copy", Rule::Narrow), None);
        assert_eq!(reasons.unused(), ["sum narrow"]);
    }

    #[test]
    fn not_every_rule_has_exceptions() {
        for wrong in ["copy panics: why", "copy: why", "copy same", "copy same: a\ncopy same: b"] {
            assert!(Reasons::parse(wrong).is_err(), "{wrong}");
        }
    }
}
