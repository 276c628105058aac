import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { memoryFolder } from "./memory-folder.ts";

const THREAD = fileURLToPath(new URL("../server/connectors/files/worker.ts", import.meta.url));

/**
 * Bundles the thread that reads a bank's files: tests start hundreds, and each would find and read a hundred modules.
 * `source-loader.ts` loads the bundle once it is there.
 */
export const setup = (): (() => Promise<void>) | undefined => {
  // Each project of the tests runs this in its own module.
  if (process.env[BUNDLE] !== undefined) return undefined;
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), "service-link-thread-"));
  const file = join(folder, "worker.js");
  process.env[BUNDLE] = file;
  // A source that cannot be bundled fails in its tests.
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
