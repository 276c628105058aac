#!/usr/bin/env node
import module from "node:module";
import { fileURLToPath } from "node:url";
import { nodeProblem } from "./node-version.ts";

// An older Node fails on the modules of the commands, sometimes without a message.
const problem = nodeProblem(process.versions.node);
if (problem !== null) {
  process.stderr.write(`service-link ${problem}\n`);
  process.exitCode = 1;
} else {
  // The cache contains executed code, so only the installing user may write to its folder.
  module.enableCompileCache(
    fileURLToPath(new URL("../node_modules/.cache/service-link", import.meta.url)),
  );
  const { runCommand } = await import("./run-command.ts");
  process.exitCode = await runCommand(process.argv.slice(2));
}
