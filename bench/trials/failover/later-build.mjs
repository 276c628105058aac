// A build with migrations that this one does not have.

import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CLI } from "../../api/servers.mjs";

const KNOWN = "var migrations = { [BASELINE]: baseline };";

/** Copies the build to a folder, with so many later migrations, each of which takes some seconds; returns its command. */
export const makeLaterBuild = (folder, steps, seconds) => {
  const root = join(dirname(CLI), "..");
  for (const name of ["dist/cli.js", "dist/server", "dist/public", "package.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const later = Array.from(
    { length: steps },
    (_, step) => `"9998-later-${step + 1}": { up: async (db) => {
    const run = (sql) => db.executeQuery({ sql, parameters: [], query: { kind: "RawNode" }, queryId: { queryId: sql } });
    await run("create table later_${step + 1} (id int)");
    await run("select pg_sleep(${seconds}) as later_migration");
    await run("alter table client add column later_${step + 1} text default 'later'");
  } }`,
  );
  const server = join(folder, "dist/server");
  const file = readdirSync(server).find(
    (name) => name.endsWith(".cjs") && readFileSync(join(server, name), "utf8").includes(KNOWN),
  );
  if (!file) throw new Error(`no file of the build has ${KNOWN}`);
  const text = readFileSync(join(server, file), "utf8");
  writeFileSync(
    join(server, file),
    text.replace(KNOWN, () => KNOWN.replace(" }", `, ${later.join(", ")} }`)),
  );
  return join(folder, "dist/cli.js");
};
