"use strict";
// What was extracted, to take along: files, commands, and links that contain the page itself if it is small.

const MAX_FRAGMENT_CHARS = 30_000; // Longer addresses are cut off by some programs that people send links with.

async function copyText(button, text) {
  const label = button.dataset.label || (button.dataset.label = button.textContent);
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https a browser may forbid it; then the text can be copied by hand.
    isCopied = false;
    byId("markdown").textContent = text;
    choose("markdown");
    getSelection().selectAllChildren(byId("markdown"));
  }
  button.textContent = isCopied ? "Copied" : "Selected: press Ctrl + C";
  setTimeout(() => { button.textContent = label; }, 2500);
}

function download(name, kind, text) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type: kind })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function fileName(view, suffix) {
  const words = (view.metadata.title || "page").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${words.slice(0, 60) || "page"}.${suffix}`;
}

// ---- commands that do the same

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curlCommand() {
  const { source, options } = currentRequest();
  const token = "${MAINTEXT_TOKEN:+-H \"Authorization: Bearer $MAINTEXT_TOKEN\"}";
  if (source.kind === "address") {
    return `curl ${location.origin}/extract ${token} -H 'Content-Type: application/json' -H 'Accept: text/markdown' -d ${quoted(JSON.stringify({ ...options, url: source.text }))}`;
  }
  const query = new URLSearchParams(options);
  return `curl ${quoted(`${location.origin}/extract?${query}`)} ${token} -H 'Content-Type: text/html' -H 'Accept: text/markdown' --data-binary @${source.kind === "file" ? quoted(source.name) : "page.html"}`;
}

function pythonCode() {
  const { source, options } = currentRequest();
  const python = (value) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value));
  const defaults = { include_links: true, include_images: true, include_tables: true, include_formatting: true, include_comments: false, include_posts: true, with_metadata: false };
  const render = Object.entries(options).filter(([name, value]) => name in defaults && value !== defaults[name]);
  const extract = Object.entries(options).filter(([name, value]) => !(name in defaults) && !(name === "by" && value === byId("by").dataset.default));
  const written = (pairs) => pairs.map(([name, value]) => `${name}=${python(value)}`).join(", ");
  const read = source.kind === "address"
    ? `from maintext.fetch import fetch_page\n\npage = fetch_page(${python(source.text)})\nhtml, url = page.body, page.url`
    : `html = open(${python(source.kind === "file" ? source.name : "page.html")}, "rb").read()`;
  const url = source.kind === "address" ? ", url=url" : "";
  const more = extract.length ? `, ${written(extract)}` : "";
  return `import maintext\n${read}\ndoc = maintext.extract(html${url}${more})\nprint(doc.to_markdown(${written(render)}))\n`;
}

// ---- links

async function shareLink() {
  const { source } = currentRequest();
  const link = new URL(location.href);
  link.hash = "";
  if (source.kind === "address") return { link: String(link), isWhole: true };
  const html = source.kind === "file" ? await source.file.arrayBuffer() : new TextEncoder().encode(source.text);
  const packed = await base64(new Blob([html]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  if (packed.length > MAX_FRAGMENT_CHARS) return { link: String(link), isWhole: false };
  link.hash = `page=${packed}`;
  return { link: String(link), isWhole: true };
}

async function sharedPage() {
  const found = /^#page=([\w-]+)$/.exec(location.hash);
  if (!found) return null;
  const bytes = Uint8Array.from(atob(found[1].replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  return new File([await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).blob()], "a shared page");
}

async function base64(stream) {
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let start = 0; start < bytes.length; start += 8192) text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function listenToShares() {
  const on = (id, act) => byId(id).addEventListener("click", () => state.view && act(byId(id)));
  on("copy", (button) => copyText(button, state.view.markdown));
  on("download-md", () => download(fileName(state.view, "md"), "text/markdown", state.view.markdown));
  on("download-json", () => download(fileName(state.view, "json"), "application/json", JSON.stringify(state.view.record, null, 1)));
  on("copy-curl", (button) => copyText(button, curlCommand()));
  on("copy-python", (button) => copyText(button, pythonCode()));
  on("copy-link", async (button) => {
    const { link, isWhole } = await shareLink();
    await copyText(button, link);
    if (!isWhole) button.textContent = "Copied the settings; the page is too large for a link";
  });
}
