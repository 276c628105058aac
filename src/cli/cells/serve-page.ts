import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SettingsError } from "../../server/host/settings/settings.ts";
import { hashSource } from "../../server/http/content-security-policy.ts";
import type { Context } from "../context.ts";
import { readCells } from "./cell-status.ts";
import { CELLS_STYLE, cellsPage } from "./cells-page.ts";
import { readCellsFile } from "./read-cells-file.ts";

const HOST = "127.0.0.1";

/** Another site may point its own name at this address, and must not read the page. */
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src ${hashSource(CELLS_STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Serves the page of all cells until the command is stopped. */
export const servePage = async (
  { cells: file, port }: { cells: string; port: string },
  { out, err, clock, stopSignal }: Context,
): Promise<void> => {
  readCellsFile(file);
  const server = createServer(async ({ method, url, headers }, response) => {
    const { host = "", "sec-fetch-dest": destination = "document" } = headers;
    const refuse = (status: number, text: string) =>
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(text);
    if (!OWN_HOST.test(host)) return refuse(403, "reach this page by localhost\n");
    // A picture or frame of another site would make the page ask all servers.
    if (destination !== "document") return refuse(403, "open this page in a window\n");
    if (url !== "/") return refuse(404, "there is /\n");
    if (method !== "GET" && method !== "HEAD") return refuse(405, "use GET\n");
    try {
      // The file is read for each request, so that changes apply at once.
      const page = cellsPage(await readCells(readCellsFile(file)), clock());
      return response.writeHead(200, HEADERS).end(method === "HEAD" ? undefined : page);
    } catch (failure) {
      err.write(`${failure instanceof Error ? failure.message : String(failure)}\n`);
      return refuse(500, "the cells cannot be read; the terminal has the reason\n");
    }
  });
  const stop = stopSignal();
  await listen(server, port);
  out(`Cells: http://localhost:${(server.address() as AddressInfo).port}\n`);
  if (!stop.aborted) await once(stop, "abort");
  server.close();
  server.closeAllConnections();
};

async function listen(server: Server, port: string): Promise<void> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new SettingsError(`--port must be a number up to 65535, not ${port}`);
  try {
    server.listen(Number(port), HOST);
    await once(server, "listening");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`port ${port} cannot be used: ${reason}`, {
      advice: "choose another one with --port",
      cause,
    });
  }
}
