import cookie from "@fastify/cookie";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from "fastify";
import { z } from "zod";
import { OTHER_SITES_WORDS } from "../../../i18n/other-sites.ts";
import { LANGUAGES, type Language } from "../../../protocol/vocabulary.ts";
import type { FileAnswer } from "../../api/endpoint.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import type { Limit } from "../../domain/limits/rate-limits.ts";
import type { Services } from "../../domain/services.ts";
import { changeWithAudit } from "../../portal/action.ts";
import { writeDownload } from "../../portal/download.ts";
import { requestSignIn, SignInRequest } from "../../portal/email.ts";
import { ExportRequest, exportTransactions } from "../../portal/export-transactions.ts";
import { portalActions } from "../../portal/index.ts";
import { openStatement, StatementRequest } from "../../portal/open-statement.ts";
import { type ActiveSession, continueSession, openSession } from "../../portal/portal-session.ts";
import { showConnections } from "../../portal/show-connections.ts";
import { type Assets, sendAsset } from "../assets.ts";
import { parseBody } from "../body.ts";
import { editAsset } from "../brand-assets.ts";
import { clientIp } from "../client-ip.ts";
import { pickLanguage } from "../content-negotiation.ts";
import { contentSecurityPolicy } from "../content-security-policy.ts";
import { requireOwnPage } from "../csrf.ts";
import { createLargeBodyGate } from "../overload/large-bodies.ts";
import { filePayload, JSON_TYPE } from "../payloads.ts";

const POLICY = contentSecurityPolicy({
  script: ["'self'"],
  style: ["'self'"],
  img: ["'self'", "data:"],
  connect: ["'self'"],
  trustedTypes: true,
});

/** The limit of data downloads per session, since each reads much and is logged. */
const DOWNLOADS: Limit = { perMinute: 3, code: "RATE_LIMIT" };

/** The limit of statement downloads per session, since each may call the bank. */
const STATEMENTS: Limit = { perMinute: 20, code: "RATE_LIMIT" };

const ONE_AT_A_TIME = "this session is sending a file already; try again after it";

/** The part of a one-time address after its `#`. */
export const OpenRequest = z.strictObject({ address: z.string().min(1).max(1000) });
const NoFields = z.strictObject({});

/**
 * Serves the account site, on which users see and end the access to their accounts, and its private
 * paths. A one-time address is exchanged for a session at once. Only the cookie identifies the
 * session, so no request names its user. Only our own page can change data.
 */
export const portalRoutes = (
  app: FastifyInstance,
  services: Services,
  assets: Pick<Assets, "portal">,
  isSecure: boolean,
): void => {
  // A separate context, since no other path reads cookies.
  app.register(async (portal) => {
    await portal.register(cookie);
    addRoutes(portal, services, assets, isSecure);
  });
};

/** Links to the account sites of other cells, each of which knows its own connections alone. */
function toOtherSites(sites: readonly string[], language: Language): string {
  const links = sites.map((site) => `<li><a href="${site}/account">${new URL(site).host}</a></li>`);
  const { help } = OTHER_SITES_WORDS[language];
  return `<footer class="wide" lang="${language}"><p>${help}</p><ul>${links.join("")}</ul></footer>`;
}

function addRoutes(
  app: FastifyInstance,
  services: Services,
  { portal }: Pick<Assets, "portal">,
  isSecure: boolean,
): void {
  const document =
    portal && services.mailer
      ? editAsset(portal, (html) => html.replace("<html ", '<html data-mail="yes" '))
      : portal;
  const sites = services.otherAccountSites;
  const documents = new Map(
    (sites.length > 0 ? LANGUAGES : []).map((language) => [
      language,
      document &&
        editAsset(document, (html) =>
          html.replace("<noscript>", `${toOtherSites(sites, language)}<noscript>`),
        ),
    ]),
  );

  app.get("/account", (request, reply) => {
    if (!document) throw new Fault("NOT_FOUND", { message: "the account site was not built" });
    reply
      .header("content-security-policy", POLICY)
      .header("cross-origin-opener-policy", "same-origin")
      .header("cache-control", "no-store");
    return sendAsset(request, reply, documents.get(pickLanguage(request)) ?? document);
  });

  // Old links lead to the former page. The browser keeps their fragment.
  app.get("/my", (_, reply) => reply.header("cache-control", "no-store").redirect("/account", 302));

  app.get("/account/connections", async (request, reply) => {
    reply.header("cache-control", "no-store");
    const token = readPortalCookie(request, isSecure);
    return answer(await continueSession(token, services), token, request, reply);
  });

  // The progress is known if this process reads the file.
  app.get("/account/file-progress", async (request, reply) => {
    reply.header("cache-control", "no-store");
    const token = readPortalCookie(request, isSecure);
    const { sessionDigest } = await continueSession(token, services);
    return { read: services.fileReads.get(sessionDigest) ?? null, request_id: request.id };
  });

  app.get("/account/data", (request, reply) =>
    download(request, reply, async (session) => ({
      type: JSON_TYPE,
      fileName: "connections.json",
      content: writeDownload(session, services),
    })),
  );

  app.get("/account/transactions", (request, reply) => {
    const query = parseBody(ExportRequest, request.query);
    return download(request, reply, (session) => exportTransactions(session, services, query));
  });

  app.get("/account/statement", (request, reply) => {
    const query = parseBody(StatementRequest, request.query);
    const open = (session: ActiveSession) => openStatement(session, services, query);
    return download(request, reply, open, { limit: STATEMENTS, gate: services.statementReads });
  });

  app.post("/account/open", async (request, reply) => {
    requireOwnPage(request, reply, isSecure, "the account site");
    const { address } = parseBody(OpenRequest, request.body);
    const { token, session } = await openSession(address, services);
    return answer(session, token, request, reply);
  });

  app.post("/account/sign-in", async (request, reply) => {
    requireOwnPage(request, reply, isSecure, "the account site");
    await requestSignIn(parseBody(SignInRequest, request.body), clientIp(request), services);
    return { request_id: request.id };
  });

  app.post("/account/sign-out", async (request, reply) => {
    requireOwnPage(request, reply, isSecure, "the account site");
    parseBody(NoFields, request.body);
    const token = readPortalCookie(request, isSecure);
    if (token !== "") await services.store.portalUsers.endSession(digest(token));
    writePortalCookie(reply, { token: "", endsIn: 0 }, isSecure);
    return { request_id: request.id };
  });

  const gate = createLargeBodyGate();
  /** The sessions that are sending a large body. */
  const sending = new Set<string>();
  /**
   * Identifies the sender before a large body is read. A session sends one large body at a time.
   */
  const requireSession: onRequestAsyncHookHandler = async (request, reply) => {
    requireOwnPage(request, reply, isSecure, "the account site");
    const { sessionDigest } = await continueSession(readPortalCookie(request, isSecure), services);
    if (sending.has(sessionDigest)) throw new Fault("RATE_LIMIT", { message: ONE_AT_A_TIME });
    sending.add(sessionDigest);
    reply.raw.once("close", () => sending.delete(sessionDigest));
  };
  for (const { path, request: schema, bodyLimit, run } of portalActions) {
    const options = bodyLimit ? { bodyLimit, onRequest: [gate, requireSession] } : {};
    app.post(path, options, async (request, reply) => {
      requireOwnPage(request, reply, isSecure, "the account site");
      const token = readPortalCookie(request, isSecure);
      const session = await continueSession(token, services);
      const once: Parameters<typeof run>[3] = {};
      await run(parseBody(schema, request.body), session, services, once);
      const updated = await continueSession(token, services).catch(unlessOver);
      if (updated) return { ...(await answer(updated, token, request, reply)), ...once };
      writePortalCookie(reply, { token: "", endsIn: 0 }, isSecure);
      return { request_id: request.id };
    });
  }

  /**
   * Responds with a file of a session's data. Each download is counted, and logged before its
   * start.
   */
  async function download(
    request: FastifyRequest,
    reply: FastifyReply,
    open: (session: ActiveSession) => Promise<FileAnswer>,
    { limit, gate } = { limit: DOWNLOADS, gate: services.reportReads },
  ) {
    const session = await continueSession(readPortalCookie(request, isSecure), services);
    await services.guessLimiter.pass(`download ${session.sessionDigest} ${limit.perMinute}`, limit);
    const leave = await gate.enter(session.sessionDigest);
    const change = {
      action: "connection.download",
      subject: session.personId ?? session.itemId ?? "",
    } as const;
    const logAndOpen = async () => {
      await changeWithAudit(services, session, change, async () => {});
      return open(session);
    };
    const file = await logAndOpen().catch((failure: unknown) => {
      leave();
      throw failure;
    });
    const stream = filePayload(reply, file, "attachment");
    stream.once("close", leave);
    return stream;
  }

  async function answer(
    session: ActiveSession,
    token: string,
    { id }: FastifyRequest,
    reply: FastifyReply,
  ) {
    writePortalCookie(reply, { token, endsIn: session.endsIn }, isSecure);
    return { ...(await showConnections(session, services)), request_id: id };
  }
}

/** Ignores the end of the session, which the change itself may cause. */
function unlessOver(error: unknown): null {
  if (error instanceof Fault && error.code === "INVALID_ACCOUNT_SESSION") return null;
  throw error;
}

/** Over HTTPS the name has a prefix that browsers accept only from this host and over HTTPS. */
const cookieName = (isSecure: boolean): string =>
  isSecure ? "__Host-account_session" : "account_session";

/** The browser's session token; empty for none. */
const readPortalCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[cookieName(isSecure)] ?? "";

/**
 * Gives the browser the token for `ms`, or deletes it without a token. Scripts cannot read the
 * cookie, and pages of other sites do not send it.
 */
const writePortalCookie = (
  reply: FastifyReply,
  { token, endsIn }: { token: string; endsIn: number },
  isSecure: boolean,
): void => {
  reply.setCookie(cookieName(isSecure), token, {
    // The prefix requires this path.
    path: "/",
    maxAge: Math.ceil(endsIn / 1000),
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure,
  });
};
