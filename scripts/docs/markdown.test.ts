import { expect, test } from "vitest";
import { renderPage } from "./markdown.mjs";

const render = (text: string) => renderPage(text, (link) => `/docs/${link}`);

test("a heading has the anchor of its words, once on a page", () => {
  const { html, sections } = render("# A page\n\n## `sync`: it's here\n\n## Twice\n\n## Twice\n");
  expect(sections.map(({ anchor }) => anchor)).toEqual([
    "a-page",
    "sync-its-here",
    "twice",
    "twice-1",
  ]);
  expect(html).toContain('<h2 id="twice-1">Twice <a class="mark" href="#twice-1"');
});

test("HTML of a page is shown as it is written, in text, in code and in the address of a link", () => {
  const { html } = render(
    '# A\n\n<script>alert(1)</script>\n\na <b onclick="x">b</b> `<i>` [c](x"onclick="y)\n\n```html\n<u>&amp;\n```\n',
  );
  expect(html).not.toMatch(/<(script|b|i|u)\b|onclick="y/);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain("<code>&lt;u&gt;&amp;amp;</code>");
});

test("code has the colours of its comments, strings and words, and stays the same text", () => {
  const code = (language: string, text: string) => {
    const { html } = render(`# A\n\n\`\`\`${language}\n${text}\n\`\`\`\n`);
    const inner = /<code>([\s\S]*)<\/code>/.exec(html)?.[1] ?? "";
    expect(inner.replace(/<\/?span[^>]*>/g, "")).toBe(
      text
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;"),
    );
    return [...inner.matchAll(/<span class="(\w+)">([\s\S]*?)<\/span>/g)].map(
      ([, name, words]) => `${name} ${words}`,
    );
  };
  expect(code("sh", `curl http://x#y '{\n"a": 1}' # it's here`)).toEqual([
    "string '{\n&quot;a&quot;: 1}'",
    "comment # it's here",
  ]);
  expect(code("ts", 'const a = "//x"; // "no" <b>')).toEqual([
    "word const",
    "string &quot;//x&quot;",
    "comment // &quot;no&quot; &lt;b&gt;",
  ]);
  expect(code("json", '{"a": "b", "c": 1}')).toEqual([
    "word &quot;a&quot;",
    "string &quot;b&quot;",
    "word &quot;c&quot;",
  ]);
  expect(code("text", 'const a = "b"')).toEqual([]);
  expect(code("html", '<input type="text">')).toEqual(["string &quot;text&quot;"]);
});

test("code and tables take the focus, so that they are scrolled by keyboard", () => {
  const { html } = render("# A\n\n```sh\nls\n```\n\n| | b |\n|---|---|\n| `c` | [d](e.md) |\n");
  expect(html).toContain('<pre tabindex="0"><code>ls</code></pre>');
  expect(html).toContain('<div class="table" tabindex="0" role="group" aria-label="Table">');
  expect(html).toContain('<td><code>c</code></td><td><a href="/docs/e.md">d</a></td>');
});
