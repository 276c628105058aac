// The CPU time of processes, and their processors: by Linux's /proc and taskset.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const MS_PER_TICK = 10;

const statOf = (pid) => {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system, endedUser, endedSystem] = fields.split(" ").slice(11, 15).map(Number);
  return { own: (user + system) * MS_PER_TICK, ended: (endedUser + endedSystem) * MS_PER_TICK };
};

/** How long a process has computed, in ms. */
export const cpuMsOf = (pid) => statOf(pid).own;

/** How long a process has computed and all its children, those too that have ended, in ms. */
export const cpuMsOfAll = (pid) => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  const { own, ended } = statOf(pid);
  return children.filter(Boolean).reduce((sum, child) => sum + statOf(child).own, own + ended);
};

/** The memory of a process, in MB. */
export const rssMbOf = (pid) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;

/** Binds a process with all its threads and later child processes to processors, e.g. "0" or "0-1". */
export const pin = (pid, processors) =>
  void execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", processors, String(pid)], {
    stdio: "ignore",
  });
