// Loaded into a server before it starts: tells over the channel to its parent what it has used.

process.on("message", () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000, heapMb: process.memoryUsage().heapUsed / 1e6 });
});
// The channel alone keeps no server alive.
process.channel?.unref();
