import { expect, test } from "vitest";
import { RETURN_ADDRESS } from "../../../../demo/bank/visit.fixture.ts";
import { withPerson } from "../../domain/presence.ts";
import { BANK_ID, bankApp } from "./bank-app.fixture.ts";
import { compareBooks } from "./compare-books.fixture.ts";
import { berlinBank, PERSON } from "./dialects/berlin-group/berlin-bank.fixture.ts";

const berlinApp = (options: Parameters<typeof bankApp>[0] = {}) =>
  bankApp({ standard: "berlin-group", approach: "redirect", ...options });

test("a user links by the bank's site without OAuth, the store is equal to its books, and a removal ends the consent", async () => {
  const bank = await berlinApp();
  const { app } = bank;
  const { access_token } = await bank.linkItem({ products: ["transactions", "identity"] });
  expect(bank.intents()).toMatchObject([{ status: "Authorised" }]);
  expect(bank.grants()).toEqual([]);
  const { stored, booked, rows } = await compareBooks(app, access_token);
  expect(rows).toBeGreaterThan(500);
  expect(stored).toEqual(booked);
  const [first] = bank.intents();
  app.advanceClock(1000);
  const update = await bank.open({ access_token, products: undefined });
  await bank.visitBank(update);
  await bank.goOn(update);
  expect((await compareBooks(app, access_token)).stored).toEqual(booked);
  expect(bank.intents()).toMatchObject([{ status: "Authorised" }]);
  expect(bank.intents()[0]?.id).not.toBe(first?.id);
  await app.call("/item/remove", { access_token });
  await app.runJobs();
  expect(bank.intents()).toEqual([]);
});

test("a user who cancels at the bank's site comes back to the form, and no consent stays", async () => {
  const bank = await berlinApp();
  const link = await bank.open();
  expect((await bank.visitBank(link, { accounts: "cancel" })).text).toContain("was not connected");
  await expect(bank.goOn(link)).rejects.toThrow("OAUTH_USER_CANCELLED");
  await bank.app.runJobs();
  expect(bank.intents()).toEqual([]);
  await bank.visitBank(link);
  expect((await bank.goOn(link)).selection?.accounts.length).toBeGreaterThan(0);
});

test("a consent that ends while its user is on the way back is refused as too late", async () => {
  const bank = await berlinApp({ consentDays: 0.001 });
  const link = await bank.open();
  await bank.visitBank(link, { beforeReturn: () => bank.app.advanceClock(100_000) });
  await expect(bank.goOn(link)).rejects.toThrow("USER_INPUT_TIMEOUT");
});

test("an authorization that comes back in another browser is ended, and opens nothing to the session", async () => {
  const bank = await berlinApp();
  const link = await bank.open();
  const page = await bank.visitBank(link, { returnsElsewhere: true });
  expect(page.status).toBe(400);
  expect(page.text).not.toContain("Lantern");
  await expect(bank.goOn(link)).rejects.toThrow("INVALID_LINK_SESSION");
  await bank.app.runJobs();
  expect(bank.intents()).toEqual([]);
});

test("a state is good for one callback, and the address of another bank's callback is refused", async () => {
  const bank = await berlinApp({ declaration: { ownRedirectUri: true } });
  const link = await bank.open();
  await bank.visitBank(link, {}, "/oauth/return/ins_700002");
  await expect(bank.goOn(link)).rejects.toThrow("OAUTH_ISSUER_MISMATCH");
  await bank.visitBank(link, {}, `/oauth/return/${BANK_ID}`);
  expect((await bank.goOn(link)).selection?.accounts.length).toBeGreaterThan(0);
});

test("requests carry the consent's id and no token, and name the person only while they wait", async () => {
  const { signIn, connector, calls } = await berlinBank({}, { approach: "redirect" });
  const { login } = await signIn();
  const post = calls.find(({ method }) => method === "POST");
  expect(post?.url.pathname).toBe("/v1/consents");
  expect(post?.headers).toMatchObject({
    "tpp-redirect-uri": `${RETURN_ADDRESS}?state=state-1`,
    "tpp-nok-redirect-uri": `${RETURN_ADDRESS}?error=access_denied&state=state-1`,
    "psu-ip-address": PERSON.ipAddress,
  });
  const before = calls.length;
  await connector.balances(login);
  await withPerson(PERSON, () => connector.balances(login));
  const reads = calls.slice(before);
  expect(reads.map(({ headers }) => headers["psu-ip-address"])).toEqual(
    reads.map((_, at) => (at < reads.length / 2 ? undefined : PERSON.ipAddress)),
  );
  for (const { headers } of calls) expect(headers).not.toHaveProperty("authorization");
  for (const { headers } of reads)
    expect(headers).toMatchObject({ "consent-id": expect.stringMatching(/^intent-/) });
  expect(calls.filter(({ url }) => url.pathname.includes("well-known"))).toEqual([]);
});

test.each([
  [{ consentStatus: "rejected" }, 200, "OAUTH_USER_CANCELLED"],
  [{ consentStatus: "revokedByPsu" }, 200, "OAUTH_USER_CANCELLED"],
  [{ consentStatus: "expired" }, 200, "USER_INPUT_TIMEOUT"],
  [{ consentStatus: "received" }, 200, "INSUFFICIENT_CREDENTIALS"],
  [{ consentStatus: "partiallyAuthorised" }, 200, "INSUFFICIENT_CREDENTIALS"],
  [{ consentStatus: "madeUp" }, 200, "INSUFFICIENT_CREDENTIALS"],
  [{ tppMessages: [{ category: "ERROR", code: "CONSENT_UNKNOWN" }] }, 403, "USER_INPUT_TIMEOUT"],
])(
  "a consent with the status %j (%i) after the return is refused with %s, and discarded",
  async (body, status, code) => {
    const { signIn, discarded, calls, responses } = await berlinBank({}, { approach: "redirect" });
    responses.change = ({ url, method }) =>
      method === "GET" && url.pathname.startsWith("/v1/consents/")
        ? Response.json(body, { status })
        : null;
    await expect(signIn()).rejects.toMatchObject({ code });
    expect(discarded).toHaveLength(1);
    expect(calls.some(({ url }) => url.pathname === "/v1/accounts")).toBe(false);
  },
);

test("a consent that becomes valid a little later than its user returns is waited for", async () => {
  const { signIn, calls, responses } = await berlinBank({}, { approach: "redirect" });
  let reads = 0;
  responses.change = ({ url, method }) =>
    method === "GET" && url.pathname.startsWith("/v1/consents/") && ++reads < 3
      ? Response.json({ consentStatus: "received" })
      : null;
  expect((await signIn()).accounts.length).toBeGreaterThan(1);
  expect(calls.some(({ url }) => url.pathname === "/v1/accounts")).toBe(true);
});

test.each([
  ["without a link", {}],
  ["of another approach", { scaOAuth: { href: "https://bank.example/oauth" } }],
  ["with a script", { scaRedirect: { href: "javascript:alert(1)" } }],
  ["with too long a link", { scaRedirect: { href: `https://bank.example/${"a".repeat(9000)}` } }],
])("a consent %s redirects no user", async (_, _links) => {
  const { start, responses, logged } = await berlinBank({}, { approach: "redirect" });
  responses.change = ({ url }) =>
    url.pathname === "/v1/consents"
      ? Response.json({ consentId: "c-1", _links }, { status: 201 })
      : new Response(null, { status: 405 });
  await expect(start()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(logged.join()).toContain("_links.scaRedirect.href");
});

test("a link may be a text, and relative to the data", async () => {
  const { start, responses } = await berlinBank({}, { approach: "redirect" });
  responses.change = ({ method }) =>
    method === "POST"
      ? Response.json(
          { consentId: "c-1", _links: { scaRedirect: "/confirm/1?lang=de fr" } },
          { status: 201 },
        )
      : null;
  const { url } = await start();
  expect(new URL(url).pathname).toBe("/confirm/1");
  expect(url).not.toContain(" ");
});

test.each([
  [204, undefined, "ends"],
  [202, undefined, "ends"],
  [403, "CONSENT_UNKNOWN", "ends"],
  [403, "FORBIDDEN", "ends"],
  [404, "RESOURCE_UNKNOWN", "ends"],
  [401, "CONSENT_EXPIRED", "ends"],
  [401, "CERTIFICATE_EXPIRED", "UNSUPPORTED_RESPONSE"],
  [400, "FORMAT_ERROR", "UNSUPPORTED_RESPONSE"],
])("a bank that responds %i %s to the end of a consent: %s", async (status, code, result) => {
  const { signIn, connector, calls, responses } = await berlinBank({}, { approach: "redirect" });
  const { login } = await signIn();
  responses.change = ({ method }) =>
    method === "DELETE"
      ? new Response(code && JSON.stringify({ tppMessages: [{ category: "ERROR", code }] }), {
          status,
        })
      : null;
  const end = Promise.resolve(connector.revoke?.(login)).then(
    () => "ends",
    (failure) => failure.code,
  );
  expect(await end).toBe(result);
  expect(calls.at(-1)?.method).toBe("DELETE");
});

test("an account by the id of the Item's with another IBAN is another person's, and renews nothing", async () => {
  const bank = await berlinApp();
  bank.misbehave("berlin-account-same-id");
  const own = { accounts: ["acc-ada-everyday"] };
  const others = { accounts: ["acc-ada-rainy"] };
  const { access_token } = await bank.linkItem({}, own);
  bank.app.advanceClock(1000);
  const signIn = async (fields: object, visit: object) => {
    const link = await bank.open(fields);
    await bank.visitBank(link, visit);
    return bank.goOn(link);
  };
  const update = { access_token, products: undefined };
  const choice = { ...update, update: { account_selection_enabled: true } };
  for (const fields of [update, choice])
    await expect(signIn(fields, others)).rejects.toThrow("OAUTH_LOGIN_MISMATCH");
  expect((await signIn({}, others)).selection?.existing).toBeNull();
  expect((await signIn({}, own)).selection?.existing).not.toBeNull();
  expect((await signIn(update, own)).connection).not.toBeNull();
});

test("a user who leaves while they are at the bank's site leaves no consent there", async () => {
  const bank = await berlinApp();
  const link = await bank.open();
  await link.bridge("credentials/submit", { institution_id: BANK_ID, credentials: {} });
  expect(bank.intents()).toHaveLength(1);
  await link.bridge("session/exit", { status: null });
  await bank.app.runJobs();
  expect(bank.intents()).toEqual([]);
});
