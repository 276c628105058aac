import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { readAssets } from "../../src/server/http/assets.ts";
import { publicAddress, withPublicLinks } from "./publish.mjs";

const PROJECT = join(import.meta.dirname, "../..");
const PAGES = readdirSync(join(PROJECT, "docs"), { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".md"));

/** The build's output; run `npm run build` first. */
const { files, guide } = readAssets(join(PROJECT, "dist/public"));
const readText = (path: string) => files.get(path)?.identity.toString() ?? "";

/** The addresses of a text's links on this server. */
const toLinks = (text: string) =>
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
    const text = readText(`/docs/${name}`);
    expect(text, name).toMatch(/^# /);
    for (const link of toLinks(text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, ""))) {
      const [path = ""] = link.split("#");
      const inRepository = /^https:.*\/blob\/main\/(.*)/.exec(path)?.[1];
      if (inRepository)
        expect(existsSync(join(PROJECT, inRepository)), `${name}: ${link}`).toBe(true);
      else if (!/^[a-z]+:/.test(path))
        expect([...files.keys()], `${name}: ${link}`).toContain(
          posix.join("/docs", posix.dirname(name), path),
        );
    }
  }
});

test("llms.txt lists every page of the documentation, and nothing that the server lacks", () => {
  const text = readText("/llms.txt");
  const links = toLinks(text);
  // The records of decisions are in an index of their own.
  const listed = PAGES.filter((name) => !/^decisions\/(?!index)/.test(name));
  expect(links).toEqual(
    expect.arrayContaining([...listed, "readme.md"].map((name) => `/docs/${name}`)),
  );
  for (const link of links)
    if (link !== "/openapi.json") expect([...files.keys()], link).toContain(link);
  expect(readFileSync(join(PROJECT, "public/llms.txt"), "utf8")).toBe(text);
});

test("a link of a page leads to the page's address on the server", () => {
  const addresses: [string, string][] = [
    ["link.md#the-script-tag", "/docs/link#the-script-tag"],
    ["../README.md", "/docs/readme"],
    ["decisions/index.md", "/docs/decisions/index"],
    ["errors.md#item_error", "/docs/errors#ITEM_ERROR"],
    ["images/link.jpg", "/docs/images/link.jpg"],
    ["../SECURITY.md", "https://github.com/service-link/service-link/blob/main/SECURITY.md"],
    ["#here", "#here"],
    ["https://x.example/a.md", "https://x.example/a.md"],
  ];
  for (const [link, address] of addresses)
    expect(publicAddress("docs/api.md", link), link).toBe(address);
  expect(publicAddress("docs/decisions/doors.md", "../doors.md")).toBe("/docs/doors");
});

test("the README has one moving picture of at most 1 MB above its first command", () => {
  const text = readFileSync(join(PROJECT, "README.md"), "utf8");
  const [head = ""] = text.split("```sh\n");
  const [[, picture = ""] = [], ...others] = head.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g);
  expect(others).toEqual([]);
  const file = readFileSync(join(PROJECT, picture));
  expect(file.length).toBeLessThanOrEqual(1_000_000);
  expect(file.toString("latin1").split("ANMF").length).toBeGreaterThan(10);
  const served = files.get(publicAddress("README.md", picture));
  expect([served?.type, served?.identity.length]).toEqual(["image/webp", file.length]);
});

test("each page has a document without scripts of its own, and every link in it leads somewhere", () => {
  for (const name of ["readme", ...PAGES.map((page) => page.replace(/\.md$/, ""))]) {
    if (name === "errors") continue;
    const html = guide(`/docs/${name}`)?.identity.toString() ?? "";
    expect(html, name).toContain("<h1 id=");
    expect(html, name).not.toMatch(/<[^>]*\s(on\w+|style)=|<style|\{\w+\}<\/title>/);
    const scripts = [...html.matchAll(/<script[^>]*>[^<]*/g)].map(([script]) => script);
    expect(scripts, name).toEqual([
      expect.stringMatching(/^<script type="module" crossorigin src="\/docs\/assets\/[^"]+">$/),
    ]);
    const links = [...html.matchAll(/ (?:href|src)="(\/docs[^"#]*)/g)].map(([, link = ""]) => link);
    expect(links.length, name).toBeGreaterThan(40);
    const reference = ["/docs", "/docs/changes", "/docs/errors"];
    expect(
      links.filter((link) => !reference.includes(link) && !files.has(link) && !guide(link)),
      name,
    ).toEqual([]);
  }
});
