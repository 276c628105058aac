import module from "node:module";
import { fileURLToPath } from "node:url";
import type { InProcess, InProcessOptions } from "./start-in-process.ts";

/** The folder of the built pages, next to that of the built server. */
const PAGES = fileURLToPath(new URL("../public", import.meta.url));

/** The cache of compiled code. The command line uses the same folder. */
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/service-link", import.meta.url));

/** Starts a sandbox in this process. The package `service-link/testing` calls this function. */
export const start = async (options: Omit<InProcessOptions, "pages">): Promise<InProcess> => {
  // The compile cache makes coverage imprecise. Jest's `module` has no compile cache.
  if (!process.env.NODE_V8_COVERAGE) module.enableCompileCache?.(CACHE);
  const { startInProcess } = await import("./start-in-process.ts");
  const service = await startInProcess({ ...options, pages: PAGES });
  return {
    ...service,
    stop: async () => {
      await service.stop();
      // Test runners kill their processes before Node writes the cache.
      module.flushCompileCache?.();
    },
  };
};
