// Checks types, lint and dead code in parallel: `npm run check`. The output of each is shown as it
// ends.
import { exec } from "node:child_process";
import { delimiter, resolve } from "node:path";

const CHECKS = [
  "tsc",
  // The server's rules without the DOM, and the pages without Node. Only http/, which renders Link's
  // first view, and host/, which imports it, know both.
  "tsc -p tsconfig.server.json",
  "tsc -p tsconfig.pages.json",
  "biome check --error-on-warnings",
  "knip",
  "knip --production --include files",
];

const env = {
  ...process.env,
  PATH: [resolve("node_modules/.bin"), process.env.PATH].join(delimiter),
};

/** Runs a check; returns whether it passed. */
const check = (command) =>
  new Promise((done) => {
    exec(command, { env, maxBuffer: 16 * 1024 * 1024 }, (failure, out, complaints) => {
      process.stdout.write(`${failure ? "✗" : "✓"} ${command}\n${out}${complaints}`);
      done(failure === null);
    });
  });

if (!(await Promise.all(CHECKS.map(check))).every(Boolean)) process.exitCode = 1;
