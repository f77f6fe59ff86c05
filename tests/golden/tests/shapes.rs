//! Generated shapes: compares which are compatible with plain evaluation.

mod shapes {
    include!(concat!(env!("OUT_DIR"), "/property_shapes.rs"));
}

use shapes::FAMILIES;

/// Each answer agrees with plain evaluation.
#[test]
fn compatible() {
    for family in FAMILIES {
        assert_eq!(family.compatible(), family.expected, "{:?}", family.shapes);
    }
}

/// Reflexive, antisymmetric, transitive.
#[test]
fn compatible_is_a_partial_order() {
    for family in FAMILIES {
        let (shapes, order) = (family.shapes, family.compatible());
        let all = 0..shapes.len();
        for a in all.clone() {
            assert!(order[a][a], "{}", shapes[a]);
            for b in all.clone().filter(|&b| order[a][b]) {
                assert!(a == b || !order[b][a], "{} and {}", shapes[a], shapes[b]);
                for c in all.clone().filter(|&c| order[b][c]) {
                    assert!(order[a][c], "{}, {} and {}", shapes[a], shapes[b], shapes[c]);
                }
            }
        }
    }
}
