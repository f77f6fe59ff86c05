//! Explanations: an operation step by step, with the numbers.

use clap::Subcommand;
use serde_json::json;
use zellige_dynamic::explain::{self, Explanation};
use zellige_dynamic::{DynLayout, Shape, Tiler};

use crate::answer::Answer;
use crate::arguments::{DivideForm, ProductForm};
use crate::call::read;
use crate::stop::Stop;

/// The operations that can be explained.
#[derive(Subcommand)]
pub(crate) enum Explained {
    /// Explains the composition of A with B
    Compose {
        /// A layout
        a: String,
        /// A layout or a tiler
        b: String,
    },
    /// Explains the complement of A
    Complement {
        /// A layout
        a: String,
        /// The space, a number or a shape; without it, the cosize of A
        m: Option<String>,
    },
    /// Explains the complement that may leave holes
    ComplementSparse {
        /// A layout
        a: String,
        /// The space, a number or a shape; without it, the cosize of A
        m: Option<String>,
    },
    /// Explains the right inverse
    RightInverse {
        /// A layout
        a: String,
    },
    /// Explains the left inverse
    LeftInverse {
        /// A layout
        a: String,
    },
    /// Explains how a layout is divided by a tiler
    Divide {
        /// A layout
        a: String,
        /// A tiler
        tiler: String,
        #[command(flatten)]
        form: DivideForm,
    },
    /// Explains how a layout is repeated by a tiler
    Product {
        /// A layout
        a: String,
        /// A tiler
        tiler: String,
        #[command(flatten)]
        form: ProductForm,
    },
}

/// Parses the space of a complement; without one, it is the cosize of the layout.
fn space(layout: &DynLayout, text: Option<&str>) -> Result<Shape, Stop> {
    match text {
        Some(text) => read("m", text),
        None => {
            layout.cosize().map(Shape::Leaf).map_err(|refusal| Stop::refused("explain", &refusal))
        }
    }
}

/// Returns the explanation of an operation.
pub(crate) fn explain(explained: Explained) -> Result<Answer, Stop> {
    let layout = |text: &str| read::<DynLayout>("a", text);
    answer(&match explained {
        Explained::Compose { a, b } => explain::compose(&layout(&a)?, read::<Tiler>("b", &b)?),
        Explained::Complement { a, m } => {
            let a = layout(&a)?;
            explain::complement(&a, space(&a, m.as_deref())?)
        }
        Explained::ComplementSparse { a, m } => {
            let a = layout(&a)?;
            explain::complement_sparse(&a, space(&a, m.as_deref())?)
        }
        Explained::RightInverse { a } => explain::right_inverse(&layout(&a)?),
        Explained::LeftInverse { a } => explain::left_inverse(&layout(&a)?),
        Explained::Divide { a, tiler, form } => {
            let (a, tiler) = (layout(&a)?, read::<Tiler>("tiler", &tiler)?);
            match form.operation() {
                "zipped_divide" => explain::zipped_divide(&a, tiler),
                "tiled_divide" => explain::tiled_divide(&a, tiler),
                "flat_divide" => explain::flat_divide(&a, tiler),
                _ => explain::logical_divide(&a, tiler),
            }
        }
        Explained::Product { a, tiler, form } => {
            let a = layout(&a)?;
            match form.operation() {
                "blocked_product" => explain::blocked_product(&a, &read("tiler", &tiler)?),
                "raked_product" => explain::raked_product(&a, &read("tiler", &tiler)?),
                "zipped_product" => explain::zipped_product(&a, read::<Tiler>("tiler", &tiler)?),
                "tiled_product" => explain::tiled_product(&a, read::<Tiler>("tiler", &tiler)?),
                "flat_product" => explain::flat_product(&a, read::<Tiler>("tiler", &tiler)?),
                _ => explain::logical_product(&a, read::<Tiler>("tiler", &tiler)?),
            }
        }
    })
}

/// Returns an explanation as an answer; the record of a refused operation says so, too.
fn answer(explanation: &Explanation) -> Result<Answer, Stop> {
    let steps = explanation.steps.iter().map(|step| {
        json!({"kind": format!("{:?}", step.kind), "level": step.level, "sentence": step.sentence})
    });
    let mut record = json!({
        "op": "explain",
        "operation": explanation.operation,
        "steps": steps.collect::<Vec<_>>(),
    });
    match &explanation.result {
        Ok(layout) => record["out"] = layout.to_string().into(),
        Err(refusal) => {
            record["reject"] = true.into();
            record["code"] = format!("{:?}", refusal.code).into();
            record["why"] = refusal.message().into();
        }
    }
    Ok(Answer::new(record, explanation.to_string()))
}
