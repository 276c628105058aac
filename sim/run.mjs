// node scripts/with-node.mjs sim/run.mjs: the simulation, from its sources.
if (process.features.typescript !== "strip") {
  console.error("The simulation runs from its sources: it needs Node 22.18 or newer.");
  process.exit(1);
}
await import("../src/testing/source-loader.ts");
await import("./main.ts");
