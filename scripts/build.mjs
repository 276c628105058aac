// Builds all that a server needs into dist/, and shows the progress; with --if-old only if a source
// has changed since the last build.
import { exec } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { computeStamp, isBuilt, keepStamp } from "./build-stamp.mjs";
import { showSteps } from "./show-steps.mjs";

/** The steps by description. Each step waits for the steps in `after`. */
const STEPS = {
  link: { what: "Link, the window", command: "vite build --logLevel warn" },
  script: {
    what: "the script for a page",
    command: "vite build --mode script --logLevel warn",
    after: ["link"],
  },
  embedded: {
    what: "its file for the embedded search",
    command: "vite build --mode embedded --logLevel warn",
    after: ["link"],
  },
  hosted: {
    what: "the page of hosted Link",
    command: "vite build --mode hosted --logLevel warn",
    after: ["link"],
  },
  dashboard: {
    what: "the Dashboard",
    command: "vite build --mode dashboard --logLevel warn",
    after: ["link"],
  },
  preview: {
    what: "its previews of a client's brand",
    command: "vite build --mode preview --logLevel warn",
    // The Dashboard's build empties the parent of this folder.
    after: ["dashboard"],
  },
  portal: {
    what: "the account site",
    command: "vite build --mode portal --logLevel warn",
    after: ["link"],
  },
  reference: {
    what: "the API reference, and the document of the guides",
    command: "vite build --mode reference --logLevel warn",
    after: ["link"],
  },
  docs: {
    what: "the documentation",
    command: "node scripts/docs/publish.mjs",
    // This build empties its folder, but keeps the document for the pages.
    after: ["reference"],
  },
  compressed: {
    what: "compressed copies of all that",
    command: "node scripts/compress.mjs",
    after: ["script", "embedded", "hosted", "preview", "portal", "docs"],
  },
  server: { what: "the server", command: "vite build --mode server --logLevel warn" },
  cli: {
    what: "its command line",
    command: "vite build --mode cli --logLevel warn",
    after: ["server"],
  },
};

/** Builds everything. Returns whether the build succeeded. */
export const build = async () => {
  // Computed first, so that a source changed during the build makes the build outdated.
  const stamp = computeStamp();
  rmSync("dist", { recursive: true, force: true });
  const steps = showSteps(process.stdout, Object.keys(STEPS).length);
  const shares = {};
  for (const [name, { what, command, after = [] }] of Object.entries(STEPS))
    shares[name] = Promise.all(after.map((step) => shares[step])).then(
      (before) => before.every(Boolean) && steps.run(what, () => runQuietly(command)),
    );
  const isDone = (await Promise.all(Object.values(shares))).every(Boolean);
  steps.end(isDone);
  // npx may already have linked the file, which must then be executable.
  if (isDone) chmodSync("dist/cli.js", 0o755);
  if (isDone) keepStamp(stamp);
  return isDone;
};

const env = {
  ...process.env,
  PATH: [resolve("node_modules/.bin"), process.env.PATH].join(delimiter),
};

/** Runs a command. Returns its output at the end. */
const runQuietly = (command) =>
  new Promise((done) => {
    exec(command, { env, maxBuffer: 16 * 1024 * 1024 }, (failure, out, complaints) =>
      done({ failed: failure !== null, said: `${out}${complaints}`.trim() }),
    );
  });

if (process.argv[1] === import.meta.filename) {
  const isDone = (process.argv.includes("--if-old") && isBuilt()) || (await build());
  if (!isDone) process.exitCode = 1;
}
