import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { GRANTS } from "./architecture.fixture.ts";
import { ROOMS, WITHOUT_ZOD } from "./architecture-rooms.fixture.ts";

const SRC = import.meta.dirname;
type Import = { target: string; types: boolean };

test("every import in src/ is granted by the map", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.tsx?$/.test(path) && !isForTests(path),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(violations)).toEqual([]);
});

test("the map names no folder that is not there", () => {
  const folders = Object.keys(GRANTS).filter((folder) => !readdirSync(join(SRC, folder)).length);
  expect(folders).toEqual([]);
});

/** A test, or what only tests share: it may import what it likes, and no other file may import it. */
const isForTests = (path: string): boolean => /\.(test|fixture)\.tsx?$/.test(path);

function violations(file: string): string[] {
  const folder = folderOf(file);
  const grants = GRANTS[folder];
  if (!grants) return [`${file} is in a folder that the map does not know`];
  return importsOf(file)
    .filter(({ target, types }) => {
      const place = target.startsWith(".") ? folderOf(resolve(file, target)) : packageOf(target);
      if (isForTests(target)) return true;
      return !(grants.includes(place) || (types && grants.includes(`${place} (types)`)));
    })
    .map(({ target }) => `${file} imports ${target}`)
    .concat(zodViolations(file, folder));
}

function zodViolations(file: string, folder: string): string[] {
  const isInPages = /^(link|i18n|dashboard|account)/.test(folder);
  if (!isInPages && !isWithoutZod(file)) return [];
  return importsOf(file)
    .filter(({ types }) => !types)
    .map(({ target }) => (target.startsWith(".") ? resolve(file, target) : target))
    .filter(
      (target) => (target.startsWith("protocol/") && !isWithoutZod(target)) || target === "zod",
    )
    .map((target) => `${file} pulls zod in by ${target}`);
}

const isWithoutZod = (file: string): boolean =>
  WITHOUT_ZOD.some((name) => file === `protocol/${name}.ts`);

function importsOf(file: string): Import[] {
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
      return text.startsWith('"') ? [{ target: text.slice(1, -1), types: false }] : [];
    }),
  ];
}

const resolve = (file: string, target: string): string =>
  relative(SRC, join(SRC, dirname(file), target)).replaceAll("\\", "/");

/** The longest folder of the map that holds a file. */
function folderOf(file: string): string {
  if (file.startsWith("../demo/")) return "demo";
  const folders = Object.keys(GRANTS).filter((name) => file.startsWith(`${name}/`));
  const [longest = ""] = folders.sort((a, b) => b.length - a.length);
  const [room, ...deeper] = file.slice(longest.length + 1).split("/");
  const rooms = ROOMS[longest] ?? [];
  const isKnown = deeper.length === 0 || rooms === "any" || rooms.includes(room ?? "");
  return isKnown ? longest : `${longest}/?`;
}

const packageOf = (target: string): string =>
  target.startsWith("node:") ? "node:" : (/^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
