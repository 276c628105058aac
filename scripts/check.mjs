// Checks types, lint and dead code in parallel: `npm run check`. With folders, as in `npm run check -- src/link`, it
// leaves out the lint of others, and the programs that they are no part of. The output of each check is shown as it ends.
import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, resolve, sep } from "node:path";

const FOLDERS = process.argv.slice(2);

const inside = (path) => `${resolve(path)}${sep}`;

/** Whether `folder` is inside a named folder, or contains one. */
const isNamed = (folder) =>
  FOLDERS.some(
    (named) => inside(named).startsWith(inside(folder)) || inside(folder).startsWith(inside(named)),
  );

/**
 * The check of a program of the repository, if a named folder belongs to it. All programs import
 * the protocol.
 */
const programCheck = (config) => {
  const folders = [...JSON.parse(readFileSync(config, "utf8")).include, "src/protocol"];
  return FOLDERS.length === 0 || folders.some(isNamed) ? [`tsc -p ${config}`] : [];
};

const CHECKS = [
  "tsc",
  // The server's rules without the DOM, and the pages' rules without Node. Only http/, which
  // renders Link's first view, and host/, which imports http/, use both.
  ...programCheck("tsconfig.server.json"),
  ...programCheck("tsconfig.pages.json"),
  [
    "biome check --error-on-warnings --no-errors-on-unmatched",
    ...FOLDERS.map((folder) => `"${folder}"`),
  ].join(" "),
  "knip",
  "knip --production --include files",
];

const env = {
  ...process.env,
  PATH: [resolve("node_modules/.bin"), process.env.PATH].join(delimiter),
};

/** Runs a check. Returns whether the check passed. */
const check = (command) =>
  new Promise((done) => {
    exec(command, { env, maxBuffer: 16 * 1024 * 1024 }, (failure, out, complaints) => {
      process.stdout.write(`${failure ? "✗" : "✓"} ${command}\n${out}${complaints}`);
      done(failure === null);
    });
  });

if (!(await Promise.all(CHECKS.map(check))).every(Boolean)) process.exitCode = 1;
