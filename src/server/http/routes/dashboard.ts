import { Readable } from "node:stream";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DashboardItemExport } from "../../../protocol/dashboard/dashboard-items.ts";
import { isAtLeast } from "../../../protocol/dashboard/member-role.ts";
import type { CallContext, DashboardCall } from "../../dashboard/call.ts";
import {
  type ActiveSession,
  continueSession,
  type Owner,
} from "../../dashboard/dashboard-session.ts";
import { LARGE_BODIES } from "../../dashboard/large-bodies.ts";
import type { Client } from "../../domain/clients/client.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import type { Services } from "../../domain/services.ts";
import { transactionsFile } from "../../portal/export-transactions.ts";
import { type Asset, type Assets, sendAsset } from "../assets.ts";
import { parseBody, requireJsonObject } from "../body.ts";
import { editAsset } from "../brand-assets.ts";
import { pickEncoding } from "../content-negotiation.ts";
import { contentSecurityPolicy, hashSource } from "../content-security-policy.ts";
import { readDashboardCookie, writeDashboardCookie } from "../cookies.ts";
import { requireOwnPage } from "../csrf.ts";
import { createLargeBodyGate } from "../overload/large-bodies.ts";
import { ownOrigin } from "../own-origin.ts";
import { filePayload } from "../payloads.ts";
import type { SessionCalls } from "../session-calls.ts";
import { sessionOrigin } from "../session-origin.ts";
import { dashboardOidcRoutes } from "./dashboard-oidc.ts";
import { dashboardPreviewRoutes } from "./dashboard-preview.ts";
import { dashboardSessionRoutes } from "./dashboard-session.ts";

/** Returns the page's policy, which allows its own inline script and this server's files. */
const policyOf = (page: Asset | undefined): string =>
  contentSecurityPolicy({
    script: ["'self'", ...inlineScripts(String(page?.identity)).map(hashSource)],
    style: ["'self'"],
    img: ["'self'", "data:"],
    connect: ["'self'"],
    // The Dashboard frames Link to try it.
    frame: ["'self'"],
    trustedTypes: true,
  });

const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = ""]) => text);

/** Paths below the Dashboard that are no pages. */
const NO_PAGE = /^\/dashboard\/(api|assets|preview)(\/|$)/;

/**
 * Serves the Dashboard and its private calls. Clients see and change their own data; the operator
 * sees all. Every page is the same document, whose script reads the path.
 */
export const dashboardRoutes = (
  app: FastifyInstance,
  services: Services,
  assets: Assets,
  isSecure: boolean,
  calls: SessionCalls,
): void => {
  const marked = (page: Asset | undefined, mark: string) =>
    page && editAsset(page, (html) => html.replace("<html ", `<html data-${mark}="true" `));
  const page = services.operatorIdentity ? marked(assets.dashboard, "oidc") : assets.dashboard;
  const pageOfMembers = marked(page, "members");
  const policy = policyOf(page);
  for (const path of ["/dashboard", "/dashboard/*"])
    app.get(path, async (request, reply) => {
      if (!page || !pageOfMembers)
        throw new Fault("NOT_FOUND", { message: "the Dashboard was not built" });
      if (NO_PAGE.test(request.url)) throw new Fault("NOT_FOUND");
      reply
        .header("content-security-policy", policy)
        .header("cross-origin-opener-policy", "same-origin")
        .header("cache-control", "no-store");
      return sendAsset(
        request,
        reply,
        (await services.store.members.hasAny()) ? pageOfMembers : page,
      );
    });
  // A separate context, since no other path reads cookies.
  app.register(async (dashboard) => {
    await dashboard.register(cookie);
    dashboard.addHook("onSend", compressAnswer);
    dashboardOidcRoutes(dashboard, services, isSecure);
    dashboardSessionRoutes(dashboard, services, isSecure);
    dashboardPreviewRoutes(dashboard, services, assets, isSecure);
    addCalls(dashboard, services, isSecure, (path) => calls.findPath(app, path));
  });
};

/** The maximum length, in characters, of an uncompressed response, which fits into a packet. */
const MAX_PLAIN_LENGTH = 1400;

/**
 * Compresses a response. BREACH, which guesses secrets by response length, does not apply, since no
 * other site can make these calls.
 */
async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== "string" || payload.length <= MAX_PLAIN_LENGTH) return payload;
  const encoding = pickEncoding(request);
  reply.header("vary", "accept-encoding");
  if (encoding === "identity") return payload;
  reply.header("content-encoding", encoding);
  return encoding === "br"
    ? brotliCompressSync(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : gzipSync(payload);
}

/**
 * The private calls of the Dashboard. Only the session's cookie identifies the caller. A client's
 * session has no way to name another client.
 */
const addCalls = (
  app: FastifyInstance,
  services: Services,
  isSecure: boolean,
  findPath: CallContext["findPath"],
): void => {
  const gate = createLargeBodyGate();
  /** Identifies the call and the sender before the body is read. */
  const requireSender = async (request: FastifyRequest, reply: FastifyReply) => {
    await requireSession(await findCall(request), request, reply, services, isSecure);
  };
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const call = await findCall(request);
    const session = await requireSession(call, request, reply, services, isSecure);
    const { owner } = session;
    const context = {
      ...services,
      isOperator: owner.kind === "operator",
      member: owner.member,
      role: session.role,
      sessionClientId: owner.kind === "client" ? owner.client.clientId : null,
      sessionName: session.name,
      ...sessionOrigin(request),
      pageOrigin: ownOrigin(request.headers.host ?? "", isSecure),
      sessionDigest: digest(session.token),
      findPath,
    };
    const run = () => runCall(call, owner, request.body, context);
    const answer = await (call.isFile ? exportFile(run, context, reply) : run());
    writeDashboardCookie(reply, session, isSecure);
    if (answer instanceof Readable) return answer;
    return { ...answer, session_ends_in: session.endsIn, request_id: request.id };
  };
  app.post("/dashboard/api/*", handle);
  for (const [path, bodyLimit] of Object.entries(LARGE_BODIES))
    app.post(path, { bodyLimit, onRequest: [requireSender, gate] }, handle);
};

/**
 * Returns the call of a request. The first request loads all calls, since many servers use no
 * Dashboard.
 */
const findCall = async ({ url }: FastifyRequest): Promise<DashboardCall> => {
  const { dashboardCalls } = await import("../../dashboard/index.ts");
  const [path] = url.split("?", 1);
  const call = dashboardCalls.find((each) => each.path === path);
  if (!call) throw new Fault("NOT_FOUND");
  return call;
};

const requireSession = async (
  call: DashboardCall,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  isSecure: boolean,
): Promise<ActiveSession> => {
  requireOwnPage(request, reply, isSecure);
  const session = await continueSession(readDashboardCookie(request, isSecure), services);
  requirePermission(call, session);
  return session;
};

/**
 * Responds with an Item's transactions as a file. The number of concurrent exports per session is
 * limited.
 */
async function exportFile(
  permit: () => Promise<object>,
  context: CallContext,
  reply: FastifyReply,
): Promise<Readable> {
  // An export without a slot has no audit entry.
  const leave = await context.reportReads.enter(context.sessionDigest);
  try {
    const { item_id, format } = DashboardItemExport.parse(await permit());
    const file = await transactionsFile([item_id], format, context);
    return filePayload(reply, file, "attachment").once("close", leave);
  } catch (failure) {
    leave();
    throw failure;
  }
}

/** Throws unless a session's owner and role may make the call. */
const requirePermission = ({ about, role }: DashboardCall, session: ActiveSession): void => {
  if (about === "operator" && session.owner.kind !== "operator")
    throw new Fault("NOT_FOUND", { message: "only the operator may ask this" });
  if (!isAtLeast(session.role, role))
    throw new Fault("UNAUTHORIZED_ROUTE_ACCESS", {
      message: `the role ${session.role} may not do this; it needs ${role}`,
      display: `Your role is “${session.role}”. This needs the role “${role}”.`,
    });
};

async function runCall(call: DashboardCall, owner: Owner, body: unknown, context: CallContext) {
  requireJsonObject(body);
  const { client_id, ...rest } = body;
  // From a client, the field is unknown like any other.
  const clientId = owner.kind === "operator" ? client_id : undefined;
  const fields = parseBody(call.request, owner.kind === "operator" ? rest : body);
  const client = owner.kind === "client" ? owner.client : await findClient(clientId, context);
  if (call.about === "operator") return call.run(fields, null, context);
  if (call.about === "clients") return call.run(fields, client, context);
  if (client) return call.run(fields, client, context);
  throw new Fault("MISSING_FIELDS", { message: "client_id says whom this is about" });
}

async function findClient(clientId: unknown, { store }: Services): Promise<Client | null> {
  if (clientId === undefined) return null;
  const client = typeof clientId === "string" ? await store.clients.byClientId(clientId) : null;
  if (client) return client;
  throw new Fault("INVALID_FIELD", {
    message: "client_id is no client's",
    display: "There is no such client.",
  });
}
