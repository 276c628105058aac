// PostgreSQL 15 as Debian packages it, copied to a folder of its own and extended by Citus, without root.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const POSTGRES = "/usr/lib/postgresql/15";
const SHARE = "/usr/share/postgresql/15";
const LLVM_OFF = "with_llvm=no";

/** The folder of PostgreSQL's commands below `root`, with Citus from a folder of its sources; built there once. */
export const installPrograms = (sources, root) => {
  const commands = join(root, POSTGRES, "bin");
  if (existsSync(join(root, POSTGRES, "lib/citus.so"))) return commands;
  // PostgreSQL finds its other folders from that of its commands.
  for (const folder of [POSTGRES, SHARE]) {
    mkdirSync(dirname(join(root, folder)), { recursive: true });
    execFileSync("cp", ["-a", folder, dirname(join(root, folder))]);
  }
  const build = join(root, "build");
  cpSync(sources, build, { recursive: true });
  // Otherwise make would generate it by autoconf.
  utimesSync(join(build, "configure"), new Date(), new Date());
  renameClash(join(build, "src/include/pg_version_compat.h"));
  const run = (command, ...args) => execFileSync(command, args, { cwd: build, stdio: "pipe" });
  run("./configure", "--without-libcurl", `PG_CONFIG=${POSTGRES}/bin/pg_config`);
  run("make", LLVM_OFF, "extension");
  run("make", LLVM_OFF, "install-extension", `DESTDIR=${root}`);
  return commands;
};

/** Later releases of PostgreSQL 15 declare a function that Citus 13.2 defines by the same name. */
function renameClash(header) {
  const name = "have_createdb_privilege";
  const text = readFileSync(header, "utf8");
  const definition = `static inline bool\n${name}(`;
  writeFileSync(header, text.replace(definition, `#define ${name} citus_${name}\n${definition}`));
}
