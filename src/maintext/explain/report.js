"use strict";
// The report's only script. It looks into the frame; the frame, in its sandbox, runs nothing and can't look out.
(() => {
  const numbers = JSON.parse(document.getElementById("numbers").textContent);
  const frame = document.getElementById("page");
  const hover = document.getElementById("hover");
  let chosen = 0;
  let marks = new Map();

  const make = (name, text, className) => {
    const element = document.createElement(name);
    element.textContent = text;
    if (className) element.className = className;
    return element;
  };
  const blockOf = (target) => {
    const holder = target && target.closest ? target.closest("[data-block]") : null;
    return holder ? Number(holder.dataset.block) : null;
  };
  const pairs = (entries) => {
    const list = document.createElement("dl");
    for (const [name, value, className] of entries) list.append(make("dt", name), make("dd", value, className));
    return list;
  };

  // What is known of a block, beside the mouse.
  const showFacts = (block, x, y) => {
    const facts = numbers.blocks[block];
    const scores = numbers.answers.map((answer) => [answer.by, `${answer.score[block]}${answer.kept[block] ? " · kept" : ""}`, answer.kept[block] ? "up" : ""]);
    const counted = [["words", facts.words], ["characters", facts.chars], ["in links", `${Math.round(100 * facts.link_share)} %`], ["sentences", facts.sentences], ["punctuation", facts.punctuation], ["digits", facts.digits], ["tags inside", facts.tags]];
    if (facts.flags.length) counted.push(["flags", facts.flags.join(", ")]);
    hover.replaceChildren(make("b", `block ${block}, ${facts.kind}`), make("div", facts.place), pairs(scores), pairs(counted));
    const contributions = numbers.answers[chosen].contributions[block] || [];
    if (contributions.length) hover.append(make("div", `contributions, ${numbers.answers[chosen].by}:`), pairs(contributions.map(([name, contribution]) => [name, (contribution > 0 ? "+" : "") + contribution, contribution > 0 ? "up" : "down"])));
    hover.hidden = false;
    const box = hover.getBoundingClientRect();
    hover.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - box.width - 8))}px`;
    hover.style.top = `${Math.max(4, y + 18 + box.height > innerHeight ? y - box.height - 12 : y + 18)}px`;
  };

  let active = null;
  const activate = (block) => {
    if (block === active) return;
    const toggle = (row, on) => {
      for (const mark of marks.get(row) || []) mark.toggleAttribute("data-active", on);
      for (const element of document.querySelectorAll(`[data-block="${row}"]`)) element.classList.toggle("active", on);
    };
    if (active !== null) toggle(active, false);
    if (block !== null) toggle(block, true);
    active = block;
  };
  const rest = () => { activate(null); hover.hidden = true; };
  const point = (block, x, y) => { if (block === null) rest(); else { activate(block); showFacts(block, x, y); } };

  const showInFrame = (block) => { const [first] = marks.get(block) || []; if (first) first.scrollIntoView({ block: "center" }); };
  const showInDocument = (block) => {
    const found = document.querySelector(`#documents article[data-by="${chosen}"] [data-block="${block}"]`);
    if (found) found.scrollIntoView({ block: "nearest" });
  };

  const colour = () => {
    const answer = numbers.answers[chosen];
    for (const [block, group] of marks) for (const mark of group) {
      mark.dataset.level = answer.level[block];
      mark.toggleAttribute("data-kept", Boolean(answer.kept[block]));
    }
    for (const article of document.querySelectorAll("#documents article")) article.style.display = Number(article.dataset.by) === chosen ? "block" : "none";
  };

  const readFrame = () => {
    const page = frame.contentDocument;
    if (!page) return;
    marks = new Map();
    for (const mark of page.querySelectorAll("mt-run[data-block]")) {
      const block = Number(mark.dataset.block);
      if (!marks.has(block)) marks.set(block, []);
      marks.get(block).push(mark);
    }
    for (const block of numbers.differs) for (const mark of marks.get(block) || []) mark.toggleAttribute("data-differs", true);
    page.addEventListener("mousemove", (event) => { const box = frame.getBoundingClientRect(); point(blockOf(event.target), box.left + event.clientX, box.top + event.clientY); });
    page.addEventListener("mouseleave", rest);
    page.addEventListener("click", (event) => { const block = blockOf(event.target); if (block !== null) showInDocument(block); });
    colour();
  };

  frame.addEventListener("load", readFrame);
  if (frame.contentDocument && frame.contentDocument.readyState === "complete" && frame.contentDocument.body) readFrame();
  for (const choice of document.querySelectorAll("input[name=by]")) choice.addEventListener("change", () => { chosen = Number(choice.value); colour(); });
  document.getElementById("styles").addEventListener("change", (event) => {
    // The first sheet is that of the marks.
    for (const sheet of [...frame.contentDocument.styleSheets].slice(1)) sheet.disabled = !event.target.checked;
  });
  document.addEventListener("click", (event) => {
    const block = blockOf(event.target);
    if (block !== null) { showInFrame(block); activate(block); }
  });
  for (const area of document.querySelectorAll("article, #blocks tbody")) {
    area.addEventListener("mousemove", (event) => point(blockOf(event.target), event.clientX, event.clientY));
    area.addEventListener("mouseleave", rest);
  }
  for (const picture of document.querySelectorAll("svg[data-blocks]")) {
    const under = (event) => {
      const box = picture.getBoundingClientRect();
      const { blocks, left, right } = picture.dataset;
      const share = ((event.clientX - box.left) / box.width - left) / (right - left);
      return share < 0 || share >= 1 ? null : Math.floor(share * blocks);
    };
    picture.addEventListener("mousemove", (event) => point(under(event), event.clientX, event.clientY));
    picture.addEventListener("mouseleave", rest);
    picture.addEventListener("click", (event) => { const block = under(event); if (block !== null) showInFrame(block); });
  }
  const table = document.getElementById("blocks");
  const buttons = document.querySelectorAll("[data-show]");
  for (const button of document.querySelectorAll(".filter button")) button.addEventListener("click", () => {
    table.dataset.show = button.dataset.show;
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
  });
})();
