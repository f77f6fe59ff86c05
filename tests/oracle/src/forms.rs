//! The forms that results have whatever their numbers are.

use crate::Nest;
use crate::Value;
use crate::layout::Layout;
use crate::verdict::Form;

/// The forms of the result of a tiler on a layout.
pub(crate) struct Forms {
    by_mode: Form,
    first: Form,
    second: Form,
}

/// Returns the known form of a tile of the mode `a`.
pub(crate) fn form_of_tile(a: &Layout, tiler: &Value) -> Form {
    match tiler {
        Value::Layout(tile) => Form::of(tile),
        Value::Whole => Form::of(a),
        Value::Tuple(tilers) => {
            let modes = a.parts().into_iter().zip(tilers);
            Form::Parts(modes.map(|(mode, tiler)| form_of_tile(&mode, tiler)).collect())
        }
        _ => Form::One,
    }
}

/// Returns the forms of tiles and rests.
pub(crate) fn divided(a: &Layout, tiler: &Value) -> Forms {
    of_tiler(a, tiler, &|a, tile| (form_of_tile(a, tile), Form::One))
}

/// Returns the forms of blocks and copies.
pub(crate) fn multiplied(a: &Layout, tiler: &Value) -> Forms {
    of_tiler(a, tiler, &|a, tile| (Form::of(a), form_of_tile(a, tile)))
}

fn of_tiler(a: &Layout, tiler: &Value, of: &dyn Fn(&Layout, &Value) -> (Form, Form)) -> Forms {
    match tiler {
        Value::Whole => Forms { by_mode: Form::of(a), first: Form::of(a), second: Form::One },
        Value::Tuple(tilers) => {
            let modes = a.parts();
            let others: Vec<Form> = modes.iter().skip(tilers.len()).map(Form::of).collect();
            let (mut by_mode, mut first, mut second) = (Vec::new(), Vec::new(), Vec::new());
            for (mode, tiler) in modes.iter().zip(tilers) {
                let of_mode = of_tiler(mode, tiler, of);
                by_mode.push(of_mode.by_mode);
                first.push(of_mode.first);
                second.push(of_mode.second);
            }
            by_mode.extend(others.iter().cloned());
            second.extend(others);
            let [by_mode, first, second] = [by_mode, first, second].map(Form::Parts);
            Forms { by_mode, first, second }
        }
        _ => {
            let (first, second) = of(a, tiler);
            Forms { by_mode: Form::Parts(vec![first.clone(), second.clone()]), first, second }
        }
    }
}

/// Returns the modes on one level, or `None` if their number depends on the numbers.
fn spread(form: &Form) -> Option<Vec<Form>> {
    match form {
        Form::Parts(parts) if parts.len() != 1 => Some(parts.clone()),
        Form::Parts(_) => Some(vec![form.clone()]),
        _ => None,
    }
}

impl Forms {
    /// Returns the form in which an operation of this name combines them.
    pub(crate) fn of(self, operation: &str) -> Form {
        match (operation.split('_').next(), spread(&self.first), spread(&self.second)) {
            (Some("logical"), ..) => self.by_mode,
            (Some("zipped"), ..) => Form::Parts(vec![self.first, self.second]),
            (Some("tiled"), _, Some(others)) => Form::Parts([vec![self.first], others].concat()),
            (Some("tiled"), _, None) => Form::First(vec![self.first]),
            (_, Some(first), Some(second)) => Form::Parts([first, second].concat()),
            _ => Form::One,
        }
    }
}

/// Returns the form of blocks and copies side by side.
pub(crate) fn side_by_side<T: Clone>(a: &Layout, copies: &Nest<T>, raked: bool) -> Form {
    let mut blocks: Vec<Form> = a.parts().iter().map(Form::of).collect();
    let mut copies: Vec<Form> = copies.parts().iter().map(Form::of).collect();
    let rank = blocks.len().max(copies.len());
    blocks.resize(rank, Form::One);
    copies.resize(rank, Form::One);
    let pair = |(block, copies)| {
        Form::Parts(if raked { vec![copies, block] } else { vec![block, copies] })
    };
    Form::Parts(blocks.into_iter().zip(copies).map(pair).collect())
}
