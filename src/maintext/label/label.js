"use strict";
// Labels go to the server one event at a time. What could not be sent waits in the browser's storage and is sent when
// the server is back. The frame, in its sandbox, runs nothing: all listeners are this script's.
(() => {
  const get = (id) => document.getElementById(id);
  const SILENT = "The server does not answer. What you do is kept in this browser until it does.";
  const frame = get("page"), UNSENT = "maintext-label-unsent ", NAME = "maintext-label-who";
  let pages = [], types = [], current = null, labels = null;
  // The marks of each block in the frame, and the blocks in the order they are shown.
  let marks = new Map(), order = [];
  // The block under the keys, the run under the mouse, and the container that was labelled last.
  let focus = null, drag = null, widened = null;
  const LETTERS = { T: "headline", C: "content", M: "facts about it", R: "readers", O: "other" };
  // What clicks give.
  let brush = "C", navigator = null;

  // ---- talking to the server -------------------------------------------------------------------------------------
  // One storage key per event, so that two windows of one browser never write over each other.
  const unsent = () => Object.keys(localStorage).filter((key) => key.startsWith(UNSENT)).sort();
  const newId = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const ask = async (address, options) => {
    const answer = await fetch(address, options);
    const value = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(value.error || answer.statusText), { isRefused: answer.status < 500 });
    return value;
  };
  const trouble = (text) => { get("trouble").hidden = !text; get("trouble").textContent = text || ""; };
  const showState = (text) => { get("state").textContent = text; };

  let sending = null;
  const send = () => { sending = sending || sendAll().finally(() => { sending = null; }); return sending; };
  const sendAll = async () => {
    for (let keys = unsent(); keys.length; keys = unsent()) {
      const body = localStorage.getItem(keys[0]);
      showState("saving …");
      try {
        const headers = { "Content-Type": "application/json" };
        const state = await ask("/api/events", { method: "POST", headers, body });
        localStorage.removeItem(keys[0]);
        if (state.id === current && labels && !drag && !unsent().length) takeState(state);
        trouble("");
      } catch (error) {
        if (!error.isRefused) {
          showState("");
          trouble(`Not saved yet: ${keys.length} change${keys.length > 1 ? "s" : ""} wait in this browser; trying again.`);
          return;
        }
        // The server will never take it: said once, and not kept.
        localStorage.removeItem(keys[0]);
        if (labels) labels.version = -1;
        await refresh();
        trouble(error.message);
      }
    }
    showState("all saved");
  };
  let nActs = 0;
  const act = (event) => {
    const whole = { id: newId(), who: get("who").value.trim() || "somebody", page: current, ...event };
    const place = `${String(Date.now()).padStart(15, "0")} ${String(nActs++).padStart(6, "0")}`;
    localStorage.setItem(`${UNSENT}${place} ${whole.id}`, JSON.stringify(whole));
    return send();
  };

  // ---- showing the state -----------------------------------------------------------------------------------------
  const takeState = (state) => {
    const isNew = !labels || labels.version !== state.version;
    labels = { ...state, letters: [...state.letters] };
    if (isNew) drawBarcode();
    get("type").options[0].text = state.likely_type ? `not set, likely ${state.likely_type}` : "not set";
    get("type").value = state.page_type || "";
    get("title").textContent = state.title || state.id;
    paint();
  };
  const paint = () => {
    const doubtful = new Set(labels.doubtful);
    for (const [block, group] of marks) for (const mark of group) {
      mark.dataset.letter = labels.letters[block];
      mark.toggleAttribute("data-kept", labels.letters[block] === "C");
      mark.toggleAttribute("data-doubtful", doubtful.has(block));
    }
    const lost = labels.n_lost ? ` · ${labels.n_lost} labels are of text that is gone` : "";
    const done = (labels.is_done ? " · done" : "") + (labels.is_skipped ? " · skipped" : "");
    const nKept = [...labels.letters].filter((letter) => letter === "C").length;
    get("counts").textContent = `${nKept} of ${labels.letters.length} blocks kept${done}${lost}`;
    const flag = document.querySelector("[data-do=flag]");
    flag.setAttribute("aria-pressed", String(labels.is_flagged));
    flag.textContent = labels.is_flagged ? "Flagged" : "Flag";
  };
  const setFocus = (block, isShown) => {
    const toggle = (on) => { for (const mark of marks.get(focus) || []) mark.toggleAttribute("data-active", on); };
    toggle(false);
    if (block !== focus) widened = null;
    focus = block;
    toggle(true);
    if (navigator) navigator.select(block);
    if (isShown && marks.has(block)) marks.get(block)[0].scrollIntoView({ block: "center" });
  };
  // The barcode shows the labels, and goes to a block by a click or the arrow keys.
  const drawBarcode = async () => {
    const [here, chars] = [current, labels.chars];
    const answer = await fetch(`/api/barcode?page=${encodeURIComponent(here)}`).catch(() => null);
    if (!answer || !answer.ok || here !== current) return;
    // Without its own style, which the policy of this page forbids; barcode.css has the same rules.
    const text = (await answer.text()).replace(/<style>[^<]*<\/style>/, "");
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const host = get("barcode").cloneNode(false);
    get("barcode").replaceWith(host);
    host.append(document.importNode(svg, true));
    const describe = (block) => `block ${block + 1} of ${chars.length}, ${LETTERS[labels.letters[block]]}`;
    navigator = makeNavigator(host, chars, { describe, onPoint: () => {}, onLeave: () => {}, onGo: (block) => setFocus(block, true) });
  };
  const refresh = async () => {
    try {
      const state = await ask(`/api/page?page=${encodeURIComponent(current)}`);
      if (state.id === current && labels && !drag && !unsent().length && state.version !== labels.version) takeState(state);
      return true;
    } catch (error) {
      if (!error.isRefused) trouble(SILENT);
      return false;
    }
  };

  // ---- the pages -------------------------------------------------------------------------------------------------
  const span = (text) => Object.assign(document.createElement("span"), { textContent: text });
  const listPages = async (keepOrder) => {
    const answer = await ask("/api/pages");
    if (keepOrder) {
      const place = new Map(pages.map((page, number) => [page.id, number]));
      answer.pages.sort((one, other) => place.get(one.id) - place.get(other.id));
    }
    pages = answer.pages;
    if (!types.length) {
      types = answer.page_types;
      const options = types.map((type, number) => new Option(`${number + 1} ${type}`, type));
      get("type").replaceChildren(new Option("not set", ""), ...options);
      if (answer.left_out.length) trouble(`Left out: ${answer.left_out.join("; ")}`);
    }
    get("pages").replaceChildren(...pages.map((page) => {
      const [button, item, sure] = ["button", "li", "small"].map((name) => document.createElement(name));
      sure.textContent = page.confidence === null ? `${Math.round(100 * page.agreement)} %` : page.confidence.toFixed(2);
      sure.title = page.confidence === null ? "how far methods agree" : "expected F1";
      button.append(span(page.is_flagged ? "⚑" : page.is_done ? "✓" : page.is_skipped ? "»" : page.n_labels ? "•" : ""), span(page.id), sure);
      button.type = "button";
      button.toggleAttribute("aria-current", page.id === current);
      button.addEventListener("click", () => open(page.id));
      item.append(button);
      return item;
    }));
    const nDone = pages.filter((page) => page.is_done).length;
    get("done").textContent = `${nDone} of ${pages.length} pages done${pace(pages.length - nDone)}`;
    get("progress").max = pages.length;
    get("progress").value = nDone;
  };
  // Minutes between pages that were finished here; a longer break than five minutes counts as five.
  const finished = [Date.now()];
  const pace = (nLeft) => {
    const gaps = finished.slice(1).map((time, number) => Math.min(time - finished[number], 300_000) / 60_000);
    const minutes = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    return gaps.length ? ` · ${(1 / Math.max(minutes, 0.01)).toFixed(1)} pages per minute, ${Math.ceil(nLeft * minutes)} min left` : "";
  };
  // Counted, because a slow page must not be opened again while it loads.
  let nLoading = 0;
  const open = (id) => { nLoading++; return load(id).catch(() => trouble(SILENT)).finally(() => { nLoading--; }); };
  const load = async (id) => {
    current = id;
    labels = null;
    marks = new Map();
    focus = widened = drag = null;
    history.replaceState(null, "", `#${encodeURIComponent(id)}`);
    const [state] = await Promise.all([ask(`/api/page?page=${encodeURIComponent(id)}`), new Promise((loaded) => {
      frame.onload = loaded;
      frame.src = `/frame?page=${encodeURIComponent(id)}`;
    })]);
    if (current !== id) return;
    readFrame();
    takeState(state);
    // Where there is something to do: the first block that is kept or doubtful.
    const doubtful = new Set(state.doubtful);
    const first = order.find((block) => state.letters[block] !== "O" || doubtful.has(block));
    if (first !== undefined) { setFocus(first, true); setFocus(null); }
    document.body.dataset.open = id;
    await listPages(true);
  };
  const go = (step) => {
    const place = pages.findIndex((page) => page.id === current);
    const next = pages[(place + step + pages.length) % pages.length];
    if (next) return open(next.id);
  };

  // ---- what a person does ----------------------------------------------------------------------------------------
  const label = (blocks, letter) => {
    const changed = blocks.filter((block) => labels.letters[block] !== letter);
    for (const block of changed) labels.letters[block] = letter;
    paint();
    if (changed.length) act({ action: "label", blocks: changed, letter });
  };
  // What a click on a block gives: the chosen letter, or nothing if it has that already.
  const given = (block) => (labels.letters[block] === brush ? "O" : brush);
  const choose = (letter) => { brush = letter; document.querySelector(`#letters input[value=${letter}]`).checked = true; };
  const inside = (element) => [...new Set([...element.querySelectorAll("mt-run")].map((mark) => Number(mark.dataset.block)))];
  const container = () => {
    if (focus === null) return;
    const letter = widened ? widened.letter : given(focus);
    let element = widened ? widened.element.parentElement : marks.get(focus)[0].parentElement;
    const before = widened ? inside(widened.element).length : 1;
    while (element && element.parentElement && inside(element).length <= before) element = element.parentElement;
    if (!element) return;
    const blocks = inside(element);
    label(blocks, letter);
    widened = { element, letter };
  };
  const alike = () => {
    if (focus === null) return;
    label(order.filter((block) => labels.like[block] === labels.like[focus]), given(focus));
  };
  const move = (step) => {
    if (!order.length) return;
    const place = focus === null ? (step > 0 ? -1 : order.length) : order.indexOf(focus);
    setFocus(order[Math.max(0, Math.min(order.length - 1, place + step))], true);
  };
  const nextDoubtful = (step) => {
    const places = labels.doubtful.map((block) => order.indexOf(block)).filter((place) => place >= 0).sort((one, other) => one - other);
    const here = focus === null ? (step > 0 ? -1 : order.length) : order.indexOf(focus);
    const found = step > 0 ? places.find((place) => place > here) : places.findLast((place) => place < here);
    if (found === undefined) showState(`no ${step > 0 ? "more" : "earlier"} doubtful blocks`); else setFocus(order[found], true);
  };
  const finish = async (action = "done") => {
    const here = current;
    await act({ action });
    if (action === "done") finished.push(Date.now());
    await listPages(true).catch(() => { pages.find((page) => page.id === here)[action === "done" ? "is_done" : "is_skipped"] = true; });
    const place = pages.findIndex((page) => page.id === here);
    const others = [...pages.slice(place + 1), ...pages.slice(0, place)];
    const rest = others.find((page) => !page.is_done && !page.is_skipped);
    if (rest) return open(rest.id);
    showState(pages.every((page) => page.is_done) ? "all pages are done" : "");
    showFinish();
  };

  // ---- when all pages are done -----------------------------------------------------------------------------------
  const post = (address) => ask(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
  const showFinish = () => {
    const n = (name) => pages.filter((page) => page[name]).length;
    get("finish-title").textContent = n("is_done") === pages.length ? "All pages are done" : "All pages are done or skipped";
    get("finish-counts").textContent = `${n("is_done")} done, ${n("is_skipped")} skipped, ${n("is_flagged")} flagged, of ${pages.length} pages.`;
    get("finish").hidden = false;
    get("finish-title").focus();
  };
  get("back").addEventListener("click", () => { get("finish").hidden = true; });
  get("export").addEventListener("click", async () => {
    try {
      const { corpus, n_pages: nPages } = await post("/api/export");
      get("exported").textContent = `${nPages} page${nPages === 1 ? "" : "s"} written to ${corpus}`;
    } catch (error) { get("exported").textContent = `Not exported: ${error.message}`; }
  });
  get("train").addEventListener("click", async () => {
    get("train").disabled = true;
    get("changed").textContent = "Training …";
    try {
      let state = await post("/api/train");
      while (state.is_running) {
        await new Promise((wait) => setTimeout(wait, 700));
        state = await ask("/api/train");
      }
      get("training").hidden = false;
      get("training").textContent = state.lines.join("\n");
      // The line that compares the model before and after, on pages that the training did not see.
      const changed = state.lines.find((line) => / before, .* after/.test(line));
      get("changed").textContent = state.code === 0 ? changed || "The model is trained." : `The training failed: ${state.lines.at(-1)}`;
    } catch (error) { get("changed").textContent = `Not trained: ${error.message}`; }
    get("train").disabled = false;
  });
  const actions = {
    next: () => go(1), previous: () => go(-1), done: () => finish(), alike, container,
    undo: () => act({ action: "undo" }).then(() => listPages(true)).catch(() => {}),
    help: () => {
      const help = get("help");
      help.hidden = !help.hidden;
      document.querySelector("[data-do=help]").setAttribute("aria-expanded", String(!help.hidden));
    },
    flip: () => { if (focus !== null) label([focus], given(focus)); },
    skip: () => finish("skip"),
    flag: () => act({ action: labels.is_flagged ? "unflag" : "flag" }).then(() => listPages(true)).catch(() => {}),
    doubtNext: () => nextDoubtful(1), doubtBefore: () => nextDoubtful(-1),
    down: () => move(1), up: () => move(-1),
  };
  const KEYS = {
    n: "next", ArrowRight: "next", p: "previous", ArrowLeft: "previous", Enter: "done", u: "undo", a: "alike",
    g: "container", x: "flip", " ": "flip", j: "down", k: "up", "?": "help", s: "skip", f: "flag",
    "]": "doubtNext", "[": "doubtBefore",
  };
  const onKey = (event) => {
    const isOurs = event.target.ownerDocument === document, name = event.target.tagName;
    const isRadio = isOurs && event.target.type === "radio";
    if (event.ctrlKey || event.metaKey || event.altKey || (isOurs && /^(INPUT|SELECT)$/.test(name) && !isRadio)) return;
    if (isRadio && /^(Arrow| )/.test(event.key)) return;
    if (isOurs && name === "BUTTON" && (event.key === "Enter" || event.key === " ")) return;
    const type = types[Number(event.key) - 1], letter = event.key.length === 1 ? event.key.toUpperCase() : "";
    if (!(event.key in KEYS) && !type && !(letter in LETTERS)) return;
    event.preventDefault();
    if (!labels) return;
    if (letter in LETTERS) {
      if (event.shiftKey) choose(letter); else if (focus !== null) label([focus], letter);
    } else if (type) act({ action: "type", value: type }); else actions[KEYS[event.key]]();
  };

  // ---- the frame -------------------------------------------------------------------------------------------------
  const blockOf = (target) => {
    const mark = target.closest ? target.closest("mt-run") : null;
    return mark ? Number(mark.dataset.block) : null;
  };
  const readFrame = () => {
    const page = frame.contentDocument;
    for (const mark of page.querySelectorAll("mt-run[data-block]")) {
      const block = Number(mark.dataset.block);
      if (!marks.has(block)) marks.set(block, []);
      marks.get(block).push(mark);
    }
    order = [...marks.keys()];
    page.addEventListener("mousedown", (event) => {
      const block = blockOf(event.target);
      if (event.button || block === null || !labels) return;
      event.preventDefault();
      setFocus(block);
      if (event.altKey) return container();
      drag = { first: block, letter: given(block), before: [...labels.letters], blocks: [block] };
      labels.letters[block] = drag.letter;
      paint();
    });
    page.addEventListener("mousemove", (event) => {
      const block = blockOf(event.target);
      if (block === null || !drag) return;
      const [one, other] = [order.indexOf(drag.first), order.indexOf(block)].sort((a, b) => a - b);
      drag.blocks = order.slice(one, other + 1);
      labels.letters = [...drag.before];
      for (const row of drag.blocks) labels.letters[row] = drag.letter;
      paint();
    });
    const drop = () => {
      if (!drag) return;
      const { before, blocks, letter } = drag;
      drag = null;
      labels.letters = before;
      label(blocks, letter);
    };
    page.addEventListener("mouseup", drop);
    page.addEventListener("mouseleave", drop);
    page.addEventListener("keydown", onKey);
    page.addEventListener("click", (event) => event.preventDefault());
  };

  // ---- begin -----------------------------------------------------------------------------------------------------
  get("letters").append(...Object.entries(LETTERS).map(([letter, meaning]) => {
    const [choice, name] = [document.createElement("input"), document.createElement("label")];
    Object.assign(choice, { type: "radio", name: "letter", value: letter, checked: letter === brush });
    choice.addEventListener("change", () => choose(letter));
    name.dataset.name = letter;
    name.append(choice, `${letter} ${meaning}`);
    return name;
  }));
  get("who").value = localStorage.getItem(NAME) || "";
  get("who").addEventListener("input", () => localStorage.setItem(NAME, get("who").value.trim()));
  get("type").addEventListener("change", () => { if (get("type").value) act({ action: "type", value: get("type").value }); });
  for (const button of document.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => { if (labels) actions[button.dataset.do](); });
  }
  document.addEventListener("keydown", onKey);
  const begin = async () => {
    await send();
    await listPages();
    const wanted = decodeURIComponent(location.hash.slice(1));
    const first = pages.find((page) => page.id === wanted) || pages[0];
    if (first) await open(first.id);
  };
  let nTicks = 0, isBeginning = true;
  setInterval(async () => {
    if (isBeginning || nLoading) return;
    if (unsent().length) await send();
    else if (!pages.length) await beginAgain();
    else if (current && !labels) open(current);
    else if (current && await refresh()) {
      if (get("trouble").textContent === SILENT) trouble("");
      if (++nTicks % 5 === 0) listPages(true).catch(() => {});
    }
  }, 2000);
  const beginAgain = () => { isBeginning = true; return begin().catch(() => trouble(SILENT)).finally(() => { isBeginning = false; }); };
  beginAgain();
})();
