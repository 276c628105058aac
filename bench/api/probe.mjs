// Loaded into a server before it starts: reports its resource use to its parent over the channel, without the
// cost of reporting.

/** How often memory is looked at, in ms: a peak takes longer. */
const LOOK_MS = 50;

let peak = 0;
const look = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
setInterval(look, LOOK_MS).unref();

process.on("message", (message) => {
  // One of several processes hears from its primary process by the same channel.
  if (message !== "used") return;
  const { user, system } = process.cpuUsage();
  look();
  const phasePeak = peak;
  peak = 0;
  globalThis.gc?.();
  globalThis.gc?.();
  const { user: userToo, system: systemToo } = process.cpuUsage();
  process.send?.({
    cpuMs: { before: (user + system) / 1000, after: (userToo + systemToo) / 1000 },
    heapMb: process.memoryUsage().heapUsed / 1e6,
    phasePeakMb: phasePeak / 1e6,
    peakMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
  });
});
// One of several processes has its channel to the primary process, which keeps it until it has stopped.
if (!process.env.SERVICE_LINK_PROCESS) {
  // A bench that is killed leaves no server behind.
  process.once("disconnect", () => process.exit(1));
  // The channel alone keeps no server alive.
  process.channel?.unref();
}
