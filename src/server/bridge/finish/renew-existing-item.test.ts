import { expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { Connection } from "../../../protocol/link/selection.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const BANK = { institution_id: "ins_109508" };
const GOOD = { username: "user_good", password: "pass_good" };
const DAY = 86_400_000;

type App = Awaited<ReturnType<typeof testApp>>;
type Answer = Awaited<ReturnType<App["post"]>>;

const parseBody = <T>(schema: { parse(body: unknown): T }, { status, body }: Answer): T => {
  expect([status, body.error_code]).toEqual([200, undefined]);
  const { request_id: _, ...answer } = body;
  return schema.parse(answer);
};

/** A signed-in session of one of the application's customers. */
const signIn = async (
  app: App,
  { customer = "customer-1", products = ["auth"], credentials = GOOD, config = {} } = {},
) => {
  const { link_token } = await app.call("/link/token/create", {
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    user: { client_user_id: customer },
    products,
    ...config,
  });
  const link = await app.startLink({ token: link_token });
  await link.bridge("institution/select", BANK);
  const login = parseBody(
    LoginResponse,
    await link.bridge("credentials/submit", { ...BANK, credentials }),
  );
  return { link, ...login };
};

/** A customer's first connection, with both accounts or only the first. */
const connect = async (app: App, options: Parameters<typeof signIn>[1] = {}) => {
  const { link, selection, connection } = await signIn(app, options);
  if (connection) return exchange(app, connection);
  const account_ids = selection?.accounts.map(({ id }) => id) ?? [];
  return exchange(
    app,
    parseBody(Connection, await link.bridge("accounts/select", { account_ids })),
  );
};

const exchange = async (app: App, { public_token }: Connection) => {
  const { access_token, item_id } = await app.call("/item/public_token/exchange", { public_token });
  return { access_token: String(access_token), item_id: String(item_id) };
};

const accountIds = async (app: App, access_token: string) => {
  const { accounts } = await app.call("/accounts/get", { access_token });
  return (accounts as { account_id: string }[]).map(({ account_id }) => account_id);
};

const persistentAccountIds = async (app: App, access_token: string) => {
  const { accounts } = await app.call("/accounts/get", { access_token });
  return (accounts as { persistent_account_id: string }[]).map(
    (account) => account.persistent_account_id,
  );
};

test("a second login of the same customer may renew the Item, which keeps all of its ids", async () => {
  const app = await testApp();
  const first = await connect(app, { products: ["auth", "transactions"] });
  const before = await accountIds(app, first.access_token);
  app.advanceClock(3 * DAY);
  const { link, selection } = await signIn(app);
  expect(selection?.existing).toEqual({
    since: new Date(app.services.clock() - 3 * DAY).toISOString(),
    text: expect.stringContaining("{since}"),
    renew: "Renew that connection",
  });
  const second = await exchange(app, parseBody(Connection, await link.bridge("item/renew", {})));
  expect(second).toEqual(first);
  expect(await accountIds(app, first.access_token)).toEqual(before);
});

test("a customer whose login is required again gets the Item back into a good state", async () => {
  const app = await testApp();
  const { access_token, item_id } = await connect(app);
  await app.call("/sandbox/item/reset_login", { access_token });
  const { link } = await signIn(app);
  await exchange(app, parseBody(Connection, await link.bridge("item/renew", {})));
  const { item } = await app.call("/item/get", { access_token });
  expect(item).toMatchObject({ item_id, error: null });
});

test("the customer may connect the login as another Item all the same, whose accounts can be told to be the same", async () => {
  const app = await testApp();
  const first = await connect(app);
  const second = await connect(app, { customer: "customer-2" });
  expect(second.item_id).not.toBe(first.item_id);
  const persistentIds = await persistentAccountIds(app, first.access_token);
  expect(new Set(persistentIds).size).toBeGreaterThan(1);
  expect(await persistentAccountIds(app, second.access_token)).toEqual(persistentIds);
  const ids = await accountIds(app, first.access_token);
  expect(await accountIds(app, second.access_token)).not.toEqual(ids);
});

test("transactions have the same persistent ids in a second Item, and in one after it was removed", async () => {
  const app = await testApp();
  const options = { products: ["transactions"] };
  const fetchIds = async (access_token: string) => {
    await app.runJobs();
    const { added } = await app.call("/transactions/sync", { access_token, count: 500 });
    const all = added as Transaction[];
    const posted = all.filter(({ pending }) => !pending);
    expect(posted.length).toBeGreaterThan(20);
    return {
      own: all.map(({ transaction_id }) => transaction_id),
      persistent: posted.map((each) => each.persistent_transaction_id),
    };
  };
  const first = await connect(app, options);
  const one = await fetchIds(first.access_token);
  expect(one.persistent).not.toContain(null);
  await app.call("/item/remove", { access_token: first.access_token });
  const second = await connect(app, { ...options, customer: "customer-2" });
  const other = await fetchIds(second.access_token);
  expect(other.persistent).toEqual(one.persistent);
  expect(new Set(other.persistent).size).toBe(one.persistent.length);
  for (const id of other.own) expect(one.own).not.toContain(id);
});

test("a renewal happens once: its retry gets the same response, and the offer is gone", async () => {
  const app = await testApp();
  await connect(app);
  const { link } = await signIn(app);
  const submission_id = "renewal-0123456789";
  const once = await link.bridge("item/renew", { submission_id });
  const again = await link.bridge("item/renew", { submission_id });
  expect(again.body.public_token).toBe(once.body.public_token);
  expect((await link.bridge("item/renew", {})).body.error_code).toBe("INVALID_LINK_SESSION");
});

test.each([
  ["another customer", { customer: "customer-2" }],
  ["a session for a product that the Item lacks", { products: ["auth", "identity"] }],
  ["another login", { credentials: { username: "user_yuppie", password: "pass_good" } }],
])("nothing of an Item is said to %s, which cannot renew it", async (_, options) => {
  const app = await testApp();
  await connect(app);
  const { link, selection } = await signIn(app, options);
  expect(selection?.existing).toBeNull();
  const refusal = await link.bridge("item/renew", {});
  expect(refusal.body.error_code).toBe("INVALID_LINK_SESSION");
});

test("an Item that was removed is not offered", async () => {
  const app = await testApp();
  const { access_token } = await connect(app);
  await app.call("/item/remove", { access_token });
  expect((await signIn(app)).selection?.existing).toBeNull();
});

test("without account selection the customer chooses only between the Item and another one", async () => {
  const app = await testApp();
  const config = { account_selection: "disabled" };
  const first = await connect(app, { config });
  const { link, selection } = await signIn(app, { config });
  expect(selection?.mode).toBe("all");
  const [account] = selection?.accounts ?? [];
  const answer = await link.bridge("accounts/select", { account_ids: [account?.id] });
  const second = await exchange(app, parseBody(Connection, answer));
  expect(second.item_id).not.toBe(first.item_id);
  expect(await accountIds(app, second.access_token)).toHaveLength(selection?.accounts.length ?? 0);
});
