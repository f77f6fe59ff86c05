//! Tensors as text, by `Debug` and `Display`.

use core::fmt::{self, Write};

use super::Tensor;
use super::memory::Engine;
use crate::layout::Layout;
use crate::tuple::IntTuple;
use crate::tuple::measure::product_each;

/// Writes the layout and the elements in its order: `(_2,_2):(_1,_2) [1, 2, 3, 4]`.
impl<E: Engine<Element: fmt::Debug>, L: Layout> fmt::Debug for Tensor<E, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.layout)?;
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Writes the layout and the elements as a table, the first mode down and the second across. CuTe:
/// `print_tensor`.
///
/// ```
/// use zellige::prelude::*;
/// let a = Tensor::new([1.0, 2.5, -3.0, 40.0, 5.0, 6.0], layout!((2, 3) : (3, 1)));
/// assert_eq!(a.to_string(), "\
/// (_2,_3):(_3,_1):
///   1 2.5  -3
///  40   5   6");
/// assert_eq!(format!("{a:.1}").lines().last(), Some("40.0  5.0  6.0"));
/// ```
///
/// A tensor with one mode is a single line. With more than two modes, there is a table for each
/// coordinate of the other modes. A nested mode is walked by its index.
///
/// ```
/// use zellige::prelude::*;
/// let b = Tensor::new([1, 2, 3, 4, 5, 6, 7, 8], layout!((2, (2,), 2) : (1, (2,), 4)));
/// assert_eq!(b.to_string(), "\
/// (_2,(_2),_2):(_1,(_2),_4):
/// (_,_,0)
/// 1 3
/// 2 4
/// (_,_,1)
/// 5 7
/// 6 8");
/// ```
impl<E: Engine<Element: fmt::Display>, L: Layout> fmt::Display for Tensor<E, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.layout)?;
        let modes = product_each(self.layout.shape()).leaves();
        // The sizes of the modes fit memory, and a tuple has no more modes than are stored here.
        let extent = |mode: usize| modes.value[mode].unwrap_or(0) as usize;
        let (rows, columns) = match modes.len {
            0 => (1, 1),
            1 => (1, extent(0)),
            _ => (extent(0), extent(1)),
        };
        let precision = f.precision();
        let mut width = f.width().unwrap_or(0);
        for element in self {
            width = width.max(length(element, precision));
        }
        let table = rows.saturating_mul(columns); // more than fits memory, if there is no element
        for first in (0..self.size()).step_by(table.max(1)) {
            if modes.len > 2 {
                f.write_str("\n(_,_")?;
                let mut rest = first / table;
                for mode in 2..modes.len {
                    write!(f, ",{}", rest % extent(mode))?;
                    rest /= extent(mode);
                }
                f.write_str(")")?;
            }
            for row in 0..rows {
                for column in 0..columns {
                    f.write_str(if column == 0 { "\n" } else { " " })?;
                    if let Some(element) = self.get(first + row + rows * column) {
                        let blanks = width.saturating_sub(length(element, precision));
                        write!(f, "{:blanks$}", "")?;
                        write(f, element, precision)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Writes an element with `precision` digits after the decimal point, if it is given.
fn write(f: &mut dyn Write, element: &impl fmt::Display, precision: Option<usize>) -> fmt::Result {
    match precision {
        Some(digits) => write!(f, "{element:.digits$}"),
        None => write!(f, "{element}"),
    }
}
/// Returns the number of characters that [`write`] writes.
fn length(element: &impl fmt::Display, precision: Option<usize>) -> usize {
    let mut count = Count(0);
    // Counting accepts every text. An element that cannot be displayed reports that when it is
    // displayed.
    let _ = write(&mut count, element, precision);
    count.0
}
/// Counts the characters that are written.
struct Count(usize);
impl Write for Count {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}
