//! Sentence embeddings of all-MiniLM-L6-v2. Every operation runs on the device, by zellige-ops.

mod batch;
mod bench;
mod weights;

use batch::Batch;
use serde_json::{Value, json};
use std::{env, error::Error, fs, path::PathBuf, process::ExitCode, time::Instant};
use tokenizers::{Tokenizer, TruncationParams};
use weights::Weights;
use zellige_ops::Ops;

const LAYERS: usize = 6;
const HIDDEN: usize = 384;
const INNER: usize = 1536;
const HEADS: usize = 12;
const HEAD: usize = 32;
/// The elements of a head for the kernels of attention: the last 32 are 0.
const PADDED: usize = 64;
/// The most tokens of a sentence, as in the package sentence-transformers.
const LONGEST: usize = 256;
/// The smallest cosine that `--check` accepts.
const CLOSE: f64 = 0.9999;
const REFERENCE: &str = include_str!("../reference.json");

const USAGE: &str = "\
minilm SENTENCES              print the cosines between sentences
minilm --check                compare with the embeddings of reference.json
minilm --bench N              time N sentences of 16 to 64 tokens on a GPU

--model FOLDER   the folder with model.safetensors and tokenizer.json, instead of target/minilm
--ids FILE       write the tokens of all sentences, for pytorch.py
--out FILE       write the embeddings, 384 little-endian f32 each
--emulate        run on the emulator";

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

struct Options {
    sentences: Vec<String>,
    check: bool,
    bench: Option<usize>,
    emulate: bool,
    model: PathBuf,
    ids: Option<PathBuf>,
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    let done = options().and_then(|options| run(&options));
    done.map_or_else(
        |error| {
            eprintln!("minilm: {error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

fn options() -> Result<Options> {
    let mut arguments = env::args().skip(1);
    let mut options = Options {
        sentences: vec![],
        check: false,
        bench: None,
        emulate: false,
        model: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/minilm")),
        ids: None,
        out: None,
    };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value\n\n{USAGE}"));
        match argument.as_str() {
            "--check" => options.check = true,
            "--bench" => options.bench = Some(value()?.parse()?),
            "--emulate" => options.emulate = true,
            "--model" => options.model = value()?.into(),
            "--ids" => options.ids = Some(value()?.into()),
            "--out" => options.out = Some(value()?.into()),
            option if option.starts_with("--") => {
                return Err(format!("unknown option {option}\n\n{USAGE}").into());
            }
            _ => options.sentences.push(argument),
        }
    }
    let modes = [options.check, options.bench.is_some(), !options.sentences.is_empty()];
    if modes.iter().filter(|mode| **mode).count() != 1 || options.bench == Some(0) {
        return Err(format!("pass one of these\n\n{USAGE}").into());
    }
    Ok(options)
}

fn run(options: &Options) -> Result<()> {
    let ops = if options.emulate { Ops::emulator() } else { Ops::first()? };
    println!("{}", ops.name());
    if options.bench.is_some() && ops.is_emulated() {
        return Err("--bench needs a GPU: the time of the emulator says nothing about one".into());
    }
    if !options.model.join("model.safetensors").exists() {
        let folder = options.model.display();
        return Err(format!("{folder} has no model.safetensors: run.sh fetches it").into());
    }
    let reference: Value = serde_json::from_str(REFERENCE)?;
    let recorded = reference["sentences"].as_array().ok_or("reference.json has no sentences")?;
    let sentences: Vec<&str> = match options.check {
        true => recorded.iter().filter_map(|sentence| sentence["text"].as_str()).collect(),
        false => options.sentences.iter().map(String::as_str).collect(),
    };
    let tokens = match options.bench {
        Some(count) => bench::sentences(count),
        None => tokens(options, &sentences)?,
    };
    if let Some(file) = &options.ids {
        fs::write(file, json!(tokens).to_string())?;
    }

    let weights = Weights::load(&ops, &options.model)?;
    let mut batch = Batch::new(&ops, &tokens)?;
    if options.bench.is_some() {
        bench::time(&ops, &weights, &mut batch, tokens.len())?;
    } else {
        let start = Instant::now();
        batch.launch(&ops.queue(), &weights, &mut |_| ())?;
        ops.queue().wait()?;
        let seconds = start.elapsed().as_secs_f64();
        println!("{} sentences, {} tokens: {seconds:.3} s", tokens.len(), batch.tokens());
    }
    let numbers = batch.embeddings()?;
    if let Some(file) = &options.out {
        fs::write(file, numbers.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>())?;
    }
    let embeddings: Vec<&[f32]> = numbers.chunks(HIDDEN).collect();
    if options.check {
        return check(recorded, &embeddings);
    }
    for (i, sentence) in sentences.iter().enumerate() {
        for (j, other) in sentences.iter().enumerate().skip(i + 1) {
            println!("{:.4}  {sentence} | {other}", cosine(embeddings[i], embeddings[j]));
        }
    }
    Ok(())
}

/// Returns the tokens of each sentence.
fn tokens(options: &Options, sentences: &[&str]) -> Result<Vec<Vec<u32>>> {
    let in_words = |error: tokenizers::Error| format!("tokenizer.json: {error}");
    let mut tokenizer =
        Tokenizer::from_file(options.model.join("tokenizer.json")).map_err(in_words)?;
    let truncation = TruncationParams { max_length: LONGEST, ..Default::default() };
    tokenizer.with_padding(None).with_truncation(Some(truncation)).map_err(in_words)?;
    let encoded = sentences.iter().map(|sentence| tokenizer.encode(*sentence, true));
    Ok(encoded
        .map(|encoded| Ok(encoded.map_err(in_words)?.get_ids().to_vec()))
        .collect::<Result<_, String>>()?)
}
fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot: f64 = a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
    dot / (length(a) * length(b))
}
fn length(a: &[f32]) -> f64 {
    a.iter().map(|a| f64::from(*a).powi(2)).sum::<f64>().sqrt()
}
/// Compares embeddings with the recorded ones.
fn check(recorded: &[Value], embeddings: &[&[f32]]) -> Result<()> {
    let mut far = 0;
    for (sentence, embedding) in recorded.iter().zip(embeddings) {
        let (text, expected) = (&sentence["text"], sentence["embedding"].as_array());
        let expected: Vec<f32> =
            expected.into_iter().flatten().filter_map(|x| Some(x.as_f64()? as f32)).collect();
        if expected.len() != HIDDEN {
            return Err(format!("reference.json has {} numbers for {text}", expected.len()).into());
        }
        let (cosine, length) = (cosine(embedding, &expected), length(embedding));
        println!("cosine {cosine:.6}, length {length:.6}  {text}");
        far += u32::from(!(cosine > CLOSE && (length - 1.0).abs() < 1e-3));
    }
    match far {
        0 => Ok(()),
        far => Err(format!("{far} of the embeddings differ from reference.json").into()),
    }
}
