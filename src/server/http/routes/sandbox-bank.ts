import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply } from "fastify";
import { visitSite } from "../../bridge/oauth/visit-site.ts";
import { SITE_PATH, type SiteInput } from "../../domain/connectors/institution-site.ts";
import { digest, opaqueId } from "../../domain/identifiers.ts";
import type { Services } from "../../domain/services.ts";
import { pickLanguage } from "../content-negotiation.ts";
import { readVisitorCookie, writeVisitorCookie } from "../cookies.ts";
import { formToken, isOwnForm } from "../csrf.ts";
import { type OAuthPage, refusalPage } from "../oauth-page.ts";
import { bankPage, latePage, outdatedPage } from "../sandbox-bank-page.ts";

/** The days for which a user may share accounts. */
const DAYS = ["365", "7"];

/** The maximum number of answers, above any challenge's questions. */
const MAX_ANSWERS = 20;

/**
 * Serves the sign-in site of the sandbox's OAuth bank: pages without scripts, never framed. A visit
 * belongs to a session's redirect, identified by its state. The browser has a cookie, which each
 * form must match (CSRF).
 */
export const sandboxBankRoutes = (app: FastifyInstance, services: Services): void => {
  if (services.environment !== "sandbox") return;
  // A separate context, since no other path reads cookies or accepts forms.
  app.register(async (bank) => {
    await bank.register(cookie);
    bank.removeAllContentTypeParsers();
    bank.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_, text, done) => done(null, new URLSearchParams(String(text))),
    );
    addRoutes(bank, services);
  });
};

function addRoutes(app: FastifyInstance, services: Services): void {
  const isSecure = () => services.publicUrl().startsWith("https:");

  app.get(SITE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    setHeaders(reply);
    const { state, as = "" } = request.query as Record<string, unknown>;
    if (typeof state !== "string")
      return send(reply, refusalPage("unknown", pickLanguage(request)));
    const stateDigest = digest(state);
    const secret =
      readVisitorCookie(request, stateDigest, isSecure()) || opaqueId(services.random, 43);
    const outcome = await visitSite(services, { state, visitor: digest(secret), input: null });
    if (outcome.at === "refusal")
      return send(reply, refusalPage(outcome.reason, outcome.language ?? pickLanguage(request)));
    if (outcome.at === "late") return send(reply, latePage(outcome, returnPath(state, CANCEL)));
    if (outcome.at !== "page") throw new Error("a page that is only shown leads nowhere");
    const lifetimeMs = outcome.expiresAt - services.clock();
    writeVisitorCookie(reply, { stateDigest, secret, lifetimeMs }, isSecure());
    const secrets = { state, csrf: formToken(secret, state) };
    return send(reply, bankPage(outcome, outcome.page, secrets, String(as)));
  });

  app.post(SITE_PATH, async (request, reply) => {
    setHeaders(reply);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const state = form.get("state") ?? "";
    const stateDigest = digest(state);
    const secret = readVisitorCookie(request, stateDigest, isSecure());
    const csrf = form.get("csrf");
    const input = readInput(form);
    if (!isOwnForm(request, { secret, state, csrf }) || !input)
      return send(reply, outdatedPage(state, pickLanguage(request)));
    const outcome = await visitSite(services, { state, visitor: digest(secret), input });
    if (outcome.at === "refusal")
      return send(reply, refusalPage(outcome.reason, outcome.language ?? pickLanguage(request)));
    if (outcome.at !== "return") return reply.redirect(pagePath(state), 303);
    writeVisitorCookie(reply, { stateDigest, secret: "", lifetimeMs: 0 }, isSecure());
    return reply.redirect(returnPath(state, outcome.parameters), 303);
  });
}

const CANCEL = { error: "access_denied" };

const pagePath = (state: string): string => `${SITE_PATH}?${new URLSearchParams({ state })}`;

const returnPath = (state: string, parameters: Record<string, string>): string =>
  `/oauth/return?${new URLSearchParams({ ...parameters, state })}`;

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

/** The user's input on a page; null for a form that is not ours. */
function readInput(form: URLSearchParams): SiteInput | null {
  const action = form.get("action");
  switch (action) {
    case "sign-in":
    case "choose": {
      const { username = "", password = "" } = Object.fromEntries(form);
      return {
        action: "sign-in",
        credentials: { username, password },
        chooses: action === "choose",
      };
    }
    case "confirm":
      return { action, isHuman: form.get("human") === "true" };
    case "answer": {
      const answers = Array.from({ length: MAX_ANSWERS }, (_, at) => form.get(`answer_${at}`));
      return { action, answers: answers.filter((answer) => answer !== null) };
    }
    case "share": {
      const days = form.get("days") ?? "";
      return DAYS.includes(days)
        ? { action, accountKeys: form.getAll("account"), days: Number(days) }
        : null;
    }
    case "cancel":
      return { action };
    default:
      return null;
  }
}
