"use strict";
// A barcode as a navigator: resting on it or walking along it with the arrow keys shows a block, a click goes there.
// `host` contains the SVG; `chars` are the characters of each block, by which its bars are as wide as drawn.
function makeNavigator(host, chars, { describe, onPoint, onGo, onLeave }) {
  const EXTRA_CHARS = 8, WIDTH = 960;
  const svg = host.querySelector("svg");
  const ends = [];
  let total = 0;
  for (const one of chars) ends.push(total += one + EXTRA_CHARS);
  const n = chars.length;
  const cursor = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const place = { class: "mtb-cursor", y: "24", height: "66", "pointer-events": "none", visibility: "hidden" };
  for (const [name, value] of Object.entries(place)) cursor.setAttribute(name, value);
  svg.append(cursor);
  let current = null;

  Object.assign(host, { tabIndex: 0, role: "slider", ariaLabel: "Blocks of the page, in page order", ariaValueMin: "1", ariaValueMax: String(Math.max(n, 1)), ariaValueNow: "1", ariaValueText: "no block chosen" });
  if (!n) host.ariaDisabled = "true";

  const left = (block) => WIDTH * (block ? ends[block - 1] : 0) / total;
  const right = (block) => WIDTH * ends[block] / total;
  const select = (block) => {
    current = block;
    cursor.setAttribute("visibility", block === null ? "hidden" : "visible");
    if (block === null) return;
    cursor.setAttribute("x", left(block));
    cursor.setAttribute("width", Math.max(right(block) - left(block), 2));
    host.ariaValueNow = String(block + 1);
    host.ariaValueText = describe(block);
  };
  const under = (event) => {
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * total;
    let [low, high] = [0, n - 1];
    while (low < high) { const middle = (low + high) >> 1; if (ends[middle] > x) high = middle; else low = middle + 1; }
    return low;
  };
  // Where a tooltip for a block belongs, on the screen.
  const spot = (block) => {
    const box = svg.getBoundingClientRect();
    return { x: box.left + box.width * (left(block) + right(block)) / 2 / WIDTH, y: box.bottom };
  };
  host.addEventListener("mousemove", (event) => { if (n) { const block = under(event); select(block); onPoint(block, { x: event.clientX, y: event.clientY }); } });
  host.addEventListener("mouseleave", () => onLeave());
  host.addEventListener("click", (event) => { if (n) { const block = under(event); select(block); onGo(block, spot(block)); } });
  host.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -n, End: n };
    if (!n || !(event.key in steps || event.key === "Enter" || event.key === "Escape")) return;
    if (event.key === "Escape") return onLeave();
    event.preventDefault();
    event.stopPropagation();
    const step = steps[event.key] || 0;
    const start = current === null ? (step < 0 ? n : -1) : current;
    const block = Math.max(0, Math.min(n - 1, start + step));
    select(block);
    onGo(block, spot(block));
  });
  host.addEventListener("blur", () => onLeave());
  return { select, spot };
}
