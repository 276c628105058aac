// Colours code in pages of the documentation: comments, strings, and keywords.

const COMMENTS = { hash: "(?<!\\S)#[^\\n]*", slashes: "//[^\\n]*", markup: "<!--[\\s\\S]*?-->" };
const STRINGS = {
  double: '"(?:[^"\\\\\\n]|\\\\.)*"',
  single: "'(?:[^'\\\\\\n]|\\\\.)*'",
  template: "`(?:[^`\\\\]|\\\\.)*`",
  // A shell's may have several lines.
  shell: "'[^']*'",
};
const WORDS =
  "\\b(?:async|await|const|export|for|from|function|if|import|let|new|null|return|true|type|false)\\b(?!\\s*[:=-])";
/** A field of JSON, which a colon follows. */
const FIELD = `${STRINGS.double}(?=\\s*:)`;

const patternOf = ({ comment, word, string }) =>
  new RegExp(
    Object.entries({ comment, word, string })
      .filter(([, pattern]) => pattern)
      .map(([name, pattern]) => `(?<${name}>${pattern})`)
      .join("|"),
    "g",
  );

const SHELL = patternOf({ comment: COMMENTS.hash, string: `${STRINGS.double}|${STRINGS.shell}` });
const SCRIPT = patternOf({
  comment: `${COMMENTS.slashes}|${COMMENTS.markup}`,
  word: WORDS,
  string: `${STRINGS.double}|${STRINGS.single}|${STRINGS.template}`,
});

const LANGUAGES = {
  ...{ bash: SHELL, sh: SHELL },
  ...{ html: SCRIPT, js: SCRIPT, svelte: SCRIPT, ts: SCRIPT, tsx: SCRIPT, vue: SCRIPT },
  json: patternOf({ word: FIELD, string: STRINGS.double }),
};

/**
 * Returns code as HTML. `toHtml` returns the HTML of a text. Code in an unknown language has no
 * colours.
 */
export const colorCode = (code, language, toHtml) => {
  const pattern = LANGUAGES[(language ?? "").split(" ")[0]];
  if (!pattern) return toHtml(code);
  let html = "";
  let at = 0;
  for (const match of code.matchAll(pattern)) {
    const [name] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    html += `${toHtml(code.slice(at, match.index))}<span class="${name}">${toHtml(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return html + toHtml(code.slice(at));
};
