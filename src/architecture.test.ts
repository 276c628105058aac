import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { GRANTS } from "./architecture.fixture.ts";
import { NOUNS } from "./architecture-nouns.fixture.ts";
import { ROOMS, WITHOUT_ZOD } from "./architecture-rooms.fixture.ts";

const SRC = import.meta.dirname;
type Import = { target: string; types: boolean; isLate?: true };

const FILES = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.tsx?$/.test(path) && !isForTests(path),
);

test("every import in src/ is granted by the map", () => {
  expect(FILES.length).toBeGreaterThan(50);
  expect(FILES.flatMap(violations)).toEqual([]);
});

test("src/ has no circle of imports, not even of types", () => {
  expect(filesInCycles(new Map(FILES.map((file) => [file, filesBehind(file)])))).toEqual([]);
});

test("each noun of the domain is granted only nouns before it, and imports all of those", () => {
  const order = Object.keys(NOUNS);
  for (const [noun, granted] of Object.entries(NOUNS)) {
    const before = order.slice(0, order.indexOf(noun));
    expect(before, `before ${noun}`).toEqual(expect.arrayContaining([...granted]));
  }
  const imported = order.map((noun) => [noun, nounsBehind(noun).filter((name) => name !== ROOT)]);
  expect(Object.fromEntries(imported)).toEqual(NOUNS);
});

test("at most 87 arrows join the nouns of the domain and its root", () => {
  expect(Object.keys(NOUNS).flatMap(nounsBehind).length).toBeLessThanOrEqual(87);
});

test("product code has at most 30 rooms and 95 arrows, and no two rooms import each other", () => {
  const arrows = roomArrows();
  expect(PRODUCT_ROOMS.length).toBeLessThanOrEqual(30);
  expect(arrows.length).toBeLessThanOrEqual(95);
  const reversed = arrows.map((arrow) => arrow.split(" → ").toReversed().join(" → "));
  expect(arrows.filter((arrow) => reversed.includes(arrow))).toEqual([]);
});

test("a cycle of imports is found whole", () => {
  const imports = { a: ["b"], b: ["c"], c: ["b", "d"], d: [] };
  expect(filesInCycles(new Map(Object.entries(imports)))).toEqual(["b", "c"]);
});

test("a file of fewer than 25 lines has more than one importer, a test, or a registry", () => {
  const importers = listImporters(FILES);
  expect(FILES.filter((file) => isFragment(file, importers.get(file)))).toEqual([]);
});

test("the map names no folder that is not there", () => {
  expect(Object.keys(GRANTS).filter((row) => !existsSync(join(SRC, row)))).toEqual([]);
});

test("no test is skipped if a machine lacks something", () => {
  const folders = "{src,bench,demo/bank,demo/shop,docs,e2e,packages,scripts,build}/**/*.{ts,tsx}";
  const skips = globSync(folders, { cwd: dirname(SRC) }).flatMap((path) =>
    readFileSync(join(dirname(SRC), path), "utf8")
      .split("\n")
      .filter((line) => /\.(skip|skipIf|runIf|todo|fixme)\(/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  // The processes of PostgreSQL are found in /proc.
  expect(skips.sort()).toEqual([
    expect.stringMatching(/database-kills.*process\.platform !== "linux"/),
    expect.stringMatching(/failover\..*process\.platform !== "linux"/),
  ]);
});

/** A test, or code that only tests share: it may import any file, and only tests may import it. */
function isForTests(path: string): boolean {
  return /\.(test|fixture)\.tsx?$/.test(path);
}

/**
 * Returns the files in import cycles, and those between two cycles: removes files that import none
 * of the rest, or that no file imports, until none is left to remove.
 */
function filesInCycles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const rest = new Set(imports.keys());
  for (let before = 0; before !== rest.size; ) {
    before = rest.size;
    const targets = new Set([...rest].flatMap((file) => imports.get(file) ?? []));
    for (const file of rest) {
      const isLeaf = !imports.get(file)?.some((target) => rest.has(target));
      if (isLeaf || !targets.has(file)) rest.delete(file);
    }
  }
  return [...rest];
}

function violations(file: string): string[] {
  const folder = folderOf(file);
  const grants = GRANTS[folder];
  if (!grants) return [`${file} is in a folder that the map does not know`];
  return listImports(file)
    .filter(({ target, types }) => {
      const place = target.startsWith(".") ? folderOf(resolve(file, target)) : packageOf(target);
      if (isForTests(target)) return true;
      return !grants.some(
        (grant) => covers(grant, place) || (types && grant === `${place} (types)`),
      );
    })
    .map(({ target }) => `${file} imports ${target}`)
    .concat(zodViolations(file, folder));
}

const covers = (grant: string, place: string): boolean =>
  grant === place || (grant.endsWith("/*") && `${place}/`.startsWith(grant.slice(0, -1)));

/** Whether a file belongs into the only file that imports it, which is in the same folder. */
function isFragment(file: string, [importer, ...others]: readonly string[] = []): boolean {
  return (
    splitLines(file) < 25 &&
    importer !== undefined &&
    others.length === 0 &&
    dirname(importer) === dirname(file) &&
    !staysApart(file, importer)
  );
}

/** Whether a short file may stay a file of its own. */
function staysApart(file: string, importer: string): boolean {
  return (
    // A test of its own shows that it can be understood alone.
    existsSync(join(SRC, file.replace(/(\.tsx?)$/, ".test$1"))) ||
    // A registry has a file for each thing of its kind.
    isRegistry(importer) ||
    // A file that is loaded late is the start of a chunk.
    listImports(importer).some(
      ({ target, isLate }) => isLate && resolve(importer, target) === file,
    ) ||
    // A noun of the domain states its needs in `deps.ts`, however few they are.
    basename(file) === "deps.ts" ||
    // A language has the same files as every other one, and a migration has its own.
    /^(i18n\/[^/]+|server\/store\/migrations)\//.test(file)
  );
}

/** Whether a file lists five files or more of one kind, in its folder and below. */
const isRegistry = (file: string): boolean =>
  ["index.ts", "commands.ts", "start-checks.ts"].includes(basename(file)) &&
  new Set(filesBehind(file).filter((target) => target.startsWith(`${dirname(file)}/`))).size >= 5;

const splitLines = (file: string): number =>
  readFileSync(join(SRC, file), "utf8").trimEnd().split("\n").length;

/** The files of `src/` that a file imports, as values or as types. */
const filesBehind = (file: string): string[] =>
  listImports(file)
    .filter(({ target }) => /^\..*\.tsx?$/.test(target))
    .map(({ target }) => resolve(file, target));

/** The files of `src/` that import a file, by that file. */
function listImporters(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files)
    for (const target of new Set(filesBehind(file)))
      importers.set(target, [...(importers.get(target) ?? []), file]);
  return importers;
}

/** The top-level rows of the map: a row below another one is a part of its room. */
const PRODUCT_ROOMS = Object.keys(GRANTS).filter(
  (row, _, rows) => row !== "testing" && !rows.some((other) => row.startsWith(`${other}/`)),
);

const findRoom = (path: string): string | undefined =>
  PRODUCT_ROOMS.find((room) => `${path}/`.startsWith(`${room}/`));

/** The pairs of different rooms with at least one import of values or types. */
function roomArrows(): string[] {
  const arrows = FILES.flatMap((file) =>
    listImports(file)
      .filter(({ target }) => target.startsWith("."))
      .map(({ target }) => ({ from: findRoom(file), to: findRoom(resolve(file, target)) })),
  )
    .filter(({ from, to }) => from !== undefined && to !== undefined && from !== to)
    .map(({ from, to }) => `${from} → ${to}`);
  return [...new Set(arrows)];
}

/** The name of the domain's root among the nouns. */
const ROOT = "";

/** The other nouns that files of a noun import, and the domain's root, in alphabetical order. */
function nounsBehind(noun: string): string[] {
  const folder = "server/domain/";
  const names = FILES.filter((file) => file.startsWith(`${folder}${noun}/`))
    .flatMap(filesBehind)
    .filter((target) => target.startsWith(folder))
    .map((target) => target.slice(folder.length).split("/"))
    .map(([name = ROOT, ...deeper]) => (deeper.length === 0 ? ROOT : name));
  return [...new Set(names)].filter((name) => name !== noun).toSorted();
}

function zodViolations(file: string, folder: string): string[] {
  const isInPages = /^(link|i18n|dashboard|portal|preview)/.test(folder);
  if (!isInPages && !isWithoutZod(file)) return [];
  return listImports(file)
    .filter(({ types }) => !types)
    .map(({ target }) => (target.startsWith(".") ? resolve(file, target) : target))
    .filter(
      (target) => (target.startsWith("protocol/") && !isWithoutZod(target)) || target === "zod",
    )
    .map((target) => `${file} pulls zod in by ${target}`);
}

const isWithoutZod = (file: string): boolean =>
  WITHOUT_ZOD.some((name) => file === `protocol/${name}.ts`);

function listImports(file: string): Import[] {
  const source = readFileSync(join(SRC, file), "utf8");
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  const from = (request: { value: string }, entries: { isType: boolean }[]): Import => ({
    target: request.value,
    types: entries.length > 0 && entries.every(({ isType }) => isType),
  });
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => from(moduleRequest, entries)),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.moduleRequest ? [from(entry.moduleRequest, [entry])] : [])),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const text = source.slice(start, end);
      return text.startsWith('"')
        ? [{ target: text.slice(1, -1), types: false, isLate: true as const }]
        : [];
    }),
  ];
}

const resolve = (file: string, target: string): string =>
  relative(SRC, join(SRC, dirname(file), target)).replaceAll("\\", "/");

/** The longest row of the map that holds a file. */
function folderOf(file: string): string {
  if (file.startsWith("../demo/")) return "demo";
  const folders = Object.keys(GRANTS).filter((name) => `${file}/`.startsWith(`${name}/`));
  const [longest = ""] = folders.sort((a, b) => b.length - a.length);
  const [room, ...deeper] = file.slice(longest.length + 1).split("/");
  const rooms = ROOMS[longest] ?? [];
  const isKnown = deeper.length === 0 || rooms === "any" || rooms.includes(room ?? "");
  return isKnown ? longest : `${longest}/?`;
}

const packageOf = (target: string): string =>
  target.startsWith("node:") ? "node:" : (/^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
