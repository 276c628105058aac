import { runCli } from "./run-cli.fixture.ts";

/**
 * Runs a command in a separate process, since connections of one process would wait for each
 * other's lock.
 */
const stop = new AbortController();
process.on("SIGTERM", () => stop.abort());
const { code, out, err } = await runCli(process.argv.slice(2), {
  variables: process.env,
  out: (text) => void process.stdout.write(text),
  stopSignal: () => stop.signal,
});
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;
