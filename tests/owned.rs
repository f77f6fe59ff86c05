//! Tensors as values: compared, printed, taken apart, and, with the feature `alloc`, on the heap.

use zellige::prelude::*;

#[test]
fn tensors_are_equal_by_coordinate() {
    let rows = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2, 3) : (3, 1)));
    let mut columns = Tensor::new([0; 6], layout!((2, 3) : (1, 2)));
    columns.copy_from(&rows);
    assert_eq!(rows, columns);
    assert_eq!(rows.view(), columns.view_mut());
    columns[(1u32, 2u32)] = 7;
    assert_ne!(rows, columns);
    // The same elements in the same order, in another shape.
    let flat = Tensor::new([1, 4, 2, 5, 3, 6], layout!(6 : 1));
    assert_ne!(rows, flat);
    assert!(rows.iter().eq(flat.iter()));
    // Static or not, swizzled or not.
    let (m, n) = (2usize, 3u32);
    assert_eq!(rows, Tensor::new([1, 2, 3, 4, 5, 6], layout!((m, n) : (n, 1))));
    let plain = Tensor::new(core::array::from_fn::<_, 64, _>(|i| i), layout!((8, 8) : (8, 1)));
    let mut swizzled = Tensor::new([0; 64], layout!(Sw<3, 0, 3> o 0 o (8, 8) : (8, 1)));
    swizzled.copy_from(&plain);
    assert_eq!(plain, swizzled);
    assert_ne!(plain.as_ref(), swizzled.as_ref());
    // With another type of elements; NaN is not equal to itself.
    assert_eq!(Tensor::new(["a"], layout!(1)), Tensor::new([String::from("a")], layout!(1)));
    let nan = Tensor::new([f32::NAN], layout!(1));
    assert_ne!(nan, nan);
}

#[test]
fn a_table_has_a_line_for_each_row() {
    let a = Tensor::new([1, -20, 3, 4, 5, 600], layout!((2, 3) : (3, 1)));
    assert_eq!(a.to_string(), "(_2,_3):(_3,_1):\n  1 -20   3\n  4   5 600");
    assert_eq!(format!("{a:5}"), "(_2,_3):(_3,_1):\n    1   -20     3\n    4     5   600");
    assert_eq!(format!("{a:?}"), "(_2,_3):(_3,_1) [1, 4, -20, 5, 3, 600]");
    let b = Tensor::new(["α", "bc"], layout!(2 : 1));
    assert_eq!(b.to_string(), "_2:_1:\n α bc");
    let n = 0usize;
    assert_eq!(Tensor::new([1], layout!((n, 2))).to_string(), "(0,_2):(_1,0):");
    assert_eq!(Tensor::new([1], layout!(())).to_string(), "():():\n1");
    let c = Tensor::new(core::array::from_fn::<_, 8, _>(|i| i), layout!((1, 2, 2, 2)));
    assert_eq!(
        c.to_string(),
        "(_1,_2,_2,_2):(_0,_1,_2,_4):\n(_,_,0,0)\n0 1\n(_,_,1,0)\n2 3\n(_,_,0,1)\n4 5\n(_,_,1,1)\n6 7"
    );
}

#[test]
fn elements_come_with_their_coordinates() {
    let mut a = Tensor::new([0; 12], layout!((2, (3, 2)) : (6, (2, 1))));
    for ((i, (j, k)), x) in a.indexed_iter_mut() {
        *x = 100 * i + 10 * j + k;
    }
    assert_eq!(a.indexed_iter().len(), 12);
    for (c, &x) in a.indexed_iter() {
        assert_eq!(a[c], x);
    }
    assert_eq!(a.indexed_iter().next_back(), Some(((1, (2, 1)), &121)));
    assert_eq!(a.into_inner(), [0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121]);
}

/// In generic code the coordinates index the tensor.
fn sum_of_diagonal<E: Engine<Element = i32>, L: Layout>(a: &Tensor<E, L>) -> i32 {
    let (coords, elements) = (a.layout().coords(), a.iter());
    coords.zip(elements).map(|(c, x)| a[c] - x).sum()
}

#[test]
fn coordinates_index_tensors_in_generic_code() {
    assert_eq!(sum_of_diagonal(&Tensor::new([1, 2, 3, 4], layout!((2, 2) : (2, 1)))), 0);
}

#[test]
fn memory_is_a_slice_in_the_order_of_offsets() {
    let mut a = Tensor::new([1, 2, 3, 4], layout!((2, 2) : (2, 1)));
    a.as_mut()[1] = 7;
    assert_eq!((a[(0u32, 1u32)], a.as_ref()), (7, &[1, 7, 3, 4][..]));
    assert_eq!(a.shape().display(), (2u32, 2usize).display());
}

#[cfg(feature = "alloc")]
mod heap {
    use super::*;

    #[test]
    fn a_tensor_owns_a_vec_or_a_box() {
        let rows = 4usize;
        let layout = layout!((rows, 3) : (3, 1));
        let mut a = Tensor::new(vec![0; 14], layout);
        let mut b = Tensor::new(vec![0; 12].into_boxed_slice(), layout);
        for ((i, j), x) in a.indexed_iter_mut() {
            *x = 10 * i + j;
        }
        b.copy_from(&a);
        assert_eq!(a, b);
        let moved = Box::new(a.clone());
        assert_eq!(
            moved.view().slice((3u32, ..)).iter().copied().collect::<Vec<_>>(),
            [30, 31, 32]
        );
        a.view_mut().local_tile((int!(2), int!(3)), (1u32, 0u32)).fill(7);
        assert_eq!(a.as_ref()[5..], [12, 7, 7, 7, 7, 7, 7, 0, 0]);
        a.as_mut()[0] = 5;
        assert_eq!(a[(0u32, 0u32)], 5);
        assert_eq!((a.into_inner().len(), b.into_inner().len()), (14, 12));
    }

    #[test]
    fn threads_write_parts_of_a_vec() {
        let mut a = Tensor::new(vec![0u32; 64], layout!((8, 8) : (8, 1)));
        std::thread::scope(|scope| {
            for (number, mut mine) in a.partition_mut(layout!((4, 2) : (2, 1))).enumerate() {
                scope.spawn(move || mine.fill(number as u32));
            }
        });
        assert_eq!((a[(0u32, 1u32)], a[(1u32, 0u32)]), (1, 2));
    }

    #[test]
    fn elements_are_dropped_once() {
        let rc = std::rc::Rc::new(());
        let a = Tensor::new(vec![rc.clone(); 6], layout!((2, 3) : (3, 1)));
        let b = a.clone();
        assert_eq!(std::rc::Rc::strong_count(&rc), 13);
        drop(a.into_inner());
        drop(b);
        assert_eq!(std::rc::Rc::strong_count(&rc), 1);
    }

    #[test]
    #[should_panic = "(4,_3):(_3,_1) addresses 12 elements, but the memory has 11"]
    fn a_vec_that_is_too_short_is_refused() {
        let rows = 4usize;
        let _ = Tensor::new(vec![0; 11], layout!((rows, 3) : (3, 1)));
    }
}
