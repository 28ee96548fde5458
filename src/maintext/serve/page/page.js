"use strict";
// Input of a person -> requests -> what is shown (show.js, panes.js). The settings are part of the page's address.

const SWITCHES = ["include_links", "include_images", "include_tables", "include_formatting", "include_comments", "include_posts", "with_metadata"];
const MODES = ["favor", "content", "include_title"]; // options of the default extractor only
const TABS = ["document", "coloured", "dropped", "metadata", "markdown"];
const RECONNECT_MS = 2000;
const isWide = matchMedia("(min-width: 75rem)");
const state = { file: null, view: null, request: null, isFetching: false, isLost: false };

async function begin() {
  const description = await (await fetch("/openapi.json")).json();
  const extractors = description.components.schemas.Extractor;
  state.isFetching = description.info["x-fetches-pages"];
  byId("by").replaceChildren(...extractors.examples.map((name) => new Option(name, name)));
  byId("by").dataset.default = byId("by").value = extractors.default;
  // Before the address is written anew.
  const shared = await sharedPage().catch(() => null);
  readAddress();
  listen();
  choose(new URLSearchParams(location.search).get("show") || "document");
  await openFirst(shared);
  document.body.dataset.ready = "yes";
}

// A shared page, the one named on the command line, or the address in the link.
async function openFirst(shared) {
  if (shared) return take(shared);
  if (byId("source").value) return extract();
  const opened = await fetch("/opened");
  if (opened.status === 200) take(new File([await opened.blob()], decodeURIComponent(opened.headers.get("X-Name"))));
}

function listen() {
  byId("ask").addEventListener("submit", (event) => { event.preventDefault(); extract(); });
  for (const id of ["by", ...MODES, ...SWITCHES]) byId(id).addEventListener("change", () => { allowModes(); writeAddress(); if (state.view) extract(); });
  byId("source").addEventListener("paste", () => setTimeout(extract));
  byId("file").addEventListener("change", () => byId("file").files[0] && take(byId("file").files[0]));
  byId("clear-file").addEventListener("click", () => { dropFile(); byId("source").focus(); });
  for (const button of document.querySelectorAll("[data-example]")) button.addEventListener("click", () => openExample(button.dataset.example));
  for (const name of TABS) byId(`tab-${name}`).addEventListener("click", () => choose(name));
  byId("dropped").addEventListener("click", (event) => { const line = event.target.closest("[data-block]"); if (line) goTo(Number(line.dataset.block)); });
  document.querySelector("[role=tablist]").addEventListener("keydown", moveAlongTabs);
  isWide.addEventListener("change", () => choose(selected()));
  document.addEventListener("keydown", onKey);
  document.addEventListener("dragover", (event) => { event.preventDefault(); byId("drop").hidden = false; });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) byId("drop").hidden = true; });
  document.addEventListener("drop", onDrop);
  listenToShares();
}

// ---- requests

async function extract() {
  const text = byId("source").value.trim();
  if (!state.file && !text) return trouble("Paste an address or HTML first, or open a file.", false);
  if (!state.file && isHostName(text)) return offerToFetch(text);
  if (!state.file && isAddress(text) && !state.isFetching) return trouble("This service does not fetch pages: paste the HTML, or start it with --allow-fetch.", false);
  state.request?.abort();
  const request = (state.request = new AbortController());
  writeAddress();
  byId("results").setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(...requestOf(request.signal));
    const body = await answer.json();
    if (request.signal.aborted) return;
    if (!answer.ok) return trouble(body.detail || body.title);
    succeed(body);
  } catch (error) {
    if (!request.signal.aborted) lose(error);
  } finally {
    if (state.request === request) byId("results").removeAttribute("aria-busy");
  }
}

function succeed(view) {
  const isFirst = state.view === null;
  state.view = view;
  byId("trouble").hidden = byId("intro").hidden = true;
  byId("results").hidden = false;
  byId("results").removeAttribute("data-stale");
  if (isFirst) { byId("options").open = false; byId("ask").classList.add("compact"); }
  show(view);
  document.body.dataset.shown = String(Number(document.body.dataset.shown || 0) + 1);
}

function currentRequest() {
  const options = chosen();
  const base = byId("base").value.trim();
  const text = byId("source").value;
  if (state.file) return { options: base ? { ...options, url: base } : options, source: { kind: "file", name: state.file.name, file: state.file } };
  if (isAddress(text.trim())) return { options, source: { kind: "address", text: text.trim() } };
  return { options: base ? { ...options, url: base } : options, source: { kind: "html", text } };
}

function requestOf(signal) {
  const { options, source } = currentRequest();
  if (source.kind === "file") {
    // As bytes: the service finds out their encoding.
    return [`/view?${new URLSearchParams(options)}`, { method: "POST", headers: { "Content-Type": "text/html" }, body: source.file, signal }];
  }
  const body = JSON.stringify(source.kind === "address" ? { ...options, url: source.text } : { ...options, html: source.text });
  return ["/view", { method: "POST", headers: { "Content-Type": "application/json" }, body, signal }];
}

const isAddress = (text) => /^https?:\/\/\S+$/i.test(text);
const isHostName = (text) => /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:\/\S*)?$/u.test(text);

function offerToFetch(name) {
  if (!state.isFetching) return trouble(`${name} looks like an address, and this service does not fetch pages: paste the HTML, or start it with --allow-fetch.`, false);
  trouble(`${name} is not HTML. Is it the address https://${name}?`, `Fetch https://${name}`, () => { byId("source").value = `https://${name}`; extract(); });
}

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

// ---- what is extracted: a file stays until it is removed or replaced

function take(file) {
  state.file = file;
  byId("source").value = "";
  byId("source").readOnly = true;
  byId("source").placeholder = file.name;
  byId("clear-file").hidden = false;
  byId("file").value = "";
  byId("source-state").textContent = `· ${file.name}, ${file.size.toLocaleString("en")} bytes`;
  return extract();
}

function dropFile() {
  state.file = null;
  byId("source").readOnly = false;
  byId("source").placeholder = "https://… or <html>…, or drop a file";
  byId("clear-file").hidden = true;
  byId("source-state").textContent = "";
}

async function openExample(name) {
  try {
    const answer = await fetch(`/examples/${name}.html`);
    await take(new File([await answer.blob()], `${name}.html`));
  } catch (error) { lose(error); }
}

function onDrop(event) {
  event.preventDefault();
  byId("drop").hidden = true;
  const text = event.dataTransfer.getData("text/plain");
  if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  else if (text) { dropFile(); byId("source").value = text; extract(); }
}

// ---- what goes wrong: the last result stays, dimmed

function trouble(text, retry = "Retry", act = () => extract()) {
  hideTip();
  byId("trouble-text").textContent = text;
  byId("retry").hidden = retry === false;
  byId("retry").textContent = retry || "";
  byId("retry").replaceWith(byId("retry").cloneNode(true));
  byId("retry").addEventListener("click", act);
  byId("trouble").hidden = false;
  if (state.view) byId("results").setAttribute("data-stale", "");
}

function lose(error) {
  trouble(`The service does not answer (${error.message}). Trying to reconnect…`);
  if (state.isLost) return;
  state.isLost = true;
  const timer = setInterval(async () => {
    if (!(await fetch("/healthz").then((answer) => answer.ok, () => false))) return;
    clearInterval(timer);
    state.isLost = false;
    extract();
  }, RECONNECT_MS);
}

// ---- the address of this page: the chosen settings, and the address that was entered

function writeAddress() {
  const query = new URLSearchParams();
  const text = byId("source").value.trim();
  if (isAddress(text)) query.set("url", text);
  if (byId("by").value !== byId("by").dataset.default) query.set("by", byId("by").value);
  for (const id of [...MODES, ...SWITCHES]) if (!byId(id).disabled && isChanged(byId(id))) query.set(id, valueOf(byId(id)));
  if (selected() !== "document") query.set("show", selected());
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  byId("chosen-options").textContent = [...query].filter(([name]) => name !== "url" && name !== "show").map(([name, value]) => `· ${name} ${value}`).join(" ");
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
  hideTip();
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
  const target = event.target.tagName || "";
  if (event.key === "Escape") { hideTip(); if (/^(TEXTAREA|INPUT)$/.test(target)) event.target.blur(); return; }
  if (event.ctrlKey || event.metaKey || event.altKey || /^(TEXTAREA|SELECT)$/.test(target) || event.target.type === "url") return;
  if (event.key === "/") { event.preventDefault(); byId("source").focus(); }
  if (event.key === "c" && state.view) byId("copy").click();
  if (event.key === "b" && state.view) byId("barcode").focus();
  if (TABS[event.key - 1] && state.view) choose(TABS[event.key - 1]);
}

begin();
