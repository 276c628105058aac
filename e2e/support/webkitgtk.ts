import { execFileSync } from "node:child_process";

/** Debian's packages for a WebView without a screen. */
const PACKAGES = ["python3", "python3-gi", "gir1.2-webkit2-4.1", "xvfb", "xauth"];

/** The system's own Python: another one would not see the system's packages. */
export const PYTHON = "/usr/bin/python3";

const PROBE = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')";

/** Makes sure that there is a WebKitGTK, a Python that can use it, and a screen to show it on. */
export const ensureWebkitGtk = (): void => {
  if (!isThere()) install();
};

const isThere = (): boolean =>
  runs(PYTHON, "-c", PROBE) && runs("sh", "-c", "command -v xvfb-run && command -v xauth");

function install(): void {
  const wait = ["-o", "DPkg::Lock::Timeout=300"];
  const isInstalled =
    runs("apt-get", ...wait, "update") &&
    runs("apt-get", ...wait, "install", "-y", "--no-install-recommends", ...PACKAGES);
  if (isInstalled && isThere()) return;
  throw new Error(
    `no WebKitGTK could be found or installed; on Debian: apt-get install ${PACKAGES.join(" ")}`,
  );
}

function runs(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    return true;
  } catch {
    return false;
  }
}
