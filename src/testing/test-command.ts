import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout of the tests. */
export const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

const BUILD = `
  import { isBuilt } from "./scripts/build-stamp.mjs";
  if (!isBuilt()) {
    const { build } = await import("./scripts/build.mjs");
    if (!(await build())) process.exitCode = 1;
  }
`;

/** The output and the end of a process. */
type CommandResult = { code: number | null; out: string; err: string };

type Options = {
  /** The folder of the program, if not the checkout. */
  project?: string;
  variables?: Record<string, string>;
  /** Runs the command as a user other than root, for whom file modes apply. */
  asUser?: boolean;
  /** The maximum size of files, in blocks of 512 bytes or a KiB. */
  maxBlocks?: number;
};

/** Builds the program for `runCommand` if its sources have changed. */
export const buildCommand = async (): Promise<void> => {
  const { code, out, err } = await run(["--input-type=module", "--eval", BUILD], {});
  if (code !== 0) throw new Error(`the build failed: ${out}${err}`);
};

/** Runs the built `service-link` in a separate process until it ends. */
export const runCommand = (args: string[], options: Options = {}): Promise<CommandResult> =>
  run([join(options.project ?? PROJECT, "dist/cli.js"), ...args], options);

const NOBODY = 65_534;

function run(
  args: string[],
  { variables = {}, asUser, maxBlocks }: Options,
): Promise<CommandResult> {
  const command = maxBlocks === undefined ? process.execPath : "sh";
  const limitedArguments = [
    "-c",
    `ulimit -f ${maxBlocks}; exec "$0" "$@"`,
    process.execPath,
    ...args,
  ];
  const isRoot = process.getuid?.() === 0;
  const { PATH } = process.env;
  const child = spawn(command, maxBlocks === undefined ? args : limitedArguments, {
    cwd: PROJECT,
    env: { PATH, NO_COLOR: "1", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    ...(asUser && isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

/** Returns the mode and a digest of each file in a folder; null without the folder. */
export const toContents = (folder: string): Record<string, string> | null => {
  if (!existsSync(folder)) return null;
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(paths.map((path) => [path, contentOf(join(folder, path))]));
};

function contentOf(path: string): string {
  const { mode } = lstatSync(path);
  if (!lstatSync(path).isFile()) return mode.toString(8);
  return `${mode.toString(8)} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
}
