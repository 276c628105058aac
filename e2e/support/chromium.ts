import { findChromium, findHeadlessShell } from "../../scripts/find-browsers.mjs";

/** The path of a Chromium. An empty path means that no journey runs. */
export const chromiumPath = (): string => findChromium() ?? "";

/** Throws if there is no Chromium for the journeys. */
export const requireChromium = (): void => {
  if (chromiumPath() === "") throw new Error("there is no Chromium: type npm run browsers");
};

/**
 * Options to launch Chromium's headless shell, otherwise a whole Chromium. The shell has the same
 * engine without the browser's interface, and takes less than half of the processor time.
 */
export const headlessShell = (): { executablePath?: string } => {
  const executablePath = findHeadlessShell();
  return executablePath === undefined ? {} : { executablePath };
};
