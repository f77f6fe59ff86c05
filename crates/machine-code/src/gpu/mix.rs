//! Counts the instructions of the kernels for Blackwell by class, beside those of kernels that are
//! made of CUTLASS's collectives, as its examples are.

use super::{
    bench::{Nvcc, make},
    build::Build,
    sass,
    toolchain::Toolchain,
};
use crate::{Outcome, names::Code, project};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};
use zellige_kernel_build::assembler::Resources;

/// The GPUs: datacenter Blackwell, and RTX 50.
const SM_100: &str = "sm_100a";
const SM_120: &str = "sm_120a";
/// The options of `crates/bench/cuda/blackwell/gemm.cu`.
const BF16: &str =
    "-DARCH=Sm100 -DCLASS=OpClassTensorOp -DELEMENT=cutlass::bfloat16_t -DALIGNED=8 -DTILE_K=64";
const NVFP4: &str = "-DARCH=Sm100 -DCLASS=OpClassBlockScaledTensorOp \
    -DELEMENT=cutlass::nv_float4_t<cutlass::float_e2m1_t> -DALIGNED=32 -DTILE_K=256";
const MXFP8: &str = "-DARCH=Sm100 -DCLASS=OpClassBlockScaledTensorOp \
    -DELEMENT=cutlass::mx_float8_t<cutlass::float_e4m3_t> -DALIGNED=16 -DTILE_K=128";
const NVFP4_SM_120: &str = "-DARCH=Sm120 -DCLASS=OpClassBlockScaledTensorOp \
    -DELEMENT=cutlass::nv_float4_t<cutlass::float_e2m1_t> -DALIGNED=32 -DTILE_K=256 \
    -DTILE_M=128 -DTILE_N=128 -DBLOCKS=1";
const ONE: &str = "-DTILE_M=128 -DTILE_N=256 -DBLOCKS=1";
const TWO: &str = "-DTILE_M=256 -DTILE_N=256 -DBLOCKS=2";

/// The instructions that mark the loop of the products, and that of the softmax.
const PRODUCTS: &[&str] = &["UTCHMMA", "UTCQMMA", "UTCOMMA", "OMMA"];
const SOFTMAX: &[&str] = &["MUFU.EX2"];

/// A kernel, what marks its main loop, and what makes the kernel that it is compared with.
struct Pair {
    name: &'static str,
    arch: &'static str,
    source: &'static str,
    options: [&'static str; 2],
    marks: &'static [&'static str],
}
macro_rules! pairs {
    ($($name:literal $arch:ident $source:literal [$($option:expr),*] $marks:ident;)*) => {
        [$(Pair {
            name: $name,
            arch: $arch,
            source: concat!($source, ".cu"),
            options: [$($option),*],
            marks: $marks,
        }),*]
    };
}
const PAIRS: [Pair; 10] = pairs! {
    "umma_gemm" SM_100 "gemm" [BF16, ONE] PRODUCTS;
    "umma_gemm_pair" SM_100 "gemm" [BF16, TWO] PRODUCTS;
    "umma_gemm_nvfp4" SM_100 "gemm" [NVFP4, ONE] PRODUCTS;
    "umma_scaled_gemm_pair_nvfp4" SM_100 "gemm" [NVFP4, TWO] PRODUCTS;
    "umma_gemm_mxfp8" SM_100 "gemm" [MXFP8, ONE] PRODUCTS;
    "umma_scaled_gemm_pair_mxfp8" SM_100 "gemm" [MXFP8, TWO] PRODUCTS;
    "umma_attention_bf16_128" SM_100 "attention" ["-DMASK=NoMask", ""] PRODUCTS;
    "umma_attention_bf16_128" SM_100 "attention" ["-DMASK=NoMask", ""] SOFTMAX;
    "umma_attention_bf16_128_causal" SM_100 "attention" ["-DMASK=CausalMask<>", ""] SOFTMAX;
    "mma_gemm_nvfp4" SM_120 "gemm" [NVFP4_SM_120, ""] PRODUCTS;
};

/// The classes: what their instructions begin with, apart from the `U` of those of a warp. The
/// first that fits counts.
const CLASSES: [(&str, &[&str]); 14] = [
    ("products", &["TCHMMA", "TCQMMA", "TCOMMA", "OMMA"]),
    ("TMA", &["TMALDG", "TMASTG"]),
    ("UTCCP", &["TCCP"]),
    ("LDTM", &["LDTM"]),
    ("STTM", &["STTM"]),
    ("UTCBAR", &["TCBAR"]),
    ("SYNCS", &["SYNCS"]),
    ("BAR, fences", &["BAR", "CGABAR", "MEMBAR", "FENCE", "WARPSYNC"]),
    ("MUFU", &["MUFU"]),
    ("f32", &["FFMA", "FMUL", "FADD", "FMNMX", "FSETP", "FSEL", "F2F", "F2I", "I2F"]),
    ("memory", &["LD", "ST", "ATOM", "MOVM", "DEPBAR"]),
    ("branches", &["BRA", "BRX", "BSSY", "BSYNC", "EXIT", "CALL", "RET", "NANOSLEEP"]),
    (
        "integers",
        &[
            "IMAD", "IADD", "LOP3", "SHF", "ISETP", "SEL", "LEA", "VIADD", "VIMNMX", "PRMT",
            "IMNMX", "IABS", "FLO", "POPC",
        ],
    ),
    ("moves", &[""]),
];

/// The number of instructions of each class.
#[derive(Debug, PartialEq, Eq)]
struct Mix([usize; CLASSES.len()]);

impl Mix {
    fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let mut mix = Mix([0; CLASSES.len()]);
        for opcode in lines.filter_map(sass::opcode).filter(|opcode| *opcode != "NOP") {
            let opcode = opcode.trim_start_matches('U');
            let fits =
                |(_, names): &(_, &[&str])| names.iter().any(|name| opcode.starts_with(name));
            mix.0[CLASSES.iter().position(fits).unwrap_or(CLASSES.len() - 1)] += 1;
        }
        mix
    }
    fn total(&self) -> usize {
        self.0.iter().sum()
    }
}

/// The places in the code where execution goes on after each line.
fn successors(code: &Code) -> Vec<Vec<usize>> {
    let labels: BTreeMap<&str, usize> =
        (0..).zip(code).filter_map(|(i, line)| Some((line.strip_suffix(':')?, i))).collect();
    let target = |line: &str| {
        let (before, label) = line.split_once("`(")?;
        Some((before.ends_with("BRA "), *labels.get(label.split_once(')')?.0)?))
    };
    let next = |(i, line): (usize, &String)| {
        let opcode = sass::opcode(line).unwrap_or_default();
        let (always, to) = match target(line).filter(|_| opcode.starts_with("BRA")) {
            Some((always, to)) => (always, Some(to)),
            None => (["EXIT", "RET", "BRX"].contains(&opcode), None),
        };
        let falls = line.starts_with('@') || !always;
        to.into_iter().chain((falls && i + 1 < code.len()).then_some(i + 1)).collect()
    };
    code.iter().enumerate().map(next).collect()
}

/// The lines to which the edges lead from a line, inside of some lines.
fn reached(from: usize, edges: &[Vec<usize>], inside: &BTreeSet<usize>) -> BTreeSet<usize> {
    let (mut all, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(line) = left.pop() {
        for next in edges[line].iter().copied() {
            if inside.contains(&next) && all.insert(next) {
                left.push(next);
            }
        }
    }
    all
}

/// The lines of the innermost loop with the most instructions of these names, the smallest of
/// these.
fn main_loop<'a>(code: &'a Code, marks: &[&str]) -> Option<Vec<&'a str>> {
    let next = successors(code);
    let mut previous = vec![Vec::new(); code.len()];
    for (i, next) in next.iter().enumerate() {
        next.iter().for_each(|next| previous[*next].push(i));
    }
    let around = |line: usize| {
        let (mut inside, mut innermost) = ((0..code.len()).collect::<BTreeSet<_>>(), None);
        while inside.contains(&line) {
            let cycle = &reached(line, &next, &inside) & &reached(line, &previous, &inside);
            if !cycle.contains(&line) {
                break;
            }
            // Without the lines at which the loop is entered, only loops inside of it are left.
            let is_entry =
                |line: &&usize| previous[**line].iter().any(|from| !cycle.contains(from));
            inside = cycle.iter().filter(|line| !is_entry(line)).copied().collect();
            innermost = Some(cycle);
        }
        innermost
    };
    let is_marked = |line: &str| {
        sass::opcode(line).is_some_and(|opcode| marks.iter().any(|mark| opcode.starts_with(mark)))
    };
    let marked = code.iter().enumerate().filter(|(_, line)| is_marked(line));
    let mut loops: Vec<BTreeSet<usize>> = marked.filter_map(|(i, _)| around(i)).collect();
    loops.dedup();
    let contains_another = |one: &BTreeSet<usize>| {
        loops.iter().any(|other| other.len() < one.len() && other.is_subset(one))
    };
    let count = |one: &BTreeSet<usize>| one.iter().filter(|line| is_marked(&code[**line])).count();
    let innermost = loops.iter().filter(|one| !contains_another(one));
    let main = innermost.max_by_key(|one| (count(one), Reverse(one.len())))?;
    Some(main.iter().map(|i| code[*i].as_str()).collect())
}

/// The machine code and the resources of the kernel that CuTe makes.
fn theirs(
    (toolchain, nvcc): (&Toolchain, &Nvcc),
    pair: &Pair,
    folder: &Path,
) -> Outcome<(Code, Resources)> {
    let source = project::root().join("crates/bench/cuda/blackwell").join(pair.source);
    let (ptx, cubin) = (folder.join(pair.name).with_extension("ptx"), folder.join("theirs.cubin"));
    let mut command = nvcc.for_cutlass(pair.arch);
    command.args(pair.options.iter().flat_map(|options| options.split_whitespace()));
    make(&ptx, &[&source], command.arg("-ptx").arg("-o").arg(&ptx).arg(&source))?;
    let report = toolchain.assembler.assemble(pair.arch, &ptx, &cubin)?;
    let listing = project::read(toolchain.nvdisasm().arg("-c").arg(&cubin))?;
    let code = sass::kernels(&listing)?.remove("theirs");
    let found = code.zip(report.kernels.get("theirs").copied());
    Ok(found.ok_or_else(|| format!("{} has no kernel `theirs`", pair.source))?)
}

/// `cargo xtask mix`.
pub fn run(options: &[String]) -> Outcome {
    let wanted = |pair: &&Pair| options.iter().all(|name| pair.name == name);
    let pairs: Vec<&Pair> = PAIRS.iter().filter(wanted).collect();
    if pairs.is_empty() {
        return Err("the only option is the name of a kernel, such as umma_gemm".into());
    }
    let (toolchain, nvcc) = (Toolchain::find()?, Nvcc::find()?);
    println!(
        "{}, {}; each cell has the number of ours, and of CuTe's",
        toolchain.versions()?,
        nvcc.version()?
    );
    let folder = project::target().join("gpu/mix");
    fs::create_dir_all(&folder)?;
    let mut builds = BTreeMap::new();
    let (mut whole, mut loops) = (Vec::new(), Vec::new());
    for pair in pairs {
        if !builds.contains_key(pair.arch) {
            builds.insert(pair.arch, Build::new(&toolchain, pair.arch)?);
        }
        let build = &builds[pair.arch];
        let ours = build.sass.get(pair.name).zip(build.resources.get(pair.name).copied());
        let (ours, taken) = ours.ok_or_else(|| format!("there is no kernel {}", pair.name))?;
        let (theirs, taken_by_theirs) = theirs((&toolchain, &nvcc), pair, &folder)?;
        let of = |code: &Code| Mix::of(code.iter().map(String::as_str));
        let of_loop = |code: &Code| {
            let lines = main_loop(code, pair.marks)
                .ok_or_else(|| format!("{}: no loop has {:?}", pair.name, pair.marks))?;
            Outcome::Ok(Mix::of(lines.into_iter()))
        };
        let name = format!("`{}`", pair.name);
        if pair.marks != SOFTMAX || pair.name.ends_with("causal") {
            let resources = [
                (taken.registers, taken_by_theirs.registers),
                (taken.spills, taken_by_theirs.spills),
            ];
            let cells = resources.map(|(ours, theirs)| format!("{ours}, {theirs}"));
            whole.push((name.clone(), [of(ours), of(&theirs)], cells.to_vec()));
        }
        let name = if pair.marks == SOFTMAX { format!("{name}, softmax") } else { name };
        loops.push((name, [of_loop(ours)?, of_loop(&theirs)?], Vec::new()));
    }
    println!(
        "\n{}\n{}",
        table("kernel", &whole, &["registers", "spills"]),
        table("main loop", &loops, &[])
    );
    Ok(())
}

/// A row of a table: its name, both mixes, and further cells.
type Row = (String, [Mix; 2], Vec<String>);

/// The table of these rows in Markdown, without the classes that none of them has.
fn table(title: &str, rows: &[Row], further: &[&str]) -> String {
    let classes = (0..CLASSES.len())
        .filter(|class| rows.iter().any(|(_, mixes, _)| mixes.iter().any(|mix| mix.0[*class] > 0)));
    let classes: Vec<usize> = classes.collect();
    let titles = classes.iter().map(|class| CLASSES[*class].0);
    let titles: Vec<&str> =
        [title, "all"].into_iter().chain(titles).chain(further.iter().copied()).collect();
    let mut table = format!("| {} |\n|{}\n", titles.join(" | "), "---|".repeat(titles.len()));
    for (name, [ours, theirs], further) in rows {
        let cell = |(ours, theirs): (usize, usize)| format!("{ours}, {theirs}");
        let counts = classes.iter().map(|class| cell((ours.0[*class], theirs.0[*class])));
        let cells: Vec<String> = [name.clone(), cell((ours.total(), theirs.total()))]
            .into_iter()
            .chain(counts)
            .chain(further.iter().cloned())
            .collect();
        table += &format!("| {} |\n", cells.join(" | "));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A loop with another inside of it, in which a wait is behind the end. Both have products.
    const CODE: [&str; 14] = [
        "S2R R0, SR_TID.X",
        ".L_x_0:",
        "UTCHMMA gdesc[UR0], gdesc[UR1], tmem[UR2]",
        ".L_x_1:",
        "SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [R1]",
        "@!P0 BRA `(.L_x_2)",
        ".L_x_3:",
        "UTCHMMA gdesc[UR0], gdesc[UR1], tmem[UR2]",
        "BRA.U UP0, `(.L_x_1)",
        "@P1 BRA `(.L_x_0)",
        "EXIT",
        ".L_x_2:",
        "NANOSLEEP 0x4",
        "BRA `(.L_x_3)",
    ];

    #[test]
    fn the_main_loop_is_the_innermost_one_with_products() {
        let code: Code = CODE.map(String::from).to_vec();
        let found = main_loop(&code, PRODUCTS).unwrap();
        assert_eq!(found, [&CODE[3..9], &CODE[11..14]].concat());
        let mix = Mix::of(found.into_iter());
        let counts = [("products", 1), ("SYNCS", 1), ("branches", 4), ("moves", 0)];
        for (class, count) in counts {
            let place = CLASSES.iter().position(|(name, _)| *name == class).unwrap();
            assert_eq!(mix.0[place], count, "{class}");
        }
        assert_eq!(mix.total(), 6);
        assert!(main_loop(&code, SOFTMAX).is_none());
        assert!(main_loop(&code, &["EXIT"]).is_none());
    }
    #[test]
    fn classes_that_nobody_has_are_left_out() {
        let mix = |lines: &[&'static str]| Mix::of(lines.iter().copied());
        let mixes = [mix(&["UIADD3 UR0, UR1, UR2", "NOP"]), mix(&["IMAD R0, R1, R2, R3", "EXIT"])];
        let rows = [("sum".to_string(), mixes, vec!["8, 9".to_string()])];
        let expected = "| kernel | all | branches | integers | registers |\n|---|---|---|---|---|\n\
                        | sum | 1, 2 | 0, 1 | 1, 1 | 8, 9 |\n";
        assert_eq!(table("kernel", &rows, &["registers"]), expected);
    }
}
