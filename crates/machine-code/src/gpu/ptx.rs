//! PTX: the instructions of the kernels.

use crate::{
    Outcome,
    names::{Code, Names, one_blank},
};
use std::collections::BTreeSet;

/// The start of a kernel's entry point.
const ENTRY: &str = ".visible .entry ";

/// A kernel's instructions, labels and significant directives, with registers, labels and
/// parameters renamed in order of appearance.
#[derive(Debug)]
pub struct Kernel {
    pub name: String,
    pub code: Code,
}

/// The name of the instruction, such as `ld.global.b32`; `None` for labels, braces and directives.
pub fn opcode(line: &str) -> Option<&str> {
    let words = match line.strip_prefix('@') {
        Some(guarded) => guarded.split_once(' ')?.1,
        None => line,
    };
    let opcode = words.split(' ').next()?;
    let other = opcode.starts_with(['.', '{', '}']) || opcode.ends_with(':');
    (!other && !opcode.is_empty()).then_some(opcode)
}

/// The operands of the instruction: `%r1`, `[%rd2+4]`, ...
pub fn operands(line: &str) -> impl Iterator<Item = &str> {
    let after = opcode(line).and_then(|opcode| line.split_once(opcode));
    let operands = after.map_or("", |(_, rest)| rest).split(',');
    operands.map(str::trim).filter(|operand| !operand.is_empty())
}

impl Kernel {
    /// A kernel of these lines.
    #[cfg(test)]
    pub fn of_lines(lines: &[&str]) -> Self {
        let code = lines.iter().map(|line| line.to_string()).collect();
        Kernel { name: "copy".into(), code }
    }

    /// All kernels of the text, in order.
    pub fn all(ptx: &str) -> Outcome<Vec<Self>> {
        let text: String = ptx
            .lines()
            .map(|line| line.split_once("//").map_or(line, |(code, _)| code))
            .flat_map(|line| [line, "\n"])
            .collect();
        let mut kernels = Vec::new();
        for piece in text.split(ENTRY).skip(1) {
            let parts = piece.split_once('(').zip(piece.split_once('{'));
            let ((name, _), (_, body)) = parts.ok_or("an entry point has no body")?;
            kernels.push(Kernel::new(name, body));
        }
        Ok(kernels)
    }

    /// Parses a kernel from the text after the opening brace of its body.
    fn new(name: &str, body: &str) -> Self {
        let statements = statements(body);
        let labels: BTreeSet<&str> =
            statements.iter().filter_map(|statement| statement.strip_suffix(':')).collect();
        // The prefixes of registers that are declared as a range: `.reg .b32 %r<10>` declares %r0
        // to %r9.
        let prefixes: BTreeSet<&str> = statements
            .iter()
            .filter_map(|statement| statement.strip_prefix(".reg ")?.split_once(' '))
            .filter_map(|(_, name)| Some(name.split_once('<')?.0))
            .collect();
        let kind = |word: &str| {
            if labels.contains(word) {
                return Some("$".to_string());
            }
            let prefix = word.trim_end_matches(|c: char| c.is_ascii_digit());
            (prefix != word && prefixes.contains(prefix)).then(|| prefix.to_string())
        };
        let mut names = Names::default();
        let parameter = format!("{name}_param_");
        let code = statements
            .iter()
            .filter(|statement| !(statement.starts_with(".reg ") && statement.contains('<')))
            .map(|statement| names.rename(statement, "_$%", kind))
            .map(|statement| statement.replace(&parameter, "param_"))
            .collect();
        Kernel { name: name.to_string(), code }
    }

    /// The instruction count.
    pub fn count(&self) -> usize {
        self.code.iter().filter_map(|line| opcode(line)).count()
    }
}

/// Splits a body into statements, up to its closing brace. Braces between statements are statements
/// themselves; braces among operands are not.
fn statements(body: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut open = String::new();
    let mut depth = 1;
    let mut characters = body.chars().peekable();
    let finish = |open: &mut String, all: &mut Vec<String>| {
        let statement = one_blank(open);
        open.clear();
        if !statement.is_empty() {
            all.push(statement);
        }
    };
    while let Some(c) = characters.next() {
        let first = open.trim().is_empty();
        match c {
            ';' => finish(&mut open, &mut all),
            '{' if first => {
                depth += 1;
                all.push("{".into());
            }
            '}' if first => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
                all.push("}".into());
            }
            ':' if characters.peek() == Some(&':') => {
                characters.next();
                open += "::";
            }
            ':' if !open.trim().contains(char::is_whitespace) => {
                open.push(':');
                finish(&mut open, &mut all);
            }
            _ => open.push(c),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
.version 8.0
.visible .entry sum(
	.param .u32 sum_param_0,
	.param .u64 sum_param_1
)
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<4>;
// %bb.0:
	ld.param.b32 	%r2, [sum_param_0];
	mov.u32 	%r3, %tid.x;
	@%p1 bra 	$L__BB0_2;
	// begin inline asm
	{ .reg .pred q; mbarrier.try.shared::cta.b64 q, [%r2]; }
	mma.m16 {%r3,%r1}, {%r2};
	// end inline asm
$L__BB0_2:
	ret;
}
	// .globl	other
.visible .entry other()
{
	ret;
}
";

    #[test]
    fn statements_have_new_names() {
        let kernels = Kernel::all(TEXT).unwrap();
        let names: Vec<&str> = kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        assert_eq!(names, ["sum", "other"]);
        let expected = [
            "ld.param.b32 %r0, [param_0]",
            "mov.u32 %r1, %tid.x",
            "@%p0 bra $0",
            "{",
            ".reg .pred q",
            "mbarrier.try.shared::cta.b64 q, [%r0]",
            "}",
            "mma.m16 {%r1,%r2}, {%r0}",
            "$0:",
            "ret",
        ];
        assert_eq!(kernels[0].code, expected);
        assert_eq!(kernels[0].count(), 6);
        assert_eq!(kernels[1].code, ["ret"]);
    }

    #[test]
    fn parts_of_a_statement() {
        let line = "@%p1 add.s64 %rd1, %rd0, 4";
        assert_eq!(opcode(line), Some("add.s64"));
        assert_eq!(operands(line).collect::<Vec<_>>(), ["%rd1", "%rd0", "4"]);
        for other in ["$0:", "{", ".reg .pred q"] {
            assert_eq!(opcode(other), None);
        }
    }
}
