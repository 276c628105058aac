import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { acceptCallback, acceptCheckCallback } from "../../bridge/oauth/accept-callback.ts";
import { digest } from "../../domain/identifiers.ts";
import { jwtClaims } from "../../domain/jwt-claims.ts";
import { startRedirect } from "../../domain/link/oauth-start.ts";
import { withPerson } from "../../domain/presence.ts";
import type { Services } from "../../domain/services.ts";
import { pickLanguage } from "../content-negotiation.ts";
import {
  clearTicketCookie,
  readOAuthCookie,
  readTicketCookie,
  writeOAuthCookie,
} from "../cookies.ts";
import { isFromLink, isFromSameOrigin, isNavigation } from "../csrf.ts";
import {
  callbackPage,
  checkedPage,
  choicePage,
  fragmentPage,
  type OAuthPage,
  onwardPage,
  refusalPage,
} from "../oauth-page.ts";
import { toPerson } from "../to-person.ts";

/** The maximum number of callback parameters; institutions add a handful. */
const MAX_PARAMETERS = 20;
const MAX_PARAMETER_LENGTH = 4000;

const FORM = "application/x-www-form-urlencoded";

/** The maximum size of a fragment, which has a code, a state and a signed token. */
const MAX_FRAGMENT_BYTES = 16_384;

/** The start and the callback use up a ticket or state, so HEAD must not trigger them. */
const GET_ONLY = { exposeHeadRoute: false };

/**
 * Serves the start of a redirect to an institution, and its callback. No script and no other site
 * takes part, so both work even if the institution's pages close or isolate windows. A single
 * script posts a callback's parameters if they are in the fragment.
 */
export const oauthRoutes = (app: FastifyInstance, services: Services): void => {
  // A separate context, since none of the other paths reads cookies.
  app.register(async (oauth) => {
    await oauth.register(cookie);
    oauth.removeAllContentTypeParsers();
    oauth.addContentTypeParser(FORM, { parseAs: "string" }, (_, text, done) =>
      done(null, new URLSearchParams(String(text))),
    );
    addRoutes(oauth, services);
  });
};

function addRoutes(app: FastifyInstance, services: Services): void {
  const isSecure = () => services.publicUrl().startsWith("https:");

  app.get("/oauth/start", GET_ONLY, async (request, reply) => {
    setHeaders(reply);
    if (isPrefetch(request)) return reply.status(503).send();
    const { ticket } = request.query as Record<string, unknown>;
    const start =
      typeof ticket === "string" && isFromLink(request, ticket, services.publicUrl())
        ? await startRedirect(services, ticket)
        : null;
    if (readTicketCookie(request, isSecure())) clearTicketCookie(reply, isSecure());
    if (!start) return send(reply, refusalPage("closed", pickLanguage(request)));
    writeOAuthCookie(reply, start, isSecure());
    if (start.businessUrl === undefined) return reply.redirect(start.url, 303);
    const { url, businessUrl } = start;
    return send(reply, choicePage({ url, businessUrl }, pickLanguage(request)));
  });

  const handleCallback = async (
    request: FastifyRequest,
    reply: FastifyReply,
    entries: readonly Parameter[],
  ) => {
    const query = toParameters(entries);
    if (!query) return send(reply, refusalPage("unknown", pickLanguage(request)));
    const { state = stateIn(query.response), ...parameters } = query;
    if (await acceptCheckCallback(services, state, parameters))
      return send(reply, checkedPage(pickLanguage(request)));
    const [path = ""] = request.url.split("?", 1);
    const secretOf = (stateDigest: string) => readOAuthCookie(request, stateDigest, isSecure());
    const report = (failure: unknown) =>
      request.log.error(
        { request_id: request.id, failure: redact(failure, Object.values(query)) },
        "a callback of an institution failed",
      );
    const outcome = await withPerson(toPerson(request), () =>
      acceptCallback(services, { state, parameters, path, secretOf }, report),
    );
    const language = outcome.language ?? pickLanguage(request);
    // Browsers apply the form's policy to a redirect after the form, and the policy only allows
    // this server.
    const leaveTo = (url: string) =>
      request.method === "POST" ? send(reply, onwardPage(url, language)) : reply.redirect(url, 303);
    if (outcome.at === "application") return leaveTo(outcome.url);
    if (outcome.at === "onward") writeOAuthCookie(reply, outcome.start, isSecure());
    if (outcome.at !== "refusal")
      writeOAuthCookie(
        reply,
        { stateDigest: digest(state), secret: "", lifetimeMs: 0 },
        isSecure(),
      );
    if (outcome.at === "onward") return leaveTo(outcome.start.url);
    return send(reply, callbackPage(outcome, language));
  };
  const handleGet = async (request: FastifyRequest, reply: FastifyReply) => {
    setHeaders(reply);
    if (isPrefetch(request)) return reply.status(503).send();
    // Loading the address as a picture, in a frame or by a script uses nothing up.
    if (!isNavigation(request)) return send(reply, refusalPage("closed", pickLanguage(request)));
    const entries = Object.entries(request.query as Record<string, unknown>);
    if (entries.length === 0) return send(reply, fragmentPage(pickLanguage(request)));
    return handleCallback(request, reply, entries);
  };
  /** Receives the parameters that the page found in its fragment. */
  const handlePost = async (request: FastifyRequest, reply: FastifyReply) => {
    setHeaders(reply);
    if (!isNavigation(request) || !isFromSameOrigin(request))
      return send(reply, refusalPage("closed", pickLanguage(request)));
    const { body } = request;
    const fragment = body instanceof URLSearchParams ? (body.get("fragment") ?? "") : "";
    return handleCallback(request, reply, [...new URLSearchParams(fragment)]);
  };
  // Some institutions have their own redirect URI, which proves the callback's sender.
  for (const path of ["/oauth/return", "/oauth/return/:institution"]) {
    app.get(path, GET_ONLY, handleGet);
    app.post(path, { bodyLimit: MAX_FRAGMENT_BYTES }, handlePost);
  }
}

function setHeaders(reply: FastifyReply): void {
  reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("cross-origin-opener-policy", "same-origin");
}

const send = (reply: FastifyReply, { status, policy, html }: OAuthPage) =>
  reply
    .status(status)
    .header("content-security-policy", policy)
    .header("content-type", "text/html; charset=utf-8")
    .send(html);

/** Whether a browser only prefetches or previews the page, which must not use up the state. */
const isPrefetch = ({ headers }: FastifyRequest): boolean =>
  ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) =>
    /prefetch|preview|prerender/i.test(String(headers[name] ?? "")),
  );

type Parameter = readonly [name: string, value: unknown];

/**
 * Returns the parameters of a callback; null for a repeated parameter, which OAuth forbids, or too
 * many.
 */
function toParameters(entries: readonly Parameter[]): Record<string, string> | null {
  const isValid = ([name, value]: Parameter) =>
    typeof value === "string" && value.length <= MAX_PARAMETER_LENGTH && name.length <= 100;
  const isRepeated = new Set(entries.map(([name]) => name)).size < entries.length;
  return entries.length <= MAX_PARAMETERS && !isRepeated && entries.every(isValid)
    ? (Object.fromEntries(entries) as Record<string, string>)
    : null;
}

/** Returns the state in a signed response (JARM). The connector verifies the signature. */
function stateIn(response = ""): string {
  const { state } = jwtClaims(response) ?? {};
  return typeof state === "string" ? state : "";
}

/** Returns a failure for the log, without the institution's parameters. */
function redact(failure: unknown, secrets: readonly string[]): string {
  const text = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  return secrets
    .filter(({ length }) => length > 4)
    .reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
}
