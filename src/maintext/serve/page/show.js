"use strict";
// A view, as POST /view answers it -> what is seen of it. Content of the page is only ever inserted as text, or into a
// frame in which no script runs.

const byId = (id) => document.getElementById(id);
const MAX_ROWS = 1500; // Nobody reads more of them, and a browser takes long to lay them out.
const REASONS = {
  score: "its score is too low", hidden: "a browser does not show it", comment: "a reader's comment",
  shared: "other pages of the site have it, too",
};
const DOCUMENT_STYLE = `:root { color-scheme: light dark; color: light-dark(#1a1f27, #e8ebef); background: light-dark(#fff, #14171c) } body { font: 17px/1.65 Georgia, "Times New Roman", serif; max-width: 65ch;
  margin: 0 auto; padding: 1.4rem; overflow-wrap: anywhere } h1, h2, h3, h4, .byline { line-height: 1.25; font-family: system-ui, sans-serif }
  .headline { font-size: 1.7rem; margin: 0 0 .4rem } .byline { color: light-dark(#56606e, #a3adba); font-size: .9rem; margin: 0 0 1.4rem }
  pre { overflow-x: auto; padding: .7rem; border: 1px solid #8886; border-radius: .3rem; font-size: .85em }
  table { border-collapse: collapse; display: block; overflow-x: auto } td, th { border: 1px solid #8886; padding: .25rem .5rem }
  img { max-width: 100% } a { color: light-dark(#1059b5, #7ab8ff) } blockquote { border-left: 3px solid #8886; margin-left: 0; padding-left: 1rem }
  [data-block] { cursor: pointer } [data-active] { outline: 2px solid light-dark(#c2185b, #ff6fa5); outline-offset: 3px; border-radius: 2px }
  .empty { font-family: system-ui, sans-serif }`;

function show(view) {
  const { record, judgement, metadata } = view;
  document.title = metadata.title ? `${metadata.title} · maintext` : "maintext";
  byId("facts").textContent = factsOf(view);
  showConfidence(judgement.confidence);
  byId("warning").hidden = !view.warnings.length;
  byId("warning").textContent = view.warnings.join(" ");
  byId("markdown").textContent = view.markdown || `(nothing: ${record.reason})`;
  showDropped(record.blocks);
  showMetadata(metadata);
  showPanes(view);
}

function factsOf({ record, judgement, reading_minutes: minutes, n_tokens: tokens, extraction_ms, explanation_ms }) {
  const facts = [
    judgement.page_type,
    `${count(judgement.n_blocks_kept)} of ${count(judgement.n_blocks)} blocks`,
    `${count(judgement.n_words_kept)} of ${count(judgement.n_words)} words`,
    `about ${count(tokens)} tokens`,
    `${minutes} min to read`,
    `by ${record.by}`,
    `${milliseconds(extraction_ms)} to extract, ${milliseconds(explanation_ms)} to explain`,
  ];
  return facts.filter(Boolean).join(" · ");
}

const milliseconds = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

function showConfidence(confidence) {
  byId("confidence").hidden = confidence === null;
  if (confidence === null) return;
  byId("meter").value = confidence;
  byId("meter-text").textContent = `${Math.round(100 * confidence)} %`;
}

function documentOf({ document: html, document_style: style, record, metadata, reading_minutes: minutes }) {
  const empty = `<p class="empty">Nothing was kept: ${escaped(record.reason || "")}.</p>`;
  const facts = [metadata.author, metadata.date, metadata.sitename, `${minutes} min read`].filter(Boolean).map(escaped).join(" · ");
  const headline = `<h1 class="headline">${escaped(metadata.title || "A page without a title")}</h1>`;
  return `<!DOCTYPE html><html lang="${escaped(metadata.language || "")}"><meta charset="utf-8"><base target="_blank"><title>The document</title>
    <style>${DOCUMENT_STYLE}${style}</style><body>${headline}<p class="byline">${facts}</p>${record.reason ? empty : html}</body></html>`;
}

function showDropped(blocks) {
  const dropped = blocks.map((block, row) => [block, row]).filter(([block]) => !block.is_kept);
  byId("n-dropped").textContent = `(${count(dropped.length)})`;
  const counts = Object.entries(REASONS).map(([name, text]) => [dropped.filter(([block]) => block.dropped === name).length, text]);
  const summary = counts.filter(([n]) => n).map(([n, text]) => `${count(n)}: ${text}`);
  const cut = dropped.length > MAX_ROWS ? ` The first ${count(MAX_ROWS)} are listed.` : "";
  byId("why").textContent = dropped.length ? `${summary.join("; ")}.${cut}` : "Nothing was dropped.";
  byId("dropped").replaceChildren(...dropped.slice(0, MAX_ROWS).map(droppedRow));
  byId("panel-dropped").querySelector("table").hidden = !dropped.length;
}

function droppedRow([block, number]) {
  const text = block.text.length > 240 ? `${block.text.slice(0, 240)}…` : block.text;
  const links = block.link_share >= 0.5 ? [`${Math.round(100 * block.link_share)} % of it are links`] : [];
  const reasons = block.dropped === "score" ? block.contributions.map(contributionText) : [];
  const details = [...links, ...reasons].join(", ");
  const line = row(text, REASONS[block.dropped] + (details && `: ${details}`), scoreOf(block), `${block.kind} in ${block.place}`);
  line.dataset.block = number;
  return line;
}

const contributionText = ([name, value]) => `${name} ${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(1)}`;
const scoreOf = ({ score }) => (score === null ? "∞" : Math.abs(score) <= 1 ? score.toFixed(2) : Number(score.toPrecision(3)).toString());

function showMetadata(metadata) {
  const { sources, ...fields } = metadata;
  const isKnown = ([, value]) => value !== null && !(Array.isArray(value) && !value.length);
  const rows = Object.entries(fields).filter(isKnown);
  const shown = rows.map(([name, value]) => row(name.replace("_", " "), Array.isArray(value) ? value.join(", ") : String(value), sources[name] || ""));
  byId("metadata").replaceChildren(...(shown.length ? shown : [row("The page has no metadata.", "", "")]));
}

function row(...texts) {
  const line = document.createElement("tr");
  for (const text of texts) line.insertCell().textContent = text;
  return line;
}

function escaped(text) {
  const holder = document.createElement("p");
  holder.textContent = text;
  return holder.innerHTML.replaceAll('"', "&quot;");
}

const wordCount = (number) => `${count(number)} word${number === 1 ? "" : "s"}`;
const count = (number) => number.toLocaleString("en");
