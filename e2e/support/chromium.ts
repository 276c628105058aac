import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of a Chromium: the one named, one that is there, or one that is installed now. */
export const chromiumPath = (): string => find() ?? install();

const find = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? "", ...USUAL_PLACES, chromium.executablePath()].find(
    (path) => path !== "" && existsSync(path),
  );

function install(): string {
  for (const commands of [
    [["npx", "playwright", "install", "chromium"]],
    [
      ["apt-get", "update"],
      ["apt-get", "install", "-y", "--no-install-recommends", "chromium", "fonts-liberation"],
    ],
  ]) {
    try {
      for (const [command = "", ...args] of commands)
        execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
    } catch {
      continue;
    }
    const path = find();
    if (path) return path;
  }
  throw new Error("no Chromium could be found or installed; name one with CHROMIUM_PATH");
}
