import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROJECT = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
const IS_WINDOWS = process.platform === "win32";

/** The output of `npm run pack` for a package. */
export const tarball = (
  name: "service-link" | "service-link-node" | "service-link-server",
): string => join(PROJECT, `dist/packages/${name}-${version}.tgz`);

/**
 * Creates a folder outside the project, empty or with a copy of a demo. Also returns a function
 * that removes the folder.
 */
export const newFolder = (demo?: string) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-package-"));
  if (demo) cpSync(join(PROJECT, "demo", demo), folder, { recursive: true, filter: isSource });
  else writeFileSync(join(folder, "package.json"), '{ "private": true }');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 9 }) };
};

/** A demo that was run in place has leftover files, which are not copied. */
const isSource = (path: string) => !/[\\/](node_modules|dist|\.next|\.env)$/.test(path);

const environment = (folder: string, more: Record<string, string> = {}) => ({
  ...process.env,
  NEXT_TELEMETRY_DISABLED: "1",
  // The test runner requests colours, which a pipe does not support.
  FORCE_COLOR: "0",
  // The folder must not find anything of the project.
  PATH: [join(folder, "node_modules/.bin"), process.env.PATH].join(IS_WINDOWS ? ";" : ":"),
  ...more,
});

/**
 * Runs a command in a folder to its end. Returns its output. A failure's error contains the output,
 * too.
 */
export const run = (
  folder: string,
  [command = "", ...args]: string[],
  more?: Record<string, string>,
): string => {
  try {
    return execFileSync(command, args, {
      cwd: folder,
      env: environment(folder, more),
      encoding: "utf8",
      shell: IS_WINDOWS,
    });
  } catch (failure) {
    // Compilers and test runners tell the cause on their standard output.
    if (failure instanceof Error && "stdout" in failure) failure.message += `\n${failure.stdout}`;
    throw failure;
  }
};

/** Installs packages from their tarballs, and the other dependencies of the folder's manifest. */
export const install = (folder: string, ...names: Parameters<typeof tarball>[0][]): string =>
  run(folder, ["npm", "install", "--no-audit", "--no-fund", ...names.map(tarball)]);

/** Installs all our packages from their tarballs, and other packages from the registry. */
export const installAll = (folder: string, others: readonly string[]): string => {
  const own = (["service-link", "service-link-node", "service-link-server"] as const).map(tarball);
  return run(folder, ["npm", "install", "--no-audit", "--no-fund", ...own, ...others]);
};

/** Starts a command in a folder, and waits until its output matches. */
export const start = async (
  folder: string,
  [command = "", ...args]: string[],
  pattern: RegExp,
  more?: Record<string, string>,
) => {
  const child = spawn(command, args, {
    cwd: folder,
    env: environment(folder, more),
    stdio: ["ignore", "pipe", "inherit"],
    // A separate process group, since a command may start other processes.
    detached: !IS_WINDOWS,
    shell: IS_WINDOWS,
  });
  const output = await outputOf(child, pattern);
  return { printed: output, stop: () => stop(child) };
};

const outputOf = (child: ChildProcess, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (pattern.test(output)) resolve(output);
    });
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const end = once(child, "exit");
  if (IS_WINDOWS) child.kill();
  else process.kill(-child.pid, "SIGTERM");
  await end;
}
