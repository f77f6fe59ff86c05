//! The names of types, from those of their values.

use proc_macro2::Ident;
use syn::ext::IdentExt;

/// Returns `ceil_div` as `CeilDiv` and `idx2crd` as `Idx2Crd`, with the same span.
pub(crate) fn camel(name: &Ident) -> Ident {
    let mut camel = String::new();
    for word in name.unraw().to_string().split('_') {
        let (mut is_start, mut is_word) = (true, false);
        for letter in word.chars() {
            if is_start {
                camel.extend(letter.to_uppercase());
            } else {
                camel.push(letter);
            }
            is_start = is_word && letter.is_ascii_digit();
            is_word |= letter.is_alphabetic();
        }
    }
    Ident::new(&camel, name.span())
}

/// Returns the name of a method's result type. The suffixes of `right_inverse_noting` and
/// `size_modulo` say how the value is computed: the types are `RightInverse` and `Size`.
pub(super) fn of_method(name: &Ident) -> Ident {
    let word = name.to_string();
    let plain = word.strip_suffix("_noting").or_else(|| word.strip_suffix("_modulo"));
    plain.map_or_else(|| camel(name), |plain| camel(&Ident::new(plain, name.span())))
}
