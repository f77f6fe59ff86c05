//! The sentence of a refused composition that a message names: where profiles do not match, rustc
//! names the type of the layout, and stops before it evaluates the constant that explains it.

use zellige_dynamic::{DynLayout, Tiler};

use crate::names::{all, arguments};

/// Returns the sentences of the refused compositions in the full name of a type, each once.
pub(crate) fn sentences(name: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    for (at, word) in name.match_indices("NoComposition<") {
        let parts = arguments(name, at + word.len() - 1).map(|(parts, _)| parts);
        if let Some(sentence) = parts.and_then(|parts| composition(&parts)) {
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
    }
    sentences
}

/// Returns the sentence of the composition of the modes A with the layout S:D.
fn composition(parts: &[&str]) -> Option<String> {
    let [operation, a, shape, stride] = parts else { return None };
    if !operation.ends_with("Composition") {
        return None;
    }
    let (mut shapes, mut strides, mut rest) = (Vec::new(), Vec::new(), a.trim());
    loop {
        let mode = arguments(rest, rest.find('<')?)?.0;
        shapes.push(all(mode.first()?.trim(), 0));
        strides.push(all(mode.get(1)?.trim(), 0));
        match mode[..] {
            [_, _, next] => rest = next.trim(),
            _ => break,
        }
    }
    let layout = |shape: &str, stride: &str| format!("{shape}:{stride}").replace(' ', "");
    let a = layout(&format!("({})", shapes.join(",")), &format!("({})", strides.join(",")));
    let b = layout(&all(shape.trim(), 0), &all(stride.trim(), 0));
    let (a, b) = (a.parse::<DynLayout>().ok()?, b.parse::<Tiler>().ok()?);
    a.compose(b).err().map(|refusal| refusal.to_string())
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn a_composition_that_carries() {
        let (two, three) = ("UInt<UInt<UTerm, B1>, B0>", "UInt<UInt<UTerm, B1>, B1>");
        let seven = "UInt<UInt<UInt<UTerm, B1>, B1>, B1>";
        let six = format!("UInt<{three}, B0>");
        let a = format!("Inner<{six}, UInt<UTerm, B1>, Last<{two}, {seven}>>");
        let b = format!("({three}, {two}), ({two}, {three})");
        let reason = format!("NoComposition<Composition, {a}, {b}>");
        let name = format!("<Strided<Refused<{reason}>, Refused<{reason}>> as Layout>::Profile");
        let [sentence] = &sentences(&name)[..] else { panic!("one sentence") };
        let words = "mode 0 of B (3:2) reaches 4, mode 1 of B (2:3) reaches 3, together 7 > 5";
        assert!(sentence.contains(words), "{sentence}");
        assert_eq!(sentences("NoComposition<Composition, ..., B, C>"), [""; 0]);
        assert_eq!(sentences(&name.replace("Composition,", "Other,")), [""; 0]);
    }
}
