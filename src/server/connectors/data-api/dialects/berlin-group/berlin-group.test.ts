import { expect, test } from "vitest";
import { withPerson } from "../../../../domain/presence.ts";
import { bankApp } from "../../bank-app.fixture.ts";
import { compareBooks } from "../../compare-books.fixture.ts";
import { berlinBank, PERSON } from "./berlin-bank.fixture.ts";

test("a user links by a consent of a bank, the store is equal to its books, and a renewal or removal ends it", async () => {
  const bank = await bankApp({ standard: "berlin-group" });
  const { app } = bank;
  const { access_token } = await bank.linkItem({ products: ["transactions", "identity"] });
  expect(bank.intents()).toMatchObject([
    { status: "Authorised", permissions: ["accounts", "balances", "transactions", "ownerName"] },
  ]);
  const { stored, booked: books, rows } = await compareBooks(app, access_token);
  expect(rows).toBeGreaterThan(500);
  expect(stored).toEqual(books);
  const { accounts } = await app.call("/identity/get", { access_token });
  expect(JSON.stringify(accounts)).toContain("Ada Rose Winters");
  const { item } = await app.call("/item/get", { access_token });
  const end = Date.parse(String((item as Record<string, unknown>).consent_expiration_time));
  expect(Math.round((end - app.services.clock()) / 86_400_000)).toBeGreaterThanOrEqual(180);
  const [first] = bank.intents();
  app.advanceClock(1000);
  const update = await bank.open({ access_token, products: undefined });
  await bank.visitBank(update);
  await bank.goOn(update);
  expect((await compareBooks(app, access_token)).stored).toEqual(books);
  expect(bank.intents()).toMatchObject([{ status: "Authorised" }]);
  expect(bank.intents()[0]?.id).not.toBe(first?.id);
  await app.call("/item/remove", { access_token });
  await app.runJobs();
  expect(bank.intents()).toEqual([]);
});

const ROW = {
  bookingDate: "2026-06-01",
  transactionAmount: { currency: "EUR", amount: "-4.50" },
};
const PERIOD = { from: "2026-05-01", to: "2026-06-15" };

test("a consent is asked for as the standard says, and each call names it, and the person only while they wait", async () => {
  const { signIn, connector, calls } = await berlinBank();
  const { login } = await signIn();
  const post = calls.find(
    ({ method, url }) => method === "POST" && url.pathname === "/v1/consents",
  );
  expect(JSON.parse(String(post?.body))).toEqual({
    access: {
      accounts: [],
      balances: [],
      transactions: [],
      additionalInformation: { ownerName: [] },
    },
    recurringIndicator: true,
    validUntil: "2026-12-12",
    frequencyPerDay: 4,
    combinedServiceIndicator: false,
  });
  expect(post?.headers).toMatchObject({
    "psu-ip-address": PERSON.ipAddress,
    "tpp-redirect-uri": expect.stringContaining("/oauth/return"),
  });
  expect(post?.headers).not.toHaveProperty("authorization");
  const before = calls.length;
  const rows = await connector.transactions(login, PERIOD);
  const reads = calls.slice(before);
  expect(rows.length).toBeGreaterThan(50);
  for (const { headers } of reads) {
    expect(headers).toMatchObject({ "consent-id": expect.stringMatching(/^intent-/) });
    expect(headers).not.toHaveProperty("psu-ip-address");
  }
  expect(reads.at(-1)?.url.searchParams.get("bookingStatus")).toBe("both");
});

test("a bank's deviations ask for all accounts, and for booked rows alone", async () => {
  const { signIn, connector, calls } = await berlinBank({
    consent: "global",
    bookingStatus: "booked",
    metadata: "oauth2",
  });
  const { login } = await signIn();
  const post = calls.find(
    ({ method, url }) => method === "POST" && url.pathname === "/v1/consents",
  );
  expect(JSON.parse(String(post?.body)).access).toEqual({ allPsd2: "allAccountsWithOwnerName" });
  expect(calls[0]?.url.pathname).toBe("/.well-known/oauth-authorization-server");
  const rows = await connector.transactions(login, PERIOD);
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.some(({ pending }) => pending)).toBe(false);
});

test("a refusal means what its code says, and rows in a file are not none", async () => {
  const { signIn, connector, calls, responses } = await berlinBank();
  const { login } = await signIn();
  const read = (code: string, status: number) => {
    responses.change = ({ url }) =>
      url.pathname.endsWith("/transactions")
        ? Response.json({ tppMessages: [{ category: "ERROR", code }] }, { status })
        : null;
    return connector.transactions(login, PERIOD);
  };
  for (const [code, status, fault] of [
    ["CONSENT_EXPIRED", 401, "ITEM_LOGIN_REQUIRED"],
    ["CONSENT_INVALID", 401, "ITEM_LOGIN_REQUIRED"],
    ["CONSENT_UNKNOWN", 403, "ITEM_LOGIN_REQUIRED"],
    ["SERVICE_BLOCKED", 403, "ACCESS_NOT_GRANTED"],
    // Nothing that the person could do: a new sign-in is refused as well.
    ["CERTIFICATE_EXPIRED", 401, "INSTITUTION_REGISTRATION_REQUIRED"],
    ["SIGNATURE_MISSING", 401, "INSTITUTION_REGISTRATION_REQUIRED"],
    ["ROLE_INVALID", 401, "INSTITUTION_REGISTRATION_REQUIRED"],
    ["FORMAT_ERROR", 400, "UNSUPPORTED_RESPONSE"],
    ["PERIOD_INVALID", 400, "UNSUPPORTED_RESPONSE"],
    ["REQUESTED_FORMATS_INVALID", 406, "UNSUPPORTED_RESPONSE"],
  ] as const)
    await expect(read(code, status), code).rejects.toMatchObject({ code: fault });
  // The consent has ended, not the token, so no refresh token is used.
  const refreshes = calls.filter(({ body }) => String(body).includes("grant_type=refresh_token"));
  expect(refreshes).toEqual([]);
});

test("a bank whose quota is spent is asked the next day, or for a person who waits", async () => {
  const { signIn, connector, calls, responses } = await berlinBank();
  const { login } = await signIn();
  const body = { tppMessages: [{ category: "ERROR", code: "ACCESS_EXCEEDED" }] };
  responses.change = ({ url }) =>
    url.pathname === "/v1/accounts" ? Response.json(body, { status: 429 }) : null;
  const limit = { code: "INSTITUTION_RATE_LIMIT", retryAfterMs: 12 * 3_600_000 };
  await expect(connector.balances(login)).rejects.toMatchObject(limit);
  responses.change = () => null;
  const before = calls.length;
  const latest = await login.latest();
  await expect(connector.balances(latest)).rejects.toMatchObject(limit);
  expect(calls).toHaveLength(before);
  expect(await withPerson(PERSON, () => connector.balances(latest))).not.toEqual([]);
});

test("pages are followed behind a gateway, and a pending list that each repeats is read once", async () => {
  const { signIn, connector, calls, responses } = await berlinBank({}, { basePath: "/gateway/v1" });
  const { login } = await signIn();
  const list = (href?: string) => ({
    transactions: {
      booked: [{ ...ROW, transactionId: href === undefined ? "t-2" : "t-1" }],
      pending: [ROW, ROW],
      _links: { ...(href !== undefined && { next: { href } }) },
    },
  });
  responses.change = ({ url }) => {
    if (!url.pathname.endsWith("/transactions")) return null;
    const isLast = url.searchParams.has("page");
    return Response.json(list(isLast ? undefined : `${url.pathname.slice(8)}?page=2`));
  };
  const [account] = await connector.balances(login);
  const rows = await connector.transactions(login, PERIOD);
  const own = rows.filter(({ accountKey }) => accountKey === account?.key);
  expect(own.map(({ pending }) => pending).toSorted()).toEqual([false, false, true, true]);
  expect(calls.at(-1)?.url.pathname).toMatch(/^\/gateway\/v1\//);
});

test.each([
  ["rejected", "OAUTH_USER_CANCELLED"],
  ["partiallyAuthorised", "INSUFFICIENT_CREDENTIALS"],
])(
  "a consent that is %s after the return is refused, and discarded",
  async (consentStatus, code) => {
    const { signIn, discarded, calls, responses } = await berlinBank();
    responses.change = ({ url, method }) =>
      method === "GET" && url.pathname.startsWith("/v1/consents/")
        ? Response.json({ consentStatus })
        : null;
    await expect(signIn()).rejects.toMatchObject({ code });
    expect(discarded).toHaveLength(1);
    expect(calls.some(({ url }) => url.pathname === "/v1/accounts")).toBe(false);
  },
);
