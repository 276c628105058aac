import { decodeJwt, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from "jose";
import { Provider } from "oidc-provider";
import { Refusal } from "../data-api/refusal.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { BankProvider, OpenIdContext } from "../oidc.d.mts" */
/** @import { FaultSwitches } from "./switches.mjs" */
/** @import { Body, Fault, Part, Reply } from "./types.d.mts" */

/** @type {readonly [RegExp, Part][]} */
const PARTS = [
  [/^\/\.well-known\/openid-configuration$/, "metadata"],
  [/^\/keys$/, "keys"],
  [/^\/authorize$/, "authorize"],
  [/^\/authorize\/push$/, "push"],
  [/^\/token$/, "token"],
  [/^\/token\/revoke$/, "revoke"],
  [/^\/open-banking\/v[\d.]+\/aisp\/account-access-consents/, "consents"],
  [/^\/v1\/consents/, "consents"],
  [/^\/(fdx\/v6|open-banking\/v[\d.]+\/aisp|v1)\//, "data"],
];

/** @param {string | undefined} url */
const partOf = (url) => {
  const path = url?.split("?")[0] ?? "/";
  return PARTS.find(([pattern]) => pattern.test(path))?.[1];
};

/**
 * Sends the reply of an active fault instead of the bank's; returns whether there was one.
 * @param {FaultSwitches} switches
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
export const replyWithFault = (switches, request, response) => {
  const part = partOf(request.url);
  if (!part) return false;
  const [reply] = switches
    .active(request.url)
    .flatMap((fault) => fault.reply?.(part, request) ?? []);
  if (!reply) return false;
  if (reply !== "hang") {
    const isText = typeof reply.body === "string";
    const type = isText && reply.status !== 200 ? "text/plain" : "application/json";
    response
      .writeHead(reply.status, { "content-type": type, ...reply.headers })
      .end(isText ? reply.body : JSON.stringify(reply.body));
  }
  request.resume();
  return true;
};

/**
 * The adapter of the provider's store, with faults injected.
 * @param {FaultSwitches} switches
 * @param {(kind: string) => any} adapterOf
 */
export const adapterWithFaults = (switches, adapterOf) => (/** @type {string} */ kind) => {
  const adapter = adapterOf(kind);
  const keeps = () => switches.active().some((fault) => fault.keeps?.(kind, "revoked"));
  return {
    ...adapter,
    find: async (/** @type {string} */ id) =>
      switches
        .active()
        .reduce(
          (row, { payload }) =>
            payload && row ? payload(kind, row, Provider.ctx?.oidc?.params?.code_verifier) : row,
          await adapter.find(id),
        ),
    destroy: async (/** @type {string} */ id) => {
      if (kind !== "Grant" || !keeps()) await adapter.destroy(id);
    },
    revokeByGrantId: async (/** @type {string} */ grantId) => {
      if (switches.active().some((fault) => fault.provider === "revokes all"))
        await adapter.revokeByCustomerOf(grantId);
      else if (!keeps()) await adapter.revokeByGrantId(grantId);
    },
  };
};

/**
 * Injects the faults that are switched on into an OpenID provider.
 * @param {FaultSwitches} switches
 * @param {BankProvider} provider
 * @param {{ issuer: string, jwks: { keys: any[] } }} options
 */
export const injectProviderFaults = (switches, provider, { issuer, jwks }) => {
  const letsThrough = (/** @type {Fault["provider"]} */ what) =>
    switches.active().some((fault) => fault.provider === what);
  const client = provider.Client.prototype;
  const { redirectUriAllowed, compareClientSecret } = client;
  client.redirectUriAllowed = function (/** @type {string} */ uri) {
    return letsThrough("any redirect") || redirectUriAllowed.call(this, uri);
  };
  client.compareClientSecret = async function (/** @type {string} */ secret) {
    return letsThrough("any secret") || compareClientSecret.call(this, secret);
  };

  provider.use(async (ctx, next) => {
    const part = partOf(ctx.req.url);
    if (letsThrough("no proof")) delete ctx.req.headers.dpop;
    await next();
    for (const fault of switches.active(ctx.req.url)) {
      if (part === "metadata" && fault.metadata) ctx.body = fault.metadata(ctx.body);
      if (part === "keys" && fault.keys) ctx.body = fault.keys(ctx.body);
      if (part === "token" && fault.token && ctx.status === 200) {
        const form = new URLSearchParams(ctx.oidc?.body ?? {});
        const body = await fault.token(ctx.body, {
          issuer,
          form,
          sign: signer(jwks),
          headers: headersOf(ctx),
        });
        // An error response has another status than the replaced token response.
        if (body.error) ctx.status = 400;
        ctx.body = body;
        ctx.type = "json";
      }
      if (fault.returnParameters) injectReturnFault(ctx, issuer, fault.returnParameters);
      if (fault.signedReturn)
        await injectSignatureFault(ctx, issuer, fault.signedReturn, signer(jwks));
    }
  });
};

/**
 * @param {OpenIdContext} ctx
 * @param {string} issuer
 * @param {(parameters: URLSearchParams) => void} change
 */
function injectReturnFault(ctx, issuer, change) {
  const location = ctx.response.get("location");
  if (!/^https?:/.test(location) || location.startsWith(issuer)) return;
  const url = new URL(location);
  change(url.searchParams);
  ctx.response.set("location", url.href);
}

/**
 * Changes the JWT that signs a response, which is in the query, or in the fragment.
 * @param {OpenIdContext} ctx
 * @param {string} issuer
 * @param {NonNullable<Fault["signedReturn"]>} change
 * @param {ReturnType<typeof signer>} sign
 */
async function injectSignatureFault(ctx, issuer, change, sign) {
  const location = ctx.response.get("location");
  if (!/^https?:/.test(location) || location.startsWith(issuer)) return;
  const url = new URL(location);
  const isFragment = url.hash !== "";
  const parameters = new URLSearchParams(isFragment ? url.hash.slice(1) : url.search);
  const name = parameters.has("response") ? "response" : "id_token";
  const jwt = parameters.get(name);
  if (jwt === null) return;
  const claims = decodeJwt(jwt);
  const changed = await change(claims, sign);
  if (changed !== null) parameters.set(name, changed);
  else {
    parameters.delete(name);
    // Without its JWT, such a response consists of parameters only.
    const { code, state } = claims;
    for (const [key, value] of Object.entries({ code, state }))
      if (typeof value === "string") parameters.set(key, value);
  }
  if (isFragment) url.hash = parameters.toString();
  else url.search = parameters.toString();
  ctx.response.set("location", url.href);
}

/** @param {OpenIdContext} ctx */
const headersOf = (ctx) => ({
  set: (/** @type {string} */ name, /** @type {string} */ value) => ctx.set(name, value),
  remove: (/** @type {string} */ name) => ctx.remove(name),
});

/** @param {{ keys: any[] }} jwks */
const signer =
  ({ keys: [first] }) =>
  async (/** @type {any} */ claims, /** @type {"bank" | "other" | "nobody"} */ by) => {
    if (by === "nobody") return new UnsecuredJWT(claims).encode();
    const key =
      by === "bank"
        ? await importJWK(first, first.alg)
        : (await generateKeyPair(first.alg)).privateKey;
    const kid = by === "bank" ? first.kid : "unknown";
    return new SignJWT(claims).setProtectedHeader({ alg: first.alg, kid }).sign(key);
  };

/**
 * The check of tokens, with faults injected.
 * @param {FaultSwitches} switches
 * @param {typeof import("../data-api/require-token.mjs").requireToken} requireToken
 * @returns {typeof requireToken}
 */
export const requireTokenWithFaults = (switches, requireToken) => async (bank, request, scope) => {
  const takesBearerAlone = switches.active(request.url).some((fault) => fault.takesBearerAlone);
  if (takesBearerAlone) return bearerAlone(bank, request);
  try {
    return await requireToken(bank, request, scope);
  } catch (error) {
    const forgiven = new Set(switches.active(request.url).map(({ forgives }) => forgives));
    const [, value] = /^\w+ (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
    if (forgiven.has("no token") && error instanceof Refusal && error.status === 401) {
      const consent = bank.storage.find("Consent", () => true).at(-1) ?? "";
      const accountId = bank.storage.get(consent)?.customerId;
      return { accountId, grantId: consent.slice("Consent:".length) };
    }
    // Apart from the missing scope, the token is valid, and its proof is used up.
    const lacksScope = error instanceof Refusal && error.status === 403;
    if (value && (forgiven.has("proof") || (forgiven.has("scope") && lacksScope))) {
      const token = await bank.provider.AccessToken.find(value);
      if (token) return token;
    }
    throw error;
  }
};

/**
 * The token of a request, as an API takes it that has never heard of DPoP: it looks for `Bearer` alone, at no key, and
 * names no scheme.
 * @param {Parameters<typeof import("../data-api/require-token.mjs").requireToken>[0]} bank
 * @param {IncomingMessage} request
 */
async function bearerAlone({ provider }, request) {
  const [, value] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (value === undefined) throw new Refusal(401, "401", "Authentication required");
  const token = await provider.AccessToken.find(value);
  if (!token) throw new Refusal(401, "401", "Authentication failed");
  return token;
}

/**
 * The data API's response, with faults injected.
 * @param {FaultSwitches} switches
 * @param {string | undefined} url
 * @param {URLSearchParams} query
 * @param {(query: URLSearchParams) => Promise<Body>} answer
 */
export const answerWithFaults = async (switches, url, query, answer) => {
  const faults = switches.active(url);
  const path = url?.split("?")[0]?.replace("/fdx/v6", "") ?? "";
  for (const fault of faults) fault.query?.(query);
  let body = await answer(query);
  for (const fault of faults) body = fault.data?.(path, body, query) ?? body;
  return body;
};

/**
 * A refusal of the data API, with faults injected.
 * @param {FaultSwitches} switches
 * @param {string | undefined} url
 * @param {{ status: number, headers: Record<string, string>, toJSON(): object }} refusal
 */
export const refusalWithFaults = (switches, url, refusal) => {
  const answer = {
    status: refusal.status,
    headers: { ...refusal.headers },
    body: refusal.toJSON(),
  };
  for (const fault of switches.active(url)) fault.refusal?.(answer);
  return answer;
};
