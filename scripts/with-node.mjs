// node scripts/with-node.mjs COMMAND [argument …]
//
// Runs a command on a Node that is new enough, which all that it starts uses too. A script is run in this
// very process if possible. npm's own hooks are not relied upon: they do not run without install scripts.
//
// Every Node has to parse this file, as it does ./find-node.mjs.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { findNode, tooOld } from "./find-node.mjs";

const [command, ...args] = process.argv.slice(2);
const isScript = command.endsWith(".mjs");
const node = findNode();

if (node === null) {
  process.stderr.write(tooOld());
  process.exitCode = 1;
} else if (isScript && node === process.execPath) {
  process.argv.splice(1, 2, resolve(command));
  await import(pathToFileURL(command).href);
} else {
  const { run } = await import("./run.mjs");
  process.exitCode = await run(isScript ? [node, command, ...args] : [command, ...args], node);
}
