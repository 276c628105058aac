import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createFaultSwitches } from "./faults/switches.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { AddressInfo } from "node:net" */
/** @import { Bank, BankOptions } from "./server.d.mts" */

const FILES = {
  "/bank.css": { file: "bank.css", type: "text/css; charset=utf-8" },
  "/lantern.svg": { file: "lantern.svg", type: "image/svg+xml" },
  "/field.svg": { file: "field.svg", type: "image/svg+xml" },
};

/**
 * Opens the bank. What it is made of is loaded by the first request, so that a start beside it stays quick.
 * @param {BankOptions} options
 * @returns {Promise<Bank>}
 */
export const startBank = async ({
  port,
  host = "localhost",
  clients,
  file,
  pages = new URL("pages/", import.meta.url),
  clock = Date.now,
}) => {
  const server = createServer({ requestTimeout: 30_000 });
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve(undefined));
  });
  const address = /** @type {AddressInfo} */ (server.address());
  const issuer = `http://localhost:${address.port}`;
  const switches = createFaultSwitches();
  const open = async () =>
    (await import("./bank.mjs")).createBank({ issuer, clients, file, clock, switches });
  /** @type {ReturnType<typeof open> | undefined} */
  let bank;

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  const answer = async (request, response) => {
    // Whoever points a name of their own at this machine gets nothing by it.
    if (request.headers.host !== new URL(issuer).host)
      return void response
        .writeHead(421, { "content-type": "text/plain" })
        .end(`This is ${issuer}\n`);
    const file = FILES[/** @type {keyof typeof FILES} */ (request.url ?? "")];
    if (file) {
      const content = await readFile(new URL(file.file, pages));
      return void response
        .writeHead(200, { "content-type": file.type, "x-content-type-options": "nosniff" })
        .end(content);
    }
    bank ??= open();
    await (await bank)(request, response);
  };

  server.on("request", (request, response) => {
    answer(request, response).catch((error) => {
      if (request.errored) return; // Whoever asked has gone.
      console.error(error);
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end("Something went wrong in the demo bank.\n");
    });
  });

  return {
    issuer,
    misbehave: (...faults) => switches.set(faults),
    behave: () => switches.set([]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
