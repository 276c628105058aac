import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createFaultSwitches } from "./faults/switches.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { AddressInfo } from "node:net" */
/** @import { Bank, BankOptions } from "./server.d.mts" */

const CSS = "text/css; charset=utf-8";

const FILES = {
  "/bank.css": { file: "bank.css", type: CSS },
  "/accounts.css": { file: "accounts.css", type: CSS },
  "/lantern.svg": { file: "lantern.svg", type: "image/svg+xml" },
  "/field.svg": { file: "field.svg", type: "image/svg+xml" },
};

/**
 * Opens the bank. The first request loads its modules, so that a server that starts with it is not delayed.
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
  mutualTls,
  consentDays = 365,
  remembersSignIns = false,
  ledger,
  standard = "fdx",
  approach,
  cardAccounts,
  wantsSignatures,
  preStep,
  countsReads,
  rowsInFile,
  profile,
  directory,
}) => {
  const server = createServer({ requestTimeout: 30_000 });
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve(undefined));
  });
  const address = /** @type {AddressInfo} */ (server.address());
  const issuer = `http://localhost:${address.port}`;
  const tlsServer = mutualTls && (await openTls(mutualTls, host));
  const switches = createFaultSwitches();
  const open = async () =>
    (await import("./bank.mjs")).createBank({
      issuer,
      clients,
      file,
      clock,
      switches,
      tlsOrigin: tlsServer?.origin,
      consentDays,
      remembersSignIns,
      ledger,
      standard,
      approach,
      cardAccounts,
      wantsSignatures,
      preStep,
      countsReads,
      rowsInFile,
      profile,
      directory,
    });
  /** @type {ReturnType<typeof open> | undefined} */
  let bank;

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  const answer = async (request, response) => {
    // Rejects other host names, which prevents DNS rebinding.
    const origin = "encrypted" in request.socket ? tlsServer?.origin : issuer;
    if (request.headers.host !== new URL(origin ?? issuer).host)
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

  const onRequest = (
    /** @type {IncomingMessage} */ request,
    /** @type {ServerResponse} */ response,
  ) => {
    answer(request, response).catch((error) => {
      if (request.errored) return; // The client has gone.
      console.error(error);
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end("Something went wrong in the demo bank.\n");
    });
  };
  const servers = tlsServer ? [server, tlsServer.server] : [server];
  for (const server of servers) server.on("request", onRequest);

  return {
    issuer,
    mutualTlsOrigin: tlsServer?.origin ?? null,
    mutualTlsDataUrl: tlsServer ? `${tlsServer.origin}/fdx/v6` : null,
    misbehave: (...faults) => switches.set(faults),
    behave: () => switches.set([]),
    close: async () => {
      await Promise.all(servers.map(closeServer));
    },
  };
};

/**
 * Opens the address for clients that show a certificate; whose it is, is looked at later.
 * @param {import("./server.d.mts").MutualTls} mutualTls
 * @param {string} host
 */
async function openTls({ certificate, key, authority }, host) {
  const { createServer: createTlsServer } = await import("node:https");
  const options = { cert: certificate, key, ca: authority, requestCert: true };
  const server = createTlsServer({ ...options, rejectUnauthorized: false });
  await new Promise((resolve) => {
    server.listen(0, host, () => resolve(undefined));
  });
  const { port } = /** @type {AddressInfo} */ (server.address());
  return { server, origin: `https://localhost:${port}` };
}

/** @param {import("node:http").Server | import("node:https").Server} server */
const closeServer = (server) =>
  new Promise((resolve) => {
    server.close(() => resolve(undefined));
    server.closeAllConnections();
  });
