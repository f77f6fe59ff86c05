//! The modes of a tensor in another order.

use super::{Problem, Scale, Work};
use std::error::Error;
use zellige_bench::{
    case::Case,
    compare::Tolerance,
    data::{Element, Matrix},
    reference,
};
use zellige_gpu::Bf16;
use zellige_kernels::KERNELS;
use zellige_kernels::permute::plan::{Mode, Plan, Tile, ordered, tiles};

/// A tensor, rows first, and the order of its modes in the destination.
#[derive(Clone, Debug)]
struct Size {
    extents: Vec<u32>,
    permutation: Vec<usize>,
    /// The gaps between rows, in elements, in the source and in the destination.
    gaps: (u32, u32),
}

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    tiles()
        .flat_map(|tile| match tile.bytes {
            1 => of::<u8>(tile, scale),
            2 => of::<Bf16>(tile, scale),
            4 => of::<f32>(tile, scale),
            _ => of::<f64>(tile, scale),
        })
        .collect()
}

/// Returns the launches that copy a tensor of elements of `bytes` bytes, rows first and without
/// gaps, to the order `permutation` of its modes, as lines of JSON: first the one that a plan
/// chooses, then those of all other kernels that take the tensor in vectors of as many elements.
/// Memory is aligned to 16 bytes.
///
/// ```
/// # use zellige_problems::problems::permute::plans;
/// let plans = plans(4, &[128, 256, 512], &[2, 1, 0])?;
/// assert!(plans[0].starts_with(r#"{"kernel": "permute_u32_64", "blocks": 4096, "threads": 256, "shared": 16384, "#));
/// assert!(plans[0].ends_with(r#""extents": [512, 128, 256, 1, 1, 1], "from": [131072, 512, 1, 1, 1], "to": [32768, 128, 1, 1, 1]}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns what is wrong with the tensor or the permutation, or the refusal of the plan.
pub fn plans(
    bytes: u32,
    extents: &[u32],
    permutation: &[usize],
) -> Result<Vec<String>, Box<dyn Error>> {
    let mut sorted = permutation.to_vec();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..extents.len()) {
        return Err(
            format!("{permutation:?} is not a permutation of {} modes", extents.len()).into()
        );
    }
    let elements = extents.iter().try_fold(1u32, |all, extent| all.checked_mul(*extent));
    if elements.is_none() {
        return Err("the tensor has 2^32 elements or more".into());
    }
    let size = size(extents, permutation, (0, 0));
    let chosen = Plan::new(bytes, 16, &size.modes())?;
    let others = tiles().filter(|&tile| {
        tile.takes(bytes, 16, chosen.modes)
            && tile.vector == chosen.tile.vector
            && tile != chosen.tile
    });
    // A tile that does not fit is not a reason to refuse.
    let others = others.filter_map(|tile| tile.plan(chosen.modes).ok());
    Ok([chosen].into_iter().chain(others).map(json).collect())
}
/// Returns the launch as a line of JSON.
fn json(plan: Plan) -> String {
    let name = plan.tile.kernel;
    let kernel = KERNELS.iter().find(|kernel| kernel.name == name);
    let kernel = kernel.expect("the kernel of a plan");
    let (extents, from, to) = plan.arguments();
    format!(
        "{{\"kernel\": \"{name}\", \"blocks\": {}, \"threads\": {}, \"shared\": {}, \"extents\": {extents:?}, \"from\": {from:?}, \"to\": {to:?}}}",
        plan.blocks, kernel.threads, kernel.shared
    )
}

/// Returns the sizes of one kernel, among those that it accepts.
fn of<T: Element>(tile: Tile, scale: Scale) -> Vec<Problem> {
    let sizes = match scale {
        Scale::Small => small(tile),
        Scale::Real => real(tile),
        Scale::Timed => timed(),
    };
    sizes
        .into_iter()
        .filter_map(|size| {
            let modes = ordered(&size.modes()).expect("six modes");
            // A tile of a row is for rows; each kernel is timed on the sizes for which its tile is
            // not much too large.
            let fits = tile.takes(tile.bytes, 16, modes)
                && (scale != Scale::Timed || tile.covered(modes) <= 3 * size.plane());
            fits.then(|| problem::<T>(tile, size))
        })
        .collect()
}
/// Returns sizes around the tile: multiples of a vector, and for kernels that take elements all
/// others too.
fn small(tile: Tile) -> Vec<Size> {
    let (v, (i, j)) = (tile.vector, tile.extents);
    let i = i.min(8 * v * 8);
    let mut sizes = vec![];
    for gaps in [(0, 0), (v, 3 * v)] {
        sizes.extend(match tile.exchanges {
            true => vec![
                size(&[0, v], &[1, 0], gaps),
                size(&[v, 0], &[1, 0], gaps),
                size(&[v, v], &[1, 0], gaps),
                size(&[j, i], &[1, 0], gaps),
                size(&[j - v, i + v], &[1, 0], gaps),
                size(&[3 * v, 2, 5 * v], &[2, 1, 0], gaps),
                size(&[3, j + v, i - v], &[0, 2, 1], gaps),
                size(&[2 * v, 3, 2, 1, 2, 3 * v], &[5, 2, 4, 3, 1, 0], gaps),
                size(&[2, v, 3, 2, v], &[4, 2, 0, 3, 1], gaps),
            ],
            false => vec![
                size(&[0, 3, v], &[1, 0, 2], gaps),
                size(&[v], &[0], gaps),
                size(&[i * j], &[0], (0, 0)),
                size(&[2, i + v], &[0, 1], gaps),
                size(&[2, j + 1, i - v], &[1, 0, 2], gaps),
                size(&[2, j - 1, i], &[1, 0, 2], gaps),
                size(&[2, 3, 2, 1, 5, 3 * v], &[4, 2, 3, 1, 0, 5], gaps),
            ],
        });
    }
    if v == 1 {
        sizes.extend(match tile.exchanges {
            true => vec![
                size(&[1, 37], &[1, 0], (0, 0)),
                size(&[67, 3, 13], &[2, 1, 0], (1, 2)),
                size(&[7, 5, 3, 2, 1, 11], &[5, 3, 1, 0, 2, 4], (3, 0)),
            ],
            false => vec![
                size(&[1], &[0], (0, 0)),
                size(&[7, 13, 67], &[1, 0, 2], (1, 2)),
                size(&[7, 5, 3, 2, 1, 11], &[3, 1, 0, 4, 2, 5], (3, 0)),
            ],
        });
    }
    sizes
}
/// Returns the small sizes, and some of several hundred blocks.
fn real(tile: Tile) -> Vec<Size> {
    let v = tile.vector;
    let mut sizes = small(tile);
    let more: [(&[u32], &[usize]); 6] = [
        (&[40 * v, 12, 9, 56 * v], &[3, 1, 2, 0]),
        (&[16, 16, 16, 16, 16, 16], &[5, 2, 4, 3, 1, 0]),
        (&[509, 3, 211], &[2, 1, 0]),
        (&[12, 512, 64], &[1, 0, 2]),
        (&[17, 5, 13, 67], &[2, 1, 0, 3]),
        (&[3, 1 << 18], &[0, 1]),
    ];
    sizes.extend(more.map(|(extents, permutation)| size(extents, permutation, (0, 0))));
    sizes
}
/// Returns tensors of many shapes; then images with adjacent colours, and the other way round,
/// short rows, and a copy.
fn timed() -> Vec<Size> {
    let all: [(&[u32], &[usize]); 10] = [
        (&[64, 64, 64, 256], &[3, 2, 1, 0]),
        (&[128, 256, 512], &[2, 1, 0]),
        (&[128, 256, 512], &[0, 2, 1]),
        (&[32, 32, 32, 32, 32], &[4, 2, 0, 3, 1]),
        (&[16, 12, 4096, 64], &[0, 2, 1, 3]),
        (&[48, 56, 72, 80], &[3, 1, 2, 0]),
        (&[128, 256, 256, 3], &[0, 3, 1, 2]),
        (&[128, 3, 256, 256], &[0, 2, 3, 1]),
        (&[64, 128, 256, 16], &[0, 2, 1, 3]),
        (&[1 << 25], &[0]),
    ];
    all.map(|(extents, permutation)| size(extents, permutation, (0, 0))).into()
}
/// Returns a tensor with these gaps between rows.
fn size(extents: &[u32], permutation: &[usize], gaps: (u32, u32)) -> Size {
    Size { extents: extents.to_vec(), permutation: permutation.to_vec(), gaps }
}

impl Size {
    /// Returns the extents in the destination.
    fn permuted(&self) -> Vec<u32> {
        let of = |&mode: &usize| self.extents[mode];
        self.permutation.iter().map(of).collect()
    }
    /// Returns the modes for a plan.
    fn modes(&self) -> Vec<Mode> {
        let from = strides(&self.extents, self.gaps.0);
        let to = strides(&self.permuted(), self.gaps.1);
        let place = |mode| self.permutation.iter().position(|&of| of == mode);
        let mode = |mode: usize| Mode {
            extent: self.extents[mode],
            from: from[mode],
            to: to[place(mode).expect("a permutation")],
        };
        (0..self.extents.len()).map(mode).collect()
    }
    /// Returns the number of elements of the plane of modes 0 and 1.
    fn plane(&self) -> u64 {
        let modes = ordered(&self.modes()).expect("six modes");
        u64::from(modes[0].extent) * u64::from(modes[1].extent)
    }
}
/// Returns the strides of a tensor with the last mode contiguous, and a gap behind each row.
fn strides(extents: &[u32], gap: u32) -> Vec<u32> {
    let (mut strides, mut next) = (vec![1; extents.len()], 1);
    for (i, extent) in extents.iter().enumerate().rev() {
        strides[i] = next;
        next = next * extent + if next == 1 && i + 1 == extents.len() { gap } else { 0 };
    }
    strides
}
/// Returns the tensor as a matrix with its last mode as rows.
fn tensor<T: Element>(extents: &[u32], gap: u32) -> Matrix<T> {
    let (columns, others) = extents.split_last().expect("a mode");
    let rows = others.iter().map(|&extent| extent as usize).product();
    Matrix::new(rows, *columns as usize, ((columns + gap) as usize, 1))
}

fn problem<T: Element>(tile: Tile, size: Size) -> Problem {
    let elements: u64 = size.extents.iter().copied().map(u64::from).product();
    let work = Work::Bytes(2 * u64::from(tile.bytes) * elements);
    let words = format!("{:?} -> {:?}, gaps {:?}", size.extents, size.permutation, size.gaps);
    Problem::new(tile.kernel, words, work, move || {
        let modes = ordered(&size.modes()).expect("six modes");
        let plan = tile.plan(modes).expect("a plan");
        let from = tensor::<T>(&size.extents, size.gaps.0).random_up_to(100.0, 1);
        let to = tensor::<T>(&size.permuted(), size.gaps.1);
        let extents: Vec<usize> = size.extents.iter().map(|&extent| extent as usize).collect();
        let expected = reference::permute(&from, &extents, &size.permutation);
        launch(&plan, from, to, expected)
    })
}
/// Returns the launch of a plan.
fn launch<T: Element>(plan: &Plan, from: Matrix<T>, to: Matrix<T>, expected: Matrix<f64>) -> Case {
    let (extents, from_strides, to_strides) = plan.arguments();
    let case = extents.into_iter().fold(Case::new((plan.blocks, 1)), Case::u32);
    let case = from_strides.into_iter().fold(case.input(from), Case::u32);
    let case = case.output(to, expected, Tolerance::EXACT);
    to_strides.into_iter().fold(case, Case::u32)
}
