import module from "node:module";
import { fileURLToPath } from "node:url";
import type { InProcess, InProcessOptions } from "./start-in-process.ts";

/** The folder of the built pages, next to that of the built server. */
const PAGES = fileURLToPath(new URL("../public", import.meta.url));

/** The folder of the compiled code that the command line keeps as well. */
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/service-link", import.meta.url));

/** Starts a sandbox in this process; the package `service-link/testing` calls it. */
export const start = async (options: Omit<InProcessOptions, "pages">): Promise<InProcess> => {
  // Code from the cache has imprecise coverage. Jest's module has no cache.
  if (!process.env.NODE_V8_COVERAGE) module.enableCompileCache?.(CACHE);
  const { startInProcess } = await import("./start-in-process.ts");
  const service = await startInProcess({ ...options, pages: PAGES });
  return {
    ...service,
    stop: async () => {
      await service.stop();
      // Test runners kill their processes, which would write the cache at their end.
      module.flushCompileCache?.();
    },
  };
};
