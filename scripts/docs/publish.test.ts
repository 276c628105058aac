import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAssets } from "../src/server/http/assets.ts";
import { withPublicLinks } from "./publish-docs.mjs";

const PROJECT = join(import.meta.dirname, "..");
const PAGES = readdirSync(join(PROJECT, "docs")).filter((name) => name.endsWith(".md"));

/** The build's output; run `npm run build` first. */
const { files } = readAssets(join(PROJECT, "dist/public"));
const textOf = (path: string) => files.get(path)?.identity.toString() ?? "";

/** The addresses that a text links to on this server. */
const linksOf = (text: string) =>
  [...text.matchAll(/\]\((?!#)([^)\s]+)\)/g)].map(([, link = ""]) => link);

test("the links of a page lead to other pages, or into the repository", () => {
  const text =
    "[a](../README.md#x) [b](link.md#y) [c](../demo/react) [d](#z) [e](https://x.example)";
  expect(withPublicLinks("docs/api.md", text)).toBe(
    "[a](readme.md#x) [b](link.md#y) [c](https://github.com/service-link/service-link/blob/main/demo/react) [d](#z) [e](https://x.example)",
  );
  expect(
    withPublicLinks("README.md", "[a](docs/api.md) [b](CHANGELOG.md) ![c](docs/images/a.jpg)"),
  ).toBe(
    "[a](api.md) [b](https://github.com/service-link/service-link/blob/main/CHANGELOG.md) ![c](images/a.jpg)",
  );
});

test("the server has every page of the documentation, and no link in one is dead", () => {
  for (const name of [...PAGES, "readme.md"]) {
    const text = textOf(`/docs/${name}`);
    expect(text, name).toMatch(/^# /);
    for (const link of linksOf(text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, ""))) {
      const [path = ""] = link.split("#");
      const inRepository = /^https:.*\/blob\/main\/(.*)/.exec(path)?.[1];
      if (inRepository)
        expect(existsSync(join(PROJECT, inRepository)), `${name}: ${link}`).toBe(true);
      else if (!/^[a-z]+:/.test(path))
        expect([...files.keys()], `${name}: ${link}`).toContain(`/docs/${path}`);
    }
  }
});

test("llms.txt lists every page of the documentation, and nothing that the server lacks", () => {
  const text = textOf("/llms.txt");
  const links = linksOf(text);
  expect(links).toEqual(
    expect.arrayContaining([...PAGES, "readme.md"].map((name) => `/docs/${name}`)),
  );
  for (const link of links)
    if (link !== "/openapi.json") expect([...files.keys()], link).toContain(link);
  expect(readFileSync(join(PROJECT, "public/llms.txt"), "utf8")).toBe(text);
});
