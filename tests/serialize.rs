//! Layouts serialized as data, and deserialized.

#![cfg(feature = "serde")]

use serde::{Serialize, de::DeserializeOwned};
use zellige::construct::make_identity_layout;
use zellige::prelude::*;

/// Serializes a layout and deserializes it: as itself, and with all integers at run time.
fn there_and_back<L>(layout: L, text: &str)
where
    L: Layout<ToDynamic<usize>: Serialize + DeserializeOwned> + Serialize + DeserializeOwned,
{
    assert_eq!(serde_json::to_string(&layout).unwrap(), text);
    assert_eq!(serde_json::from_str::<L>(text).unwrap(), layout);
    let dynamic: L::ToDynamic<usize> = serde_json::from_str(text).unwrap();
    assert_eq!(dynamic, layout.to_dynamic());
    assert_eq!(serde_json::to_string(&dynamic).unwrap(), text);
}

#[test]
fn every_kind_of_layout_goes_there_and_back() {
    there_and_back(layout!(12 : 3), r#"{"shape":12,"stride":3}"#);
    there_and_back(layout!((8, 4) : (4, 1)), r#"{"shape":[8,4],"stride":[4,1]}"#);
    there_and_back(
        layout!(((2, 3), (1,)) : ((1, -8), (0,))),
        r#"{"shape":[[2,3],[1]],"stride":[[1,-8],[0]]}"#,
    );
    there_and_back(layout!(()), r#"{"shape":[],"stride":[]}"#);
    there_and_back(layout!((5u32, 4) : (4usize, 1)), r#"{"shape":[5,4],"stride":[4,1]}"#);
    there_and_back(
        make_identity_layout(shape!((4, (2, 3)))),
        r#"{"shape":[4,[2,3]],"stride":[[1,[0]],[[1,[1,0]],[1,[1,1]]]]}"#,
    );
    there_and_back(
        layout!(Sw<2, 0, 3> o 0 o (8, 8) : (8, 1)).slice((3u32, ..)).0,
        r#"{"outer":"Sw<2,0,3>","offset":24,"inner":{"shape":[8],"stride":[1]}}"#,
    );
}

/// Returns the sentence of the error.
fn error<T: DeserializeOwned>(text: &str) -> String {
    serde_json::from_str::<T>(text).err().unwrap().to_string()
}

#[test]
fn other_numbers_are_refused() {
    assert_eq!(
        error::<layout!((8, 4) : (4, 1))>(r#"{"shape":[8,5],"stride":[4,1]}"#),
        "the layout is (8,5):(4,1), not (_8,_4):(_4,_1): mode 1 is 5:1, and its extent must be 4"
    );
    assert_eq!(
        error::<Strided<u32, u32>>(r#"{"shape":8,"stride":4294967296}"#),
        "the layout is 8:4294967296, not ?:?"
    );
    type Tile = layout!(Sw<2, 0, 3> o 0 o 8 : 1);
    let text = r#"{"outer":"Sw<2,0,3>","offset":7,"inner":{"shape":8,"stride":1}}"#;
    assert!(error::<Tile>(text).starts_with("the offset is 7, not _0"));
    type Axis = layout!(4 : 1@1);
    assert!(
        error::<Axis>(r#"{"shape":4,"stride":[1,[0]]}"#).starts_with("the axis is (0), not (_1)")
    );
}

#[test]
fn other_forms_are_refused() {
    for text in [
        r#"{"shape":[8,4,2],"stride":[4,1,1]}"#,
        r#"{"shape":[8],"stride":[4,1]}"#,
        r#"{"shape":[8,[4]],"stride":[4,[1]]}"#,
        r#"{"shape":[8,-4],"stride":[4,1]}"#,
        r#"{"shape":[8,4]}"#,
    ] {
        assert!(
            serde_json::from_str::<Strided<(usize, usize), (usize, usize)>>(text).is_err(),
            "{text}"
        );
    }
}
