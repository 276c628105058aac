import { randomBytes } from "node:crypto";
import { DashboardAnswer } from "../../protocol/dashboard/dashboard.ts";
import { OpenedInvitation } from "../../protocol/dashboard/dashboard-people.ts";
import type { MemberRole } from "../../protocol/dashboard/member-role.ts";
import { newSetupCode } from "../../server/domain/dashboard/operator.ts";
import { hashPassword } from "../../server/domain/dashboard/password.ts";
import { digest, opaqueId } from "../../server/domain/identifiers.ts";
import { oneTimeCode } from "../one-time-code.ts";
import { testApp } from "./test-app.ts";

/** The origin of the test server. */
export const OWN = "http://localhost";
type App = Awaited<ReturnType<typeof testApp>>;

/** The Dashboard as a browser uses it, with an origin and the latest cookie. */
export const browser = (app: App, token = "") => {
  let cookie = token && `service_link_dashboard=${token}`;
  const take = (headers: Record<string, unknown>): void => {
    const cookiePair = /^([^;]+)/.exec(String(headers["set-cookie"] ?? ""))?.[1];
    if (cookiePair !== undefined) cookie = cookiePair;
  };
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.post(`/dashboard/api/${path}`, body, {
      origin: OWN,
      cookie,
      ...headers,
    });
    take(answer.headers);
    return answer;
  };
  return {
    post,
    /** Signs in with the app's keys, or with the given keys. */
    signIn: (keys: object = {}, headers = {}) => {
      const { client_id, secret } = app.keys;
      return post("session", { client_id, secret, ...keys }, headers);
    },
    reload: () => post("me", {}),
    cookie: () => cookie,
  };
};

/** The signed-in Dashboard of an app; without `givenApp`, of a new app. */
export const signedIn = async (givenApp?: App) => {
  const app = givenApp ?? (await testApp());
  const dashboard = browser(app);
  const { status } = await dashboard.signIn();
  if (status !== 200) throw new Error(`signing in returned ${status}`);
  // Record the use of the secret now, and not while a test compares clients.
  await app.writeUsage();
  return { app, dashboard };
};

/**
 * Stores a member and opens a session of the member. A member without a client belongs to the
 * operator.
 */
export const signedInMember = async (
  app: App,
  { clientId = null, role = "admin" }: { clientId?: string | null; role?: MemberRole },
) => {
  const { store, clock, random } = app.services;
  const id = opaqueId(random);
  const member = {
    ...{ memberId: id, clientId, role, email: `${id.toLowerCase()}@shop.example` },
    ...{ passwordHash: "hash", sealedTotp: null, totpStep: 0, wrongCodes: 0 },
    ...{ createdAt: clock(), signedInAt: null },
  };
  await store.members.put(member);
  const token = opaqueId(random, 43);
  await store.dashboardSessions.open({
    ...{ tokenDigest: digest(token), clientId, memberId: id, keyDigest: digest("hash") },
    ...{ address: "127.0.0.1", browser: "Firefox on Linux" },
    ...{ openedAt: clock(), seenAt: clock(), expiresAt: clock() + 3_600_000 },
  });
  return { member, dashboard: browser(app, token) };
};

/** Invites a person; returns the token of the invitation. */
export const invite = async (
  dashboard: ReturnType<typeof browser>,
  body: object,
): Promise<string> => {
  const answer = await dashboard.post("people/invite", { email: "", role: "admin", ...body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return String(answer.body.url).split("#")[1] ?? "";
};

/** Opens an invitation. */
export const openedInvitation = async (dashboard: ReturnType<typeof browser>, token: string) =>
  OpenedInvitation.parse((await dashboard.post("invitation", { token })).body);

/** Accepts an invitation. Returns the response, and the secret of the one-time codes. */
export const acceptInvitation = async (
  app: App,
  dashboard: ReturnType<typeof browser>,
  token: string,
  password: string,
  email?: string,
) => {
  const { totp } = await openedInvitation(dashboard, token);
  const { secret, sealed } = totp;
  const code = toCode(app, secret);
  const body = { token, password, sealed, code, ...(email !== undefined && { email }) };
  return { secret, answer: await dashboard.post("invitation/accept", body) };
};

/** Returns the one-time code of a base32 secret at the app's time. */
export const toCode = ({ services }: App, secret: string): string =>
  oneTimeCode(secret, services.clock());

/** Rotates the first secret in the client's list. */
export const rotateFirst = async (dashboard: ReturnType<typeof browser>, overlap_hours: number) => {
  const { client } = DashboardAnswer.pick({ client: true }).parse((await dashboard.reload()).body);
  const secret_id = client?.secrets[0]?.secret_id;
  return dashboard.post("secret/rotate", { secret_id, overlap_hours });
};

/**
 * Stores the operator's password with a cheap hash. This ends the operator's sessions and setup
 * codes.
 */
export const setOperatorPassword = async (
  { services }: App,
  password = PASSWORD,
): Promise<void> => {
  const { store, clock } = services;
  const code = await newSetupCode(1000, services);
  const hash = await hashPassword(password, randomBytes, { N: 2, r: 1, p: 1 });
  await store.operator.setPassword(hash, digest(code), clock());
};

/** Sets the operator's password, and signs in with the password. */
export const signInOperator = async (
  app: App,
  dashboard: ReturnType<typeof browser>,
): Promise<void> => {
  await setOperatorPassword(app);
  const { status } = await dashboard.post("operator/session", { password: PASSWORD });
  if (status !== 200) throw new Error(`signing the operator in returned ${status}`);
};

/** Makes the store refuse each later entry of the audit log, like a full disk. */
export const refuseAudit = ({ services: { store } }: App): void => {
  const { transact } = store;
  const append = async () => {
    throw new Error("the disk is full");
  };
  store.transact = (work) =>
    transact((inTransaction) =>
      work({ ...inTransaction, audit: { ...inTransaction.audit, append } }),
    );
};

/** The operator's password. */
const PASSWORD = "correct horse battery";

/** Returns the app's client from the store, without a cache. */
export const storedClient = ({ services, keys }: App) =>
  services.store.clients.byPublicKey(keys.public_key);
