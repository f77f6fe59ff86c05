//! The reaction of `check` and `race` to kernels that are wrong.

use zellige_bench::{
    case::Case,
    check::check,
    compare::Tolerance,
    data::Matrix,
    placed::Placed,
    problem::{Baseline, Problem, Work},
    race::{bench, race},
    reference,
};
use zellige_gpu::{
    Gpu, kernel,
    kernel::{Kernel, Value},
};
use zellige_launch::device::{Device, Stream};

/// y = x, for n numbers, with an addition by each of these kernels. The grid has a thread for each
/// of them.
macro_rules! copies {
    ($($(#[$doc:meta])* $name:ident: $body:expr;)+) => { $(
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// x and y point to n numbers, with room behind them; nobody else uses those of y
        /// meanwhile.
        #[kernel(threads = 32)]
        unsafe fn $name<G: Gpu>(gpu: G, n: u32, x: *const f32, y: *mut f32) {
            let i = gpu.block_x() * 32 + gpu.thread();
            let body: fn(u32, u32, *const f32, *mut f32) = $body;
            body(i, n, x, y)
        }
    )+ };
}
fn copy(i: u32, n: u32, x: *const f32, y: *mut f32) {
    if i < n {
        // SAFETY: one of the n numbers, and no other thread has it.
        unsafe { *y.add(i as usize) = *x.add(i as usize) }
    }
}
copies! {
    /// Does what it must.
    right: copy;
    /// Does nothing.
    lazy: |_, _, _, _| ();
    /// Writes one number behind the end.
    careless: |i, n, x, y| {
        copy(i, n, x, y);
        if i == 0 {
            // SAFETY: there is room behind the numbers.
            unsafe { *y.add(n as usize) = 0.0 }
        }
    };
    /// Changes its input.
    vandal: |i, n, x, y| {
        copy(i, n, x, y);
        if i == 0 {
            // SAFETY: there is room behind the numbers, and it may be written, although it should
            // not.
            unsafe { *x.cast_mut() = 7.0 }
        }
    };
    /// Fails.
    dead: |i, _, _, _| assert!(i != 5, "no power");
}

fn case(n: u32) -> Case {
    let x = Matrix::<f32>::vector(n as usize).random(1);
    let expected = reference::copy(&x);
    Case::new((n.div_ceil(32).max(1), 1)).u32(n).input(x).output(
        Matrix::<f32>::vector(n as usize),
        expected,
        Tolerance::EXACT,
    )
}
fn kernel<K: Kernel>() -> Baseline<'static> {
    // SAFETY: in these tests the cases of kernels are those above, with room behind the numbers.
    unsafe { Baseline::kernel::<K>() }
}
fn problem<K: Kernel>(n: u32) -> Problem<'static> {
    let work = Work::Bytes(8 * u64::from(n));
    Problem::new(kernel::<K>(), n.to_string(), work, move || case(n))
}
const SIZES: [u32; 4] = [0, 1, 32, 33];
fn checked<K: Kernel>() -> Result<usize, String> {
    check(&Device::emulator(), SIZES.map(problem::<K>)).map_err(|error| error.to_string())
}

#[test]
fn wrong_results_are_counted() {
    assert_eq!(checked::<right>(), Ok(4));
    // There is nothing to do where n is 0.
    assert_eq!(checked::<lazy>().unwrap_err(), "3 launches went wrong");
    assert_eq!(checked::<careless>().unwrap_err(), "4 launches went wrong");
    assert_eq!(checked::<vandal>().unwrap_err(), "4 launches went wrong");
}

#[test]
fn a_launch_that_fails_is_the_last() {
    assert_eq!(checked::<dead>().unwrap_err(), "1 launches went wrong");
}

#[test]
fn values_are_those_that_the_kernel_takes() {
    let device = Device::emulator();
    let wrong = |case: fn() -> Case| {
        let problem = Problem::new(kernel::<right>(), "", Work::Flops(1), case);
        race(&device, &problem, 1).unwrap().wrong
    };
    let short = wrong(|| Case::new((1, 1)).u32(0));
    assert_eq!(short, ["right takes x: *const f32 as argument 1"]);
    let other = wrong(|| Case::new((1, 1)).f32(1.0));
    assert_eq!(other, ["right takes n: u32 as argument 0"]);
    let long = wrong(|| case(1).u32(3));
    assert_eq!(long, ["right takes 3 arguments, and has 4"]);
}

#[test]
fn baselines_are_checked_before_they_are_timed() {
    let device = Device::emulator();
    let cannot = |_: &Stream<'_>, _: &Placed| Err("no library".into());
    let by_hand = |stream: &Stream<'_>, placed: &Placed| {
        let &[Value::U32(n), Value::Pointer(x), Value::Pointer(y)] = placed.values() else {
            return Err("other values".into());
        };
        assert_eq!(placed.addresses().collect::<Vec<_>>(), [x, y]);
        let (x, y) = (std::ptr::with_exposed_provenance(x as usize), y as usize);
        let y = std::ptr::with_exposed_provenance_mut(y);
        // SAFETY: the memory is that of the case.
        Ok(unsafe { stream.launch::<right>(placed.grid(), (n, x, y)) }?)
    };
    let problem = problem::<right>(100)
        .baseline(kernel::<lazy>().column("lazy"))
        .baseline(Baseline::new("a library", cannot).column("library"))
        .baseline(Baseline::new("by hand", by_hand).column("by hand"))
        .baseline(kernel::<right>().column("larger").case(|| case(1000)));
    let race = race(&device, &problem, 5).unwrap();
    let names: Vec<&str> = race.times.iter().map(|times| times.name.as_str()).collect();
    assert_eq!(names, ["right", "by hand", "right", "copy on the device"]);
    assert!(race.ratio("by hand").is_some() && race.ratio("ceiling").is_some());
    assert!(race.ratio("lazy").is_none() && race.ratio("library").is_none());
    assert!(race.ratio("larger").is_some());
    let [wrong] = &race.wrong[..] else { panic!("{:?}", race.wrong) };
    let sentence =
        "lazy<<<(4, 1), 32, 0>>>(n = 100, x, y): 100 of 356 elements are wrong: (0, 0) is NaN";
    assert!(wrong.starts_with(sentence), "{wrong}");
}

#[test]
fn what_is_only_read_stays_as_it_is() {
    let device = Device::emulator();
    let race = race(&device, &problem::<vandal>(100), 1).unwrap();
    let [wrong] = &race.wrong[..] else { panic!("{:?}", race.wrong) };
    let sentence = "vandal 100, after all of them: 1 of 356 elements are wrong: the one at 0 of an input was changed";
    assert_eq!(wrong, sentence);
    let failed = bench(&device, [problem::<right>(10), problem::<lazy>(10)], 1);
    let words = failed.unwrap_err().to_string();
    assert!(words.starts_with("something went wrong:\nlazy<<<"), "{words}");
}
