// Measures a start, from the command to the first response of the API, compared with a bare Node process; and
// the server's memory then, and after some requests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { row } from "./measure.mjs";

const ROUNDS = 9;
const REQUESTS = 100;

/** The rows of this bench. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const options = ["--port", "0", "--data", folder];
  const rounds = [];
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const bare = await bareStart();
      const node = await start(process.execPath, [
        "scripts/with-node.mjs",
        "scripts/start.mjs",
        ...options,
      ]);
      const npm = await start("npm", ["start", "--silent", "--", ...options]);
      // The first round makes the store, and warms up.
      if (round > 0)
        rounds.push({ bare, node: node.ms, npm: npm.ms, ready: node.ready, used: node.used });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const middle = (name) =>
    rounds.map((round) => round[name]).toSorted((a, b) => a - b)[ROUNDS >> 1];
  return [
    row("a bare Node process", middle("bare"), "ms"),
    row("npm start, to the first answer", middle("npm"), "ms", { max: 700 }),
    row("the same without npm", middle("node"), "ms", {
      timesFaster: 0.1,
      than: middle("bare"),
    }),
    row("RSS once it responds", middle("ready"), "MB", { max: 100 }),
    row(`RSS after ${REQUESTS} requests`, middle("used"), "MB"),
  ];
};

async function bareStart() {
  const began = performance.now();
  await once(spawn(process.execPath, ["--eval", "0"]), "exit");
  return performance.now() - began;
}

/** Starts and stops a server. */
async function start(command, args) {
  const began = performance.now();
  const shell = process.platform === "win32";
  const starting = spawn(command, args, {
    stdio: ["ignore", "pipe", "inherit"],
    detached: !shell,
    shell,
  });
  const url = await apiOf(starting);
  await ask(url);
  const ms = performance.now() - began;
  const ready = memory(starting.pid);
  for (let count = 0; count < REQUESTS; count++) await ask(url);
  const memoryUse = memory(starting.pid);
  process.kill(-starting.pid, "SIGTERM");
  await once(starting, "exit");
  return { ms, ready, used: memoryUse };
}

/** The API's address from the start page. Later output is read and discarded. */
const apiOf = (starting) =>
  new Promise((resolve, reject) => {
    let output = "";
    starting.stdout.on("data", (chunk) => {
      output += chunk;
      const [, url] = /^ *API +(\S+)$/m.exec(output) ?? [];
      if (url) resolve(url);
    });
    starting.once("exit", () => reject(new Error(`the server ended: ${output}`)));
  });

/** Requests something that needs no key. */
const ask = async (url) => {
  const asking = request(`${url}/categories/get`, {
    method: "POST",
    headers: { "content-type": "application/json" },
  }).end("{}");
  const [answer] = await once(asking, "response");
  if (answer.statusCode !== 200) throw new Error(`the API answered ${answer.statusCode}`);
  await once(answer.resume(), "end");
};

/** The memory of a process, in MB, according to Linux. */
const memory = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
