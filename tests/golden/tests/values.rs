//! Properties of generated layouts and shapes: compares what the library computes at run time with
//! plain evaluation.

mod tables {
    include!(concat!(env!("OUT_DIR"), "/property_tables.rs"));
}
mod shapes {
    include!(concat!(env!("OUT_DIR"), "/property_shapes.rs"));
}

use shapes::FAMILIES;
use tables::LAYOUTS;

/// Every value, at the index and at the index's coordinate, is the inner product with the strides.
#[test]
fn crd2idx_and_idx2crd() {
    for layout in LAYOUTS {
        assert_eq!((layout.table)(), layout.expected, "{}", layout.layout);
        let round_trip: Vec<usize> = (0..layout.expected.len()).map(layout.at_coordinate).collect();
        assert_eq!(round_trip, layout.expected, "{}", layout.layout);
    }
}

/// `L(R(i)) = i`.
#[test]
fn right_inverse() {
    for layout in LAYOUTS {
        for (i, index) in (layout.right_inverse)().into_iter().enumerate() {
            assert_eq!(layout.expected[index], i, "{} at {index}", layout.layout);
        }
    }
}

/// `L(R(L(i))) = L(i)`, and the left inverse is refused only if none can be found digit by digit.
#[test]
fn left_inverse() {
    let mut refused = 0;
    for layout in LAYOUTS {
        assert_eq!(layout.left_inverse.is_some(), layout.invertible, "{}", layout.layout);
        let Some(inverse) = layout.left_inverse.map(|table| table()) else {
            refused += 1;
            continue;
        };
        for &value in layout.expected {
            assert_eq!(layout.expected[inverse[value]], value, "{} at {value}", layout.layout);
        }
    }
    assert_eq!(refused, 48);
}

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
