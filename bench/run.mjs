// Runs every bench in this folder, one after the other, so that none disturbs another.
// Run it with: npm run bench

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";

const folder = import.meta.dirname;
const own = basename(import.meta.filename);
const benches = readdirSync(folder).filter((name) => name.endsWith(".mjs") && name !== own);

for (const name of benches) {
  console.log(`\n${name}\n`);
  const { status } = spawnSync(process.execPath, ["--expose-gc", join(folder, name)], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
