import { expect, test } from "vitest";
import { unstoredLogin } from "../../domain/connectors/unstored-login.fixture.ts";
import type { TokenBank } from "../../domain/institutions/bank-description.ts";
import { describedApp } from "../described-app.fixture.ts";
import { type MockReply, mockServer } from "../mock-server.fixture.ts";
import { plainBank } from "./plain-bank.fixture.ts";

const ROW = { id: "t-1", amount: -5, date: "2026-01-10", text: "Café", state: "pending" };
const ACCOUNTS = [{ id: "a-1", name: "Everyday", balance: 10 }];

/** An app, and a bank with one account. The test changes the bank's replies. */
const bankApp = async (changes: Partial<TokenBank> = {}) => {
  let tokens = ["token-1"];
  let fault: MockReply | null = null;
  let rows: object[] = [ROW];
  const mock = await mockServer(({ headers }, url) => {
    if (fault) return fault;
    if (!tokens.some((token) => headers.authorization === `Bearer ${token}`))
      return { status: 401 };
    return { body: url.pathname === "/accounts" ? ACCOUNTS : { rows } };
  });
  const described = await describedApp({ ...plainBank(mock.origin), ...changes });
  return {
    ...described,
    mock,
    accept: (...next: string[]) => {
      tokens = next;
    },
    answer: (next: MockReply | null) => {
      fault = next;
    },
    list: (...next: object[]) => {
      rows = next;
    },
  };
};

type Bank = Awaited<ReturnType<typeof bankApp>>;
const fetchError = async ({ app }: Bank, path: string, body: object) => {
  const answer = await app.post(path, { ...app.credentials, ...body });
  return answer.body.error_code;
};

test("the form asks for the token in the user's language, with the help of the description", async () => {
  const { open } = await bankApp({ help: { en: "Look in the app.", fr: "Regardez dans l’app." } });
  const { form } = await open();
  expect(form).toMatchObject({
    help: "Look in the app.",
    fields: [{ name: "token", label: "Your token", type: "password" }],
  });
  expect((await open({ language: "fr" })).form).toMatchObject({
    help: "Regardez dans l’app.",
    fields: [{ label: "Votre jeton" }],
  });
});

test("a token that the bank refuses is refused as credentials, and one that is no header is not sent", async () => {
  const { open, mock } = await bankApp();
  const { submit } = await open();
  expect((await submit({ token: "wrong" })).body.error_code).toBe("INVALID_CREDENTIALS");
  const count = mock.requests.length;
  for (const token of [" ", "a\r\nx: y", "jéton"]) {
    const { body } = await (await open()).submit({ token });
    expect(body.error_code).toBe("INVALID_CREDENTIALS");
  }
  expect(mock.requests).toHaveLength(count);
  expect((await submit({ token: " token-1\n" })).status).toBe(200);
});

test("basic authentication sends the id and the secret as they were typed", async () => {
  const { open, mock } = await bankApp({
    credentials: [
      { name: "user", label: { en: "Id", fr: "Identifiant" }, type: "text" },
      { name: "key", label: { en: "Key", fr: "Clé" }, type: "password" },
    ],
    authentication: { scheme: "basic", username: "{user}", password: "{key}" },
  });
  const { form, submit } = await open();
  expect(form.fields).toMatchObject([{ name: "user" }, { name: "key", type: "password" }]);
  await submit({ user: "ada", key: "{user}:x" });
  expect(mock.requests[0]?.authorization).toBe(
    `Basic ${Buffer.from("ada:{user}:x").toString("base64")}`,
  );
});

test("an Item whose token is revoked needs a new one, and update mode takes it", async () => {
  const bank = await bankApp();
  const { app, linkItem, open, accept, pull } = bank;
  const { access_token } = await linkItem({ token: "token-1" });
  accept("token-2");
  expect(await fetchError(bank, "/accounts/balance/get", { access_token })).toBe(
    "ITEM_LOGIN_REQUIRED",
  );
  const { submit } = await open({ access_token, products: undefined });
  expect((await submit({ token: "token-1" })).body.error_code).toBe("INVALID_CREDENTIALS");
  expect((await submit({ token: "token-2" })).body.connection).toBeTruthy();
  const { accounts } = await app.call("/accounts/balance/get", { access_token });
  expect(accounts).toMatchObject([{ name: "Everyday", balances: { current: 10 } }]);
  await pull();
  const { added } = await app.call("/transactions/sync", { access_token });
  expect(added).toMatchObject([{ name: "Café", pending: true }]);
});

test("a pending transaction that posts under its id is modified, and one that is replaced is removed", async () => {
  const { app, linkItem, list, pull } = await bankApp();
  const { access_token } = await linkItem({ token: "token-1" });
  await pull();
  const first = await app.call("/transactions/sync", { access_token });
  const cursor = first.next_cursor;
  expect(first.added).toMatchObject([{ pending: true, amount: 5, date: "2026-01-10" }]);
  list({ ...ROW, state: "done", date: "2026-01-12" });
  await pull();
  const second = await app.call("/transactions/sync", { access_token, cursor });
  expect([second.added, second.removed]).toEqual([[], []]);
  expect(second.modified).toMatchObject([{ pending: false, date: "2026-01-12" }]);
  list({ ...ROW, state: "done", date: "2026-01-12" }, { ...ROW, id: "t-2", amount: 7.1 });
  await pull();
  list(
    { ...ROW, state: "done", date: "2026-01-12" },
    { ...ROW, id: "t-3", amount: 7.1, state: "done", was: "t-2" },
  );
  await pull();
  const third = await app.call("/transactions/sync", { access_token, cursor: second.next_cursor });
  expect(third.added).toMatchObject([{ amount: -7.1, pending: false }]);
  expect(
    (third.added as { pending_transaction_id: unknown }[])[0]?.pending_transaction_id,
  ).not.toBe(null);
});

test.each<[string, string, MockReply]>([
  ["a rate limit", "INSTITUTION_RATE_LIMIT", { status: 429, headers: { "retry-after": "7200" } }],
  ["an outage", "INSTITUTION_DOWN", { status: 503 }],
  ["a page that is no JSON", "UNSUPPORTED_RESPONSE", { body: "<html>" }],
  ["a list that is none", "UNSUPPORTED_RESPONSE", { body: { rows: 1 } }],
])("%s is reported as %s", async (_, code, reply) => {
  const { app, answer } = await bankApp();
  const connector = app.services.directory.connectorOf("ins_700001");
  const login = unstoredLogin("ins_700001", { token: "token-1" });
  answer(reply);
  const retryAfterMs = code === "INSTITUTION_RATE_LIMIT" ? 7_200_000 : null;
  await expect(connector.balances(login)).rejects.toMatchObject({ code, retryAfterMs });
  answer(null);
  expect(await connector.balances(login)).toMatchObject([{ key: "a-1" }]);
});

test("a pull that the bank puts off is tried again after its Retry-After, and not before", async () => {
  const { app, linkItem, answer, mock } = await bankApp();
  const { access_token } = await linkItem({ token: "token-1" });
  answer({ status: 429, headers: { "retry-after": "7200" } });
  await app.runJobs();
  const count = mock.requests.length;
  answer(null);
  app.advanceClock(7_100_000);
  await app.runJobs();
  expect(mock.requests).toHaveLength(count);
  app.advanceClock(200_000);
  await app.runJobs();
  const { added } = await app.call("/transactions/sync", { access_token });
  expect(added).toMatchObject([{ name: "Café" }]);
});

test("the token follows no redirect and no address of another origin", async () => {
  const thief = await mockServer(() => ({ body: [] }));
  const bank = await bankApp();
  const { access_token } = await bank.linkItem({ token: "token-1" });
  bank.answer({ status: 302, headers: { location: `${thief.origin}/accounts` } });
  expect(await fetchError(bank, "/accounts/balance/get", { access_token })).toBe(
    "UNSUPPORTED_RESPONSE",
  );
  const paged = plainBank(bank.mock.origin).accounts;
  const other = await bankApp({
    accounts: { ...paged, list: "rows", page: { by: "url", next: "next" } },
  });
  other.answer({ body: { rows: ACCOUNTS, next: `${thief.origin}/accounts` } });
  const { submit } = await other.open();
  expect((await submit({ token: "token-1" })).body.error_code).toBe("UNSUPPORTED_RESPONSE");
  expect(thief.requests).toEqual([]);
});

test("a bank's daily limit is kept, and a quarter of it is left to users", async () => {
  const { app, mock } = await bankApp({ limits: { requests_per_day: 8 } });
  const connector = app.services.directory.connectorOf("ins_700001");
  const login = unstoredLogin("ins_700001", { token: "token-1" });
  const background = { ...login, priority: "background" as const };
  for (let round = 0; round < 6; round++) await connector.balances(background);
  const refusal = { code: "INSTITUTION_RATE_LIMIT", retryAfterMs: expect.any(Number) };
  await expect(connector.balances(background)).rejects.toMatchObject(refusal);
  for (let round = 0; round < 2; round++) await connector.balances(login);
  await expect(connector.balances(login)).rejects.toMatchObject(refusal);
  expect(mock.requests).toHaveLength(8);
  app.advanceClock(25 * 60 * 60 * 1000);
  await connector.balances(background);
});

test("the sandbox takes mock banks on this machine, and offers no real one", async () => {
  const { open } = await bankApp({ base: "https://bank.example/api" });
  const { form } = await open();
  expect(form.error_code).toBe("INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT");
});
