//! What only run time can know is refused by a panic at the line of the kernel.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Mutex;
use zellige::atom::{CopyAtom, copy::UniversalCopy, make_tiled_copy};
use zellige::prelude::*;
use zellige_gpu::{queue::Queue, tensor::gmem};

#[test]
fn a_panic_names_the_line_of_the_kernel() {
    static LINE: Mutex<Option<u32>> = Mutex::new(None);
    let (before, me) = (take_hook(), std::thread::current().id());
    set_hook(Box::new(move |info| {
        if std::thread::current().id() == me {
            let here = info.location().filter(|at| at.file() == file!());
            *LINE.lock().unwrap() = here.map(|at| at.line());
        }
    }));
    let line_of = |operation: &dyn Fn()| {
        assert!(catch_unwind(AssertUnwindSafe(operation)).is_err());
        LINE.lock().unwrap().take()
    };
    let numbers = [0f32; 64];
    let matrix = gmem(numbers.as_ptr(), layout!((8u32, 8u32) : (8u32, 1)));
    let copy = make_tiled_copy(
        <CopyAtom<UniversalCopy<int!(32)>, int!(32)>>::default(),
        layout!((4, 2) : (2, 1)),
        layout!(1),
    );
    let (threads, called) = (layout!((4, 2) : (2, 1)), line!());
    let lines = [
        line_of(&|| _ = matrix.local_partition(threads, 8)),
        line_of(&|| _ = matrix.partition_s(copy, 8)),
        line_of(&|| _ = <Queue<[u32; 2]>>::empty(0).pop()),
    ];
    set_hook(before);
    assert_eq!(lines, [2, 3, 4].map(|behind| Some(called + behind)));
}
