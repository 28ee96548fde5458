"use strict";
// The barcode, the document and the coloured page show the same block: resting on it shows its facts, a click or a key
// goes to it in all three. The frames run no scripts; all listeners are those of this page.

const panes = { view: null, navigator: null, marks: new Map(), parts: new Map(), active: null, isPinned: false };

function showPanes(view) {
  Object.assign(panes, { view, marks: new Map(), parts: new Map(), active: null });
  hideTip();
  const host = byId("barcode").cloneNode(false);  // without the listeners of the last page
  byId("barcode").replaceWith(host);
  host.append(document.importNode(new DOMParser().parseFromString(view.barcode, "image/svg+xml").documentElement, true));
  panes.navigator = makeNavigator(host, view.record.blocks.map((block) => block.chars), {
    describe, onPoint: showTip, onLeave: leave, onGo: (block, spot) => { goTo(block); showTip(block, spot); panes.isPinned = true; },
  });
  loadFrame(byId("document"), documentOf(view), readDocument);
  loadFrame(byId("coloured"), view.coloured, readColoured);
}

function loadFrame(frame, html, read) {
  frame.onload = () => { frame.onload = null; read(frame.contentDocument); document.body.dataset.frames = String(Number(document.body.dataset.frames || 0) + 1); };
  frame.srcdoc = html;
}

function readColoured(page) {
  for (const mark of page.querySelectorAll("mt-run[data-block]")) {
    const block = Number(mark.dataset.block);
    if (!panes.marks.has(block)) panes.marks.set(block, []);
    panes.marks.get(block).push(mark);
  }
  listenIn(byId("coloured"), page);
  const first = panes.view.record.blocks.findIndex((block, number) => block.is_kept && panes.marks.has(number));
  if (first >= 0) panes.marks.get(first)[0].scrollIntoView({ block: "center" });
}

// Cards have marks. The other parts of the document are those elements whose text is that of a kept block: the next one
// in page order, or else an earlier one, because cards come before other text.
function readDocument(page) {
  const plain = (text) => text.replace(/\s+/g, "");
  const marked = new Set([...page.querySelectorAll("[data-block]")].map((element) => Number(element.dataset.block)));
  const waiting = new Map();
  panes.view.record.blocks.forEach((block, number) => {
    if (!block.is_kept || marked.has(number)) return;
    const text = plain(block.text);
    waiting.set(text, [...(waiting.get(text) || []), number]);
  });
  let last = -1;
  for (const element of page.body.querySelectorAll("[data-block], p, h1, h2, h3, h4, h5, h6, li, td, th, pre, blockquote, figcaption, dt, dd, div")) {
    if (element.dataset.block) { panes.parts.set(Number(element.dataset.block), element); continue; }
    if (element.matches(".byline")) continue;
    const text = plain(element.textContent), numbers = waiting.get(text);
    // A paragraph that fills a list item is the same block.
    const around = element.parentElement.closest("[data-block]");
    if (!text || !numbers?.length || (around && plain(around.textContent) === text)) continue;
    const next = Math.max(0, numbers.findIndex((number) => number > last));
    const [block] = numbers.splice(next, 1);
    last = block;
    element.dataset.block = block;
    panes.parts.set(block, element);
  }
  listenIn(byId("document"), page);
}

function listenIn(frame, page) {
  const blockOf = (target) => { const holder = target.closest?.("[data-block]"); return holder ? Number(holder.dataset.block) : null; };
  const spotOf = (event) => { const box = frame.getBoundingClientRect(); return { x: box.left + event.clientX, y: box.top + event.clientY }; };
  page.addEventListener("mousemove", (event) => { const block = blockOf(event.target); if (block === null) leave(); else showTip(block, spotOf(event)); });
  page.addEventListener("mouseleave", leave);
  page.addEventListener("click", (event) => {
    const block = blockOf(event.target);
    if (block === null) { panes.isPinned = false; return leave(); }
    goTo(block, frame);
    showTip(block, spotOf(event));
    panes.isPinned = true;
  });
  page.addEventListener("keydown", (event) => document.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, ctrlKey: event.ctrlKey, metaKey: event.metaKey, altKey: event.altKey })));
}

// ---- one block in all panes

function goTo(block, from = null) {
  mark(block);
  panes.navigator.select(block);
  const [first] = panes.marks.get(block) || [];
  if (first && from?.id !== "coloured") first.scrollIntoView({ block: "center" });
  const part = panes.parts.get(block);
  if (part && from?.id !== "document") part.scrollIntoView({ block: "center" });
}

function mark(block) {
  const toggle = (number, isOn) => {
    for (const one of [...(panes.marks.get(number) || []), panes.parts.get(number)]) one?.toggleAttribute("data-active", isOn);
  };
  if (panes.active !== null) toggle(panes.active, false);
  panes.active = block;
  if (block !== null) toggle(block, true);
}

function describe(block) {
  const { text, is_kept, dropped, kind, words } = panes.view.record.blocks[block];
  const fate = is_kept ? "kept" : `dropped, ${REASONS[dropped]}`;
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return `block ${block + 1} of ${panes.view.record.blocks.length}, ${fate}, score ${scoreOf(panes.view.record.blocks[block])}, ${kind} of ${wordCount(words)}: ${shown}`;
}

function showTip(block, { x, y }) {
  const { text, is_kept, dropped, kind, words, place, link_share, contributions } = panes.view.record.blocks[block];
  const make = (name, content) => Object.assign(document.createElement(name), { textContent: content });
  const fate = is_kept ? "kept" : `dropped: ${REASONS[dropped]}`;
  const list = document.createElement("ul");
  list.append(...contributions.map((one) => make("li", contributionText(one))));
  const tip = byId("tip");
  tip.replaceChildren(
    make("b", `${fate} · score ${scoreOf(panes.view.record.blocks[block])}`),
    make("p", text.length > 160 ? `${text.slice(0, 160)}…` : text),
    make("small", `${kind}, ${wordCount(words)}, ${Math.round(100 * link_share)} % links · ${place}`),
    ...(contributions.length ? [list] : []),
  );
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - box.width - 8))}px`;
  tip.style.top = `${Math.max(4, y + 18 + box.height > innerHeight ? y - box.height - 12 : y + 18)}px`;
  mark(block);
  panes.isPinned = false;
}

function leave() { if (!panes.isPinned) hideTip(); }

function hideTip() {
  panes.isPinned = false;
  byId("tip").hidden = true;
  mark(null);
}
