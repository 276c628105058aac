import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../../protocol/vocabulary.ts";
import { takeReturn } from "../../bridge/oauth/take-return.ts";
import { digest } from "../../domain/identifiers.ts";
import { setOut } from "../../domain/link/redirect.ts";
import type { Services } from "../../domain/services.ts";
import { readOAuthCookie, writeOAuthCookie } from "../oauth-cookie.ts";
import { type OAuthPage, returnPage, unwelcomePage } from "../oauth-page.ts";

/** An institution adds a handful of short parameters. */
const MOST_PARAMETERS = 20;
const LONGEST_PARAMETER = 4000;

/** Both use something up: HEAD, which asks for nothing, is not for them. */
const GET_ONLY = { exposeHeadRoute: false };

/**
 * Serves the way of a user's browser to their institution and back. No script of ours and no other site
 * takes part in it, so it works whatever the institution's pages do to the windows around them.
 */
export const oauthRoutes = (app: FastifyInstance, services: Services): void => {
  // A context of its own: no other path reads cookies.
  app.register(async (oauth) => {
    await oauth.register(cookie);
    addRoutes(oauth, services);
  });
};

function addRoutes(app: FastifyInstance, services: Services): void {
  const isSecure = () => services.publicUrl().startsWith("https:");

  app.get("/oauth/start", GET_ONLY, async (request, reply) => {
    startAnswer(reply);
    const { ticket } = request.query as Record<string, unknown>;
    const departure =
      typeof ticket === "string" && isFromLink(request, services.publicUrl())
        ? await setOut(services, ticket)
        : null;
    if (!departure) return send(reply, unwelcomePage("closed", languageOf(request)));
    writeOAuthCookie(reply, departure, isSecure());
    return reply.redirect(departure.url, 303);
  });

  app.get("/oauth/return", GET_ONLY, async (request, reply) => {
    startAnswer(reply);
    const query = parametersOf(request);
    if (!query) return send(reply, unwelcomePage("unknown", languageOf(request)));
    const { state = "", ...parameters } = query;
    const secretOf = (stateDigest: string) => readOAuthCookie(request, stateDigest, isSecure());
    const arrival = await takeReturn(services, { state, parameters, secretOf }, (failure) =>
      request.log.error(
        { request_id: request.id, failure: redact(failure, Object.values(query)) },
        "a return from an institution failed",
      ),
    );
    if (arrival.at === "application") return reply.redirect(arrival.url, 303);
    if (arrival.at !== "unwelcome")
      writeOAuthCookie(reply, { stateDigest: digest(state), secret: "", endsIn: 0 }, isSecure());
    return send(reply, returnPage(arrival, arrival.language ?? languageOf(request)));
  });
}

function startAnswer(reply: FastifyReply): void {
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

/**
 * Whether Link's own page or frame leads a whole window here. Whoever else could do so could send a victim
 * to the bank in the attacker's session. Browsers older than Fetch Metadata say it by the referrer.
 */
function isFromLink({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" && headers["sec-fetch-dest"] === "document";
  const { referer = "" } = headers;
  return URL.canParse(referer) && new URL(referer).origin === publicUrl;
}

/** The parameters of a return; null where one is repeated, which OAuth forbids, or they are too many. */
function parametersOf({ query }: FastifyRequest): Record<string, string> | null {
  const entries = Object.entries(query as Record<string, unknown>);
  const isFine = ([name, value]: [string, unknown]) =>
    typeof value === "string" && value.length <= LONGEST_PARAMETER && name.length <= 100;
  return entries.length <= MOST_PARAMETERS && entries.every(isFine)
    ? (Object.fromEntries(entries) as Record<string, string>)
    : null;
}

/** A failure as the log has it: without what the institution added to the address. */
function redact(failure: unknown, secrets: readonly string[]): string {
  const text = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  return secrets
    .filter(({ length }) => length > 4)
    .reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
}

const languageOf = ({ headers }: FastifyRequest): Language =>
  LANGUAGES.find((one) => headers["accept-language"]?.startsWith(one)) ?? DEFAULT_LANGUAGE;
