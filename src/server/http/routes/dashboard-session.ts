import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type ActiveSession, endSession, openSession } from "../../dashboard/dashboard-session.ts";
import { createGuesses } from "../../dashboard/guesses.ts";
import { NewPassword } from "../../dashboard/new-password.ts";
import { acceptByPasskey, acceptInvitation } from "../../dashboard/people/accept-invitation.ts";
import { signInMember } from "../../dashboard/people/member-sign-in.ts";
import { openInvitation, startInvitationPasskey } from "../../dashboard/people/open-invitation.ts";
import { MadePasskey } from "../../dashboard/people/passkey-challenge.ts";
import {
  PasskeySignIn,
  signInByPasskey,
  startPasskeySignIn,
} from "../../dashboard/people/passkey-sign-in.ts";
import { showClient } from "../../dashboard/show-client.ts";
import { createOperatorSignIn, type SignedIn, type SignInFrom } from "../../dashboard/sign-in.ts";
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
import { ownOrigin } from "../own-origin.ts";
import { sessionOrigin } from "../session-origin.ts";

const KeysRequest = z.strictObject(CredentialFields.shape);
const PasswordRequest = z.strictObject({ password: z.string().min(1).max(200) });
const SetupRequest = z.strictObject({
  code: z.string().min(1).max(100),
  password: NewPassword,
});
const Code = z.string().min(1).max(20);
const MemberRequest = z.strictObject({
  email: z.string().min(1).max(254),
  password: z.string().min(1).max(200),
  code: Code,
});
const TokenRequest = z.strictObject({ token: z.string().min(1).max(100) });
const InvitedRequest = TokenRequest.extend({ email: z.email().max(254).optional() });
const AcceptRequest = InvitedRequest.extend({
  password: NewPassword,
  sealed: z.string().min(1).max(1000),
  code: Code,
});
const AcceptByPasskeyRequest = TokenRequest.extend(MadePasskey.shape);
const NoFields = z.strictObject({});

/**
 * The sign-ins to the Dashboard, and the sign-out: by a client's keys, the operator's password or
 * setup code, a member's password with a one-time code, or an invitation. Each is exchanged for a
 * session at once.
 */
export const dashboardSessionRoutes = (
  app: FastifyInstance,
  services: Services,
  isSecure: boolean,
): void => {
  const guesses = createGuesses(services);
  const operator = createOperatorSignIn(services, guesses);
  const pageOriginOf = ({ headers }: FastifyRequest) => ownOrigin(headers.host ?? "", isSecure);
  const signInFrom = (request: FastifyRequest): SignInFrom => ({
    address: clientIp(request),
    browserToken: readBrowserCookie(request, isSecure),
    origin: sessionOrigin(request),
  });
  const passkeyFrom = (request: FastifyRequest) => ({
    ...{ address: clientIp(request), origin: sessionOrigin(request) },
    pageOrigin: pageOriginOf(request),
  });
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
    return answer(session, request, reply);
  });

  app.post("/dashboard/api/operator/session", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    const { password } = parseBody(PasswordRequest, request.body);
    const signedIn = await operator.signIn(password, signInFrom(request));
    return answerKnown(signedIn, request, reply);
  });

  app.post("/dashboard/api/operator/setup", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    const { code, password } = parseBody(SetupRequest, request.body);
    const signedIn = await operator.setUp(code, password, signInFrom(request));
    return answerKnown(signedIn, request, reply);
  });

  app.post("/dashboard/api/member/session", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    const given = parseBody(MemberRequest, request.body);
    const signedIn = await signInMember(given, signInFrom(request), guesses, services);
    return answerKnown(signedIn, request, reply);
  });

  app.post("/dashboard/api/member/passkey/start", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    parseBody(NoFields, request.body);
    return { ...startPasskeySignIn(pageOriginOf(request), services), request_id: request.id };
  });

  app.post("/dashboard/api/member/passkey", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    const given = parseBody(PasskeySignIn, request.body);
    return answer(await signInByPasskey(given, passkeyFrom(request), services), request, reply);
  });

  app.post("/dashboard/api/invitation", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    const { token } = parseBody(TokenRequest, request.body);
    const invitation = await openInvitation(token, clientIp(request), services);
    return { ...invitation, request_id: request.id };
  });

  app.post("/dashboard/api/invitation/accept", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    const given = parseBody(AcceptRequest, request.body);
    const signedIn = await acceptInvitation(given, signInFrom(request), guesses, services);
    return answerKnown(signedIn, request, reply);
  });

  app.post("/dashboard/api/invitation/passkey/start", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    const given = parseBody(InvitedRequest, request.body);
    const from = { address: clientIp(request), pageOrigin: pageOriginOf(request) };
    const challenge = await startInvitationPasskey(given, from, services);
    return { ...challenge, request_id: request.id };
  });

  app.post("/dashboard/api/invitation/passkey", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    const given = parseBody(AcceptByPasskeyRequest, request.body);
    return answer(await acceptByPasskey(given, passkeyFrom(request), services), request, reply);
  });

  app.post("/dashboard/api/sign-out", async (request, reply) => {
    requireOwnPage(request, reply, isSecure);
    parseBody(NoFields, request.body);
    // Without a session there is nothing to end.
    const token = readDashboardCookie(request, isSecure);
    if (token !== "") await endSession(token, services);
    writeDashboardCookie(reply, { token: "", endsIn: 0 }, isSecure);
    return { request_id: request.id };
  });

  async function answerKnown(
    { session, browserToken }: SignedIn,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const body = await answer(session, request, reply);
    writeBrowserCookie(reply, browserToken, isSecure);
    return body;
  }

  async function answer(session: ActiveSession, request: FastifyRequest, reply: FastifyReply) {
    // A new sign-in replaces the browser's session.
    const before = readDashboardCookie(request, isSecure);
    if (before !== "") await endSession(before, services);
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
      request_id: request.id,
    };
  }
};
