//! Memory accesses: bank conflicts, sectors, and the search for a swizzle.

use serde_json::json;
use zellige_dynamic::analysis::{Access, Direction, Pattern, search};
use zellige_dynamic::{DynLayout, Refusal};

use crate::answer::Answer;
use crate::call::read;
use crate::stop::{Mistake, Stop};

/// Returns the stop for a refusal of the analysis.
fn refused(operation: &str, refusal: &Refusal) -> Stop {
    let code = format!("{:?}", refusal.code);
    Stop::Refused(json!({"op": operation, "reject": true, "code": code, "why": refusal.message()}))
}

/// Parses an access: its layout, the bytes of an element and those that a thread moves at once.
fn access(operation: &str, text: &str, element: u64, by: Option<u64>) -> Result<Access, Stop> {
    let access = Access::new(&read("access", text)?, element);
    let access = match by {
        Some(bytes) => access.and_then(|access| access.by(bytes)),
        None => access,
    };
    access.map_err(|refusal| refused(operation, &refusal))
}

/// Returns the bank conflicts of an access to shared memory.
pub(crate) fn banks(text: &str, element: u64, by: Option<u64>) -> Result<Answer, Stop> {
    let access = access("banks", text, element, by)?;
    let phases = access.phases().map_err(|torn| {
        Stop::Refused(
            json!({"op": "banks", "reject": true, "code": "NoVectors", "why": torn.to_string()}),
        )
    })?;
    let passes = phases.iter().map(|phase| phase.passes).max().unwrap_or(1);
    let why = access.bank_conflict_free().err().map(|conflict| conflict.to_string());
    let mut lines = String::new();
    for phase in &phases {
        let (first, last) = (phase.threads.start, phase.threads.end - 1);
        let passes = match phase.passes {
            1 => "1 pass".to_owned(),
            passes => format!("{passes} passes"),
        };
        let instruction = phase.instruction;
        lines += &format!("instruction {instruction}, threads {first} to {last}: {passes}\n");
    }
    lines += why.as_deref().unwrap_or("free of bank conflicts");
    lines.push('\n');
    let phases: Vec<_> = phases
        .iter()
        .map(|phase| {
            let threads = [phase.threads.start, phase.threads.end];
            json!({"instruction": phase.instruction, "threads": threads, "passes": phase.passes})
        })
        .collect();
    let bytes = access.vector();
    Ok(Answer::new(
        json!({"op": "banks", "bytes": bytes, "passes": passes, "phases": phases, "why": why}),
        lines,
    ))
}

/// Returns the sectors of global memory that an access moves.
pub(crate) fn sectors(text: &str, element: u64, by: Option<u64>) -> Result<Answer, Stop> {
    let requests = access("sectors", text, element, by)?.requests();
    let lines = requests.iter().map(|request| {
        format!(
            "instruction {}, threads {} to {}: {} sectors for {} bytes, which need {}; {} lines\n",
            request.instruction,
            request.threads.start,
            request.threads.end - 1,
            request.sectors,
            request.bytes,
            request.least_sectors,
            request.lines
        )
    });
    let lines: String = lines.collect();
    let requests: Vec<_> = requests
        .iter()
        .map(|request| {
            json!({
                "instruction": request.instruction,
                "threads": [request.threads.start, request.threads.end],
                "bytes": request.bytes,
                "sectors": request.sectors,
                "least_sectors": request.least_sectors,
                "lines": request.lines,
            })
        })
        .collect();
    Ok(Answer::new(json!({"op": "sectors", "requests": requests}), lines))
}

/// Parses an access to a tile: `(32,1):(1,0) by 4`.
fn pattern(
    argument: &str,
    text: &str,
    direction: Direction,
    element: u64,
) -> Result<Pattern, Stop> {
    let (layout_text, bytes) = match text.split_once(" by ") {
        None => (text, element),
        Some((layout_text, bytes)) => {
            let at = text.len() - bytes.len();
            let mistake = || {
                let label = "expected a number of bytes";
                Mistake::new(argument, "this is not a number", text, at..text.len(), label)
            };
            (layout_text, bytes.trim().parse().map_err(|_| mistake())?)
        }
    };
    let threads_values: DynLayout = read(argument, layout_text)?;
    Ok(match direction {
        Direction::Read => Pattern::read(threads_values, bytes),
        Direction::Write => Pattern::write(threads_values, bytes),
    })
}

/// Returns the paddings and swizzles of a tile with which these accesses are free of bank
/// conflicts.
pub(crate) fn best(
    tile: &str,
    element: u64,
    reads: &[String],
    writes: &[String],
) -> Result<Answer, Stop> {
    let tile: DynLayout = read("tile", tile)?;
    let reads = reads.iter().map(|text| pattern("read", text, Direction::Read, element));
    let writes = writes.iter().map(|text| pattern("write", text, Direction::Write, element));
    let patterns: Vec<Pattern> = reads.chain(writes).collect::<Result<_, Stop>>()?;
    let search =
        search(&tile, element, &patterns).map_err(|refusal| refused("search", &refusal))?;
    let candidate = |candidate: &zellige_dynamic::analysis::Candidate| {
        json!({
            "change": candidate.change.to_string(),
            "layout": candidate.layout.to_string(),
            "bytes": candidate.bytes,
        })
    };
    let found: Vec<_> = search.found.iter().map(candidate).collect();
    let best = search.best.as_ref().map(|best| {
        let access = patterns.get(best.pattern).map(Pattern::to_string);
        json!({
            "candidate": candidate(&best.candidate),
            "access": access,
            "passes": best.collision.passes,
        })
    });
    let tried = search.tried();
    Ok(Answer::new(
        json!({"op": "search", "tried": tried, "found": found, "best": best}),
        format!("{}\n", search.to_string().trim_end()),
    ))
}
