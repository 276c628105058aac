// A soak test: users link accounts, an application reads, rotates and removes them, with as many requests as
// SOAK_REQUESTS says (a day of a busy server is a million), while the memory of the server's process is
// watched. Prints a sample of memory now and then, and whether it grew; exits 1 if it did, or a request
// failed.
//
//   npm run build && SOAK_REQUESTS=1000000 node bench/trials/soak.mjs

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServe } from "../api/servers.mjs";
import { post, walkLink } from "../api/walk.mjs";

const REQUESTS = Number(process.env.SOAK_REQUESTS ?? 2000);
const USERS = Number(process.env.SOAK_USERS ?? 8);
const SAMPLES = 40;
/**
 * Memory that a server fills at first is no leak: its bounded caches of Items take some 100,000 requests.
 * After that it has to remain constant.
 */
const WARM_UP_SHARE = 0.25;
const MIN_FOR_VERDICT = 400_000;
const MAX_GROWTH_MB = 5;
/** How often each of three endpoints reads a user's Item: most requests to a server are reads. */
const READS = Number(process.env.SOAK_READS ?? 20);

const KEYS = { client_id: "soak-client", secret: "soak-secret-of-a-bench" };
const agent = new Agent({ keepAlive: true });

/** One user, from Link to the Item's removal; `call` counts. */
const useOnce = async (call) => {
  const api = (path, body) => call(path, { ...KEYS, ...body });
  const public_token = await walkLink(call, KEYS);
  const { access_token } = await api("/item/public_token/exchange", { public_token });
  for (let read = 0; read < READS; read++)
    for (const path of ["/item/get", "/accounts/get", "/auth/get"])
      await api(path, { access_token });
  const { new_access_token } = await api("/item/access_token/invalidate", { access_token });
  await api("/accounts/balance/get", { access_token: new_access_token });
  await api("/item/remove", { access_token: new_access_token });
};

const rssOf = (pid) => {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
  } catch {
    return Number.NaN;
  }
};

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** How much more is held with every 100,000 requests, in MB: the least squares through the samples. */
const slopeOf = (points) => {
  const mean = (what) => points.reduce((sum, point) => sum + point[what], 0) / points.length;
  const [at, held] = [mean("at"), mean("held")];
  const shared = points.reduce((sum, point) => sum + (point.at - at) * (point.held - held), 0);
  return (shared / points.reduce((sum, point) => sum + (point.at - at) ** 2, 0)) * 100_000;
};

const folder = mkdtempSync(join(tmpdir(), "service-link-soak-"));
const service = await startServe(folder, {
  SERVICE_LINK_CLIENT_ID: KEYS.client_id,
  SERVICE_LINK_SECRET: KEYS.secret,
});
const began = performance.now();
const samples = [];
let count = 0;
let nextSample = 0;
let failure;

const call = async (path, body, headers) => {
  const answer = await post(agent, service.port, path, body, headers);
  count += 1;
  if (count >= nextSample) {
    nextSample = count + REQUESTS / SAMPLES;
    await sample();
  }
  return answer;
};

const sample = async () => {
  const at = count;
  const rss = rssOf(service.pid);
  const { heapMb: held } = await service.used();
  samples.push({ at, held, rss });
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${String(at).padStart(9)} requests  ${seconds.toFixed(0).padStart(6)} s  held ${held.toFixed(1)} MB  RSS ${rss.toFixed(0)} MB`,
  );
};

try {
  await Promise.all(
    Array.from({ length: USERS }, async () => {
      while (count < REQUESTS && failure === undefined)
        await useOnce(call).catch((reason) => {
          failure = reason;
        });
    }),
  );
  if (failure) throw failure;
  const settled = samples.filter(({ at }) => at >= REQUESTS * WARM_UP_SHARE);
  const third = Math.ceil(settled.length / 3);
  const growth = (what) =>
    median(settled.slice(-third).map((sample) => sample[what])) -
    median(settled.slice(0, third).map((sample) => sample[what]));
  const words = `held ${growth("held").toFixed(1)} MB more in the last third than in the first, RSS ${growth("rss").toFixed(0)} MB more`;
  const isFlat = growth("held") <= MAX_GROWTH_MB;
  const slope = slopeOf(settled);
  const verdict = REQUESTS < MIN_FOR_VERDICT ? "too few for a verdict" : isFlat ? "FLAT" : "GREW";
  console.log(
    `${count} requests: ${verdict}; ${words}; ${slope.toFixed(1)} MB per 100,000 requests`,
  );
  if (verdict === "GREW") process.exitCode = 1;
} catch (reason) {
  console.error(reason);
  process.exitCode = 1;
} finally {
  agent.destroy();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
