import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { type Binaries, findBinaries } from "./binaries.ts";
import { copyData, makeStandby, type User } from "./standby-files.ts";

/** A running server. Other databases can be created from the database at `address`. */
export type TestServer = {
  address: string;
  /** Stops the server if it runs, and removes its data. */
  stop(): Promise<void>;
  /** Kills all processes of the server (SIGKILL); on Linux only. */
  kill(): Promise<void>;
  /**
   * Shuts the server down after its standbys have received everything, as in a planned switchover;
   * on Linux only.
   */
  shutDown(): Promise<void>;
  /**
   * Starts the server again at the same address after `kill` or `shutDown`. With `follows`, the
   * server is a standby.
   */
  restart(options?: { follows?: string }): Promise<void>;
};

type Options = {
  /** Whether the server starts as a standby. */
  isStandby?: boolean;
  /** The address of the running primary whose data is copied first. */
  copyOf?: string;
  /** The address of the primary that a standby follows. */
  follows?: string;
};

/** With these settings, commits survive a kill of the server but not a power cut. */
export const SURVIVES_CRASHES = { synchronous_commit: "on" };

/** Settings for tests: the data need not survive a power cut. */
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

/** Stops the server when its starting process ends for any reason. */
const KEEPER = `"$@" & server=$!; read -r _; kill -INT $server; wait $server; rm -rf "$0"`;

/**
 * Starts a PostgreSQL server in a temporary folder; throws if the start fails. The server listens
 * only on a socket in the folder. `changes` override the test settings.
 */
export const startServer = async (
  changes: Record<string, string> = {},
  { isStandby = false, copyOf, follows }: Options = {},
): Promise<TestServer> => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-postgres-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const user = unprivilegedUser();
    chmodSync(folder, 0o755);
    const binaries = await findBinaries(folder);
    if (user) for (const path of [folder, binaries.libraries]) chownSync(path, user.uid, user.gid);
    const place = { binaries, folder, user: user ?? {}, settings: { ...SETTINGS, ...changes } };
    const data = join(folder, "data");
    if (copyOf === undefined) initialise(place);
    else await copyData(copyOf, data, place.user);
    if (isStandby) makeStandby(data, follows, place.user);
    let running = await start(place);
    return {
      address: `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`,
      stop: async () => {
        await running.stop();
        // A killed keeper leaves the server's files behind.
        remove();
      },
      kill: () => running.end("SIGKILL"),
      shutDown: () => running.end("SIGINT"),
      restart: async ({ follows: primary } = {}) => {
        if (primary !== undefined) makeStandby(data, primary, place.user);
        running = await start(place);
      },
    };
  } catch (failure) {
    remove();
    throw failure;
  }
};

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
    /** Ends the server but not its keeper, which would remove the folder. */
    end: async (signal: "SIGKILL" | "SIGINT") => {
      const locks = [join(data, "postmaster.pid"), join(folder, ".s.PGSQL.5432.lock")];
      const main = Number.parseInt(readFileSync(locks[0] ?? "", "utf8"), 10);
      const all = [main, ...toChildren(main)];
      child.kill("SIGKILL");
      await end;
      if (signal === "SIGKILL") for (const pid of all) killIfThere(pid);
      else process.kill(main, signal);
      while (all.some(isRunning)) await setTimeout(5);
      // A killed process without a waiter would look like a running server.
      for (const lock of locks) rmSync(lock, { force: true });
    },
  };
}

const toChildren = (pid: number): number[] =>
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

/** Whether a process runs. The process list may still contain an ended process. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
