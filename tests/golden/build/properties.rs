//! Layouts made up here, and what plain evaluation says of the operations on them.

use crate::emit::{Source, Writer, fill, slice, write_cases, write_slices};
use crate::model::{Value, Verdict};
use crate::random;
use crate::table::{self, OPS};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::fs;
use std::path::Path;
use zellige_oracle::algebra::{Answer, No, answer, compose};
use zellige_oracle::layout::{Mode, Number, mode};
use zellige_oracle::rng::Rng;
use zellige_oracle::{Layout, Nest, dynamic_shape, parts::coordinate, tables};

/// The largest layout made up here.
const LARGEST: u64 = 240;

/// Writes all properties.
pub(crate) fn write(writer: &mut Writer, out: &Path) {
    let mut rng = Rng::new(0x2026_0731);
    for (name, cases) in [
        ("coalesce", coalesce(&mut rng)),
        ("right_inverse", right_inverse(&mut rng)),
        ("complement", complement(&mut rng)),
        ("composition", composition(&mut rng)),
        ("logical_divide", logical_divide(&mut rng)),
        ("apply", crd2idx(&mut rng)),
        ("idx2crd", idx2crd(&mut rng)),
    ] {
        write_cases_of(name, &cases, writer, out);
    }
    write_tables(&mut rng, writer, out);
    write_shapes(&mut rng, writer, out);
    write_images(writer, out);
}

/// Arguments of an operation, and what evaluation says.
struct Case {
    args: Vec<Value>,
    verdict: Verdict,
}

/// Writes `(4,2):(1,10) 3:4 -> (2,2):(8,21)`.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let args: Vec<String> = self.args.iter().map(Value::to_string).collect();
        write!(f, "{} -> {}", args.join(" "), self.verdict)
    }
}

/// The verdict on a layout that exists or not.
fn verdict(out: Option<Layout>) -> Verdict {
    out.map_or(Verdict::Refused(None), |layout| {
        Verdict::Equals((&layout).into())
    })
}

/// The verdict on a layout that exists or not: those made up here are small enough to be told.
fn told(answer: Answer) -> Verdict {
    assert_ne!(answer, Err(No::Answer));
    verdict(answer.ok())
}

/// The layout as an argument of an operation.
fn argument(layout: &Layout) -> zellige_oracle::Value {
    zellige_oracle::Value::Layout(layout.clone())
}

/// Writes `property_{name}.rs` and, with a line for each of its cases, `property_{name}.txt`.
fn write_cases_of(name: &str, cases: &[Case], writer: &mut Writer, out: &Path) {
    let lines: Vec<String> = cases.iter().map(|case| format!("{name} {case}")).collect();
    let file = format!("property_{name}.txt");
    fs::write(out.join(&file), lines.join("\n")).expect("the lines can be written");
    let mut source = Source::generated(&file);
    for (index, case) in cases.iter().enumerate() {
        let op = table::find(&OPS, name, &case.args).expect("the operation is in the table");
        let types: Vec<String> = case.args.iter().map(|arg| writer.type_of(arg)).collect();
        source.case(
            writer,
            index + 1,
            op.kind,
            &fill(&op.of, &types),
            &case.verdict,
        );
    }
    write_cases(
        &out.join(format!("property_{name}.rs")),
        &[source],
        &BTreeMap::new(),
    );
}

/// Different values made up until there are `count`.
fn distinct<T: Clone + Eq + std::hash::Hash>(count: usize, mut make: impl FnMut() -> T) -> Vec<T> {
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    while all.len() < count {
        let value = make();
        if seen.insert(value.clone()) {
            all.push(value);
        }
    }
    all
}

/// Any layouts: the coalesced layout is the one which the table has.
fn coalesce(rng: &mut Rng) -> Vec<Case> {
    let layouts = distinct(400, || random::layout(rng, LARGEST));
    let case = |layout: &Layout| Case {
        args: vec![layout.into()],
        verdict: verdict(Some(tables::coalesce(layout))),
    };
    layouts.iter().map(case).collect()
}

/// Injective layouts: the right inverse is the one which the table of indices has.
fn right_inverse(rng: &mut Rng) -> Vec<Case> {
    let mut layouts = distinct(500, || random::layout(rng, LARGEST));
    layouts.retain(Layout::moves_injectively);
    let case = |layout: &Layout| Case {
        args: vec![layout.into()],
        verdict: verdict(Some(tables::right_inverse(layout))),
    };
    layouts.iter().map(case).collect()
}

/// Layouts in memory of at least their cosize.
fn complement(rng: &mut Rng) -> Vec<Case> {
    let pairs = distinct(400, || {
        let layout = random::layout(rng, LARGEST);
        let memory = match rng.below(3) {
            0 => layout.cosize(),
            1 => layout.cosize() + Number::from(rng.below(100)),
            _ => layout.size().max(layout.cosize()) * Number::from(rng.within(1, 4)),
        };
        (layout, memory)
    });
    let case = |(layout, memory): &(Layout, Number)| Case {
        args: vec![layout.into(), Value::from(*memory)],
        verdict: verdict(tables::complement(layout, *memory)),
    };
    pairs.iter().map(case).collect()
}

/// A layout to compose with `a`: strides are small, or products of a's extents, so that the modes of `a` are met.
fn right_of(rng: &mut Rng, a: &Layout) -> Layout {
    let extents = random::extents(rng, &[1, 1, 2, 2, 3], 64);
    let inner: Vec<Number> = a.modes().iter().map(|mode| mode.extent).collect();
    let modes: Vec<Mode> = extents
        .into_iter()
        .map(|extent| {
            let stride = if rng.chance(33) {
                rng.below(9).into()
            } else {
                let whole: Number = inner[..rng.below(inner.len() as u64) as usize]
                    .iter()
                    .product();
                whole * Number::from(rng.within(1, 3))
            };
            mode(extent.into(), stride)
        })
        .collect();
    random::nested(rng, &modes)
}

/// Pairs of layouts; where strides cancel by accident, a refusal as resonant will do.
fn composition(rng: &mut Rng) -> Vec<Case> {
    let pairs = distinct(900, || {
        let a = random::layout(rng, LARGEST);
        let b = right_of(rng, &a);
        (a, b)
    });
    let case = |(a, b): &(Layout, Layout)| {
        let verdict = match compose(a, b) {
            Err(No::Resonant) => {
                let layout = tables::compose(a, b).expect("only layouts are resonant");
                Verdict::EqualsOrResonant((&layout).into())
            }
            composed => told(composed),
        };
        Case {
            args: vec![a.into(), b.into()],
            verdict,
        }
    };
    pairs.iter().map(case).collect()
}

/// Layouts and tiles inside them.
fn logical_divide(rng: &mut Rng) -> Vec<Case> {
    let pairs = distinct(600, || {
        loop {
            let a = random::layout(rng, LARGEST);
            let b = right_of(rng, &a);
            if b.cosize() <= a.size() {
                return (a, b);
            }
        }
    });
    let case = |(a, b): &(Layout, Layout)| Case {
        args: vec![a.into(), b.into()],
        verdict: told(answer("logical_divide", &[argument(a), argument(b)])),
    };
    pairs.iter().map(case).collect()
}

/// Layouts at an index, some past the end, given as a number or as its coordinate.
fn crd2idx(rng: &mut Rng) -> Vec<Case> {
    let triples = distinct(400, || {
        let layout = random::layout(rng, LARGEST);
        let index = Number::from(rng.below(2 * layout.size() as u64));
        (layout, index, rng.chance(50))
    });
    let case = |(layout, index, nested): &(Layout, Number, bool)| {
        let coordinate = if *nested {
            coordinate(*index, &layout.shape()).expect("it is small")
        } else {
            Nest::Leaf(*index)
        };
        Case {
            args: vec![layout.into(), (&coordinate).into()],
            verdict: Verdict::Equals(Value::from(layout.at(*index))),
        }
    };
    triples.iter().map(case).collect()
}

/// Indices in a shape, some past the end.
fn idx2crd(rng: &mut Rng) -> Vec<Case> {
    let pairs = distinct(300, || {
        let layout = random::layout(rng, LARGEST);
        let index = rng.below(2 * layout.size() as u64);
        (Number::from(index), layout.shape())
    });
    let case = |(index, shape): &(Number, Nest<Number>)| {
        let coordinate = coordinate(*index, shape).expect("it is small");
        Case {
            args: vec![Value::from(*index), shape.into()],
            verdict: Verdict::Equals((&coordinate).into()),
        }
    };
    pairs.iter().map(case).collect()
}

/// Layouts to be evaluated by the library when the tests run, beside their tables.
fn write_tables(rng: &mut Rng, writer: &mut Writer, out: &Path) {
    let layouts = distinct(300, || random::layout(rng, LARGEST));
    let rows = layouts.iter().map(|layout| {
        format!(
            "Tabulated::of::<{0}>(\"{layout}\", |i| <{0}>::STATIC.crd2idx(<{0}>::STATIC.idx2crd(i)).usize(), &{1:?}, {2})",
            writer.type_of(&layout.into()),
            layout.table(),
            answer("left_inverse", &[argument(layout)]).is_ok(),
        )
    });
    let tables = [slice("LAYOUTS", "Tabulated", rows)];
    write_slices(&out.join("property_tables.rs"), &tables);
}

/// Shapes in families of one size, and which of a family are compatible.
fn write_shapes(rng: &mut Rng, writer: &mut Writer, out: &Path) {
    let sizes = [1, 4, 6, 8, 12, 16, 18, 24, 30, 36, 48, 64];
    let families = sizes.map(|size| {
        let shapes = distinct(18, || random::shape_of(rng, size, 3));
        let rows = |entry: &mut dyn FnMut(&Nest<Number>, &Nest<Number>) -> String| {
            let row =
                |a: &Nest<Number>,
                 entry: &mut dyn FnMut(&Nest<Number>, &Nest<Number>) -> String| {
                    let entries: Vec<String> = shapes.iter().map(|b| entry(a, b)).collect();
                    format!("&[{}]", entries.join(", "))
                };
            let rows: Vec<String> = shapes.iter().map(|a| row(a, entry)).collect();
            rows.join(",\n        ")
        };
        let shape = |nest: &_| dynamic_shape(nest).expect("it is small");
        let expected = rows(&mut |a, b| shape(a).compatible(&shape(b)).to_string());
        let got = rows(&mut |a, b| {
            format!(
                "compatible::<{}, {}>",
                writer.type_of(&a.into()),
                writer.type_of(&b.into())
            )
        });
        let names: Vec<String> = shapes.iter().map(ToString::to_string).collect();
        format!("Family {{ shapes: &{names:?}, expected: &[{expected}], compatible: &[{got}] }}")
    });
    let families = [slice("FAMILIES", "Family", families.into_iter())];
    write_slices(&out.join("property_shapes.rs"), &families);
}

/// Layouts with what is true of their images, and of tiles made of them.
fn write_images(writer: &mut Writer, out: &Path) {
    let rng = &mut Rng::new(0x2026_1121);
    let layouts = distinct(1200, || {
        if rng.chance(50) {
            return random::layout(rng, LARGEST);
        }
        let modes = random::loose_modes(rng, LARGEST);
        random::nested(rng, &modes)
    });
    let images = layouts.iter().map(|layout| {
        let (size, cosize, image) = (layout.size(), layout.cosize(), layout.image_size());
        format!(
            "Image::of::<{}>(\"{layout}\", {}, {}, {image})",
            writer.type_of(&layout.into()),
            image == size,
            image == cosize,
        )
    });
    let images = slice("IMAGES", "Image", images);
    let tilings = distinct(500, || {
        let tile = random::layout(rng, 24);
        let copies = if rng.chance(50) {
            random::layout(rng, 12)
        } else {
            let apart = rng.pick(&[1, tile.cosize(), tile.size()]);
            let modes = random::loose_modes(rng, 12).into_iter();
            let modes: Vec<_> = modes.map(|of| mode(of.extent, of.stride * apart)).collect();
            random::nested(rng, &modes)
        };
        (tile, copies)
    });
    let tilings = tilings.iter().map(|(tile, copies)| {
        let parts = [tile.clone(), copies.clone()];
        let both = Nest::Tuple(parts.to_vec());
        format!(
            "Tiling {{ layout: \"{both}\", proven: disjoint::<{}>, disjoint: {}, plain_tile: {} }}",
            writer.type_of(&(&both).into()),
            tables::parts_are_disjoint(&parts),
            tile.moves_injectively(),
        )
    });
    let tilings = slice("TILINGS", "Tiling", tilings);
    write_slices(&out.join("property_images.rs"), &[images, tilings]);
}
