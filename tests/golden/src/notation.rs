//! Types in readable notation, for the messages of failed tests.

/// Writes the full name of a type as CuTe would: typenum's `UInt<UInt<UTerm, B1>, B0>` is `_2`, and
/// `Strided<S, D>` is `S:D`.
pub(crate) fn notation(name: &str) -> String {
    Reader { rest: name }.item()
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// Reads one type.
    fn item(&mut self) -> String {
        if self.eat("(") {
            return format!("({})", self.items(")").join(","));
        }
        let end = self.rest.find(['<', '>', ',', '(', ')']).unwrap_or(self.rest.len());
        let (path, rest) = self.rest.split_at(end);
        self.rest = rest;
        let arguments = if self.eat("<") { self.items(">") } else { Vec::new() };
        match (path.rsplit("::").next().unwrap_or(path), &arguments[..]) {
            ("UTerm", []) => "_0".to_owned(),
            ("B0", []) => "0".to_owned(),
            ("B1", []) => "1".to_owned(),
            ("UInt", [prefix, bit]) => number(prefix, bit),
            ("Strided", [shape, stride]) => format!("{shape}:{stride}"),
            (name, []) => name.to_owned(),
            (name, arguments) => format!("{name}<{}>", arguments.join(", ")),
        }
    }

    /// Reads types separated by commas, up to and including the closing bracket.
    fn items(&mut self, close: &str) -> Vec<String> {
        let mut items = Vec::new();
        while !self.eat(close) && !self.rest.is_empty() {
            items.push(self.item());
            self.eat(",");
            self.rest = self.rest.trim_start();
        }
        items
    }

    /// Takes this text if it comes next.
    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

/// Combines `_6` and `1` to `_13`.
fn number(prefix: &str, bit: &str) -> String {
    let value = |text: &str| text.trim_start_matches('_').parse::<u64>();
    match (value(prefix), value(bit)) {
        (Ok(prefix), Ok(bit)) => format!("_{}", 2 * prefix + bit),
        _ => format!("UInt<{prefix}, {bit}>"),
    }
}

#[cfg(test)]
mod tests {
    use super::notation;

    #[test]
    fn numbers_tuples_and_layouts() {
        assert_eq!(notation("a::UInt<a::UInt<a::UTerm, a::B1>, a::B0>"), "_2");
        assert_eq!(
            notation("z::Strided<(a::UInt<a::UTerm, a::B1>, (u32,)), a::UTerm>"),
            "(_1,(u32)):_0"
        );
        assert_eq!(notation("z::Refused<z::Why<u32, u32>>"), "Refused<Why<u32, u32>>");
    }
}
