import { copyText } from "../browser/copy-text.ts";
import { loadIndex, searchPages } from "../browser/docs-index.ts";

/** The time in ms for which a copy button confirms the copy. */
const SAID_MS = 2_000;

/** Adds a copy button to each block of code. */
const addCopyButtons = (): void => {
  for (const block of document.querySelectorAll(".block")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const code = block.querySelector("code");
      if (!code) return;
      const isCopied = await copyText(code.textContent, () =>
        getSelection()?.selectAllChildren(code),
      );
      button.textContent = isCopied ? "Copied" : "Not allowed";
      setTimeout(() => {
        button.textContent = "Copy";
      }, SAID_MS);
    });
    block.append(button);
    const pre = block.querySelector("pre");
    if (pre && pre.scrollWidth > pre.clientWidth) block.classList.add("long");
  }
};

/** Shows the search, which loads its index with the first focus. */
const startSearch = (form: HTMLFormElement): void => {
  const input = form.querySelector("input");
  const list = form.querySelector("ul");
  const status = form.querySelector("p");
  if (!input || !list || !status) return;
  const show = async (): Promise<void> => {
    const text = input.value;
    try {
      const found = text.trim() === "" ? [] : searchPages(await loadIndex(), text);
      if (input.value !== text) return;
      list.replaceChildren(
        ...found.map(({ href, page, heading }) => {
          const row = document.createElement("li");
          const link = document.createElement("a");
          const where = document.createElement("small");
          link.href = href;
          link.textContent = heading;
          where.textContent = page;
          link.append(where);
          row.append(link);
          return row;
        }),
      );
      status.textContent =
        text.trim() === "" ? "" : found.length === 0 ? "No section has all these words." : "";
    } catch {
      status.textContent = "The search did not load. Type again to retry.";
    }
  };
  const close = (): void => {
    list.replaceChildren();
    status.textContent = "";
  };
  form.hidden = false;
  input.addEventListener("focus", () => void loadIndex().catch(() => {}), { once: true });
  input.addEventListener("input", () => void show());
  list.addEventListener("click", close);
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (key === "Escape") close();
    const isTyping = target instanceof Element && target.matches("input, select, textarea");
    if (key !== "/" || isTyping || ctrlKey || metaKey || altKey) return;
    // The field receives all later keys, but not this key.
    event.preventDefault();
    input.focus();
  });
};

addCopyButtons();
const form = document.querySelector<HTMLFormElement>("form.search");
if (form) startSearch(form);
