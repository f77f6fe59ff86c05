//! Memory accesses: bank conflicts, sectors, and the search for a swizzle.

use serde_json::json;
use zellige_dynamic::DynLayout;
use zellige_dynamic::analysis::{Access, Candidate, NoVectors, Pattern, Request, search};

use crate::answer::Answer;
use crate::arguments::Bytes;
use crate::call::read;
use crate::stop::{Mistake, Stop};

/// Parses an access: its layout, the bytes of an element and those that a thread moves at once.
fn access(operation: &str, text: &str, bytes: &Bytes) -> Result<Access, Stop> {
    let access = Access::new(&read("access", text)?, bytes.element);
    let access = match bytes.by {
        Some(bytes) => access.and_then(|access| access.by(bytes)),
        None => access,
    };
    access.map_err(|refusal| Stop::refused(operation, &refusal))
}

/// Returns the bank conflicts of an access to shared memory.
pub(crate) fn banks(text: &str, bytes: &Bytes) -> Result<Answer, Stop> {
    let access = access("banks", text, bytes)?;
    let torn = |torn: NoVectors| Stop::refused_as("banks", "NoVectors", &torn.to_string());
    let phases = access.phases().map_err(torn)?;
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
pub(crate) fn sectors(text: &str, bytes: &Bytes) -> Result<Answer, Stop> {
    let requests = access("sectors", text, bytes)?.requests();
    let lines = requests.iter().map(|request| {
        let Request { instruction, threads, bytes, sectors, least_sectors, lines } = request;
        format!(
            "instruction {instruction}, threads {} to {}: {sectors} sectors for {bytes} bytes, \
             which need {least_sectors}; {lines} lines\n",
            threads.start,
            threads.end - 1,
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

/// Parses an access to a tile, `(32,1):(1,0) by 4`: its layout, and the bytes that a thread moves
/// at once.
fn pattern(argument: &str, text: &str, element: u64) -> Result<(DynLayout, u64), Stop> {
    let Some((layout, bytes)) = text.split_once(" by ") else {
        return Ok((read(argument, text)?, element));
    };
    let mistake = |_| {
        let (at, label) = (text.len() - bytes.len(), "expected a number of bytes");
        Mistake::new(argument, "this is not a number", text, at..text.len(), label)
    };
    let bytes = bytes.trim().parse().map_err(mistake)?;
    Ok((read(argument, layout)?, bytes))
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
    let mut patterns = Vec::new();
    for text in reads {
        let (layout, bytes) = pattern("read", text, element)?;
        patterns.push(Pattern::read(layout, bytes));
    }
    for text in writes {
        let (layout, bytes) = pattern("write", text, element)?;
        patterns.push(Pattern::write(layout, bytes));
    }
    let search =
        search(&tile, element, &patterns).map_err(|refusal| Stop::refused("search", &refusal))?;
    let candidate = |candidate: &Candidate| {
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
