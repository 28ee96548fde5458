"use strict";
// What a person pastes, drops and chooses -> requests -> what is shown (show.js). The settings are part of the page's address.

const SWITCHES = ["include_links", "include_images", "include_tables", "include_formatting", "include_comments", "with_metadata"];
const MODES = ["favor", "content", "include_title"]; // of the learned extractor alone
const TABS = ["document", "coloured", "dropped", "metadata", "markdown"];
const isWide = matchMedia("(min-width: 75rem)");
const state = { file: null, view: null, request: null };

async function begin() {
  const described = await (await fetch("/openapi.json")).json();
  const extractors = described.components.schemas.Extractor;
  byId("by").replaceChildren(...extractors.examples.map((name) => new Option(name, name)));
  byId("by").dataset.default = byId("by").value = extractors.default;
  readAddress();
  listen();
  choose(new URLSearchParams(location.search).get("show") || "document");
  if (byId("source").value) extract();
  document.body.dataset.ready = "yes";
}

function listen() {
  byId("ask").addEventListener("submit", (event) => { event.preventDefault(); extract(); });
  for (const id of ["by", ...MODES, ...SWITCHES]) byId(id).addEventListener("change", () => { allowModes(); writeAddress(); if (state.view) extract(); });
  byId("source").addEventListener("input", () => { state.file = null; showSource(""); });
  byId("source").addEventListener("paste", () => setTimeout(extract));
  byId("file").addEventListener("change", () => byId("file").files[0] && take(byId("file").files[0]));
  byId("copy").addEventListener("click", copy);
  for (const name of TABS) byId(`tab-${name}`).addEventListener("click", () => choose(name));
  document.querySelector("[role=tablist]").addEventListener("keydown", moveAlongTabs);
  isWide.addEventListener("change", () => choose(selected()));
  document.addEventListener("keydown", onKey);
  document.addEventListener("dragover", (event) => { event.preventDefault(); byId("drop").hidden = false; });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) byId("drop").hidden = true; });
  document.addEventListener("drop", onDrop);
}

// ---- asking

async function extract() {
  if (!state.file && !byId("source").value.trim()) return trouble("Paste an address or HTML first, or open a file.");
  state.request?.abort();
  const request = (state.request = new AbortController());
  writeAddress();
  byId("results").setAttribute("aria-busy", "true");
  const start = performance.now();
  try {
    const answer = await fetch(...requestOf());
    const body = await answer.json();
    if (request.signal.aborted) return;
    if (!answer.ok) return trouble(body.detail || body.title);
    state.view = body;
    byId("trouble").hidden = byId("intro").hidden = true;
    byId("results").hidden = false;
    show(body, (performance.now() - start) / 1000);
    document.body.dataset.shown = String(Number(document.body.dataset.shown || 0) + 1);
  } catch (error) {
    if (!request.signal.aborted) trouble(`The service does not answer: ${error.message}`);
  } finally {
    if (state.request === request) byId("results").removeAttribute("aria-busy");
  }
}

function requestOf() {
  const options = chosen();
  const text = byId("source").value.trim();
  const base = byId("base").value.trim();
  if (base) options.url = base;
  const signal = state.request.signal;
  if (state.file) {
    // As it is: its encoding is for the service to find out.
    const query = new URLSearchParams(options);
    return [`/view?${query}`, { method: "POST", headers: { "Content-Type": "text/html" }, body: state.file, signal }];
  }
  if (isAddress(text)) options.url = text; else options.html = byId("source").value;
  return ["/view", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(options), signal }];
}

const isAddress = (text) => /^https?:\/\/\S+$/i.test(text);

function chosen() {
  const switches = SWITCHES.map((id) => [id, byId(id).checked]);
  const modes = MODES.filter((id) => !byId(id).disabled && isChanged(byId(id))).map((id) => [id, valueOf(byId(id))]);
  return { by: byId("by").value, ...Object.fromEntries([...switches, ...modes]) };
}

const valueOf = (field) => field.type === "checkbox" ? field.checked : field.value;
const isChanged = (field) => field.type === "checkbox" ? field.checked !== field.defaultChecked : !field.selectedOptions[0].defaultSelected;

function allowModes() {
  for (const id of MODES) byId(id).disabled = byId("by").value !== byId("by").dataset.default;
}

function take(file) {
  state.file = file;
  byId("source").value = "";
  byId("file").value = "";
  showSource(`${file.name}, ${file.size.toLocaleString("en")} bytes`);
  extract();
}

function onDrop(event) {
  event.preventDefault();
  byId("drop").hidden = true;
  const text = event.dataTransfer.getData("text/plain");
  if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  else if (text) { state.file = null; showSource(""); byId("source").value = text; extract(); }
}

function showSource(text) { byId("source-state").textContent = text && `· ${text}`; }

function trouble(text) {
  byId("trouble").textContent = text;
  byId("trouble").hidden = false;
}

// ---- the address of this page: what was chosen, and the page's address if that is what was pasted

function writeAddress() {
  const query = new URLSearchParams();
  const text = byId("source").value.trim();
  if (isAddress(text)) query.set("url", text);
  if (byId("by").value !== byId("by").dataset.default) query.set("by", byId("by").value);
  for (const id of [...MODES, ...SWITCHES]) if (!byId(id).disabled && isChanged(byId(id))) query.set(id, valueOf(byId(id)));
  if (selected() !== "document") query.set("show", selected());
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
}

function readAddress() {
  const query = new URLSearchParams(location.search);
  const names = [...byId("by").options].map((option) => option.value);
  if (names.includes(query.get("by"))) byId("by").value = query.get("by");
  for (const id of [...SWITCHES, "include_title"]) if (query.has(id)) byId(id).checked = query.get(id) === "true";
  for (const id of ["favor", "content"]) if ([...byId(id).options].some((option) => option.value === query.get(id))) byId(id).value = query.get(id);
  allowModes();
  if (isAddress(query.get("url") || "")) byId("source").value = query.get("url");
}

// ---- tabs and keys

const selected = () => document.querySelector("[role=tab][aria-selected=true]")?.id.slice(4) || "document";

function choose(wanted) {
  // On a wide screen the coloured page is beside the others.
  const name = !TABS.includes(wanted) || (isWide.matches && wanted === "coloured") ? "document" : wanted;
  for (const one of TABS) {
    byId(`tab-${one}`).setAttribute("aria-selected", String(one === name));
    byId(`tab-${one}`).tabIndex = one === name ? 0 : -1;
    byId(`panel-${one}`).hidden = one !== name && !(isWide.matches && one === "coloured");
  }
  writeAddress();
}

function moveAlongTabs(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const shown = TABS.filter((name) => byId(`tab-${name}`).offsetParent);
  choose(shown[(shown.indexOf(selected()) + step + shown.length) % shown.length]);
  byId(`tab-${selected()}`).focus();
}

function onKey(event) {
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter") { event.preventDefault(); return extract(); }
  if (event.ctrlKey || event.metaKey || event.altKey || /^(TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.type === "url") return;
  if (event.key === "/") { event.preventDefault(); byId("source").focus(); }
  if (event.key === "c" && state.view) copy();
  if (TABS[event.key - 1] && state.view) choose(TABS[event.key - 1]);
}

async function copy() {
  const button = byId("copy");
  try {
    await navigator.clipboard.writeText(state.view.markdown);
    button.textContent = "Copied";
  } catch {
    // Without https a browser may forbid it; then it can be taken by hand.
    choose("markdown");
    getSelection().selectAllChildren(byId("markdown"));
    button.textContent = "Selected: press Ctrl + C";
  }
  setTimeout(() => { button.textContent = "Copy as Markdown"; }, 2500);
}

begin();
