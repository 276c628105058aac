#!/usr/bin/env node
// The command line of a checkout. npm links the target of `bin` only once, so it is here before the first build.
import { existsSync } from "node:fs";

const PROGRAM = new URL("../dist/cli.js", import.meta.url);

if (existsSync(PROGRAM)) {
  await import(PROGRAM.href);
} else {
  process.stderr.write("service-link is not built yet: run npm start, or npm run build\n");
  process.exitCode = 1;
}
