// node scripts/browsers.mjs [--driver]: finds the browsers of the journeys, and installs missing ones. All
// journeys need Chromium, one needs WebKitGTK, and those that run the documentation need curl. With
// --driver it does the same for ChromeDriver, which a test of the packages needs.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { findChromium, hasWebkitGtk, WEBKITGTK_PACKAGES } from "./find-browsers.mjs";

const CHROMIUM_PACKAGES = ["chromium", "fonts-liberation"];
const WITH_SHELL = [...CHROMIUM_PACKAGES, "chromium-headless-shell"];

/** Longer than any download takes. */
const MAX_WAIT_MS = 3_600_000;

const { CHROMIUM_PATH } = process.env;
const user = process.getuid?.();
const isOnDebian = existsSync("/etc/debian_version");
const mayInstallPackages = user === 0 && isOnDebian;

const say = (line) => process.stdout.write(`${line}\n`);
const isMissing = ({ isThere }) => !isThere();

/** Runs a command without its output. Returns whether the command succeeded. */
const runs = (command, ...args) =>
  spawnSync(command, args, {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    shell: process.platform === "win32",
  }).status === 0;

const playwright = (...args) => runs("npx", "playwright", ...args, "chromium");
const apt = (...packages) =>
  runs("apt-get", "update") &&
  runs("apt-get", "install", "-y", "--no-install-recommends", ...packages);

const CHROMIUM = {
  name: "Chromium",
  // An installed browser may lack its libraries.
  isThere: () => findChromium() !== undefined && runs(findChromium(), "--version"),
  /** The ways to install the browser, tried in order until one succeeds. */
  ways: [
    () => playwright("install"),
    () => mayInstallPackages && findChromium() !== undefined && playwright("install-deps"),
    () => mayInstallPackages && (apt(...WITH_SHELL) || apt(...CHROMIUM_PACKAGES)),
  ],
};
const WEBKITGTK = {
  name: "WebKitGTK",
  isThere: hasWebkitGtk,
  ways: mayInstallPackages ? [() => apt(...WEBKITGTK_PACKAGES)] : [],
};

const CURL = {
  name: "curl",
  isThere: () => runs("curl", "--version"),
  ways: mayInstallPackages ? [() => apt("curl")] : [],
};

const DRIVER_PACKAGES = ["chromium-driver"];
const DRIVER = {
  name: "ChromeDriver",
  isThere: () => runs("chromedriver", "--version"),
  ways: mayInstallPackages ? [() => apt(...DRIVER_PACKAGES)] : [],
};

// A Chromium named by CHROMIUM_PATH is not replaced by another one.
const browsers = CHROMIUM_PATH ? [WEBKITGTK, CURL] : [CHROMIUM, WEBKITGTK, CURL];
if (process.argv.includes("--driver")) browsers.push(DRIVER);
if (browsers.some(isMissing)) installMissing();
if (CHROMIUM.isThere()) {
  say(`Chromium is ${findChromium()}`);
  say(
    WEBKITGTK.isThere()
      ? "WebKitGTK is here"
      : `WebKitGTK, which one journey needs, is not: on Debian, type ${aptCommand(WEBKITGTK_PACKAGES)}`,
  );
  if (!CURL.isThere())
    say(`curl, which two journeys need, is not: on Debian, type ${aptCommand(["curl"])}`);
  if (browsers.includes(DRIVER) && !DRIVER.isThere())
    say(
      `ChromeDriver, which one test needs, is not: on Debian, type ${aptCommand(DRIVER_PACKAGES)}`,
    );
} else {
  process.stderr.write(`${whyNoChromium()}\n`);
  process.exitCode = 1;
}

/** Only one process at a time, since `apt-get` locks. */
function installMissing() {
  const lock = new SQLite(join(tmpdir(), `service-link-browsers-${user}.lock`), { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (failure) {
    if (failure.code !== "SQLITE_BUSY") throw failure;
    say("Waiting for another process, which installs browsers …");
    lock.pragma(`busy_timeout = ${MAX_WAIT_MS}`);
    lock.exec("begin exclusive");
  }
  for (const { name, isThere, ways } of browsers.filter(isMissing)) {
    if (ways.length > 0) say(`Installing ${name} for the journeys …`);
    ways.some((install) => install() && isThere());
  }
  lock.close();
}

function whyNoChromium() {
  if (CHROMIUM_PATH)
    return `The journeys need Chromium, and CHROMIUM_PATH names ${CHROMIUM_PATH}, which does not start`;
  const command = isOnDebian
    ? aptCommand([...WITH_SHELL, ...WEBKITGTK_PACKAGES])
    : "npx playwright install --with-deps chromium";
  return `The journeys need Chromium, and none is here or could be installed: type ${command}, or name one with CHROMIUM_PATH`;
}

function aptCommand(packages) {
  return `sudo apt-get install ${packages.join(" ")}`;
}
