import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { type ActiveSession, endSession, openSession } from "../../dashboard/dashboard-session.ts";
import { showClient } from "../../dashboard/show-client.ts";
import { createOperatorSignIn, MIN_PASSWORD_LENGTH } from "../../dashboard/sign-in.ts";
import { isRestricted } from "../../domain/clients/secret-restrictions.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import type { Services } from "../../domain/services.ts";
import { parseBody } from "../body.ts";
import { clientIp } from "../client-ip.ts";
import {
  readBrowserCookie,
  readDashboardCookie,
  writeBrowserCookie,
  writeDashboardCookie,
} from "../cookies.ts";
import { authenticateClient, CredentialFields } from "../credentials.ts";
import { requireOwnPage } from "../csrf.ts";
import { sessionOrigin } from "../session-origin.ts";

const KeysRequest = z.strictObject(CredentialFields.shape);
const PasswordRequest = z.strictObject({ password: z.string().min(1).max(200) });
const SetupRequest = z.strictObject({
  code: z.string().min(1).max(100),
  password: z.string().min(MIN_PASSWORD_LENGTH).max(200),
});
const NoFields = z.strictObject({});

/**
 * The ways into the Dashboard, and out of it: a client's keys, the operator's password, and the code
 * with which that is set. Each is traded for a session at once.
 */
export const dashboardSessionRoutes = (
  app: FastifyInstance,
  services: Services,
  isSecure: boolean,
): void => {
  const operator = createOperatorSignIn(services);
  const throttledServices = { ...services, limiter: services.guessLimiter };

  app.post("/dashboard/api/session", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    const keys = parseBody(KeysRequest, request.body);
    const { client, secret } = await authenticateClient(keys, {
      services: throttledServices,
      address: clientIp(request),
    });
    if (isRestricted(secret.restrictions))
      throw new Fault("UNAUTHORIZED_ROUTE_ACCESS", {
        message: "a restricted secret does not sign in to the Dashboard",
        display: "This secret is restricted. Sign in with one that is not.",
      });
    if (await services.store.members.hasAny(client.clientId))
      throw new Fault("UNAUTHORIZED_ROUTE_ACCESS", {
        message: "a client with members does not sign in to the Dashboard by its secret",
        display: "This client has members, who sign in by themselves: its secret opens no session.",
      });
    const owner = { kind: "client", client, member: null } as const;
    const origin = sessionOrigin(request);
    const session = await openSession(owner, digest(keys.secret), origin, services);
    return answer(session, request.id, reply);
  });

  app.post("/dashboard/api/operator/session", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    const { password } = parseBody(PasswordRequest, request.body);
    const browserToken = readBrowserCookie(request, isSecure);
    const origin = sessionOrigin(request);
    const from = { address: clientIp(request), browserToken, origin };
    return answerOperator(await operator.signIn(password, from), request.id, reply);
  });

  app.post("/dashboard/api/operator/setup", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    const { code, password } = parseBody(SetupRequest, request.body);
    const origin = sessionOrigin(request);
    const signedIn = await operator.setUp(code, password, clientIp(request), origin);
    return answerOperator(signedIn, request.id, reply);
  });

  app.post("/dashboard/api/sign-out", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    parseBody(NoFields, request.body);
    // Without a session of ours there is nothing to end.
    const token = readDashboardCookie(request, isSecure);
    if (token !== "") await endSession(token, services);
    writeDashboardCookie(reply, { token: "", endsIn: 0 }, isSecure);
    return { request_id: request.id };
  });

  async function answerOperator(
    { session, browserToken }: { session: ActiveSession; browserToken: string },
    requestId: string,
    reply: FastifyReply,
  ) {
    const body = await answer(session, requestId, reply);
    writeBrowserCookie(reply, browserToken, isSecure);
    return body;
  }

  async function answer(session: ActiveSession, requestId: string, reply: FastifyReply) {
    writeDashboardCookie(reply, session, isSecure);
    const { owner, endsIn } = session;
    const client = owner.kind === "client" ? owner.client : null;
    const { member } = owner;
    return {
      ...(await showClient(client, {
        ...services,
        isOperator: owner.kind === "operator",
        member,
      })),
      session_ends_in: endsIn,
      request_id: requestId,
    };
  }
};
