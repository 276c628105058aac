// Runs the tests: `npm test` everything to wait for, `npm test -- src/link` (any folders) the checks, the unit tests and
// the journeys of an area. The first failure ends it.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { relative } from "node:path";
import { findJourneys } from "./journeys.mjs";

const WITH_NODE = ["node", "scripts/with-node.mjs"];

/** The projects whose journeys need the default store and browser only. */
const PROJECTS = ["chromium", "pages", "partitioned"].map((name) => `--project=${name}`);

/** The commands of the whole. */
const WHOLE = [
  ["npm", "run", "check"],
  ["npm", "run", "build"],
  [...WITH_NODE, "vitest", "run"],
  ["npm", "run", "test:e2e"],
];

const hasTests = (folder) => globSync(`${folder}/**/*.test.{ts,tsx}`).length > 0;

/** The commands of some folders. */
const areaCommands = (folders) => {
  const tested = folders.filter(hasTests);
  // A name alone would also match longer file names, such as hosted-link.spec.ts.
  const journeys = [...new Set(folders.flatMap(findJourneys))].map((path) => `e2e/${path}`);
  return [
    ["npm", "run", "check", "--", ...folders],
    [...WITH_NODE, "scripts/build.mjs", "--if-old"],
    ...(tested.length > 0 ? [[...WITH_NODE, "vitest", "run", ...tested]] : []),
    ...(journeys.length > 0
      ? [
          ["npm", "run", "browsers"],
          [...WITH_NODE, "playwright", "test", "-c", "e2e", ...PROJECTS, ...journeys],
        ]
      : []),
  ];
};

const run = ([program, ...args]) => {
  const began = performance.now();
  const { status } = spawnSync(program, args, {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${status === 0 ? "✓" : "✗"} ${args.slice(1).join(" ") || args.join(" ")}: ${seconds} s`,
  );
  return status === 0;
};

const folders = process.argv.slice(2).map((folder) => relative("", folder) || ".");
const unknown = folders.filter((folder) => !existsSync(folder) || !statSync(folder).isDirectory());
if (unknown.length > 0) {
  console.error(
    `There is no folder ${unknown.join(", ")}. Name folders, as in: npm test -- src/link`,
  );
  process.exitCode = 2;
} else if (!(folders.length === 0 ? WHOLE : areaCommands(folders)).every(run)) process.exitCode = 1;
