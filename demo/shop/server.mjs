import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { bankService } from "./bank-service.mjs";
import { bankList, chooseAccount, connectBank, forgetBank, openWay } from "./banks.mjs";
import { loadPages } from "./pages.mjs";
import { Problem } from "./problem.mjs";
import { readField } from "./request-body.mjs";
import { openTokenFile } from "./token-file.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { AddressInfo } from "node:net" */
/** @import { Shop, ShopOptions } from "./server.d.mts" */

/** @import { Tokens } from "./token-file.mjs" */

/** @typedef {{ method: string, run: (request: IncomingMessage, tokens: Tokens, visitor: string) => Promise<unknown> }} Route */

/**
 * Opens the shop: its pages, and the few calls that they make. Only this server knows the secret and
 * the access tokens; none of its responses holds either. The shop has no login: a cookie tells its visitors apart.
 * @param {ShopOptions} options
 * @returns {Promise<Shop>}
 */
export const startShop = async (options) => {
  const tokensOf = openTokenFile(options.file);
  const pages = await loadPages(options);
  const call = bankService(options);

  /** @type {Map<string, Route>} */
  const routes = new Map([
    ["/accounts", { method: "GET", run: (_, tokens) => bankList(call, tokens) }],
    [
      "/connect",
      post("public_token", async (publicToken, tokens) => {
        await connectBank(call, tokens, publicToken);
        return bankList(call, tokens);
      }),
    ],
    [
      "/forget",
      post("item_id", async (itemId, tokens) => {
        await forgetBank(call, tokens, itemId);
        return bankList(call, tokens);
      }),
    ],
    ["/way", post("way", (way, _, visitor) => openWay(call, way, visitor))],
    [
      "/pay-into",
      post("account_id", (accountId, tokens) => chooseAccount(call, tokens, accountId)),
    ],
  ]);

  const server = createServer({ requestTimeout: 30_000 });
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(options.port, options.host, () => resolve(undefined));
  });
  const { port } = /** @type {AddressInfo} */ (server.address());
  const { origin, host } = new URL(options.publicOrigin ?? `http://localhost:${port}`);

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  const answer = async (request, response) => {
    const path = request.url?.split("?")[0] ?? "/";
    const method = request.method === "HEAD" ? "GET" : request.method;

    // Link knows the shop by one origin, so requests with another host name are redirected there.
    // This also blocks foreign sites whose name resolves to this server.
    if (request.headers.host !== host && method === "GET") {
      response.writeHead(302, { location: `${origin}/` }).end();
      return;
    }

    const page = pages.get(path);
    const route = routes.get(path);
    const allowedMethod = page ? "GET" : route?.method;
    if (!allowedMethod) throw new Problem(404, "There is no such page in this shop.");
    if (method !== allowedMethod) {
      response.setHeader("allow", allowedMethod);
      throw new Problem(405, `This address takes ${allowedMethod} only.`);
    }
    if (method === "POST" && request.headers.origin !== origin)
      throw new Problem(403, "Only the shop's own page may ask for this.");

    const visitor = visitorOf(request) ?? newVisitor(response);
    if (page) response.writeHead(200, page.headers).end(page.content);
    else respond(response, 200, await route?.run(request, tokensOf(visitor), visitor));
  };

  server.on("request", (request, response) => {
    answer(request, response).catch((error) => {
      if (request.errored) return; // The visitor has gone; there is no connection to respond on.
      const problem = error instanceof Problem ? error : logFailure(error);
      respond(response, problem.status, { error: problem });
    });
  });

  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/**
 * A route that takes one field of a JSON body.
 * @param {string} name
 * @param {(value: string, tokens: Tokens, visitor: string) => Promise<unknown>} run
 * @returns {Route}
 */
const post = (name, run) => ({
  method: "POST",
  run: async (request, tokens, visitor) => run(await readField(request, name), tokens, visitor),
});

/**
 * The cookie with a visitor's id. All ports of `localhost` share cookies, so the name is specific
 * to the shop.
 */
const VISITOR = "fernweather_visitor";
const ONE_YEAR = 365 * 24 * 60 * 60;

/**
 * The visitor that the cookie names.
 * @param {IncomingMessage} request
 */
const visitorOf = ({ headers: { cookie = "" } }) =>
  new RegExp(`(?:^|; )${VISITOR}=([0-9a-f-]{36})(?:;|$)`).exec(cookie)?.[1];

/**
 * Gives a newcomer an id that cannot be guessed.
 * @param {ServerResponse} response
 */
function newVisitor(response) {
  const visitor = randomUUID();
  response.setHeader(
    "set-cookie",
    `${VISITOR}=${visitor}; Path=/; Max-Age=${ONE_YEAR}; HttpOnly; SameSite=Lax`,
  );
  return visitor;
}

/** @param {unknown} error */
function logFailure(error) {
  console.error(error);
  return new Problem(500, "Something went wrong in the shop. Please try again.", undefined, error);
}

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {unknown} body
 */
const respond = (response, status, body) =>
  response
    .writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    .end(JSON.stringify(body));
