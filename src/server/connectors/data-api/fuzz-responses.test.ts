import fc from "fast-check";
import { expect, test } from "vitest";
import { RETURN_ADDRESS } from "../../../../demo/bank/visit.fixture.ts";
import { samples } from "../../../testing/property-samples.ts";
import { Fault } from "../../domain/fault.ts";
import { connectTo, INSTITUTION_ID } from "./connected-bank.fixture.ts";
import type { Grant } from "./grant.ts";
import { storedLogin } from "./stored-login.fixture.ts";

const RETURN_PATH = new URL(RETURN_ADDRESS).pathname;
const ISSUER = "https://bank.example";
const SECRET_TOKEN = "a-token-that-nobody-may-read";

const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  revocation_endpoint: `${ISSUER}/revoke`,
  pushed_authorization_request_endpoint: `${ISSUER}/push`,
  jwks_uri: `${ISSUER}/keys`,
  scopes_supported: ["openid", "Account"],
  dpop_signing_alg_values_supported: ["ES256"],
  authorization_response_iss_parameter_supported: false,
};
const TOKENS = {
  access_token: SECRET_TOKEN,
  refresh_token: SECRET_TOKEN,
  id_token: `e30.${Buffer.from(JSON.stringify({ iss: ISSUER })).toString("base64url")}.x`,
  token_type: "Bearer",
  expires_in: 900,
};
const ACCOUNT = { accountId: "a-1", accountCategory: "DEPOSIT_ACCOUNT", currentBalance: 1 };
const TRANSACTION = {
  transactionId: "t-1",
  amount: 1,
  debitCreditMemo: "DEBIT",
  postedTimestamp: "2026-02-03",
};
/** The responses of a faultless institution, by the end of the path. */
const RIGHT: Record<string, object> = {
  "openid-configuration": METADATA,
  push: { request_uri: "urn:1", expires_in: 60 },
  token: TOKENS,
  keys: { keys: [] },
  accounts: { accounts: [ACCOUNT], page: {} },
  "a-1": ACCOUNT,
  transactions: { transactions: [TRANSACTION] },
  contact: { holders: [{ name: { first: "Ada" } }] },
  "payment-networks": { paymentNetworks: [] },
  current: { customerId: "c-1" },
  "consent-1": { expirationTime: "2099-01-01T00:00:00Z" },
  revoke: {},
};

const GRANT: Grant = {
  id: "grant-1",
  issuer: ISSUER,
  subject: "ada",
  clientId: null,
  accessToken: SECRET_TOKEN,
  expiresAt: null,
  refreshToken: SECRET_TOKEN,
  dpopKey: null,
  leaseUntil: null,
  pausedUntil: null,
  consentId: null,
  consentExpiresAt: null,
  isImported: false,
  missing: {},
};

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    "http://10.0.0.1/",
    "javascript:1",
    "",
    -1,
    1e300,
    [],
    {},
    null,
    "Bearer",
    ISSUER,
    "constructor",
    "__proto__",
    "\ud800",
    "a-token\r\nof: two-lines",
    "2099-01-01T00:00:00Z",
  ),
);
const fieldNames = [...new Set(Object.values(RIGHT).flatMap((body) => Object.keys(body)))];
/** Faults in some fields of a response, or in all of it. */
const wrong = fc.record({
  path: fc.constantFrom(...Object.keys(RIGHT)),
  status: fc.constantFrom(200, 200, 200, 201, 204, 302, 400, 401, 403, 404, 418, 429, 500, 503),
  fields: fc.dictionary(fc.constantFrom(...fieldNames), value, { maxKeys: 3 }),
  body: fc.option(fc.oneof(fc.json(), fc.string()), { freq: 4 }),
  headers: fc.dictionary(
    fc.constantFrom("retry-after", "www-authenticate", "dpop-nonce", "location", "content-type"),
    fc.stringMatching(/^[ -~]{0,30}$/),
    { maxKeys: 2 },
  ),
});
type BadReply = typeof wrong extends fc.Arbitrary<infer Value> ? Value : never;

/** An institution with right responses, except for the given faults. */
const httpWith = (faults: readonly BadReply[]) => {
  const fetch = async (url: string): Promise<Response> => {
    const path = new URL(url).pathname.split("/").at(-1) ?? "";
    const fault = faults.find((fault) => fault.path === path);
    const status = fault?.status ?? (path === "push" ? 201 : 200);
    const body = fault?.body ?? JSON.stringify({ ...RIGHT[path], ...fault?.fields });
    return new Response(status === 204 ? null : body, {
      status,
      headers: { "content-type": "application/json", ...fault?.headers },
    });
  };
  const client = { fetch, close: async () => undefined };
  return { open: () => client, close: client.close };
};

const bankWith = (faults: readonly BadReply[]) =>
  connectTo(ISSUER, { http: httpWith(faults), clock: () => 0 });

/** Only a Fault may be thrown, and neither error nor log may contain a token. */
const isSound = async (work: Promise<unknown>, logLines: readonly string[]): Promise<void> => {
  const failure = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (failure !== null && !(failure instanceof Fault)) throw failure;
  const words = failure === null ? "" : `${failure.message} ${failure.cause}`;
  expect(words + logLines.join()).not.toContain(SECRET_TOKEN);
};

const faultsOf = fc.array(wrong, { minLength: 1, maxLength: 3 });

test("a sign-in ends with an error code of the catalogue for any response of the issuer", async () => {
  await fc.assert(
    fc.asyncProperty(faultsOf, faultsOf, async (first, second) => {
      await isSound(bankWith(first).start(), []);
      const { start } = bankWith([]);
      const { progress } = await start();
      const { connector, logged } = bankWith(second);
      const login = connector.redirect?.finish(
        INSTITUTION_ID,
        {},
        progress,
        { code: "code-1" },
        RETURN_PATH,
      );
      await isSound(login ?? Promise.resolve(), logged);
    }),
    { numRuns: samples(150) },
  );
});

test("metadata with a field of another type is refused by its name", async () => {
  const fault = { path: "openid-configuration", status: 200 as const, body: null, headers: {} };
  const { logged, start } = bankWith([{ ...fault, fields: { scopes_supported: 0 } }]);
  await expect(start()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(logged.join()).toContain("scopes_supported");
});

test("metadata with an issuer that is not a URL is refused", async () => {
  const fault = { path: "openid-configuration", status: 200 as const, body: null, headers: {} };
  const { logged, start } = bankWith([{ ...fault, fields: { issuer: "constructor" } }]);
  await expect(start()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(logged.join()).toContain("the issuer in the metadata is not a URL");
});

test("a read ends with an error code of the catalogue for any response of the data API", async () => {
  await fc.assert(
    fc.asyncProperty(faultsOf, fc.boolean(), async (faults, isExpired) => {
      const { connector, logged } = bankWith(faults);
      const grant = { ...GRANT, expiresAt: isExpired ? -1 : null };
      const open = storedLogin(INSTITUTION_ID, JSON.stringify(grant));
      await isSound(connector.balances(open()), logged);
      await isSound(connector.identity(open()), logged);
      const period = { from: "2026-01-01", to: "2026-03-01" };
      await isSound(connector.transactions(open(), period), logged);
      await isSound(connector.revoke?.(open()) ?? Promise.resolve(), logged);
    }),
    { numRuns: samples(150) },
  );
});

test("no response about a consent prevents a connection", async () => {
  const body = JSON.stringify({ ...TOKENS, id_token: undefined, fdxConsentId: "consent-1" });
  const tokens = { path: "token", status: 200 as const, body, headers: {}, fields: {} };
  const user = { userId: "ada", authToken: SECRET_TOKEN };
  const ofConsent = wrong.map((fault) => ({ ...fault, path: "consent-1" }));
  await fc.assert(
    fc.asyncProperty(ofConsent, async (fault) => {
      const { connector, logged } = bankWith([tokens, fault]);
      const login = await connector.import?.login(INSTITUTION_ID, user);
      expect(login?.accounts).toHaveLength(1);
      const { consentExpiresAt: end = null } = login ?? {};
      if (end !== null) expect(new Date(end).getTime()).toBeGreaterThan(0);
      expect(logged.join()).not.toContain(SECRET_TOKEN);
      expect(logged.join()).not.toContain("consent-1");
    }),
    { numRuns: samples(150) },
  );
});

test("neither logs nor errors contain accounts or parts of an invalid response", async () => {
  const fault = { path: "transactions", status: 503 as const, body: null, headers: {}, fields: {} };
  const { connector, logged } = bankWith([fault]);
  const login = storedLogin(INSTITUTION_ID, JSON.stringify(GRANT));
  const period = { from: "2026-01-01", to: "2026-03-01" };
  const failure = await connector.transactions(login(), period).catch((cause: Error) => cause);
  expect(`${failure} ${(failure as Error).cause} ${logged.join()}`).not.toContain("a-1");
  const tokenFault = { ...fault, path: "token", status: 200 as const };
  const other = bankWith([{ ...tokenFault, body: `{"access_token": ${SECRET_TOKEN}}` }]);
  const expiredLogin = storedLogin(INSTITUTION_ID, JSON.stringify({ ...GRANT, expiresAt: -1 }));
  await expect(other.connector.balances(expiredLogin())).rejects.toMatchObject({
    code: "UNSUPPORTED_RESPONSE",
  });
  expect(other.logged.join()).not.toContain("a-token");
});

test("a list of accounts that is not there is named in the log", async () => {
  const fault = { path: "accounts", status: 404 as const, body: null, headers: {}, fields: {} };
  const { connector, logged } = bankWith([fault]);
  const login = storedLogin(INSTITUTION_ID, JSON.stringify(GRANT));
  await expect(connector.balances(login())).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(logged.join()).toContain("/accounts: is missing");
});
