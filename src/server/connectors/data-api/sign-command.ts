import { spawn } from "node:child_process";
import { SettingsError } from "../../server/host/settings/settings.ts";

/** A person may have to touch a token or to type a PIN meanwhile. */
const LIMIT_MS = 60_000;

/** More than a signature of RSA with 16,384 bits has. */
const MAX_SIGNATURE_BYTES = 4096;

/**
 * Has a program sign: it gets the bytes on its standard input, and writes the signature to its standard output. It is started
 * by its arguments, without a shell. Throws a SettingsError if it fails, takes too long or writes too much.
 */
export const signByCommand = (
  program: string,
  argumentTexts: readonly string[],
  bytes: Uint8Array,
  limitMs: number = LIMIT_MS,
): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    // Its own words, such as the question for a PIN, go to the operator.
    const child = spawn(program, argumentTexts, {
      stdio: ["pipe", "pipe", "inherit"],
      shell: false,
      timeout: limitMs,
      killSignal: "SIGKILL",
    });
    const refuse = (problem: string, cause?: unknown) =>
      reject(new SettingsError(`--sign-command ${program} ${problem}`, { cause }));
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_SIGNATURE_BYTES) return void chunks.push(chunk);
      child.kill("SIGKILL");
      refuse(`writes more than ${MAX_SIGNATURE_BYTES} bytes, which is no signature`);
    });
    child.on("error", (cause) => refuse(`cannot be started: ${cause.message}`, cause));
    child.on("close", (code, signal) => {
      if (code === 0 && length > 0) return resolve(new Uint8Array(Buffer.concat(chunks)));
      refuse(
        signal === "SIGKILL"
          ? `has not signed within ${limitMs / 1000} seconds`
          : code === 0
            ? "writes no signature"
            : `fails with the exit code ${code}`,
      );
    });
    // A program that does not read its input is refused by its exit code.
    child.stdin.on("error", () => undefined).end(bytes);
  });
