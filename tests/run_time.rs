//! Operations on run-time integers: their results, and their refusals in every build.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use zellige::prelude::*;
use zellige::refusal::{Code, Refusal};

/// Returns the message with which `operation` panics.
fn panics(operation: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(operation)).expect_err("it must panic");
    payload
        .downcast::<String>()
        .map(|text| *text)
        .unwrap_or_else(|payload| payload.downcast::<&str>().map(|text| text.to_string()).unwrap())
}
/// Returns the refusal of both forms: the method that returns it, and the one that panics with the
/// same sentence.
macro_rules! refused {
    ($l:expr, $try_op:ident, $op:ident ($($a:expr),*)) => {{
        let refusal: Refusal = $l.$try_op($($a),*).map(|_| ()).unwrap_err();
        assert_eq!(panics(|| { let _ = $l.$op($($a),*); }), refusal.message());
        (refusal.code, refusal.message().to_string())
    }};
}

/// CuTe's open issue 3513: the tile ends inside a mode of 12.
#[test]
fn a_tile_that_leaves_a_mode_unevenly() {
    let n = 128u32;
    let a = layout!((12, (4, 8)) : (7, (1, 30)));
    let (code, sentence) = refused!(a, try_logical_divide, logical_divide(layout!(n : 1)));
    assert_eq!(code, Code::ExtentNotDivisible);
    assert!(
        sentence.starts_with(
            "logical_divide(A, B): mode 0 of (B, rest) (128:1) leaves extent 12 of A's mode 0 after 12 steps, \
             and 12 does not divide its extent 128"
        ),
        "{sentence}"
    );
}

#[test]
fn a_composition_of_another_size() {
    let (m, n, p) = (4u32, 6u32, 4u32);
    let (code, sentence) = refused!(layout!((m, n) : (1, p)), try_compose, compose(layout!(6 : 1)));
    assert_eq!(code, Code::DynamicIntegers);
    assert_eq!(
        sentence,
        "composition(A, B): the run-time integers do not divide as the result requires, which would be \
         (4,1):(1,4) [A coalesced: 24:1, B: 6:1]"
    );
    let p = 8u32;
    let (code, sentence) = refused!(layout!((m, n) : (1, p)), try_compose, compose(layout!(6 : 1)));
    assert_eq!(code, Code::ExtentNotDivisible);
    assert!(
        sentence.ends_with("4 does not divide its extent 6 [A coalesced: (4,6):(1,8)]"),
        "{sentence}"
    );
}

#[test]
fn complements_that_leave_a_gap() {
    let n = 12u32;
    let l = layout!((2, 4) : (4, 12));
    let (code, sentence) = refused!(l, try_complement, complement(n));
    assert_eq!(code, Code::Gap);
    assert_eq!(
        sentence,
        "complement(L, M): the modes of L below stride 12 span 8, which does not divide 12; index 8, below 12, \
         belongs to no translate of L; complement_sparse allows such gaps"
    );
    assert!(l.try_complement(8u32).is_ok());
    let n = 3u32;
    let (code, _) = refused!(layout!((4, n) : (1, 6)), try_logical_divide, logical_divide(l));
    assert_eq!(code, Code::Gap);
}

#[test]
fn left_inverses() {
    let m = 4u32;
    let (code, sentence) = refused!(layout!((m, 6) : (1, 2)), try_left_inverse, left_inverse());
    assert_eq!(code, Code::NotInjective);
    assert_eq!(
        sentence,
        "left_inverse(L): mode 4:1 spans 4, past the next stride 2: offset 2 is reached twice"
    );
    let (code, _) = refused!(layout!((m, 4) : (9, 9)), try_left_inverse, left_inverse());
    assert_eq!(code, Code::NotInjective);
    let p = 0u32;
    let (code, sentence) = refused!(layout!(5 : p), try_left_inverse, left_inverse());
    assert_eq!(code, Code::DynamicIntegers);
    assert!(sentence.contains("(0,5):(0,1) [L: 5:0]"), "{sentence}");
    let p = 3u32;
    assert_eq!(layout!(5 : p).left_inverse().to_string(), "(3,_5):(_0,_1)");
}

/// The modes of a result may have one element, where a run-time integer is small.
#[test]
fn no_extent_is_lost() {
    let (n, p) = (3u32, 1u32);
    let copies = layout!((n,) : (8,)).logical_product(layout!(4 : p));
    assert_eq!(copies.to_string(), "((3),(4,1)):((_8),(1,24))");
    let p = 8u32;
    let copies = layout!((n,) : (8,)).logical_product(layout!(4 : p));
    for j in 0..4u32 {
        assert_eq!(copies.crd2idx((0u32, j)), 24 * j);
    }
    let (a, b, c, d, e) = (2u32, 2u32, 2u32, 1u32, 1u32);
    let composed = layout!((5, a) : (b, c)).compose(layout!((d, 4) : (5, e)));
    assert_eq!(composed.size(), 4);
    assert_eq!(composed.crd2idx((0u32, 3u32)), 6);
}

/// A run-time 0 divides nothing, and is otherwise a number like any other.
#[test]
fn zeros() {
    let zero = 0u32;
    let a = layout!((6, 4) : (4, 1));
    assert_eq!(a.compose(layout!(3 : zero)).crd2idx(2u32), 0);
    let tiles = layout!((8, 6) : (6, 1)).try_zipped_divide((zero, int!(3)));
    assert_eq!(
        tiles.unwrap_err().message(),
        "in mode 0.0 of the result: logical_divide(A, B): the mode 0:1 of B has no elements, so no number of copies \
         fills a space"
    );
    let rows = layout!((zero, 64) : (64, 1)).zipped_divide((int!(4), int!(32)));
    assert_eq!(rows.to_string(), "((_4,_32),(0,_2)):((_64,_1),(_256,_32))");
    assert_eq!(rows.size(), 0);
    assert!(layout!((zero, 4) : (1, 8)).try_compose(layout!(4 : 1)).is_err());
    assert!(layout!((4, 4) : (zero, 1)).try_with_shape(shape!((2, 8))).is_ok());
}

#[test]
fn shapes_of_another_size() {
    let m = 6u32;
    let (code, sentence) =
        refused!(layout!((m, 8) : (8, 1)), try_with_shape, with_shape((m, int!(4))));
    assert_eq!(code, Code::SizesDiffer);
    assert_eq!(
        sentence,
        "with_shape(L, S): the shape (6,4) has 24 elements, but (6,8):(8,1) has 48"
    );
}

#[test]
fn other_elements() {
    let pitch = 38u32;
    let (code, sentence) = refused!(layout!((8, 4) : (1, pitch)), try_upcast, upcast(int!(4)));
    assert_eq!(code, Code::StrideNotDivisible);
    assert_eq!(
        sentence,
        "upcast by 4: stride 38 of the mode 4:38 is neither a multiple nor a divisor of 4"
    );
    let one = 1u32;
    let (code, sentence) = refused!(layout!((8, 4) : (1, one)), try_downcast, downcast(int!(2)));
    assert_eq!(code, Code::TwoUnitStrides);
    assert_eq!(
        sentence,
        "downcast by 2: 2 modes of (8,4):(1,1) have stride 1; only one of them can get longer"
    );
}

/// Products that do not fit are detected before they are used.
#[test]
fn numbers_that_do_not_fit() {
    let half = 1u32 << 16;
    let a = layout!((half, half) : (half, 1));
    assert_eq!(
        panics(|| {
            let _ = a.size();
        }),
        "size(L): the product of the extents (65536,65536), 4294967296, does not fit their type"
    );
    let (code, _) = refused!(a, try_logical_divide, logical_divide(layout!(4 : 1)));
    assert_eq!(code, Code::DoesNotFit);
    let wide = layout!((half as usize, half as usize) : (half as usize, 1));
    assert_eq!(wide.size(), 1 << 32);
    let rows = u32::MAX;
    let tiles = layout!((rows, 64) : (64, 1)).zipped_divide((int!(32), int!(32)));
    assert_eq!(tiles.shape().1.0, 1 << 27);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic = "4294967301 does not fit in u32"]
fn a_wide_integer_is_not_cut() {
    let pitch = 1usize << 32;
    let _ = layout!((2, 8) : (pitch, 1)).crd2idx((1usize, 5usize)).u32();
}

/// 3 * 3000000000 is more than 2^32, with a coordinate that exists.
#[test]
#[cfg(debug_assertions)]
fn an_offset_is_not_cut() {
    let pitch = 3_000_000_000u32;
    let a = layout!((8, 8) : (pitch, 1));
    let of = "an offset of (_8,_8):(3000000000,_1) is 9000000001, which does not fit in u32: use";
    let as_u32 = panics(|| _ = a.offset_as::<u32>((3usize, 1usize)));
    assert_eq!(as_u32, format!("{of} offset_as::<usize>"));
    let narrow = panics(|| _ = a.crd2idx((3u32, 1u32)));
    assert_eq!(narrow, format!("{of} usize coordinates or offset_as::<usize>"));
    assert_eq!(a.offset_as::<usize>((3u32, 1u32)), 9_000_000_001);
    assert_eq!(a.crd2idx((1u32, 1u32)), 3_000_000_001);
}

/// Steps along axes are checked like numbers.
#[test]
fn axes() {
    use zellige::construct::make_identity_layout;
    let (m, n) = (6u32, 4u32);
    let here = make_identity_layout((m, n));
    let halves = here.try_compose(layout!((3, 8) : (1, 3))).unwrap();
    assert_eq!(halves.crd2idx((1u32, 3u32)).coordinate(), (4, 1));
    let refusal = here.try_compose(layout!(9 : 1)).unwrap_err();
    assert_eq!(refusal.code, Code::NotDivisible);
    // Two steps of 5 cross a mode of 4.
    let d = 5u32;
    assert!(make_identity_layout((4u32, n)).try_compose(layout!(2 : d)).is_err());
}

/// The panic is at the line of the call.
#[test]
fn the_panic_names_the_caller() {
    static LINE: Mutex<Option<u32>> = Mutex::new(None);
    let (before, me) = (std::panic::take_hook(), std::thread::current().id());
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() == me {
            let here = info.location().filter(|at| at.file() == file!());
            *LINE.lock().unwrap() = here.map(|at| at.line());
        }
    }));
    let line_of = |operation: &dyn Fn()| {
        assert!(catch_unwind(AssertUnwindSafe(operation)).is_err());
        LINE.lock().unwrap().take()
    };
    let (n, wide, called) = (12u32, 1usize << 33, line!());
    let complement = line_of(&|| _ = layout!((2, 4) : (4, 12)).complement(n));
    let cut = cfg!(debug_assertions).then(|| line_of(&|| _ = wide.u32()));
    std::panic::set_hook(before);
    assert_eq!(complement, Some(called + 1));
    assert!(cut.is_none_or(|cut| cut == Some(called + 2)));
}
