import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { startBank } from "../../../../../../demo/bank/server.mjs";
import { CLIENT, RETURN_ADDRESS, walkThrough } from "../../../../../../demo/bank/visit.fixture.ts";
import { Deviations } from "../../../../domain/institutions/deviations.ts";
import {
  FDX_STANDARD,
  type InstitutionStandard,
} from "../../../../domain/institutions/institution-registration.ts";
import { withPerson } from "../../../../domain/presence.ts";
import { bankApp } from "../../bank-app.fixture.ts";
import { compareBooks } from "../../compare-books.fixture.ts";
import { connectTo, grantIn, INSTITUTION_ID, patientHttp } from "../../connected-bank.fixture.ts";

const KEYS = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { secret: _, ...REGISTERED } = CLIENT;
const client = {
  ...REGISTERED,
  jwks: { keys: [{ ...KEYS.publicKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] },
};
const secrets = { privateKey: KEYS.privateKey.export({ format: "pem", type: "pkcs8" }).toString() };

const NOW = Date.UTC(2026, 5, 15, 12);
describe.each(["v3.1", "v4.0"])("UK Open Banking %s", (version) => {
  test("a user links by a consent made before, and the store is equal to the bank's books", async () => {
    const bank = await bankApp({ standard: "uk", version, client, declaration: { secrets } });
    const { app } = bank;
    const products = ["transactions", "identity"];
    const { access_token } = await bank.linkItem({ products });
    expect(bank.intents()).toMatchObject([
      {
        status: "Authorised",
        permissions: [
          "ReadAccountsDetail",
          "ReadBalances",
          "ReadTransactionsDetail",
          "ReadTransactionsCredits",
          "ReadTransactionsDebits",
          "ReadParty",
          "ReadPartyPSU",
        ],
      },
    ]);
    const { stored, booked, rows } = await compareBooks(app, access_token);
    expect(rows).toBeGreaterThan(500);
    expect(stored).toEqual(booked);
    const { identity, accounts: owned } = await app.call("/identity/get", { access_token });
    expect(JSON.stringify([identity, owned])).toContain("Ada Rose Winters");
  });
});

test("an update authorizes the same consent another time, and the removal of the Item ends it", async () => {
  const bank = await bankApp({ standard: "uk", client, declaration: { secrets } });
  const { app, open, visitBank, goOn } = bank;
  const { access_token } = await bank.linkItem();
  const { numbers } = await app.call("/auth/get", { access_token });
  expect(numbers).toMatchObject({
    bacs: [{ account: "00187210", sort_code: "040004" }, { account: "00187228" }],
    international: [{ iban: "GB13LANT04000400187210", bic: "LANTGB2L" }, {}],
  });
  const [consent] = bank.intents();
  app.advanceClock(1000);
  const abandoned = await open({ access_token, products: undefined });
  await visitBank(abandoned);
  await abandoned.bridge("session/exit", { status: null });
  await app.runJobs();
  expect(bank.intents()).toMatchObject([{ id: consent?.id, status: "Authorised" }]);
  app.advanceClock(1000);
  const link = await open({ access_token, products: undefined });
  await visitBank(link);
  await goOn(link);
  for (let round = 0; round < 2; round++) await app.runJobs();
  expect(bank.intents()).toMatchObject([{ id: consent?.id, status: "Authorised" }]);
  expect(bank.grants()).toHaveLength(1);
  expect(await app.call("/accounts/balance/get", { access_token })).toHaveProperty("accounts");
  await app.call("/item/remove", { access_token });
  await app.runJobs();
  expect(bank.intents()).toEqual([]);
});

type Call = { url: URL; method: string; headers: Record<string, string> };

/** The connector at a UK bank, with its calls, and changed responses. */
const ukBank = async (
  standard: Partial<InstitutionStandard> = {},
  change: (call: Call, response: Response) => Promise<Response> | Response = (_, it) => it,
) => {
  const bank = await startBank({ port: 0, clients: [client], clock: () => NOW, standard: "uk" });
  const calls: Call[] = [];
  const real = patientHttp();
  const http: typeof real = {
    close: () => Promise.all([real.close(), bank.close()]).then(() => undefined),
    open: (options) => {
      const inner = real.open(options);
      return {
        close: inner.close,
        fetch: async (url, request) => {
          const call = { url: new URL(url), method: request.method, headers: request.headers };
          calls.push({ ...call });
          return change(call, await inner.fetch(url, request));
        },
      };
    },
  };
  const dataUrl = `${bank.issuer}/open-banking/v3.1/aisp`;
  const connected = connectTo(bank.issuer, {
    declaration: { secrets, dataUrl, standard: { ...FDX_STANDARD, dialect: "uk", ...standard } },
    clock: () => NOW,
    http,
  });
  return { ...connected, issuer: bank.issuer, calls };
};

const PERIOD = { from: "2026-05-01", to: "2026-06-15" };

test("a return whose ID token names another consent is refused", async () => {
  const { issuer, start, connector } = await ukBank();
  const [mine, other] = [await start(), await start()];
  const { state: __, ...parameters } = Object.fromEntries(await walkThrough(issuer, mine.url));
  const progress = { ...JSON.parse(mine.progress), consent: JSON.parse(other.progress).consent };
  const finish = connector.redirect?.finish(
    "ins_700001",
    {},
    JSON.stringify(progress),
    parameters,
    "/oauth/return",
  );
  await expect(finish).rejects.toMatchObject({ code: "OAUTH_ISSUER_MISMATCH" });
});

test("calls name the person who waits, and a bank's deviations change them", async () => {
  const person = { ipAddress: "203.0.113.7", userAgent: "Browser/1" };
  const plain = await ukBank();
  const { login } = await plain.signIn();
  const before = plain.calls.length;
  await plain.connector.transactions(login, PERIOD);
  await withPerson(person, () => plain.connector.balances(login));
  const [alone, withThem] = [plain.calls.slice(before), plain.calls.slice(-1)];
  expect(alone.find(({ url }) => url.pathname.endsWith("/transactions"))).toMatchObject({
    headers: { "x-fapi-interaction-id": expect.any(String) },
  });
  expect(alone[0]?.headers).not.toHaveProperty("x-fapi-customer-ip-address");
  expect(withThem[0]?.headers).toMatchObject({
    "x-fapi-customer-ip-address": "203.0.113.7",
    "x-customer-user-agent": "Browser/1",
  });
  const queries = alone.flatMap(({ url }) => url.searchParams.get("fromBookingDateTime") ?? []);
  expect(new Set(queries)).toEqual(new Set(["2026-04-30T00:00:00"]));

  const deviations = Deviations.parse({
    headers: { "x-fapi-financial-id": "0015" },
    personHeaders: "none",
    period: "none",
    lacks: ["identity"],
  });
  const odd = await ukBank({ deviations });
  const { login: oddLogin } = await odd.signIn();
  const rows = await withPerson(person, () => odd.connector.transactions(oddLogin, PERIOD));
  const { url, headers } = odd.calls.at(-1) ?? expect.fail("it has called");
  expect(headers).toMatchObject({ "x-fapi-financial-id": "0015" });
  expect(headers).not.toHaveProperty("x-fapi-customer-ip-address");
  expect(url.searchParams.has("fromBookingDateTime")).toBe(false);
  const same = await plain.connector.transactions(login, PERIOD);
  expect(rows.map(({ key }) => key).toSorted()).toEqual(same.map(({ key }) => key).toSorted());
  expect(odd.connector.institutions()[0]?.products).not.toContain("identity");
});

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (ErrorCode: string) => ({ Code: "400", Message: "no", Errors: [{ ErrorCode }] });

test("a refusal means what its code says, and a next page elsewhere gets no token", async () => {
  let change: (call: Call, response: Response) => Response = (_, response) => response;
  const { signIn, connector, calls } = await ukBank({}, (call, response) => change(call, response));
  const { login } = await signIn();
  const read = (respond: () => Response) => {
    change = ({ url }, response) => (url.pathname.endsWith("/transactions") ? respond() : response);
    return connector.transactions(login, PERIOD);
  };
  for (const [code, status, fault] of [
    ["UK.OBIE.Reauthenticate", 403, "ITEM_LOGIN_REQUIRED"],
    ["U028", 403, "ITEM_LOGIN_REQUIRED"],
    ["UK.OBIE.Resource.ConsentMismatch", 403, "ACCESS_NOT_GRANTED"],
    ["UK.OBIE.Field.InvalidDate", 400, "UNSUPPORTED_RESPONSE"],
    ["UK.OBIE.UnexpectedError", 400, "UNSUPPORTED_RESPONSE"],
  ] as const)
    await expect(
      read(() => json(refusal(code), status)),
      code,
    ).rejects.toMatchObject({
      code: fault,
    });
  expect(await read(() => json(refusal("U011"), 400))).toEqual([]);
  const page = (Next: string) => json({ Data: { Transaction: [] }, Links: { Next } });
  await expect(read(() => page("https://evil.example/aisp/x"))).rejects.toMatchObject({
    code: "UNSUPPORTED_RESPONSE",
  });
  expect(calls.some(({ url }) => url.hostname === "evil.example")).toBe(false);
  change = ({ url }, response) =>
    url.pathname.endsWith("/transactions") ? page(url.href) : response;
  expect(await connector.transactions(login, PERIOD)).toEqual([]);
});

test("a consent that the bank does not know any more has ended, and any other refusal is tried again", async () => {
  let answer: object = refusal("UK.OBIE.Header.Invalid");
  let status = 400;
  const { signIn, connector, logged } = await ukBank({}, ({ method }, response) =>
    method === "DELETE" ? json(answer, status) : response,
  );
  const { login } = await signIn();
  const revoke = () => connector.revoke?.(login);
  await expect(revoke()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  answer = refusal("UK.OBIE.Resource.NotFound");
  await expect(revoke()).resolves.toBe(undefined);
  status = 503;
  await expect(revoke()).rejects.toMatchObject({ code: "INSTITUTION_NOT_RESPONDING" });
  expect(logged.join()).toContain("/account-access-consents/:id");
  expect(logged.join()).not.toContain("intent-");
});

test("a consent's end is the institution's, and an Item of it is renewed by the same customer", async () => {
  const { signIn, start, issuer } = await ukBank();
  const { login } = await signIn();
  const { consentId } = await grantIn(login);
  expect(consentId).toMatch(/^intent-/);
  const { url, finish } = await start();
  const { state: __, ...parameters } = Object.fromEntries(await walkThrough(issuer, url));
  const { consentExpiresAt } = await finish(parameters);
  expect(consentExpiresAt).toBe(NOW + 365 * 86_400_000);
});

test.each([
  ["its own consent another time", false, 0],
  ["a new consent in place of an imported one, which it never ends", true, 1],
])("a renewal authorizes %s", async (_, isImported, requested) => {
  const { connector, signIn, calls } = await ukBank();
  const { login } = await signIn();
  const connectorState = JSON.stringify({ ...(await grantIn(login)), isImported });
  const before = calls.length;
  const user = { state: "s", redirectUri: RETURN_ADDRESS, connectorState };
  await connector.start(INSTITUTION_ID, {}, user);
  const posts = calls.slice(before).filter(({ method }) => method === "POST");
  const made = posts.filter(({ url }) => url.pathname.endsWith("/account-access-consents"));
  expect(made).toHaveLength(requested);
});
