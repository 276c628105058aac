// Loaded into a server before it starts: tells over the channel to its parent what it has used, without what telling
// takes.

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  globalThis.gc?.();
  const { user: userToo, system: systemToo } = process.cpuUsage();
  process.send?.({
    cpuMs: { before: (user + system) / 1000, after: (userToo + systemToo) / 1000 },
    heapMb: process.memoryUsage().heapUsed / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1000,
  });
});
// The channel alone keeps no server alive.
process.channel?.unref();
