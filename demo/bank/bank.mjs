import { answerData, BASE } from "./data-api/index.mjs";
import { Refusal } from "./data-api/refusal.mjs";
import { keysOf } from "./keys.mjs";
import { frontPage } from "./pages.mjs";
import { createProvider } from "./provider.mjs";
import { showPage, signInRoutes } from "./sign-in.mjs";
import { openStorage } from "./storage.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { BankClient } from "./server.d.mts" */

/**
 * The bank behind its address: OpenID provider, sign-in pages, data API.
 * @param {{ issuer: string, clients: readonly BankClient[], file?: string | undefined,
 *   clock: () => number }} options
 */
export const createBank = async ({ issuer, clients, file, clock }) => {
  const storage = openStorage({ file, clock: Date.now });
  const provider = createProvider({ issuer, clients, storage, keys: await keysOf(storage) });
  const signIn = signInRoutes({ provider, storage, clock });
  const openId = provider.callback();

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  const serveData = async (request, response) => {
    try {
      respond(response, 200, await answerData({ provider, issuer, storage, clock }, request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      respond(response, error.status, error, error.headers);
    }
  };

  return async (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    const path = request.url?.split("?")[0] ?? "/";
    if (path.startsWith(`${BASE}/`)) return serveData(request, response);
    if (path.startsWith("/sign-in/")) return signIn(request, response);
    if (path === "/") return showPage(response, 200, frontPage({ issuer }));
    return openId(request, response);
  };
};

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {unknown} body
 * @param {Record<string, string>} [headers]
 */
export const respond = (response, status, body, headers = {}) =>
  void response
    .writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    })
    .end(JSON.stringify(body));
