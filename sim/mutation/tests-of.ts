import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** The contract of the store, whose folders have few own tests. */
const CONTRACT = "src/server/store/dialects/sqlite.test.ts";

/** The maximum number of imports between a file and the tests related to it. */
const MAX_DISTANCE = 3;

/** The related files of tests to run: the nearest come first. */
const MAX_RELATED = 12;

/** The tests of a file: in its folder, and next to the code that imports the file. */
export type TestsOf = { own: string[]; related: string[] };

/** Returns a function that finds the tests of a tree's file. */
export const testsIn = (root: string): ((file: string) => TestsOf) => {
  const files = globSync("src/**/*.ts", { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/\.endurance\.test\.ts$/.test(file) && file !== POSTGRES)
    .sort();
  const testFiles = files.filter((file) => file.endsWith(".test.ts"));
  const tests = (folder: string) => testFiles.filter((file) => dirname(file) === folder);
  const importers = new Map<string, string[]>();
  for (const file of files.filter((each) => !/\.(test|fixture)\.ts$/.test(each)))
    for (const imported of listImports(file, readFileSync(join(root, file), "utf8")))
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
  return (file) => {
    const isStore = file.startsWith("src/server/store/");
    const own = [...tests(dirname(file)), ...(isStore ? [CONTRACT] : [])];
    const beside = near(file, importers).flatMap((importer) => {
      const all = tests(dirname(importer));
      const named = importer.replace(/\.ts$/, ".test.ts");
      return all.toSorted((a, b) => Number(b === named) - Number(a === named));
    });
    const related = [...new Set(beside)].filter((test) => !own.includes(test));
    return { own, related: related.slice(0, MAX_RELATED) };
  };
};

const POSTGRES = "src/server/store/dialects/postgres.test.ts";

const listImports = (file: string, text: string): string[] =>
  [...text.matchAll(/\bfrom "(\.[^"]+\.ts)"/g)].map(([, path = ""]) =>
    posix.join(dirname(file), path),
  );

/** Returns the files that import a file directly or indirectly, the nearest first. */
function near(file: string, importers: ReadonlyMap<string, string[]>): string[] {
  const seen = new Set([file]);
  let edge = [file];
  for (let distance = 0; distance < MAX_DISTANCE; distance++) {
    edge = [...new Set(edge.flatMap((each) => importers.get(each) ?? []))].filter(
      (each) => !seen.has(each),
    );
    for (const each of edge) seen.add(each);
  }
  return [...seen].slice(1);
}
