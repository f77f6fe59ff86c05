//! Derives CuTe's layouts of instructions, tiled MMAs and copies, from the operations of this
//! crate, and compares them with the recorded results.
//!
//! These are `thrfrg_A`, `tidfrg_S` and so on, as CuTe defines them, on layouts that are values.

mod common;

use common::{layout, model, records, text};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use zellige_dynamic::{Coord, DynLayout, Pick, Refusal, Shape, Swizzle, Tiler, Tuple};

type Result<T> = std::result::Result<T, Refusal>;

/// Returns the facts of all instructions, by name.
fn atoms() -> BTreeMap<String, Value> {
    let name = |atom: &Value| {
        let name = atom["name"].as_str().expect("a name");
        name.replace("uint", "").replace("_t>", ">")
    };
    let one = json!({"shape": [1, 1], "stride": [0, 0]});
    let fma = json!({"name": "UniversalFMA", "shape_mnk": [1, 1, 1], "thr_id": {"shape": 1, "stride": 0}, "a": one, "b": one, "c": one});
    let atoms = records("atoms.jsonl").into_iter().chain([fma]);
    atoms.map(|atom| (name(&atom), atom)).collect()
}

/// Returns `n:1`, or `1:0` for n = 1.
fn run(n: u64) -> DynLayout {
    DynLayout::col_major(n).expect("a number of elements")
}
fn whole() -> Tiler {
    Tiler::Whole
}
/// Parses a layout.
fn of(text: &str) -> DynLayout {
    text.parse().expect("a layout")
}

/// An MMA of many atoms: the atom's facts, the layout of the atoms, and the permutation of each
/// mode.
struct Mma<'a> {
    atom: &'a Value,
    threads: DynLayout,
    permutations: Vec<Tiler>,
}

/// An operand: its modes among M, N and K, and the name of its layout.
#[derive(Clone, Copy)]
struct Operand {
    modes: [usize; 2],
    field: &'static str,
}
const A: Operand = Operand { modes: [0, 2], field: "a" };
const B: Operand = Operand { modes: [1, 2], field: "b" };
const C: Operand = Operand { modes: [0, 1], field: "c" };

fn operand(name: &str) -> Operand {
    match name {
        "A" => A,
        "B" => B,
        _ => C,
    }
}

impl<'a> Mma<'a> {
    fn of(atom: &'a Value, atoms: &DynLayout, permutations: &Value) -> Result<Self> {
        let threads = layout(&atom["thr_id"]).tiled_product(atoms)?;
        let permutations = permutations.as_array().expect("three of them");
        let permutations = permutations.iter().map(|tiler| match tiler {
            Value::String(_) => Tiler::Whole,
            Value::Object(_) => layout(tiler).into(),
            _ => tiler.as_u64().expect("an extent").into(),
        });
        Ok(Mma { atom, threads, permutations: permutations.collect() })
    }
    fn atom_extent(&self, mode: usize) -> u64 {
        self.atom["shape_mnk"][mode].as_u64().expect("an extent")
    }
    fn atoms_along(&self, mode: usize) -> u64 {
        self.threads.get(&[mode + 1]).expect("a mode of threads").size()
    }
    /// Returns the tile of one mode: its permutation, or the atoms side by side.
    fn tile(&self, mode: usize) -> Tiler {
        match &self.permutations[mode] {
            Tiler::Whole => (self.atom_extent(mode) * self.atoms_along(mode)).into(),
            permutation => permutation.clone(),
        }
    }
    fn tile_size(&self, mode: usize) -> u64 {
        let atoms = self.atom_extent(mode) * self.atoms_along(mode);
        match &self.permutations[mode] {
            Tiler::Extent(n) => atoms.max(*n),
            Tiler::Layout(layout) => atoms.max(layout.size()),
            _ => atoms,
        }
    }
    /// Returns `((ThrV,(ThrI,ThrJ)),(FrgV,(RestI,RestJ)))`.
    fn thrfrg(&self, of: Operand, tensor: &DynLayout) -> Result<DynLayout> {
        let [i, j] = of.modes;
        let tiled = tensor.logical_divide((self.tile(i), self.tile(j)))?;
        let atoms = tiled.zipped_divide((run(self.atom_extent(i)), run(self.atom_extent(j))))?;
        let by_thread = atoms.compose(Tiler::from((layout(&self.atom[of.field]), whole())))?;
        let threads = Tiler::from((run(self.atoms_along(i)), run(self.atoms_along(j))));
        // CuTe divides by `(_, threads)`, where it takes a whole mode of two modes for tile and
        // rest.
        let rests = by_thread.get(&[1])?.zipped_divide(threads)?;
        let part = |i| DynLayout::concat(&[by_thread.get(&[0, i])?, rests.get(&[i])?]);
        DynLayout::concat(&[part(0)?, part(1)?])
    }
    fn partition(&self, of: Operand, tensor: &DynLayout, thread: u64) -> Result<(DynLayout, i64)> {
        let all = self.thrfrg(of, tensor)?;
        let index = self.threads.left_inverse()?.at(thread)?.number().expect("a number");
        let vmnk = self.threads.shape().product_each()?.idx2crd(index as u64)?;
        let number = |mode: usize| match vmnk.modes()[mode] {
            Tuple::Leaf(number) => number,
            Tuple::Modes(_) => panic!("a flat coordinate"),
        };
        let [i, j] = of.modes;
        let rests = vec![Tuple::Leaf(Pick::Whole); all.get(&[1, 1])?.rank()];
        let coordinate: Coord =
            ((number(0), (number(i + 1), number(j + 1))), (Pick::Whole, Tuple::Modes(rests)))
                .into();
        let (part, offset) = all.slice(coordinate)?;
        Ok((part, offset.number().expect("a number")))
    }
    /// Returns which index of `threads` each thread has.
    fn numbers(&self) -> Result<DynLayout> {
        if self.threads.right_inverse()?.size() == self.threads.size() {
            return self.threads.left_inverse();
        }
        // The threads between those of a single quad-pair, (4,2):(1,16), do the same as these.
        Ok(of("(4,4,2):(1,0,4)"))
    }
    fn layout_tv(&self, of: Operand) -> Result<DynLayout> {
        let [i, j] = of.modes;
        let reference = DynLayout::col_major((self.tile_size(i), self.tile_size(j)))?;
        let mut all = self.thrfrg(of, &reference)?;
        // The threads along the mode that the operand lacks read the same elements.
        let [m, n, k] = [0, 1, 2].map(|mode| self.atoms_along(mode));
        let threads = match of.field {
            "a" => Tiler::from((self::of(&format!("({m},{n}):(1,0)")), whole())),
            "b" => Tiler::from((self::of(&format!("({m},{n}):(0,1)")), whole())),
            _ if k > 1 => Tiler::from((whole(), self::of(&format!("({n},{k}):(1,0)")))),
            _ => whole(),
        };
        all = all.compose(Tiler::from((Tiler::from((whole(), threads)), whole())))?;
        all.compose(Tiler::from((self.numbers()?, whole())))
    }
}

/// A copy of many atoms: the atom's layouts in elements, and the element that each thread and value
/// has.
struct Copy {
    threads: u64,
    values: u64,
    from: [DynLayout; 2],
    reference: DynLayout,
    tv: DynLayout,
    tile: Shape,
}

impl Copy {
    fn of(atom: &Value, bits: u64, tv: DynLayout, tile: Shape) -> Result<Self> {
        let in_elements = |field: &str| layout(&atom[field]).recast_layout(1, bits);
        let reference = in_elements("ref")?;
        Ok(Copy {
            threads: layout(&atom["thr_id"]).size(),
            values: reference.get(&[1])?.size(),
            from: [in_elements("src")?, in_elements("dst")?],
            reference,
            tv,
            tile,
        })
    }
    /// Returns `((Thr),(FrgV,FrgX),(RestM,RestN,..))` for a tensor that is divided into tiles.
    fn tile_to_thrfrg(&self, tiles: &DynLayout, end: usize) -> Result<DynLayout> {
        let reference_to_end = self.reference.right_inverse()?.compose(&self.from[end])?;
        let atoms = self.tv.zipped_divide((self.threads, self.values))?;
        let by_end = atoms.compose(Tiler::from((reference_to_end, whole())))?;
        let elements = by_end.zip()?.coalesce_by((1, (1, 1)))?;
        let by_thread = tiles.compose(Tiler::from((elements, whole())))?;
        let all = (Tuple::from((Pick::Whole, Pick::Whole)), Pick::Whole);
        Ok(by_thread.slice(all)?.0)
    }
    fn tidfrg(&self, end: usize, tensor: &DynLayout) -> Result<DynLayout> {
        self.tile_to_thrfrg(&tensor.zipped_divide(self.tile.clone())?, end)
    }
    fn partition(&self, end: usize, tensor: &DynLayout, thread: u64) -> Result<(DynLayout, i64)> {
        let all = self.tidfrg(end, tensor)?;
        let rests = Tuple::Modes(vec![Tuple::Leaf(Pick::Whole); tensor.rank()]);
        let (part, offset) = all.slice((thread, Pick::Whole, rests))?;
        Ok((part, offset.number().expect("a number")))
    }
    fn layout_tv(&self, end: usize) -> Result<DynLayout> {
        let reference = DynLayout::col_major((self.tile.clone(), 1))?;
        let all = self.tile_to_thrfrg(&reference, end)?;
        Ok(all.slice((Pick::Whole, Pick::Whole, 0))?.0)
    }
    fn retile(&self, tensor: &DynLayout) -> Result<DynLayout> {
        let values = tensor.get(&[0])?.size();
        let threads = self.tv.get(&[0])?.size();
        let elements = self.tv.right_inverse()?.with_shape(self.tile.clone())?;
        let fragments = elements.upcast(threads * values)?;
        let vectors = run(values).logical_product(&fragments.right_inverse()?)?;
        let vectors = vectors.zipped_divide(run(self.values))?;
        let mut tile = vec![Tiler::Extent(values)];
        for mode in fragments.shape().product_each()?.modes() {
            tile.push(Tiler::from(mode.clone()));
        }
        let tiles = tensor.zipped_divide(tile)?;
        let by_vector = tiles.compose(Tiler::from((vectors, whole())))?;
        let rests = vec![Tuple::Leaf(Pick::Whole); tensor.rank() - 1];
        let coordinate = std::iter::once(Tuple::Leaf(Pick::At(0))).chain(rests).collect::<Vec<_>>();
        Ok(by_vector.slice((Pick::Whole, Tuple::Modes(coordinate)))?.0)
    }
}

/// Returns the requested result of a record of a tiled MMA, as text.
fn mma(atoms: &BTreeMap<String, Value>, arguments: &[Value]) -> Result<String> {
    let word = |i: usize| arguments[i].as_str().expect("a word");
    let mma = Mma::of(&atoms[word(1)], &layout(&arguments[2]), &arguments[3])?;
    let (question, letter) = word(0).split_at(word(0).len() - 1);
    let of = operand(letter);
    Ok(match (word(0), question) {
        ("thr_layout_vmnk", _) => mma.threads.to_string(),
        ("tile_shape", _) => Shape::from([0, 1, 2].map(|mode| mma.tile_size(mode))).to_string(),
        (name, _) if name.starts_with("layout_") => {
            mma.layout_tv(operand(&name[7..8]))?.to_string()
        }
        (_, "thrfrg_") => mma.thrfrg(of, &layout(&arguments[4]))?.to_string(),
        (_, "partition_") => mma.partition(of, &layout(&arguments[4]), 0)?.0.to_string(),
        (_, "offset_") => {
            let thread = arguments[5].as_u64().expect("a thread");
            mma.partition(of, &layout(&arguments[4]), thread)?.1.to_string()
        }
        (_, "fragment_") => {
            let (part, _) = mma.partition(of, &layout(&arguments[4]), 0)?;
            match letter {
                "C" => DynLayout::col_major(part.shape())?.to_string(),
                _ => part.fragment_like()?.to_string(),
            }
        }
        (_, "partition_shape_") => {
            let shape = text(&model::Value::read(&arguments[4]));
            let shape: Shape = shape.parse().expect("a shape");
            mma.partition(of, &DynLayout::col_major(shape)?, 0)?.0.shape().to_string()
        }
        (name, _) => panic!("{name}"),
    })
}

/// Returns the requested result of a record of a tiled copy, as text.
fn copy(atoms: &BTreeMap<String, Value>, arguments: &[Value]) -> Result<String> {
    let word = |i: usize| arguments[i].as_str().expect("a word");
    let (copy, rest) = match arguments[1].as_str() {
        Some("A" | "B" | "C") => {
            let mma = Mma::of(&atoms[word(4)], &layout(&arguments[5]), &arguments[6])?;
            let of = operand(word(1));
            let tile = Shape::from(of.modes.map(|mode| mma.tile_size(mode)));
            let bits = arguments[3].as_u64().expect("a width");
            (Copy::of(&atoms[word(2)], bits, mma.layout_tv(of)?, tile)?, &arguments[7..])
        }
        _ => {
            let bits = arguments[2].as_u64().expect("a width");
            let (threads, values) = (layout(&arguments[3]), layout(&arguments[4]));
            let elements = threads.raked_product(&values)?;
            let tv = elements.right_inverse()?.with_shape((threads.size(), values.size()))?;
            let tile = elements.shape().product_each()?;
            (Copy::of(&atoms[word(1)], bits, tv, tile)?, &arguments[5..])
        }
    };
    let end = |name: &str| usize::from(name.contains('D'));
    Ok(match word(0) {
        "layout_TV" => copy.tv.to_string(),
        "tiler" => copy.tile.to_string(),
        name @ ("layout_S_TV" | "layout_D_TV") => copy.layout_tv(end(name))?.to_string(),
        name @ ("tidfrg_S" | "tidfrg_D") => copy.tidfrg(end(name), &layout(&rest[0]))?.to_string(),
        name @ ("partition_S" | "partition_D") => {
            copy.partition(end(name), &layout(&rest[0]), 0)?.0.to_string()
        }
        name @ ("offset_S" | "offset_D") => {
            let thread = rest[1].as_u64().expect("a thread");
            copy.partition(end(name), &layout(&rest[0]), thread)?.1.to_string()
        }
        "retile" => copy.retile(&layout(&rest[0]))?.to_string(),
        name => panic!("{name}"),
    })
}

#[test]
fn tiled_instructions() {
    let atoms = atoms();
    let (mut tally, mut failures, mut read) = (BTreeMap::<String, usize>::new(), Vec::new(), 0);
    for file in ["tiled_mma", "tiled_copy"] {
        for (index, one) in records(&format!("{file}.jsonl")).iter().enumerate() {
            read += 1;
            let arguments = one["args"].as_array().expect("arguments");
            let got = match file {
                "tiled_mma" => mma(&atoms, arguments),
                _ => copy(&atoms, arguments),
            };
            let out = one.get("exact").map_or(&one["out"], |exact| &exact["out"]);
            let expected = text(&model::Value::read(out).congruent());
            let name = format!("{file} {}", arguments[0].as_str().expect("a word"));
            if got.as_ref() == Ok(&expected) {
                *tally.entry(name).or_default() += 1;
            } else {
                let line = index + 1;
                failures.push(format!("{name}:{line} {one}\n    got {got:?}\n    not {expected}"));
            }
        }
    }
    tally.iter().for_each(|(name, count)| println!("{name:32} {count} equal"));
    assert!(failures.is_empty(), "{} of {read}:\n{}", failures.len(), failures.join("\n"));
    assert_eq!(tally.values().sum::<usize>(), read);
}

#[test]
fn shared_memory_atoms() {
    // Those of sparse operands have no layout in elements.
    let atoms = records("facts/smem_atoms.jsonl").into_iter();
    let atoms: Vec<Value> = atoms.filter(|atom| atom["sparsity"].is_null()).collect();
    for atom in &atoms {
        let bits = atom["elem_bits"].as_u64().expect("a width");
        let numbers: Vec<String> =
            (0..3).map(|i| atom["byte_swizzle"]["swizzle"][i].to_string()).collect();
        let bytes: Swizzle = format!("Sw<{}>", numbers.join(",")).parse().expect("a swizzle");
        let elements = bytes.downcast(8).and_then(|swizzle| swizzle.upcast(bits));
        let tile = elements.and_then(|swizzle| swizzle.compose(&layout(&atom["layout"])));
        assert_eq!(tile, Ok(layout(&atom["element_composed"])), "{atom}");
    }
    assert_eq!(atoms.len(), 45);
}
