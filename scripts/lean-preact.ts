import type { Plugin } from "vite";

/**
 * A text of a built file, in which `…` stands for the middle, and its replacement in Link's build.
 */
type Edit = readonly [text: string, instead: string];

/**
 * Preact's code for attributes that Link never sets: the `style` of an element, `xlink:href` and
 * similar ones.
 */
const ATTRIBUTES: Edit[] = [
  [`if("style"==t)if(…T(n.style,t,r[t])}else if("o"==t[0]`, `if("o"==t[0]`],
  [
    `if("http://www.w3.org/2000/svg"==i)t=…;else if("width"!=t&&"height"!=t&&"href"!=t&&"list"!=t&&"form"!=t&&`,
    `if("http://www.w3.org/2000/svg"!=i&&"href"!=t&&`,
  ],
  [`"download"!=t&&"rowSpan"!=t&&"colSpan"!=t&&"role"!=t&&"popover"!=t`, `"role"!=t`],
];

/** The features of signals that Link never uses: computed signals, subscriptions and peeking. */
const SIGNALS: Edit[] = [
  ["j.prototype=new l;…function O(i,t)", "function O(i,t)"],
  [
    `l.prototype.subscribe=…Object.defineProperty(l.prototype,"value"`,
    `Object.defineProperty(l.prototype,"value"`,
  ],
];

const EDITS = {
  "/preact/dist/preact.mjs": ATTRIBUTES,
  "/@preact/signals-core/dist/signals-core.module.js": SIGNALS,
};

/** Removes the parts of Preact and its signals that Link does not use. */
export function leanPreact(): Plugin {
  return {
    name: "lean-preact",
    enforce: "pre",
    transform: (code, id) =>
      Object.entries(EDITS)
        .find(([file]) => id.endsWith(file))?.[1]
        .reduce(edit, code),
  };
}

function edit(code: string, [text, instead]: Edit): string {
  const [from = "", to = ""] = text.split("…");
  const start = code.indexOf(from);
  const end = code.indexOf(to, start + from.length);
  if (start < 0 || end < 0 || code.indexOf(from, start + 1) > 0)
    throw new Error(`Preact has changed: \`${text}\` is not in it once`);
  return code.slice(0, start) + instead + code.slice(end + to.length);
}
