import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { memoryFolder } from "./memory-folder.ts";

const THREAD = fileURLToPath(new URL("../server/connectors/files/worker.ts", import.meta.url));

/**
 * Bundles the thread that reads a bank's files. Tests start hundreds of these threads, and each
 * would load a hundred modules. `source-loader.ts` loads the finished bundle once.
 */
export const setup = (): (() => Promise<void>) | undefined => {
  // Each test project runs this file as a separate module.
  if (process.env[BUNDLE] !== undefined) return undefined;
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), "service-link-thread-"));
  const file = join(folder, "worker.js");
  process.env[BUNDLE] = file;
  // If a source cannot be bundled, its tests fail.
  const isDone = write(file).catch(() => undefined);
  return async () => {
    await isDone;
    rmSync(folder, { recursive: true });
  };
};

/** The variable with the path of the bundle. */
const BUNDLE = "TEST_THREAD_BUNDLE";

async function write(file: string): Promise<void> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    build: { ssr: THREAD, write: false },
  });
  if (!("output" in result)) return;
  writeFileSync(`${file}.part`, result.output[0].code);
  renameSync(`${file}.part`, file);
}
