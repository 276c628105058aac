// Runs as `node --eval` in a folder with the packages installed, with the number of journeys and the paths of
// Playwright and of find-browsers.mjs; prints its measurements as JSON.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { linkAccount, startService } from "service-link/testing";

const [journeys, playwright, browsers] = process.argv.slice(1);
const { chromium } = await import(playwright);
const { findHeadlessShell } = await import(browsers);

const ROUNDS = 20;
const LANES = 2;
const PROCESSOR_TICKS = 100;

const median = async (run) => {
  const times = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    const after = await run();
    if (round > 0) times.push(performance.now() - began);
    await after?.();
  }
  return times.sort((a, b) => a - b)[ROUNDS / 2];
};

const startMs = await median(async () => {
  const started = await startService();
  return started.stop;
});
const service = await startService();
/** The time of a reset after each kind of change. */
const resetAfter = async (change) => {
  await change();
  return median(async () => {
    await service.reset();
    return change;
  });
};
const resetMs = await resetAfter(() => service.createLinkToken());
const resetOfItemMs = await resetAfter(() => service.linkItem());
await service.reset();

const site = createServer(async (_, response) => {
  const token = await service.createLinkToken();
  response.setHeader("content-type", "text/html");
  response.end(`<!doctype html><button>Connect</button><script src="${service.url}/link.js"></script>
    <script>const link = Service.create({ token: "${token}", onSuccess: (token) => { window.token = token } });
    document.querySelector("button").onclick = () => link.open()</script>`);
}).listen(0, "localhost");
const address = () => `http://localhost:${site.address().port}`;
const browser = await chromium.launch({
  ...(findHeadlessShell() && { executablePath: findHeadlessShell() }),
  args: ["--no-sandbox", "--disable-gpu"],
});

/** The CPU seconds of this process's children, and of their children. */
const cpuOfChildren = () => {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const [, parent, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        const ticks = rest.slice(9, 13).reduce((sum, count) => sum + Number(count), 0);
        return [{ pid, parent, ticks }];
      } catch {
        // The process has ended meanwhile.
        return [];
      }
    });
  const below = (pid) =>
    processes
      .filter(({ parent }) => parent === pid)
      .reduce((sum, child) => sum + child.ticks + below(child.pid), 0);
  return below(String(process.pid)) / PROCESSOR_TICKS;
};

let failures = 0;
const journey = async (context) => {
  const page = await context.newPage();
  await page.goto(address());
  try {
    // The timeout only ends hangs; a busy machine is no failure.
    await linkAccount(page, { open: "button", timeout: 300_000 });
    if (!(await page.evaluate("window.token"))) throw new Error("the page got no public token");
  } catch (failure) {
    failures++;
    console.error(String(failure));
  }
  await page.close();
};

await journey(await browser.newContext());
const [cpu, children, began] = [process.cpuUsage(), cpuOfChildren(), performance.now()];
let left = Number(journeys);
// A context per lane, like a test runner's workers. All frames of a context share a process.
const lane = async () => {
  const context = await browser.newContext();
  while (left-- > 0) await journey(context);
};
await Promise.all(Array.from({ length: LANES }, lane));
const journeysMs = performance.now() - began;
const { user, system } = process.cpuUsage(cpu);
const seconds = (user + system) / 1e6 + cpuOfChildren() - children;
await browser.close();
site.close();
site.closeAllConnections();
await service.stop();
console.log(
  JSON.stringify({
    startMs,
    resetMs,
    resetOfItemMs,
    journeysMs,
    cpuSeconds: seconds / Number(journeys),
    failures,
  }),
);
