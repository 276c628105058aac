import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const DEBIANS_SHELL = "/usr/lib/chromium/chromium-headless-shell";

/** The path of a Chromium: the one named, one that is there, or one that is installed now. */
export const chromiumPath = (): string => findChromium() ?? install();

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

const findChromium = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? "", ...USUAL_PLACES, chromium.executablePath()].find(
    (path) => path !== "" && existsSync(path),
  );

function install(): string {
  const apt = ["apt-get", "install", "-y", "--no-install-recommends"];
  const packages = ["chromium", "fonts-liberation"];
  for (const commands of [
    [["npx", "playwright", "install", "chromium"]],
    [
      ["apt-get", "update"],
      [...apt, ...packages, "chromium-headless-shell"],
    ],
    [[...apt, ...packages]],
  ]) {
    try {
      for (const [command = "", ...args] of commands)
        execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
    } catch {
      continue;
    }
    const path = findChromium();
    if (path) return path;
  }
  throw new Error("no Chromium could be found or installed; name one with CHROMIUM_PATH");
}
