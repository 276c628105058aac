import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { findChromium } from "../../scripts/find-browsers.mjs";

const DEBIANS_SHELL = "/usr/lib/chromium/chromium-headless-shell";

/** The path of a Chromium; empty if there is none, and no journey runs. */
export const chromiumPath = (): string => findChromium() ?? "";

/** Throws if there is no Chromium for the journeys. */
export const requireChromium = (): void => {
  if (chromiumPath() === "") throw new Error("there is no Chromium: type npm run browsers");
};

/**
 * Options to launch Chromium's headless shell, or a whole Chromium if there is none. The shell is
 * the same engine without the browser's interface, and takes less than half of the processor's
 * time.
 */
export const headlessShell = (): { executablePath?: string } => {
  const whole = chromiumPath();
  // Playwright's own Chromium comes with a shell, which is launched unless a path is given.
  if (whole === chromium.executablePath()) return {};
  const isFree = !process.env.CHROMIUM_PATH && existsSync(DEBIANS_SHELL);
  return { executablePath: isFree ? DEBIANS_SHELL : whole };
};
