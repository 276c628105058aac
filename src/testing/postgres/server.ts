import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Binaries, findBinaries } from "./binaries.ts";

/** A running server, by the address of a database from which others can be made. */
export type TestServer = { address: string; stop(): Promise<void> };

/** What tests do not need: nothing has to be there after a power cut. */
const SETTINGS = {
  listen_addresses: "",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "400",
  shared_buffers: "64MB",
  max_wal_size: "4GB",
  checkpoint_timeout: "1h",
  wal_level: "minimal",
  max_wal_senders: "0",
  log_min_messages: "log",
};

/** Ends the server with the process that started it, however that ends. */
const KEEPER = `"$@" & server=$!; read -r _; kill -INT $server; wait $server; rm -rf "$0"`;

/**
 * Starts a PostgreSQL server of its own in a temporary folder; throws where that cannot be. It is reached
 * by a socket in that folder, by nobody else.
 */
export const startServer = async (): Promise<TestServer> => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-postgres-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const user = unprivilegedUser();
    chmodSync(folder, 0o755);
    const binaries = await findBinaries(folder);
    if (user) for (const one of [folder, binaries.libraries]) chownSync(one, user.uid, user.gid);
    const stop = await start(binaries, folder, user ?? {});
    return {
      address: `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`,
      stop,
    };
  } catch (failure) {
    remove();
    throw failure;
  }
};

type User = { uid: number; gid: number };

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): User | null {
  if (process.getuid?.() !== 0) return null;
  const id = (which: string) =>
    Number(execFileSync("id", [which, "nobody"], { encoding: "utf8" }).trim());
  return { uid: id("-u"), gid: id("-g") };
}

async function start({ initdb, postgres, env }: Binaries, folder: string, user: Partial<User>) {
  const data = join(folder, "data");
  const options = { env, ...user, cwd: folder };
  execFileSync(
    initdb,
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    { ...options, stdio: "pipe" },
  );
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder });
  const args = ["-D", data, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const child = spawn("/bin/sh", ["-c", KEEPER, folder, postgres, ...args], {
    ...options,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const end = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      lines.push(line);
      if (line.includes("ready to accept connections")) resolve();
    });
    end.then(() => reject(new Error(`PostgreSQL did not start: ${lines.join("\n")}`)));
  });
  return async () => {
    child.stdin.end();
    await end;
  };
}
