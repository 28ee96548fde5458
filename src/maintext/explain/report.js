"use strict";
// The report's only script. It looks into the frame; the frame, in its sandbox, runs nothing and can't look out.
(() => {
  const numbers = JSON.parse(document.getElementById("numbers").textContent);
  const frame = document.getElementById("page");
  const hover = document.getElementById("hover");
  let chosen = Number(document.querySelector("input[name=by]:checked").value);
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

  const isKept = (answer, block) => answer.kept[block] === "1";
  // What was kept or dropped as a whole with the block, against its own score.
  const decided = (answer, block) => answer.decided[block] || (isKept(answer, block) ? "kept" : "");

  // What is known of a block, beside the mouse.
  const contributionsOf = (block) => {
    const flat = numbers.answers[chosen].contributions[block] || [];
    const pairs = [];
    for (let place = 0; place < flat.length; place += 2) pairs.push([numbers.reasons[flat[place]], flat[place + 1]]);
    return pairs;
  };
  const showFacts = (block, x, y) => {
    const scores = numbers.answers.map((answer) => [answer.by, `${answer.score[block]}${decided(answer, block) ? ` · ${decided(answer, block)}` : ""}`, isKept(answer, block) ? "up" : ""]);
    const counted = [["words", numbers.words[block]], ["characters", numbers.chars[block]], ["in links", `${numbers.links[block]} %`], ["sentences", numbers.sentences[block]], ["punctuation", numbers.punctuation[block]], ["digits", numbers.digits[block]], ["tags inside", numbers.tags[block]]];
    if (numbers.flags[block]) counted.push(["flags", numbers.flags[block]]);
    hover.replaceChildren(make("b", `block ${block}, ${numbers.kinds[numbers.kind[block]]}`), make("div", numbers.places[numbers.place[block]]), pairs(scores), pairs(counted));
    if (numbers.shared.includes(block)) hover.append(make("div", "dropped: other pages of the site have it, too", "down"));
    const contributions = contributionsOf(block);
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

  // Scrolls the frame; the report around it only if the frame is out of sight.
  const showInFrame = (block, isQuiet = false) => {
    const [first] = marks.get(block) || [], box = frame.getBoundingClientRect(), y = scrollY;
    if (!first) return;
    first.scrollIntoView({ block: "center" });
    if (!isQuiet && (box.top >= innerHeight || box.bottom <= 0)) return;
    scrollTo(scrollX, y);
    const below = box.top + first.getBoundingClientRect().bottom - innerHeight;
    if (below > 0 && !isQuiet) scrollBy(0, below + 20);
  };
  const inDocument = (block) => document.querySelector(`#documents article[data-by="${chosen}"] [data-block="${block}"]`);
  // Scrolls the pane alone: the report around it stays where it is.
  const showInDocument = (block) => {
    const [pane, found] = [document.getElementById("documents"), inDocument(block)];
    if (found) pane.scrollTop += found.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
  };
  const goTo = (block) => { activate(block); navigator.select(block); showInFrame(block); showInDocument(block); };
  const describe = (block) => {
    const answer = numbers.answers[chosen];
    return `block ${block}, ${isKept(answer, block) ? "kept" : "dropped"}, score ${answer.score[block]}, ${numbers.kinds[numbers.kind[block]]} of ${numbers.words[block]} words: ${textOf(block).slice(0, 80)}`;
  };
  // Texts of kept blocks are in the documents only.
  const textOf = (block) => {
    const text = numbers.text[block] || document.querySelector(`#documents [data-block="${block}"]`)?.textContent || "";
    return text.length > 160 ? `${text.slice(0, 159)}…` : text;
  };

  // The barcode of the chosen extractor is the navigator.
  const navigators = [...document.querySelectorAll("#barcodes > div")].map((host) => makeNavigator(host, numbers.chars, {
    describe, onPoint: (block, spot) => point(block, spot.x, spot.y), onLeave: () => rest(), onGo: (block, spot) => { goTo(block); showFacts(block, spot.x, spot.y); },
  }));
  let navigator = navigators[0];

  const colour = () => {
    const answer = numbers.answers[chosen];
    navigator = navigators[chosen];
    for (const [block, group] of marks) for (const mark of group) {
      mark.dataset.level = answer.level[block];
      mark.toggleAttribute("data-kept", isKept(answer, block));
    }
    for (const article of document.querySelectorAll("#documents article")) article.hidden = Number(article.dataset.by) !== chosen;
    for (const host of document.querySelectorAll("#barcodes > div")) host.hidden = Number(host.dataset.by) !== chosen;
  };
  // The answer first: the page is scrolled to what was kept of it, not to its menus.
  const showFirstKept = () => {
    const first = [...marks.keys()].sort((one, other) => one - other).find((block) => isKept(numbers.answers[chosen], block));
    if (first !== undefined) showInFrame(first, true);
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
    for (const block of numbers.shared) for (const mark of marks.get(block) || []) mark.toggleAttribute("data-shared", true);
    for (const block of numbers.differs) for (const mark of marks.get(block) || []) mark.toggleAttribute("data-differs", true);
    page.addEventListener("mousemove", (event) => { const box = frame.getBoundingClientRect(); point(blockOf(event.target), box.left + event.clientX, box.top + event.clientY); });
    page.addEventListener("mouseleave", rest);
    page.addEventListener("click", (event) => { const block = blockOf(event.target); if (block !== null) { navigator.select(block); showInDocument(block); } });
    colour();
    showFirstKept();
  };

  frame.addEventListener("load", readFrame);
  if (frame.contentDocument && frame.contentDocument.readyState === "complete" && frame.contentDocument.body) readFrame();
  for (const choice of document.querySelectorAll("input[name=by]")) choice.addEventListener("change", () => { chosen = Number(choice.value); colour(); showFirstKept(); });
  document.getElementById("styles").addEventListener("change", (event) => {
    // The first sheet is that of the marks.
    for (const sheet of [...frame.contentDocument.styleSheets].slice(1)) sheet.disabled = !event.target.checked;
  });
  document.addEventListener("click", (event) => {
    const block = blockOf(event.target);
    if (block !== null) { showInFrame(block); activate(block); navigator.select(block); }
  });
  const listenTo = (area) => {
    area.addEventListener("mousemove", (event) => point(blockOf(event.target), event.clientX, event.clientY));
    area.addEventListener("mouseleave", rest);
  };

  // ---- sections that are written when they are unfolded
  const whenOpened = (id, write) => {
    const section = document.getElementById(id);
    if (section) section.addEventListener("toggle", () => { if (section.open) write(); }, { once: true });
  };
  whenOpened("side-by-side", () => {
    const differs = new Set(numbers.differs);
    for (const article of document.querySelectorAll("#documents article")) {
      const copy = article.cloneNode(true);
      Object.assign(copy, { hidden: false, tabIndex: 0, role: "region", ariaLabel: `The document of ${numbers.answers[copy.dataset.by].by}` });
      for (const part of copy.querySelectorAll("[data-block]")) part.toggleAttribute("data-differs", differs.has(Number(part.dataset.block)));
      listenTo(copy);
      document.getElementById("columns").append(copy);
    }
  });
  whenOpened("all-blocks", () => {
    const differs = new Set(numbers.differs), table = document.getElementById("blocks"), body = table.tBodies[0];
    const digits = numbers.answers.map((answer) => answer.score.every((score) => score >= 0 && score <= 1));
    for (let block = 0; block < Math.min(numbers.text.length, table.dataset.rows); block++) {
      const row = body.insertRow();
      row.dataset.block = block;
      row.dataset.kept = Number(numbers.answers.some((answer) => isKept(answer, block)));
      row.toggleAttribute("data-differs", differs.has(block));
      for (const cell of [block, numbers.kinds[numbers.kind[block]], numbers.words[block].toLocaleString("en"), `${numbers.links[block]} %`]) row.insertCell().textContent = cell;
      numbers.answers.forEach((answer, number) => {
        const cell = row.insertCell();
        cell.textContent = digits[number] ? answer.score[block].toFixed(2) : answer.score[block];
        if (isKept(answer, block)) cell.className = "kept";
        if (answer.decided[block]) cell.append(` ${answer.decided[block]}`);
      });
      row.insertCell().textContent = textOf(block);
    }
  });
  for (const area of document.querySelectorAll("article, #blocks tbody, #site tbody")) listenTo(area);
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
