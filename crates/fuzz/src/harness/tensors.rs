//! Operations on tensors: which elements they yield, in which order, and which elements they write.

use super::elements::{Elements, elements};
use super::form::{Leaf, with_values};
use super::outcome::{Ending, is_sentence};
use super::{Case, quietly};
use std::collections::HashSet;
use zellige_oracle::{Value, tables::LARGEST};

/// An operation on a tensor, as it appears in generated code.
pub struct TensorCase {
    /// The operation, such as `slice`.
    pub operation: &'static str,
    /// The element types, where they matter.
    pub elements: &'static str,
    /// The forms of the layout and the arguments, in the notation of
    /// [`read_forms`](super::form::read_forms).
    pub forms: &'static str,
    /// Calls the operation with these values for the run-time integers, to read the elements or to
    /// write them.
    pub call: fn(&[u64], &mut Memory, bool) -> Told,
}

/// What a call reported.
pub enum Told {
    /// The elements of each part, in order; for parts that were written, the written values.
    Parts(Vec<Vec<u32>>),
    /// A panic, with its message.
    Panics(String),
    /// A violation of a property that must always hold.
    Wrong(String),
}

/// The value that surrounds the memory of a tensor.
const CANARY: u32 = 0xdead_beef;
/// The number of canaries on each side.
const CANARIES: usize = 64;
/// Written values are above all values that were there before.
const WRITTEN: u32 = 1 << 24;
/// The largest element count for which memory is allocated.
const MOST: i128 = 1 << 16;

/// The memory of a tensor: a distinct number at each offset, and canaries on both sides.
pub struct Memory(Vec<u32>);

impl Memory {
    fn new(length: usize) -> Self {
        let mut cells = vec![CANARY; length + 2 * CANARIES];
        for (offset, cell) in cells[CANARIES..CANARIES + length].iter_mut().enumerate() {
            *cell = offset as u32 + 1;
        }
        Memory(cells)
    }
    /// The memory between the canaries.
    pub fn cells(&self) -> &[u32] {
        &self.0[CANARIES..self.0.len() - CANARIES]
    }
    /// The memory between the canaries, for writing.
    pub fn cells_mut(&mut self) -> &mut [u32] {
        let end = self.0.len() - CANARIES;
        &mut self.0[CANARIES..end]
    }
    /// The value to write to this element of this part.
    pub fn written(part: usize, element: usize) -> u32 {
        WRITTEN + part as u32 * 4096 + element as u32
    }
    /// Whether an element has been written.
    pub fn is_written(cell: u32) -> bool {
        cell >= WRITTEN && cell != CANARY
    }
}

impl TensorCase {
    /// Judges what the call reported: how it ended, or what is wrong with it.
    fn judged(
        &self,
        told: &Told,
        memory: &Memory,
        arguments: &[Value],
        is_dynamic: bool,
        written: bool,
    ) -> Result<Ending, String> {
        let expected = elements(self.operation, arguments);
        let parts = match (told, &expected) {
            (Told::Wrong(what), _) => return Err(format!("{what}, should not")),
            (Told::Panics(sentence), _) if !is_sentence(sentence) => {
                return Err(format!("should be {expected}"));
            }
            (Told::Panics(_), Elements::None) => return Ok(Ending::NoResult),
            (Told::Panics(_), Elements::Open) => return Ok(Ending::Open),
            // With run-time integers, a result may need other modes than its type has.
            (Told::Panics(_), _) if is_dynamic => return Ok(Ending::OtherModes),
            (Told::Panics(_), _) => return Err(format!("should be {expected}")),
            (Told::Parts(parts), _) => parts,
        };
        let offsets = match &expected {
            Elements::Parts(offsets) => offsets,
            Elements::Exactly(values) if parts == values => return Ok(Ending::Right),
            Elements::Open => return Ok(Ending::Open),
            _ => return Err(format!("should be {expected}")),
        };
        let mut model = Memory::new(memory.cells().len());
        let before = |offset: &i128| *offset as u32 + 1;
        if !written {
            let right: Vec<Vec<u32>> =
                offsets.iter().map(|part| part.iter().map(before).collect()).collect();
            let same = *parts == right && model.0 == memory.0;
            return if same { Ok(Ending::Right) } else { Err(format!("should be {expected}")) };
        }
        for (part, offsets) in offsets.iter().enumerate() {
            for (element, offset) in offsets.iter().enumerate() {
                model.cells_mut()[*offset as usize] = Memory::written(part, element);
            }
        }
        if model.0 == memory.0 {
            return Ok(Ending::Right);
        }
        let wrong = (0..model.0.len()).find(|&place| model.0[place] != memory.0[place]);
        let place = wrong.unwrap_or(0) as i128 - CANARIES as i128;
        Err(format!("writes at offset {place}, should write {expected}"))
    }

    /// The length of a layout's memory.
    fn length(&self, arguments: &[Value]) -> i128 {
        match &arguments[0] {
            _ if self.operation == "new" => 16,
            Value::Layout(layout) if layout.is_empty() => 0,
            Value::Layout(layout) => layout.cosize(),
            // A swizzle permutes blocks of this many offsets.
            Value::Swizzled(swizzle, start, layout) => {
                let (bits, base, shift) = swizzle.parameters();
                let block = 1 << (bits + base + shift.unsigned_abs());
                (start + layout.cosize() + block - 1) / block * block
            }
            _ => 0,
        }
    }
}

impl Case for TensorCase {
    fn operation(&self) -> &'static str {
        self.operation
    }

    fn forms(&self) -> &'static str {
        self.forms
    }

    /// Accepts arguments for which there is enough memory.
    fn takes(&self, arguments: &[Value]) -> bool {
        let small = |argument: &Value| match argument {
            Value::Layout(layout) | Value::Swizzled(_, _, layout) => {
                layout.size() <= LARGEST && layout.cosize() <= MOST
            }
            _ => true,
        };
        self.operation == "new" || arguments.iter().all(small)
    }

    /// `Tensor::new(&[u32], layout!(8 : 1)).slice(3u32)`: a slice stands for the elements.
    fn line(&self, first: &str, others: &str) -> String {
        let operation = self.operation;
        let elements = match self.elements {
            "" => "u32",
            elements => elements,
        };
        format!("Tensor::new(&[{elements}], {first}).{operation}({others})")
    }

    fn run(&self, forms: &[Value<Leaf>], values: &[u64]) -> (String, Result<Ending, String>) {
        let arguments = with_values(forms, values);
        let mut numbers = forms.iter().flat_map(Value::numbers);
        let is_dynamic = numbers.any(|leaf| !matches!(leaf, Leaf::Static(_)));
        let length = self.length(&arguments) as usize;
        let (mut outcome, mut ending) = (String::new(), Ok(Ending::Right));
        for written in [false, true] {
            let mut memory = Memory::new(length);
            let told = quietly(|| (self.call)(values, &mut memory, written));
            outcome = told.to_string();
            ending = self.judged(&told, &memory, &arguments, is_dynamic, written);
            if ending.is_err() {
                break;
            }
        }
        (outcome, ending)
    }
}

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Told::Parts(parts) => {
                let shared: usize = parts.iter().map(Vec::len).sum();
                let different: HashSet<&u32> = parts.iter().flatten().collect();
                let shared = shared - different.len();
                let first: Vec<&u32> = parts.iter().flatten().take(12).collect();
                write!(f, "has {} parts, {first:?}.., {shared} twice", parts.len())
            }
            Told::Panics(sentence) => write!(f, "panics ({sentence})"),
            Told::Wrong(what) => f.write_str(what),
        }
    }
}
