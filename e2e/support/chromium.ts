import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { findChromium } from "../../scripts/find-browsers.mjs";

const DEBIANS_SHELL = "/usr/lib/chromium/chromium-headless-shell";

/** The path of a Chromium; empty where there is none, and no journey begins. */
export const chromiumPath = (): string => findChromium() ?? "";

/** Throws where no journey can begin, since there is no Chromium. */
export const requireChromium = (): void => {
  if (chromiumPath() === "") throw new Error("there is no Chromium: type npm run browsers");
};

/**
 * How to launch Chromium's headless shell, or a whole Chromium where there is none. The shell is the
 * same engine without the browser around it, and takes less than half of the processor's time.
 */
export const headlessShell = (): { executablePath?: string } => {
  const whole = chromiumPath();
  // Playwright's own comes with its own shell, which is what it launches unless it is told a path.
  if (whole === chromium.executablePath()) return {};
  const isFree = !process.env.CHROMIUM_PATH && existsSync(DEBIANS_SHELL);
  return { executablePath: isFree ? DEBIANS_SHELL : whole };
};
