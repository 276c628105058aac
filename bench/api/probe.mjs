// Loaded into a server before it starts: reports its resource use to its parent over the channel, without the
// cost of reporting.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/** How often memory is looked at, in ms: a peak takes longer. */
const LOOK_MS = 50;

let peak = 0;
const look = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
if (isMainThread) setInterval(look, LOOK_MS).unref();

const delay = monitorEventLoopDelay({ resolution: 1 });
if (isMainThread) delay.enable();
/** The longest event-loop turn in CPU time of this process, in ms. */
let turnMs = 0;
if (isMainThread && process.threadCpuUsage) {
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    turnMs = Math.max(turnMs, (user + system) / 1000);
  }, 1).unref();
}
/** The CPU time of the busiest thread, in ms. */
let threadMs = 0;
process.on("worker", (worker) => {
  const timer = setInterval(async () => {
    // The call rejects for an ended thread.
    const usage = await worker.cpuUsage().catch(() => null);
    if (usage) threadMs = Math.max(threadMs, (usage.user + usage.system) / 1000);
  }, LOOK_MS / 5);
  // The timer does not keep the process alive.
  timer.unref();
  worker.once("exit", () => clearInterval(timer));
});

process.on("message", (message) => {
  // The primary process sends its own messages over the same channel.
  if (message !== "used") return;
  const { user, system } = process.cpuUsage();
  look();
  const phasePeak = peak;
  peak = 0;
  const delayMs = delay.max / 1e6;
  const longestTurnMs = turnMs;
  const longestThreadMs = threadMs;
  threadMs = 0;
  globalThis.gc?.();
  globalThis.gc?.();
  const { user: userToo, system: systemToo } = process.cpuUsage();
  process.send?.({
    cpuMs: { before: (user + system) / 1000, after: (userToo + systemToo) / 1000 },
    heapMb: process.memoryUsage().heapUsed / 1e6,
    phasePeakMb: phasePeak / 1e6,
    rssMb: process.memoryUsage.rss() / 1e6,
    delayMs,
    turnMs: longestTurnMs,
    threadMs: longestThreadMs,
    peakMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
  });
  // A garbage collection on request is no delay of the server's own.
  setTimeout(() => {
    delay.reset();
    turnMs = 0;
  }, LOOK_MS);
});
// A cluster worker shares its channel with the primary process, which closes it at the end.
if (!process.env.SERVICE_LINK_PROCESS) {
  // A bench that is killed leaves no server behind.
  process.once("disconnect", () => process.exit(1));
  // The channel alone keeps no server alive.
  process.channel?.unref();
}
