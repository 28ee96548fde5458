"use strict";
// A view, as POST /view answers it -> what is seen of it. What comes from the page is only ever put in as text, or into
// a frame in which no script runs.

const byId = (id) => document.getElementById(id);
const MOST_ROWS = 1500;  // More of them nobody reads, and a browser takes long over.
const REASONS = {
  score: "its score is too low", hidden: "a browser does not show it", comment: "readers wrote it",
  shared: "other pages of the site have it, too",
};
const DOCUMENT_STYLE = `:root { color-scheme: light dark } body { font: 17px/1.6 Georgia, "Times New Roman", serif; max-width: 42rem;
  margin: 0 auto; padding: 1.2rem; overflow-wrap: anywhere } h1, h2, h3, h4 { line-height: 1.25; font-family: system-ui, sans-serif }
  pre { overflow-x: auto; padding: .7rem; border: 1px solid #8886; border-radius: .3rem; font-size: .85em }
  table { border-collapse: collapse; display: block; overflow-x: auto } td, th { border: 1px solid #8886; padding: .25rem .5rem }
  img { max-width: 100% } a { color: light-dark(#1059b5, #7ab8ff) } blockquote { border-left: 3px solid #8886; margin-left: 0; padding-left: 1rem }
  .empty { font-family: system-ui, sans-serif }`;

function show(view, seconds) {
  const { record, judgement, metadata } = view;
  byId("title").textContent = metadata.title || "A page without a title";
  byId("facts").textContent = factsOf(view, seconds);
  showConfidence(record.confidence);
  byId("document").srcdoc = documentOf(view);
  byId("coloured").srcdoc = view.coloured;
  byId("markdown").textContent = view.markdown || `(nothing: ${record.reason})`;
  showDropped(record.blocks, judgement);
  showMetadata(metadata);
}

function factsOf({ record, judgement }, seconds) {
  const facts = [
    judgement.page_type,
    `${count(judgement.n_blocks_kept)} of ${count(judgement.n_blocks)} blocks kept`,
    `${count(judgement.n_words_kept)} of ${count(judgement.n_words)} words`,
    `by ${record.by}`,
    `${(1000 * seconds).toFixed(0)} ms`,
  ];
  return facts.filter(Boolean).join(" · ");
}

function showConfidence(confidence) {
  byId("confidence").hidden = confidence === null;
  if (confidence === null) return;
  byId("meter").value = confidence;
  byId("meter-text").textContent = `${Math.round(100 * confidence)} %`;
}

function documentOf({ document: html, record }) {
  const empty = `<p class="empty">Nothing was kept: ${escaped(record.reason || "")}.</p>`;
  return `<!DOCTYPE html><meta charset="utf-8"><base target="_blank"><title>The document</title>
    <style>${DOCUMENT_STYLE}</style><body>${record.reason ? empty : html}</body>`;
}

function showDropped(blocks, judgement) {
  const dropped = blocks.filter((block) => !block.is_kept);
  byId("n-dropped").textContent = `(${count(dropped.length)})`;
  const reasons = Object.entries(REASONS).map(([name, text]) => [dropped.filter((block) => block.dropped === name).length, text]);
  const summary = reasons.filter(([n]) => n).map(([n, text]) => `${count(n)}: ${text}`);
  const cut = dropped.length > MOST_ROWS ? ` The first ${count(MOST_ROWS)} are listed.` : "";
  byId("why").textContent = dropped.length ? `${summary.join("; ")}.${cut}` : "Nothing was dropped.";
  byId("dropped").replaceChildren(...dropped.slice(0, MOST_ROWS).map(droppedRow));
  byId("panel-dropped").querySelector("table").hidden = !dropped.length;
}

function droppedRow(block) {
  const text = block.text.length > 240 ? `${block.text.slice(0, 240)}…` : block.text;
  const links = block.link_share >= 0.5 ? [`${Math.round(100 * block.link_share)} % of it are links`] : [];
  const contributions = block.dropped === "score" ? block.contributions.map(([name, value]) => `${name} ${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(1)}`) : [];
  const details = [...links, ...contributions].join(", ");
  return row(text, REASONS[block.dropped] + (details && `: ${details}`), scoreOf(block), `${block.kind} in ${block.place}`);
}

const scoreOf = ({ score }) => (score === null ? "∞" : Math.abs(score) <= 1 ? score.toFixed(2) : Number(score.toPrecision(3)).toString());

function showMetadata(metadata) {
  const { sources, ...fields } = metadata;
  const isKnown = ([, value]) => value !== null && !(Array.isArray(value) && !value.length);
  const rows = Object.entries(fields).filter(isKnown);
  const shown = rows.map(([name, value]) => row(name.replace("_", " "), Array.isArray(value) ? value.join(", ") : String(value), sources[name] || ""));
  byId("metadata").replaceChildren(...(shown.length ? shown : [row("The page says nothing about itself.", "", "")]));
}

function row(...texts) {
  const line = document.createElement("tr");
  for (const text of texts) line.insertCell().textContent = text;
  return line;
}

function escaped(text) {
  const holder = document.createElement("p");
  holder.textContent = text;
  return holder.innerHTML;
}

const count = (number) => number.toLocaleString("en");
