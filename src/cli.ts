#!/usr/bin/env node
import { nodeProblem } from "./server/node-version.ts";

// An older Node breaks down on what the commands load, some of it without a word.
const problem = nodeProblem(process.versions.node);
if (problem !== null) {
  process.stderr.write(`service-link ${problem}\n`);
  process.exitCode = 1;
} else {
  const { runCommand } = await import("./server/commands.ts");
  process.exitCode = await runCommand(process.argv.slice(2));
}
