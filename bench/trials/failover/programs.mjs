// Programs of this machine, run in a folder by a user without rights, since PostgreSQL and PgBouncer refuse root.

import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

export const BINARIES = "/usr/lib/postgresql/15/bin";

/** The programs of a folder, which belongs to their user from then on. */
export const openPrograms = (folder) => {
  const user = process.getuid() === 0 ? idsOf("nobody") : {};
  if (user.uid) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  const env = {
    PATH: `${BINARIES}:/usr/sbin:${process.env.PATH}`,
    HOME: folder,
    LC_ALL: "C.UTF-8",
  };
  const options = { cwd: folder, env, ...user };
  const logOf = (name) => join(folder, `${name}.log`);
  return {
    /** Starts a program that runs until it is stopped, and appends its output to a log. */
    start: (name, command, args) => {
      const log = openSync(logOf(name), "a");
      const child = spawn(command, args, { ...options, stdio: ["ignore", log, log] });
      closeSync(log);
      const stop = async (signal = "SIGTERM") => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, "exit");
        child.kill(signal);
        await ended;
      };
      return { pid: child.pid, stop };
    },
    /** Runs one to its end, and returns what it prints. */
    run: async (command, args) =>
      (await promisify(execFile)(command, args, { ...options, maxBuffer: 1e8 })).stdout,
    /** Counts the lines of a log that match. */
    count: (name, pattern) => readFileSync(logOf(name), "utf8").match(pattern)?.length ?? 0,
  };
};

/** A process and its children. */
export const familyOf = (pid) => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean)
    .map(Number),
];

/** Whether a process runs; one that has ended may still be listed. */
export const isRunning = (pid) => {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

const idsOf = (name) => {
  const id = (which) => Number(execFileSync("id", [which, name], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
};
