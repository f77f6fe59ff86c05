// Uses the page in a frame as a visitor does, and writes what it finds.

const frame = document.getElementById("frame");
const verdict = document.getElementById("verdict");
let checks = 0;

function check(condition, sentence) {
  checks += 1;
  if (!condition) throw new Error(sentence);
}

function equal(found, expected, sentence) {
  check(found === expected, `${sentence}: ${JSON.stringify(found)}, and not ${JSON.stringify(expected)}`);
}

/**
 * Waits until something is so. The virtual clock runs ahead of compilers in other threads, and
 * stands still while a request is under way: the server takes 50 ms to answer this one.
 */
async function until(condition, sentence) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
    await fetch("/wait");
  }
  throw new Error(`never: ${sentence}`);
}

const find = (selector) => frame.contentDocument.querySelector(selector);
const all = (selector) => [...frame.contentDocument.querySelectorAll(selector)];
const text = (selector) => find(selector)?.textContent;
const fact = (name) => all("tr").find((row) => row.cells[0].textContent === name)?.cells[1].textContent;
/** Waits until the answer's last part is there: the command line of what was asked. */
const answered = (command) => until(() => text(".command") === command, `the answer to ${command}`);

/** Opens the page anew at this fragment, and notes what goes wrong in it. */
const faults = [];
async function open(fragment) {
  frame.src = "about:blank";
  await until(() => frame.contentDocument?.URL === "about:blank", "an empty frame");
  frame.src = `/index.html${fragment}`;
  await until(() => frame.contentDocument?.URL.includes("index.html"), "the page");
  frame.contentWindow.addEventListener("error", (event) => faults.push(event.message));
  frame.contentDocument.addEventListener("securitypolicyviolation", (event) => faults.push(event.blockedURI));
}

/** Types a line. */
function type(line) {
  const input = find("#line");
  input.value = line;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

async function anAddressIsAnswered() {
  await open("#q=compose+(4,8):(1,10)+8:2");
  await answered("zellige compose '(4,8):(1,10)' '8:2'");
  equal(find("#line").value, "compose (4,8):(1,10) 8:2", "the input has the line of the address");
  equal(text(".result"), "(2,4):(2,10)", "the result");
  equal(fact("cosize"), "33", "the cosize");
  equal(fact("injective"), "yes", "injective");
  equal(all(".picture svg").length, 1, "one picture of a composition");
  check(all(".picture rect.c").length === 32 + 8 + 8, "a cell for each element of A, B and the result");
  check(all("ol ol li").length > 3, "steps inside of steps");
  check(find("#problem").hidden, "no problem is shown");
  equal(find("#status").getBoundingClientRect().width, 1, "what is announced is not seen");
}

async function typingIsAnsweredAndInTheAddress() {
  type("divide --zipped (8,16):(16,1) (4,4)");
  await answered("zellige divide --zipped '(8,16):(16,1)' '(4,4)'");
  equal(frame.contentWindow.location.hash, "#q=divide+--zipped+(8,16):(16,1)+(4,4)", "the address");
  equal(all(".picture svg").length, 2, "the tiles and the result");
  const cell = find(".picture rect.c");
  check(frame.contentWindow.getComputedStyle(cell).fill.startsWith("rgb("), "cells are coloured");
}

async function aResultLeadsToItself() {
  const result = text(".result");
  find(".result a").click();
  await answered(`zellige show '${result}'`);
  equal(find("#line").value, result, "the input has the result");
  equal(text("#status"), result, "the result is announced");
}

async function mistakesAreMarked() {
  type("compose (4,8):(1,x) 8:2");
  await until(() => !find("#problem").hidden, "a problem");
  equal(text("mark"), "x", "what is wrong");
  equal(text("#problem pre").trimEnd(), "compose (4,8):(1,x) 8:2", "the line is shown");
  check(find("#line").hasAttribute("aria-invalid"), "the input is invalid");
  equal(text("#status"), "this is not a number", "the problem is announced");
  type("compose (4,8):(1,10)");
  await until(() => find("mark")?.className === "missing", "a mark where something is missing");
  type("compose (4,6):(1,8) 4:3");
  await until(() => text("#problem code") === "StrideNotDivisible", "a refusal");
  check(all("ol li").length > 3, "a refusal is explained");
  type("8:1");
  await answered("zellige show '8:1'");
  check(find("#problem").hidden, "the problem is gone");
}

async function linesAreText() {
  type("<img src=x onerror=alert(1)> & '</script>'");
  await until(() => !find("#problem").hidden, "a problem");
  equal(all("img").length, 0, "the line is no HTML");
  check(text("#problem pre").includes("<img src=x"), "the line is shown as it is");
}

async function largeLayoutsAreDrawnInPart() {
  type("(16777216,16777216):(16777216,1)");
  await answered("zellige show '(16777216,16777216):(16777216,1)'");
  equal(fact("size"), "281474976710656", "the size");
  check(text(".note").endsWith("the other 281474976706560 cells are left out."), "what is left out is said");
  equal(all(".picture rect.c").length, 64 * 64, "as many cells as are drawn at most");
}

async function examplesAreAnswered() {
  const examples = all("nav a");
  check(examples.length > 15, "there are examples");
  for (const example of examples) {
    type("");
    example.click();
    await until(() => find("#line").value === example.textContent, `${example.textContent} in the input`);
    check(find("#answer").children.length > 0, `no answer to ${example.textContent}`);
    const refused = example.parentElement.textContent.includes("refused");
    equal(!find("#problem").hidden, refused, `a problem with ${example.textContent}`);
  }
}

async function everyControlHasALabel() {
  for (const control of all("input, button, [tabindex='0']")) {
    const name = control.labels?.[0]?.textContent || control.getAttribute("aria-label") || control.textContent;
    check(name.trim() !== "", `${control.outerHTML.slice(0, 80)} has no name`);
  }
}

try {
  await anAddressIsAnswered();
  await typingIsAnsweredAndInTheAddress();
  await aResultLeadsToItself();
  await mistakesAreMarked();
  await linesAreText();
  await largeLayoutsAreDrawnInPart();
  await examplesAreAnswered();
  await everyControlHasALabel();
  equal(faults.join("; "), "", "faults of the page");
  verdict.textContent = `passed ${checks} checks`;
} catch (error) {
  verdict.textContent = `failed: ${error.message}`;
}
