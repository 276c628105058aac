import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const COMMANDS = ["chromium", "chromium-browser", "google-chrome"];
const MACS_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/**
 * The path of a Chromium: the one of CHROMIUM_PATH, the system's, or Playwright's own; undefined
 * without one.
 */
export const findChromium = () => {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const systems = folders.flatMap((folder) => COMMANDS.map((command) => join(folder, command)));
  return (
    process.env.CHROMIUM_PATH ||
    [...systems, MACS_CHROME, chromium.executablePath()].find((path) => existsSync(path))
  );
};

const DEBIANS_SHELL = "/usr/lib/chromium/chromium-headless-shell";

/** The path of Chromium's headless shell; undefined for the one that Playwright launches without a path. */
export const findHeadlessShell = () => {
  const whole = findChromium();
  // Playwright's own Chromium comes with a shell.
  if (whole === chromium.executablePath()) return undefined;
  const isFree = !process.env.CHROMIUM_PATH && existsSync(DEBIANS_SHELL);
  return isFree ? DEBIANS_SHELL : whole;
};

/** The system's own Python: another one would not find the system's packages. */
export const PYTHON = "/usr/bin/python3";

/** Debian's packages for a WebView without a screen. */
export const WEBKITGTK_PACKAGES = ["python3", "python3-gi", "gir1.2-webkit2-4.1", "xvfb", "xauth"];

const PROBE = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')";

/** Whether there is a WebKitGTK, a Python binding for it, and a screen. */
export const hasWebkitGtk = () =>
  runs(PYTHON, "-c", PROBE) && runs("sh", "-c", "command -v xvfb-run && command -v xauth");

const runs = (command, ...args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;
