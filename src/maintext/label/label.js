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
  // The block under the keys, the run under the mouse, and the container that was flipped last.
  let focus = null, drag = null, widened = null;

  // ---- talking to the server -------------------------------------------------------------------------------------
  // A key an event, so that two windows of one browser never write over each other.
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
    labels = state;
    get("type").options[0].text = state.likely_type ? `not set, likely ${state.likely_type}` : "not set";
    get("type").value = state.page_type || "";
    get("title").textContent = state.title || state.id;
    paint();
  };
  const paint = () => {
    for (const [block, group] of marks) for (const mark of group) {
      mark.dataset.level = labels.keep[block] ? 9 : "";
      mark.toggleAttribute("data-kept", Boolean(labels.keep[block]));
    }
    const lost = labels.n_lost ? ` · ${labels.n_lost} labels are of text that is gone` : "";
    const done = labels.is_done ? " · done" : "";
    get("counts").textContent = `${labels.keep.filter(Boolean).length} of ${labels.keep.length} blocks kept${done}${lost}`;
  };
  const setFocus = (block, isShown) => {
    const toggle = (on) => { for (const mark of marks.get(focus) || []) mark.toggleAttribute("data-active", on); };
    toggle(false);
    if (block !== focus) widened = null;
    focus = block;
    toggle(true);
    if (isShown && marks.has(block)) marks.get(block)[0].scrollIntoView({ block: "center" });
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
      button.append(span(page.is_done ? "✓" : page.n_labels ? "•" : ""), span(page.id), sure);
      button.type = "button";
      button.toggleAttribute("aria-current", page.id === current);
      button.addEventListener("click", () => open(page.id));
      item.append(button);
      return item;
    }));
    const nDone = pages.filter((page) => page.is_done).length;
    get("done").textContent = `${nDone} of ${pages.length} pages done`;
    get("progress").max = pages.length;
    get("progress").value = nDone;
  };
  const open = (id) => load(id).catch(() => trouble(SILENT));
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
    document.body.dataset.open = id;
    await listPages(true);
  };
  const go = (step) => {
    const place = pages.findIndex((page) => page.id === current);
    const next = pages[(place + step + pages.length) % pages.length];
    if (next) return open(next.id);
  };

  // ---- what a person does ----------------------------------------------------------------------------------------
  const label = (blocks, keep) => {
    const changed = blocks.filter((block) => Boolean(labels.keep[block]) !== keep);
    for (const block of changed) labels.keep[block] = Number(keep);
    paint();
    if (changed.length) act({ action: "label", blocks: changed, keep });
  };
  const inside = (element) => [...new Set([...element.querySelectorAll("mt-run")].map((mark) => Number(mark.dataset.block)))];
  const container = () => {
    if (focus === null) return;
    const keep = widened ? widened.keep : !labels.keep[focus];
    let element = widened ? widened.element.parentElement : marks.get(focus)[0].parentElement;
    const before = widened ? inside(widened.element).length : 1;
    while (element && element.parentElement && inside(element).length <= before) element = element.parentElement;
    if (!element) return;
    const blocks = inside(element);
    label(blocks, keep);
    widened = { element, keep };
  };
  const alike = () => {
    if (focus === null) return;
    label(order.filter((block) => labels.like[block] === labels.like[focus]), !labels.keep[focus]);
  };
  const move = (step) => {
    if (!order.length) return;
    const place = focus === null ? (step > 0 ? -1 : order.length) : order.indexOf(focus);
    setFocus(order[Math.max(0, Math.min(order.length - 1, place + step))], true);
  };
  const finish = async () => {
    const here = current;
    await act({ action: "done" });
    await listPages(true).catch(() => { pages.find((page) => page.id === here).is_done = true; });
    const place = pages.findIndex((page) => page.id === here);
    const rest = [...pages.slice(place + 1), ...pages.slice(0, place)].find((page) => !page.is_done);
    if (rest) open(rest.id); else showState("all pages are done");
  };
  const actions = {
    next: () => go(1), previous: () => go(-1), done: finish, alike, container,
    undo: () => act({ action: "undo" }).then(() => listPages(true)).catch(() => {}),
    help: () => {
      const help = get("help");
      help.hidden = !help.hidden;
      document.querySelector("[data-do=help]").setAttribute("aria-expanded", String(!help.hidden));
    },
    flip: () => { if (focus !== null) label([focus], !labels.keep[focus]); },
    down: () => move(1), up: () => move(-1),
  };
  const KEYS = {
    n: "next", ArrowRight: "next", p: "previous", ArrowLeft: "previous", Enter: "done", u: "undo", a: "alike",
    c: "container", x: "flip", " ": "flip", j: "down", k: "up", "?": "help",
  };
  const onKey = (event) => {
    const isOurs = event.target.ownerDocument === document, name = event.target.tagName;
    if (event.ctrlKey || event.metaKey || event.altKey || (isOurs && /^(INPUT|SELECT)$/.test(name))) return;
    if (isOurs && name === "BUTTON" && (event.key === "Enter" || event.key === " ")) return;
    const type = types[Number(event.key) - 1];
    if (!(event.key in KEYS) && !type) return;
    event.preventDefault();
    if (!labels) return;
    if (type) act({ action: "type", value: type }); else actions[KEYS[event.key]]();
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
      drag = { first: block, keep: !labels.keep[block], before: [...labels.keep], blocks: [block] };
      labels.keep[block] = Number(drag.keep);
      paint();
    });
    page.addEventListener("mousemove", (event) => {
      const block = blockOf(event.target);
      if (block === null || !drag) return;
      const [one, other] = [order.indexOf(drag.first), order.indexOf(block)].sort((a, b) => a - b);
      drag.blocks = order.slice(one, other + 1);
      labels.keep = [...drag.before];
      for (const row of drag.blocks) labels.keep[row] = Number(drag.keep);
      paint();
    });
    const drop = () => {
      if (!drag) return;
      const { before, blocks, keep } = drag;
      drag = null;
      labels.keep = before;
      label(blocks, keep);
    };
    page.addEventListener("mouseup", drop);
    page.addEventListener("mouseleave", drop);
    page.addEventListener("keydown", onKey);
    page.addEventListener("click", (event) => event.preventDefault());
  };

  // ---- begin -----------------------------------------------------------------------------------------------------
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
  let nTicks = 0;
  setInterval(async () => {
    if (unsent().length) await send();
    else if (!pages.length) await begin().catch(() => trouble(SILENT));
    else if (current && !labels) open(current);
    else if (current && await refresh()) {
      if (get("trouble").textContent === SILENT) trouble("");
      if (++nTicks % 5 === 0) listPages(true).catch(() => {});
    }
  }, 2000);
  begin().catch(() => trouble(SILENT));
})();
