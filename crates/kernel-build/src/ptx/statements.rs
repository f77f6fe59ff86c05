//! The statements of a PTX file, function by function.

/// A function with a body: a kernel's entry point, or a function that a kernel calls.
pub(super) struct Function<'t> {
    pub(super) name: &'t str,
    pub(super) is_entry: bool,
    pub(super) statements: Vec<Statement>,
}

/// An instruction or a directive, without its guard, with one blank between words.
pub(super) struct Statement {
    pub(super) text: String,
    /// Whether it is in an `asm!`.
    pub(super) by_hand: bool,
}

impl Statement {
    /// Returns the name of the instruction, `ld.global.b32`, or the first word of a directive.
    pub(super) fn opcode(&self) -> &str {
        self.text.split(' ').next().unwrap_or_default()
    }
    /// Returns the text behind the name.
    pub(super) fn operands(&self) -> &str {
        self.text.split_once(' ').map_or("", |(_, operands)| operands)
    }
}

/// Returns the functions that the text defines.
pub(super) fn functions(text: &str) -> Vec<Function<'_>> {
    let mut all = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some((name, is_entry)) = head(line) else {
            continue;
        };
        // The list of parameters, and directives, up to the body. A declaration has none.
        let defined = line.ends_with('{')
            || lines
                .by_ref()
                .map(code)
                .find_map(|line| match line {
                    "{" => Some(true),
                    _ => line.ends_with(';').then_some(false),
                })
                .unwrap_or(false);
        if defined {
            let statements = body(&mut lines);
            all.push(Function { name, is_entry, statements });
        }
    }
    all
}

/// Returns the name of the function with a head that begins on this line, and whether it is an
/// entry point.
fn head(line: &str) -> Option<(&str, bool)> {
    if !line.starts_with('.') {
        return None;
    }
    let (rest, is_entry) = match line.split_once(".entry ") {
        Some((_, rest)) => (rest, true),
        None => (line.split_once(".func ")?.1, false),
    };
    let rest = rest.trim_start();
    // In parentheses before the name: the return value.
    let rest = match rest.strip_prefix('(') {
        Some(returned) => returned.split_once(')')?.1.trim_start(),
        None => rest,
    };
    let name = rest.split(|c: char| c == '(' || c.is_whitespace()).next()?;
    (!name.is_empty()).then_some((name, is_entry))
}

/// Reads the statements up to the brace that ends the function.
fn body<'t>(lines: &mut impl Iterator<Item = &'t str>) -> Vec<Statement> {
    let (mut all, mut open, mut by_hand) = (Vec::new(), String::new(), false);
    for line in lines {
        match line.trim() {
            "// begin inline asm" => by_hand = true,
            "// end inline asm" => by_hand = false,
            _ if line == "}" && !by_hand => break,
            _ => {}
        }
        let mut parts = code(line).split(';').peekable();
        while let Some(part) = parts.next() {
            open += part;
            open.push(' ');
            if parts.peek().is_some() {
                all.extend(statement(&std::mem::take(&mut open), by_hand));
            } else if part.ends_with(':') {
                open.clear(); // a label
            }
        }
    }
    all
}

/// Returns the statement with this text, if there is one, without braces, labels and the guard
/// before it.
fn statement(text: &str, by_hand: bool) -> Option<Statement> {
    let words = text.trim_start_matches(['{', '}', ' ', '\t']).split_whitespace();
    let is_before = |word: &&str| word.starts_with('@') || word.ends_with(':');
    let words: Vec<&str> = words.skip_while(is_before).collect();
    (!words.is_empty()).then(|| Statement { text: words.join(" "), by_hand })
}

/// Returns the line without its comment, and without blanks around it.
fn code(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
.func  (.param .b32 func_retval0) helper
(
	.param .b64 helper_param_0
)
;
.visible .entry sum(
	.param .u32 sum_param_0
)
.maxntid 256, 1, 1
{
	.reg .pred 	%p<2>;
	@%p1 bra 	$L__BB0_2;
	// begin inline asm
	{ .reg .pred q; cp.async.cg.shared.global [%r1], [%rd1], 16, q;
}
	// end inline asm
	{ // callseq 0, 0
	call.uni (retval0),
	helper,
	(
	param0
	);
	} // callseq 0
$L__BB0_2:
	ret; // done
}
.func  (.param .b32 func_retval0) helper(
	.param .b64 helper_param_0
)
{
	ret;
}
.func other()
{
	trap;
}
";

    #[test]
    fn functions_have_statements() {
        let all = functions(TEXT);
        let names: Vec<_> = all.iter().map(|of| (of.name, of.is_entry)).collect();
        assert_eq!(names, [("sum", true), ("helper", false), ("other", false)]);
        let found: Vec<_> =
            all[0].statements.iter().map(|of| (of.text.as_str(), of.by_hand)).collect();
        let expected = [
            (".reg .pred %p<2>", false),
            ("bra $L__BB0_2", false),
            (".reg .pred q", true),
            ("cp.async.cg.shared.global [%r1], [%rd1], 16, q", true),
            ("call.uni (retval0), helper, ( param0 )", false),
            ("ret", false),
        ];
        assert_eq!(found, expected);
        assert_eq!(all[0].statements[1].opcode(), "bra");
        assert_eq!(all[0].statements[1].operands(), "$L__BB0_2");
        assert_eq!(all[2].statements.len(), 1);
    }
}
