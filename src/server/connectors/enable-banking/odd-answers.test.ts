import { expect, test, vi } from "vitest";
import {
  linkedBy,
  listing,
  plainAccount,
  plainRow,
  plainSession,
  scriptedApp,
} from "./scripted-aggregator.fixture.ts";

const HOUR_MS = 60 * 60_000;
const ROW = plainRow("2026-01-10", "-12.40", "Cafe");

test.each([
  ["a page of HTML", { status: 429, body: "<html>Slow down</html>" }],
  ["a code alone", { status: 429, body: { code: 429 } }],
  ["an error", { status: 400, body: { code: 400, error: "ASPSP_RATE_LIMIT_EXCEEDED" } }],
  [
    "a bank's own code",
    { status: 400, body: { title: "No", code: "ACCESS_EXCEEDED", detail: null } },
  ],
  [
    "words within the detail",
    {
      status: 400,
      body: { code: 400, error: "ASPSP_ERROR", detail: { text: "Daily limit reached" } },
    },
  ],
  ["a pause of nothing", { status: 429, body: {}, headers: { "retry-after": "0" } }],
  ["a pause in the past", { status: 429, body: {}, headers: { "retry-after": "-5" } }],
  ["an unreadable pause", { status: 429, body: {}, headers: { "retry-after": "soon" } }],
])("a limit that a bank tells by %s is a pause until midnight", async (_, refusal) => {
  const { app, asked, script, item, pull } = await linkedBy(listing([ROW]));
  script.transactions = () => refusal;
  await pull();
  const before = asked.length;
  app.advanceClock(HOUR_MS);
  await pull(0);
  expect(asked.length).toBe(before);
  const { item: shown } = await app.call("/item/get", { access_token: item.access_token });
  expect(shown).toMatchObject({ error: null });
});

test.each([
  ["EXPIRED", /has expired/],
  ["expired", /has expired/],
  ["REVOKED", /was revoked/],
  ["CLOSED", /was closed/],
  ["INVALID", /made the consent invalid/],
])("a session of the status %s ends the Item with its reason", async (status, reason) => {
  const { app, script, item } = await linkedBy(listing([ROW]));
  script.balances = () => ({ status: 401, body: { code: 401, error: "UNAUTHORIZED_ACCESS" } });
  script.sessionNow = () => ({ body: { status, access: null, accounts: null } });
  app.advanceClock(25 * HOUR_MS);
  const answer = await app.post("/accounts/balance/get", {
    ...app.credentials,
    access_token: item.access_token,
  });
  expect(answer.body).toMatchObject({
    error_code: "ITEM_LOGIN_REQUIRED",
    error_message: expect.stringMatching(reason),
  });
});

test.each([
  ["is good", { body: { status: "AUTHORIZED" } }],
  ["has a status that is new", { body: { status: "ON_HOLD" } }],
  ["has null in it", { body: { status: null } }],
  ["cannot be read", { status: 500, body: "" }],
  ["is over its limit", { status: 429, body: {} }],
])("an account that is refused leaves the Item if its session %s", async (_, session) => {
  const { app, script, item, pull } = await linkedBy(listing([ROW]));
  script.transactions = () => ({
    status: 404,
    body: { code: 404, error: "ACCOUNT_DOES_NOT_EXIST" },
  });
  script.sessionNow = () => session;
  await pull();
  const { item: shown } = await app.call("/item/get", { access_token: item.access_token });
  expect(JSON.stringify(shown)).not.toContain("ITEM_LOGIN_REQUIRED");
});

test.each([
  ["User cancelled the authorization", "OAUTH_USER_CANCELLED"],
  ["The PSU has declined", "OAUTH_USER_CANCELLED"],
  ["Access denied", "OAUTH_USER_CANCELLED"],
  ["Request was rejected by ASPSP", "INSUFFICIENT_CREDENTIALS"],
  ["Access denied, ask PSU to contact bank", "INSUFFICIENT_CREDENTIALS"],
  ["Your login is blocked", "INSUFFICIENT_CREDENTIALS"],
])("a person who comes back with “%s” is told %s", async (error_description, code) => {
  const { leave, aggregator } = await scriptedApp({
    back: { error: "access_denied", error_description },
  });
  const { comeBack } = await leave();
  expect(await comeBack(aggregator.signIn())).toMatchObject({ error_code: code });
});

const fetchExpiration = async (access: unknown) => {
  const { app, item } = await linkedBy({
    ...listing([ROW]),
    aspsps: [{ name: "Cliff Bank", country: "fi", maximum_consent_validity: 86_400 * 100 }],
    session: plainSession([plainAccount()], { access }),
  });
  const { item: shown } = await app.call("/item/get", { access_token: item.access_token });
  return Date.parse(String((shown as Record<string, unknown>).consent_expiration_time));
};

test("the end of a consent without an offset is in UTC, and an absent one is as asked", async () => {
  vi.stubEnv("TZ", "America/New_York");
  try {
    expect(await fetchExpiration({ valid_until: "2026-03-01T10:00:00.123456" })).toBe(
      Date.parse("2026-03-01T10:00:00.123Z"),
    );
  } finally {
    vi.unstubAllEnvs();
  }
  const asked = await fetchExpiration(null);
  expect(asked).toBeGreaterThan(Date.parse("2026-04-24T00:00:00Z"));
  expect(asked).toBeLessThan(Date.parse("2026-04-27T00:00:00Z"));
});

test("a method whose credentials are missing is left to the aggregator's page", async () => {
  const { asked, leave } = await scriptedApp({
    aspsps: [
      {
        ...{ name: "Cliff Bank", country: "FI" },
        auth_methods: [
          { name: "redirect", approach: "REDIRECT", psu_type: "personal", hidden_method: false },
          { name: "app", approach: "DECOUPLED", psu_type: "personal", hidden_method: false },
        ],
      },
    ],
    auth: ({ body }) =>
      body.includes("auth_method")
        ? { status: 422, body: { code: 422, error: "WRONG_CREDENTIALS_PROVIDED" } }
        : undefined,
  });
  const { refusal, address } = await leave();
  expect([refusal, address]).toEqual([null, "https://bank.example/sign-in"]);
  const bodies = asked.filter(({ path }) => path === "/auth").map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ auth_method }) => auth_method)).toEqual(["redirect", undefined]);
});

test("a bank that is listed for people and for companies apart is one, and offers both", async () => {
  const { leave } = await scriptedApp({
    aspsps: [
      { name: "Cliff Bank", country: "FI", psu_types: ["business"], logo: null },
      { name: "Cliff Bank", country: "fi", psu_types: ["personal"], auth_methods: null },
      { name: null, country: "FI" },
      null,
    ],
  });
  const { link } = await leave();
  expect(JSON.stringify(link.body)).not.toContain("error_code");
});

test("balances are read with a comma, without a currency, and between broken ones", async () => {
  const { app, item } = await linkedBy({
    ...listing([ROW]),
    balances: () => ({
      body: {
        balances: [
          null,
          { name: null, balance_amount: null, balance_type: "CLBD" },
          {
            name: "",
            balance_amount: { currency: "EUR", amount: "nothing" },
            balance_type: "ITBD",
          },
          { name: "", balance_amount: { amount: "1.087,60" }, balance_type: "CLBD" },
          { name: "", balance_amount: { currency: "USD", amount: "5" }, balance_type: "CLBD" },
        ],
      },
    }),
  });
  const { accounts } = await app.call("/accounts/get", { access_token: item.access_token });
  expect(accounts).toMatchObject([{ balances: { current: 1087.6, iso_currency_code: "EUR" } }]);
});
