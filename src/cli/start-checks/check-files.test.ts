import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { readSettings } from "../../server/host/settings/settings.ts";
import { checkFiles } from "./check-files.ts";

test("a file that a server removes in the meantime is no fault, and one that other users may read is still reported", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "service-link.db"), "", { mode: 0o644 });
  const server = new Worker(MAKE_AND_REMOVE, {
    eval: true,
    workerData: join(folder, "service-link.db-shm"),
  });
  onTestFinished(() => void server.terminate());
  await new Promise((resolve) => server.once("message", resolve));
  const settings = readSettings({ data: folder }, {});
  for (let n = 0; n < 3000; n++)
    expect(checkFiles({ settings })?.says).toMatch(/^service-link\.db in /);
});

/** Repeatedly creates and removes the side files of a store. */
const MAKE_AND_REMOVE = `
  const { writeFileSync, rmSync } = require("node:fs");
  const { parentPort, workerData } = require("node:worker_threads");
  parentPort.postMessage("ready");
  for (;;) {
    writeFileSync(workerData, "", { mode: 0o600 });
    rmSync(workerData);
  }
`;
