//! `zellige`: CuTe's layout algebra on the command line.

#![deny(missing_docs)]

mod answer;
mod arguments;
mod call;
mod draw;
mod eval;
mod examples;
mod explain;
mod find;
mod memory;
mod operations;
mod show;
mod stop;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command, SwizzleCommand};
use call::{Argument, Call, Kind};
use stop::Stop;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let as_json = arguments.json;
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => stop.tell(as_json),
    }
}

/// Does what is asked for, and writes the result.
fn run(Arguments { json, command }: Arguments) -> Result<(), Stop> {
    let pair = |op, first, a, b| {
        let second = match op {
            "blocked_product" | "raked_product" => ("b", Kind::Layout),
            _ => ("tiler", Kind::Tiler),
        };
        let first = Argument::of(first, Kind::Layout, a);
        Call::new(op, [first, Argument::of(second.0, second.1, b)].concat())
    };
    let order = |shape: String, word: &str| {
        let shape = Argument::of("shape", Kind::Shape, shape);
        let word = Argument::of("order", Kind::Word, word.to_owned());
        Call::new("make_layout_order", [shape, word].concat())
    };
    let call = match command {
        Command::Show { layout, form } => return show::show(&layout, &form, json),
        Command::Explain { operation } => return explain::explain(operation, json),
        Command::Draw { drawing } => return draw::draw(drawing, json),
        Command::Find { offsets, file } => return find::find(&offsets, file.as_deref(), json),
        Command::Eval { files } => return eval::eval(&files),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "zellige", &mut text);
            std::io::Write::write_all(&mut std::io::stdout(), &text)?;
            return Ok(());
        }
        Command::Banks {
            access,
            element,
            by,
        } => return memory::banks(&access, element, by, json),
        Command::Sectors {
            access,
            element,
            by,
        } => return memory::sectors(&access, element, by, json),
        Command::Layouts(operation) => operation.call(),
        Command::Shape { operation } => operation.call(),
        Command::ColMajor { shape } => order(shape, "LayoutLeft"),
        Command::RowMajor { shape } => order(shape, "LayoutRight"),
        Command::Divide { a, tiler, form } => pair(form.operation(), "a", a, tiler),
        Command::Product { a, tiler, form } => pair(form.operation(), "a", a, tiler),
        Command::Swizzle { operation } => match operation {
            SwizzleCommand::Apply { swizzle, offset } => {
                return find::apply(&swizzle, &offset, json);
            }
            SwizzleCommand::Search {
                tile,
                element,
                read,
                write,
            } => {
                return memory::best(&tile, element, &read, &write, json);
            }
            SwizzleCommand::Make { from, to } => {
                let from = Argument::of("from", Kind::Number, from);
                let to = Argument::of("to", Kind::Number, to);
                Call::new("make_swizzle", [from, to].concat())
            }
        },
    };
    answer::write(&call.evaluate()?, json)?;
    Ok(())
}
