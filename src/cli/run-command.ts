import { readFileSync } from "node:fs";
import { runCommandLine } from "./command-line.ts";

const HELP = `service-link: link bank accounts and read them, on your own server

  service-link serve   start the server
      --port 8080        port of the API and of Link; the demo shop takes the next one
      --host localhost   address to listen on; any other needs TLS (see docs/deployment.md)
      --data ./data      folder that everything durable lives in
      --no-demo          without the demo shop
      --no-worker        leaves webhooks and other jobs to service-link worker
      --rate-limits      with the limits of production, in the sandbox as well

  service-link keys    show the client's keys, and the origins that may show Link
      --data ./data
      --allow-origin https://shop.example    let pages of this origin show Link
      --remove-origin https://shop.example   no longer
      --partner on                           let it use processor tokens; or off
      --select-account several               disabled, one, several or all: whether its users
                                             pick what they share, where a session does not say
      --default-version 2019-05-29           answer it in this version where a request names none
      --rotate-webhook-key                   sign webhooks with another key from now on
      --client ID                            of this client; needed for a change where there are several
      --env                                  as lines for a shell or a .env file

  service-link clients create       make another client, and show its keys this once
      --allow-origin https://shop.example    as often as there are origins
      --product auth,transactions            the products that it may use; all without this
      --partner on   --public-key off   --select-account several   --default-version 2020-09-14
  service-link clients list         show all of them, without their secrets
  service-link clients rotate ID    give it another secret; the old one is refused within a second
  service-link clients remove ID    forget it, and all that is its, once its client_id is typed again
      --with-items       also where it has live Items
      --yes              without being asked
      --data ./data
      --env              (create, rotate) the keys as lines for a shell or a .env file

  service-link worker  send webhooks and do other jobs, beside the server or in its place
      --data ./data

  service-link webhooks list        show the last webhooks, and how they were answered
  service-link webhooks show ID     show one whole, with each try
  service-link webhooks replay ID   send one again that was delivered or given up
  service-link webhooks tail        show each as it is sent
      --data ./data
      --count 20                               how many to list
      --forward http://localhost:3000/hook     send each there as well

  service-link usage   show how often each product was read
      --data ./data
      --month 2026-11    another month than this one
      --csv              for a spreadsheet

  service-link institutions import FILE   put in institutions of your own, from .csv or .json;
                                          one that is there already is replaced
      --skip-bad         import the other rows where some are wrong; the exit code is 1 all the same
  service-link institutions export [FILE] write them out again
  service-link institutions list
  service-link institutions remove ID
      --data ./data

  service-link doctor  check whether a server can start, and say what to do if not
      takes the options and variables of serve
`;

const { version } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);

const out = (text: string) => void process.stdout.write(text);

/** Says when whoever runs this wants it to end. */
const stopSignal = (): AbortSignal => {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
};

/** Runs the command that a command line names; answers the exit code. Each loads what it needs itself. */
export const runCommand = (line: string[]): Promise<number> => {
  // Whoever reads may have read enough, as `head` has after ten lines.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  return runCommandLine(line, {
    version: String(version),
    help: HELP,
    commands: COMMANDS,
    out,
    fail: (text) => void process.stderr.write(text),
  });
};

const { env } = process;

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  serve: async (args) => (await import("./serve.ts")).serve(args, env),
  keys: async (args) => (await import("./keys.ts")).keys(args, env),
  institutions: async (args) => (await import("./institutions.ts")).institutions(args, env),
  usage: async (args) => (await import("./usage.ts")).usage(args),
  clients: async (args) => {
    const [{ clients }, { ask }] = await Promise.all([import("./clients.ts"), import("./ask.ts")]);
    await clients(args, env, { out, ask });
  },
  worker: async (args) => (await import("./worker.ts")).worker(args, env, out, stopSignal()),
  webhooks: async (args) => {
    const { webhooks } = await import("./webhooks.ts");
    const output = { out, coloured: process.stdout.isTTY === true, clock: Date.now };
    await webhooks(args, env, output, stopSignal());
  },
  doctor: async (args) => (await import("./doctor.ts")).doctor(args, env),
};
