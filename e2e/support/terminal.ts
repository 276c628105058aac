import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { freePorts } from "../../src/testing/free-ports.ts";

const PROJECT = join(import.meta.dirname, "../..");
const END_MARK = "-- done --";

/** Folders that a clone lacks, or that a start writes into. */
const NOT_CLONED = ["data", ".git", "test-results"];

/**
 * A newcomer's shell in a checkout, for the blocks of the documentation. The checkout is a folder
 * of links to this checkout, where `npm ci` finds everything installed. Free ports replace the
 * server's default ports.
 */
export type Terminal = {
  /** Runs a block unchanged, and returns its output. Throws if a command fails. */
  run(block: string): Promise<string>;
  /** Replaces the default ports in a text of the documentation. */
  here(text: string): string;
  /** The variables of the shell. */
  variable(name: string): Promise<string>;
  folder: string;
  close(): void;
};

export const openTerminal = async (folder: string): Promise<Terminal> => {
  const [api = 0, shop = 0, app = 0, receiver = 0] = await freePorts(4);
  const ports: Record<string, number> = { 8080: api, 8081: shop, 3000: app, 3001: receiver };
  const here = (text: string): string =>
    text.replace(/\b(8080|8081|3000|3001)\b/g, (port) => String(ports[port]));
  const checkout = join(folder, "service-link");
  clone(checkout);
  const shell = spawn("bash", ["--noprofile", "--norc"], {
    cwd: checkout,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  shell.stdin.write(SHIMS(api));
  let output = "";
  for (const stream of [shell.stdout, shell.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  const run = async (block: string): Promise<string> => {
    output = "";
    shell.stdin.write(`${here(block)}\necho "${END_MARK} $?"\n`);
    await until(shell, () => new RegExp(`${END_MARK} \\d+`).test(output));
    const [text = "", code] = output.split(END_MARK);
    if (Number.parseInt(code ?? "", 10) !== 0) throw new Error(`a command failed: ${text}`);
    return text;
  };
  return {
    run,
    here,
    variable: async (name) => (await run(`echo "$${name}"`)).trim(),
    folder: checkout,
    close: () => {
      // The whole process group: the server runs in the background of the shell.
      if (shell.pid) process.kill(-shell.pid, "SIGTERM");
    },
  };
};

const SHIMS = (port: number): string => `
npm() {
  case "$1" in
    ci) ;;
    start) command npm start -- --port ${port} ;;
    *) command npm "$@" ;;
  esac
}
`;

/** Creates a folder with links to everything in an installed clone. */
function clone(folder: string): void {
  mkdirSync(folder);
  for (const name of readdirSync(PROJECT))
    if (!NOT_CLONED.includes(name)) symlinkSync(join(PROJECT, name), join(folder, name));
}

/** Waits until a process's output matches. */
function until(shell: ChildProcess, isThere: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (!isThere()) return;
      shell.stdout?.off("data", look);
      shell.off("exit", onEnd);
      resolve();
    };
    const onEnd = (): void => reject(new Error("the shell ended"));
    shell.stdout?.on("data", look);
    shell.once("exit", onEnd);
    look();
  });
}
