//! Forms of arguments, in which some numbers are known only at run time, and the values that fill
//! them.

use zellige_oracle::{
    Number, Value,
    notation::{number, read},
};

/// A number in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// Part of the type.
    Static(Number),
    /// A run-time integer of 32 bits.
    U32,
    /// A run-time integer as wide as an address.
    Usize,
}

/// Reads forms: `(u,_6):(_1,z) | _6:_1`, where `u` is a `u32` and `z` a `usize`.
pub(crate) fn read_forms(text: &str) -> Vec<Value<Leaf>> {
    let of_leaf = |text: &str, is_static: bool| match (text, is_static) {
        ("u", false) => Some(Leaf::U32),
        ("z", false) => Some(Leaf::Usize),
        (digits, true) => digits.parse().ok().map(Leaf::Static),
        _ => None,
    };
    let form = |text| read(text, &mut { of_leaf }).unwrap_or_else(|| panic!("{text} is no form"));
    text.split('|').map(form).collect()
}

/// Writes forms in the notation that [`read_forms`] reads.
pub(crate) fn write_forms(forms: &[Value<Leaf>]) -> String {
    let leaf = |leaf: &Leaf| match leaf {
        Leaf::Static(n) => format!("_{n}"),
        Leaf::U32 => "u".to_string(),
        Leaf::Usize => "z".to_string(),
    };
    let write = |form: &Value<Leaf>| form.write("", "", &mut |n, _| leaf(n)).replace("..", "_");
    forms.iter().map(write).collect::<Vec<_>>().join(" | ")
}

/// Fills the run-time integers of the forms with these values.
pub(crate) fn with_values(forms: &[Value<Leaf>], values: &[u64]) -> Vec<Value> {
    let mut values = values.iter();
    let mut next = |leaf: &Leaf| match leaf {
        Leaf::Static(n) => *n,
        _ => values.next().copied().unwrap_or_default().into(),
    };
    forms.iter().map(|form| form.map(&mut next)).collect()
}

/// The literals, such as `layout!((4u32, 6) : (1, 4usize))` or `(int!(4), 3u32)`.
pub(crate) fn literals(forms: &[Value<Leaf>], values: &[u64]) -> Vec<String> {
    literals_of(forms, &mut |leaf, slot| match leaf {
        Leaf::Usize => format!("{}usize", values[slot]),
        _ => format!("{}u32", values[slot]),
    })
}

/// The literals, where `run_time` writes each run-time integer, given its leaf and its number.
pub(crate) fn literals_of(
    forms: &[Value<Leaf>],
    run_time: &mut impl FnMut(Leaf, usize) -> String,
) -> Vec<String> {
    let mut slot = 0;
    // A layout is written mode by mode from its shape and stride, so the numbers are filled in
    // first.
    let mut name = |leaf: &Leaf| match leaf {
        Leaf::Static(n) => (*leaf, number(*n)),
        run => {
            slot += 1;
            (*leaf, run_time(*run, slot - 1))
        }
    };
    let named = forms.iter().map(|form| form.map(&mut name));
    let named: Vec<Value<(Leaf, String)>> = named.collect();
    let write = |form: &Value<(Leaf, String)>| {
        form.write("layout!(", ")", &mut |(leaf, text), inside| match leaf {
            Leaf::Static(_) if !inside => format!("int!({text})"),
            _ => text.clone(),
        })
    };
    named.iter().map(write).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_with_values_are_literals() {
        let forms = read_forms("((u,_6),z):((_1,z),_2) | (_4,_,u) | _6:_1");
        assert_eq!(read_forms(&write_forms(&forms)), forms);
        let values = [4, 5, 7, 3];
        assert_eq!(
            literals(&forms, &values),
            [
                "layout!(((4u32, 6), 5usize) : ((1, 7usize), 2))",
                "(int!(4), .., 3u32)",
                "layout!(6 : 1)"
            ]
        );
        let numbers: Vec<String> =
            with_values(&forms, &values).iter().map(Value::to_string).collect();
        assert_eq!(numbers, ["((4,6),5):((1,7),2)", "(4,_,3)", "6:1"]);
    }
}
