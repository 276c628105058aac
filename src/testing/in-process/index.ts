import { fileURLToPath } from "node:url";
import { type InProcess, type InProcessOptions, startInProcess } from "./start-in-process.ts";

/** The folder of the built pages, next to that of the built server. */
const PAGES = fileURLToPath(new URL("../public", import.meta.url));

/** Starts a sandbox in this process; the package `service-link/testing` calls it. */
export const start = (options: Omit<InProcessOptions, "pages">): Promise<InProcess> =>
  startInProcess({ ...options, pages: PAGES });
