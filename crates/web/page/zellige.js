// The page: the line in the input and in the address, and what WebAssembly answers to it.

const line = document.getElementById("line");
const problem = document.getElementById("problem");
const answer = document.getElementById("answer");
const status = document.getElementById("status");

/** Returns a function that answers a line with an object, by the module in zellige.wasm. */
async function load() {
  const response = await fetch("zellige.wasm");
  if (!response.ok) throw new Error(`zellige.wasm: ${response.status} ${response.statusText}`);
  // Not every file server knows the type of WebAssembly, without which it cannot be compiled as it arrives.
  const module = await WebAssembly.compile(await response.arrayBuffer());
  let wasm = (await WebAssembly.instantiate(module)).exports;
  return (text) => {
    try {
      const bytes = new TextEncoder().encode(text);
      const at = wasm.zellige_room(bytes.length);
      new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
      const length = wasm.zellige_answer();
      return JSON.parse(new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.zellige_text(), length)));
    } catch (error) {
      // What has trapped is not used again.
      wasm = new WebAssembly.Instance(module).exports;
      return { problem: { sentence: `this line has found a fault of the page (${error.message}); please report it` } };
    }
  };
}

/** Returns an element with these attributes and children; text is text, and never HTML. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function section(title, ...children) {
  return element("section", {}, element("h2", {}, title), ...children);
}

/** Returns the list of steps, with those that are inside of others in lists of their own. */
function nested(steps) {
  const lists = [element("ol", {})];
  for (const { level, sentence } of steps) {
    lists.length = Math.min(lists.length, level + 1);
    while (lists.length <= level) {
      const inner = element("ol", {});
      const parent = lists.at(-1);
      (parent.lastElementChild ?? parent).append(inner);
      lists.push(inner);
    }
    lists.at(-1).append(element("li", {}, sentence));
  }
  return lists[0];
}

/** Returns a picture that scrolls by itself where it is wider than the page. */
function picture(svg) {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const label = root.getAttribute("aria-label") ?? "picture";
  return element("div", { class: "picture", tabindex: "0", role: "group", "aria-label": label }, document.importNode(root, true));
}

function showProblem(found) {
  problem.replaceChildren();
  problem.hidden = !found;
  line.toggleAttribute("aria-invalid", Boolean(found));
  if (!found) return;
  problem.append(element("p", {}, found.code ? element("code", {}, found.code) : "", found.code ? " " : "", found.sentence));
  if (found.mark) {
    const [before, wrong, behind] = found.mark;
    // What is missing is marked by an empty place.
    const mark = element("mark", wrong ? {} : { class: "missing" }, wrong);
    const end = behind ? "" : " ";
    problem.append(element("pre", {}, before, mark, behind + end), element("p", { class: "label" }, found.label));
  }
}

function show(page) {
  showProblem(page.problem);
  answer.replaceChildren();
  const [first, ...more] = (page.text ?? "").split("\n");
  status.textContent = page.problem?.sentence ?? first;
  if (more.length || first.length > 300) answer.append(element("pre", { class: "text", tabindex: "0" }, page.text));
  else if (first) {
    // A layout that is a result leads on to itself.
    const leadsOn = page.facts && line.value.trim() !== first;
    answer.append(element("p", { class: "result" }, leadsOn ? element("a", { href: address.of(first) }, first) : first));
  }
  if (page.pictures) {
    const leftOut = page.left_out ? [element("p", { class: "note" }, page.left_out)] : [];
    answer.append(section(page.pictures.length > 1 ? "Pictures" : "Picture", ...leftOut, ...page.pictures.map(picture)));
  }
  if (page.facts) {
    const rows = page.facts.map(([name, fact]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, fact)));
    answer.append(section("Facts", element("table", {}, element("tbody", {}, ...rows))));
  }
  if (page.steps) answer.append(section("Step by step", nested(page.steps)));
  if (page.command) answer.append(section("On the command line", element("pre", { class: "command", tabindex: "0" }, page.command)));
}

/** The line in the address: #q=..., with a + for a space. */
const address = {
  of: (text) => `#q=${encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2C", ",").replaceAll("%3A", ":")}`,
  get: () => new URLSearchParams(location.hash.slice(1)).get("q"),
  set: (text) => history.replaceState(null, "", text ? address.of(text) : location.pathname + location.search),
};

const FIRST = "((2,2),(2,4)):((1,8),(2,16))";

try {
  const ask = await load();
  const update = () => {
    const text = line.value;
    document.title = text.trim() ? `${text.trim()} - zellige` : "zellige";
    show(ask(text));
  };
  const typed = () => {
    address.set(line.value);
    update();
  };
  let timer;
  line.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(typed, 200);
  });
  document.getElementById("form").addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    typed();
  });
  addEventListener("hashchange", () => {
    // A place in the page is no line.
    const text = address.get();
    if (text === null) return;
    line.value = text;
    update();
  });
  line.value = address.get() ?? (line.value || FIRST);
  update();
  // On a telephone this would hide half of the page behind its keyboard.
  if (matchMedia("(pointer: fine)").matches) line.focus();
} catch (error) {
  showProblem({ sentence: `The page cannot compute: ${error.message}. It has to come from a file server, such as python3 -m http.server.` });
}
