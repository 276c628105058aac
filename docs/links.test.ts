import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const PROJECT = join(import.meta.dirname, "..");
const PAGES = globSync(
  [
    "README.md",
    "AGENTS.md",
    "CONTRIBUTING.md",
    "bench/README.md",
    "docs/**/*.md",
    "packages/*/README.md",
    "demo/*/README.md",
  ],
  {
    cwd: PROJECT,
  },
).toSorted();

const DECISIONS = PAGES.filter((page) => page.startsWith("docs/decisions/"));

const read = (page: string) => readFileSync(join(PROJECT, page), "utf8");

/** A page without its code, in which brackets are no links and `#` begins a comment. */
const prose = (page: string) => read(page).replace(/^(```|~~~)[\s\S]*?^\1$/gm, "");

/** The addresses that a page links to, of words and of pictures. */
const toLinks = (page: string) =>
  [
    ...prose(page)
      .replace(/`[^`\n]*`/g, "`")
      .matchAll(/\]\(\s*<?([^)>\s]+)|\b(?:href|src)="([^"]+)"|^\[[^\]]+\]:\s*(\S+)/gm),
  ].map(([, inline, html, reference]) => inline ?? html ?? reference ?? "");

/** The anchors of a page's headings, as they are made of their words. */
const anchorsOf = (page: string) => {
  const counts = new Map<string, number>();
  return [...prose(page).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = ""]) => {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-");
    const times = counts.get(slug) ?? 0;
    counts.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
};

const isAbsolute = (link: string) => /^[a-z]+:/.test(link);

/** Lists the dead links of a page. */
const deadLinks = (page: string) =>
  toLinks(page).filter((link) => {
    if (isAbsolute(link)) return false;
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(PROJECT, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });

test("there are pages to look at, and links in them", () => {
  expect(PAGES).toContain("README.md");
  expect(PAGES.flatMap(toLinks).length).toBeGreaterThan(3);
});

for (const page of PAGES)
  test(`every link in ${page} leads somewhere`, () => {
    expect(deadLinks(page)).toEqual([]);
  });

test("every file and folder that the pages about the code name is there", () => {
  const files = globSync("src/**/*.*", { cwd: PROJECT }).map((file) => `/${file}`);
  const pages = ["docs/architecture.md", "docs/recipes.md", "AGENTS.md", ...DECISIONS];
  const paths = pages.flatMap((page) =>
    [...read(page).matchAll(/`([\w./-]+(?:\.tsx?|\/))`/g)].map(([, path = ""]) => path),
  );
  expect(paths.length).toBeGreaterThan(40);
  const isPartOf = (file: string, path: string) =>
    path.endsWith("/") ? file.includes(`/${path}`) : file.endsWith(`/${path}`);
  const missing = paths.filter(
    (path) => !existsSync(join(PROJECT, path)) && !files.some((file) => isPartOf(file, path)),
  );
  expect(missing).toEqual([]);
});

for (const page of PAGES.filter((page) => page.startsWith("packages/")))
  test(`${page} links to nothing that its package does not bring along`, () => {
    const outside = toLinks(page).filter(
      (link) => !isAbsolute(link) && !link.startsWith("#") && link !== "LICENSE",
    );
    expect(outside).toEqual([]);
  });
