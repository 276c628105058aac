import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import { appRoutes } from "./app.mjs";
import { approachWord } from "./berlin-group/approaches.mjs";
import { authorisationStore } from "./berlin-group/authorisations.mjs";
import { answerBerlin, BERLIN_BASE } from "./berlin-group/index.mjs";
import { berlinRefusalJson } from "./berlin-group/refusal.mjs";
import { confirmRoutes } from "./berlin-group/site.mjs";
import { consentStore } from "./consents.mjs";
import { answerData, BASE } from "./data-api/index.mjs";
import { Refusal } from "./data-api/refusal.mjs";
import { requireToken } from "./data-api/require-token.mjs";
import {
  adapterWithFaults,
  answerWithFaults,
  injectProviderFaults,
  refusalWithFaults,
  replyWithFault,
  requireTokenWithFaults,
} from "./faults/fault-injection.mjs";
import { faultRoutes } from "./faults/page.mjs";
import { changeRequest, wireWithFaults } from "./faults/wire-injection.mjs";
import { frontPage } from "./pages.mjs";
import { createProvider } from "./provider.mjs";
import { registrationRoute } from "./registration.mjs";
import { sharingRoutes } from "./sharing.mjs";
import { showPage } from "./show-page.mjs";
import { signInRoutes } from "./sign-in.mjs";
import { adapterOf, openStorage } from "./storage.mjs";
import { intentStore } from "./uk/consents.mjs";
import { answerUk, UK_BASE } from "./uk/index.mjs";
import { UkRefusal } from "./uk/refusal.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { BankClient } from "./server.d.mts" */
/** @import { Storage } from "./storage.mjs" */

/**
 * The bank behind its address: OpenID provider, sign-in pages, data API.
 * @param {{ issuer: string, clients: readonly BankClient[], file?: string | undefined,
 *   clock: () => number, switches: import("./faults/switches.mjs").FaultSwitches,
 *   tlsOrigin?: string | undefined, consentDays: number, remembersSignIns: boolean,
 *   ledger?: import("./server.d.mts").Ledger | undefined, standard?: "fdx" | "uk" | "berlin-group" | undefined,
 *   cardAccounts?: boolean | undefined, wantsSignatures?: boolean | undefined, preStep?: boolean | undefined, countsReads?: boolean | undefined, rowsInFile?: import("./server.d.mts").BankOptions["rowsInFile"], approach?: import("./server.d.mts").BankOptions["approach"], profile?: "fapi1" | "fapi2" | undefined, directory?: import("./server.d.mts").Directory | undefined }} options
 */
export const createBank = async ({
  issuer,
  clients,
  file,
  clock,
  switches,
  tlsOrigin,
  consentDays,
  remembersSignIns,
  ledger,
  standard = "fdx",
  approach = "oauth",
  cardAccounts = false,
  wantsSignatures = false,
  preStep = false,
  countsReads = false,
  rowsInFile,
  profile,
  directory,
}) => {
  const storage = openStorage({ file, clock: Date.now });
  const keys = await fetchKeys(storage, profile === "fapi1");
  const adapter = adapterWithFaults(switches, adapterOf(storage));
  const provider = createProvider({
    ...{ issuer, clients, adapter, keys, tlsOrigin, remembersSignIns, standard, profile },
    preStep,
    registers: directory !== undefined,
  });
  const register =
    directory && registrationRoute({ provider, issuer, storage, adapter, directory, clock });
  injectProviderFaults(switches, provider, { issuer, jwks: keys.jwks });
  const storeConsent = consentStore({ storage, clock, consentDays });
  const intents = intentStore({ storage, clock, consentDays });
  const signIn = signInRoutes({ provider, clock, consentDays, storeConsent, intents, preStep });
  const authorisations = authorisationStore({ storage, intents, storeConsent });
  const confirm = confirmRoutes({ clients, clock, consentDays, authorisations, intents });
  const app = appRoutes({
    ...{ provider, storage, issuer, storeConsent, authorisations, intents },
  });
  const sharing = sharingRoutes({ provider, storage, issuer, intents });
  const faults = faultRoutes(switches, issuer, standard);
  const openId = provider.callback();
  const data = {
    provider,
    issuer,
    tlsOrigin,
    storage,
    clock,
    ledger,
    requireToken: requireTokenWithFaults(switches, requireToken),
    intents,
    approach,
    cardAccounts,
    wantsSignatures,
    preStep,
    countsReads,
    rowsInFile,
    authorisations,
  };

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   * @param {{ base: RegExp, idHeader: string, answer: () => Promise<{ status: number, body: unknown,
   *   headers?: Record<string, string> }>, refusalJson: (refusal: Refusal) => unknown }} wire
   */
  const serveWire = async (request, response, { base, idHeader, answer, refusalJson }) => {
    const given = await answer().catch((error) => {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: refusalJson(error), headers: error.headers };
    });
    const { status, body, headers } = wireWithFaults(switches, request, {
      ...{ base, idHeader, now: clock() },
      response: { headers: {}, ...given },
    });
    respond(response, status, body, headers);
  };

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  const serveUk = (request, response) =>
    serveWire(request, response, {
      base: UK_BASE,
      idHeader: "x-fapi-interaction-id",
      answer: () => answerUk(data, request),
      refusalJson: (refusal) =>
        refusal.status === 401 || !(refusal instanceof UkRefusal) ? undefined : refusal.toJSON(),
    });

  const refusedBy = (/** @type {unknown} */ body) =>
    switches
      .active()
      .map((fault) => fault.consent?.(body))
      .find((refusal) => refusal !== undefined);

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  const serveBerlin = (request, response) =>
    serveWire(request, response, {
      base: /^\/v1(?=\/)/,
      idHeader: "x-request-id",
      // A bank identifies a client by its TLS certificate. This bank has only one such client.
      answer: async () => {
        const client = clients[0]?.id ?? "";
        const given = await answerBerlin({ ...data, refusedBy }, request, client);
        return {
          ...given,
          headers: { "aspsp-sca-approach": approachWord(approach), ...given.headers },
        };
      },
      refusalJson: berlinRefusalJson,
    });

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  const serveData = async (request, response) => {
    const { searchParams: query } = new URL(request.url ?? "/", issuer);
    try {
      const answer = (/** @type {URLSearchParams} */ q) => answerData(data, request, q);
      respond(response, 200, await answerWithFaults(switches, request.url, query, answer));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, body, headers } = refusalWithFaults(switches, request.url, error);
      respond(response, status, body, headers);
    }
  };

  return async (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    try {
      changeRequest(switches, request);
      if (replyWithFault(switches, request, response)) return;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return respond(response, 400, { message: error.message });
    }
    const path = request.url?.split("?")[0] ?? "/";
    if (register && path.startsWith("/register")) {
      const { status, body } = await register(request);
      return respond(response, status, body);
    }
    if (path === "/app") return app(request, response);
    if (path === "/sharing") return sharing(request, response);
    if (path === "/faults") return faults(request, response);
    if (standard === "fdx" && path.startsWith(`${BASE}/`)) return serveData(request, response);
    if (standard === "uk" && UK_BASE.test(path)) return serveUk(request, response);
    if (standard === "berlin-group" && path.startsWith(`${BERLIN_BASE}/`))
      return serveBerlin(request, response);
    if (path.startsWith("/confirm/")) return confirm(request, response);
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
const respond = (response, status, body, headers = {}) => {
  const isFile = body instanceof Uint8Array;
  response
    .writeHead(status, {
      "content-type": isFile ? "application/pdf" : "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    })
    .end(isFile || body === undefined ? body : JSON.stringify(body));
};

/**
 * The bank's keys and secrets, created when it opens for the first time: keys that sign with RS256, which
 * OpenID Connect requires (with PS256 under FAPI 1), and with ES256; and the secret that signs its cookies.
 * @param {Storage} storage
 * @param {boolean} isFapi1
 * @returns {Promise<{ jwks: { keys: Record<string, any>[] }, cookieKeys: string[] }>}
 */
const fetchKeys = async (storage, isFapi1) => {
  const { state } = storage;
  if (state.jwks && state.cookieKeys) return /** @type {any} */ (state);
  state.jwks = { keys: [await signingKey(isFapi1 ? "PS256" : "RS256"), await signingKey("ES256")] };
  state.cookieKeys = [randomBytes(32).toString("base64url")];
  storage.saveState();
  return /** @type {any} */ (state);
};

/** @param {string} alg */
const signingKey = async (alg) => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomBytes(8).toString("base64url");
  return { ...(await exportJWK(privateKey)), use: "sig", alg, kid };
};
