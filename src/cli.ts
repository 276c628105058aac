#!/usr/bin/env node
import { institutions } from "./server/institutions.ts";
import { keys } from "./server/keys.ts";
import { serve } from "./server/main.ts";
import { SettingsError } from "./server/settings.ts";

const HELP = `service-link: link bank accounts and read them, on your own server

  service-link serve   start the server
      --port 8080        port of the API and of Link; the demo shop takes the next one
      --host localhost   address to listen on; any other needs TLS (see the README)
      --data ./data      folder that everything durable lives in
      --no-demo          without the demo shop

  service-link keys    show the client's keys, and the origins that may show Link
      --data ./data
      --allow-origin https://shop.example    let pages of this origin show Link
      --remove-origin https://shop.example   no longer
      --select-account several               disabled, one, several or all: whether its users
                                             pick what they share, where a session does not say

  service-link institutions import FILE   put in institutions of your own, from .csv or .json;
                                          one that is there already is replaced
      --skip-bad         import the other rows where some are wrong; the exit code is 1 all the same
  service-link institutions export [FILE] write them out again
  service-link institutions list
  service-link institutions remove ID
      --data ./data
`;

const commands: Record<string, (args: string[]) => Promise<void>> = {
  serve: (args) => serve(args, process.env),
  keys: (args) => keys(args, process.env),
  institutions: (args) => institutions(args, process.env),
};

const [name = "", ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  const asked = ["", "help", "--help", "-h"].includes(name);
  (asked ? process.stdout : process.stderr).write(asked ? HELP : `no command ${name}\n\n${HELP}`);
  process.exitCode = asked ? 0 : 2;
} else {
  command(args).catch((error: unknown) => {
    process.stderr.write(
      error instanceof SettingsError ? `service-link: ${error.message}\n` : `${trace(error)}\n`,
    );
    process.exitCode = 1;
  });
}

function trace(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
