import { expect, test } from "vitest";
import { itemWithChoice } from "../../../testing/test-app/account-choice.ts";
import { linkToken } from "../../../testing/test-app/link-token.ts";
import { portalBrowser } from "../../../testing/test-app/portal.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

type Event = Record<"event_type" | "event_code" | "initiator", string> & {
  consented_data_scopes: string[];
};
type Activity = Record<"activity" | "id" | "initiator" | "initiated_date", string>;
type App = Awaited<ReturnType<typeof testApp>>;

const CREDENTIALS = { username: "user_good", password: "pass_good" };
const BANK = { institution_id: "ins_109508" };
const DAY = 86_400_000;

const fetchEvents = async (app: App, access_token: string) =>
  ((await app.call("/consent/events/get", { access_token })).consent_events as Event[]).map(
    ({ event_type, event_code, initiator, consented_data_scopes }) => [
      event_type.replace("CONSENT_", ""),
      event_code,
      initiator,
      consented_data_scopes.length,
    ],
  );

const byId = (a: { account_id?: unknown }, b: { account_id?: unknown }) =>
  String(a.account_id) < String(b.account_id) ? -1 : 1;

const fetchAccounts = async (app: App, access_token: string) =>
  (
    (await app.call("/consent/events/get", { access_token })).consent_events as {
      consented_accounts: { account_id: string }[];
    }[]
  ).map(({ consented_accounts }) => consented_accounts.toSorted(byId));

const fetchActivities = async (app: App, access_token: string, page: object = {}) =>
  (await app.call("/item/activity/list", { access_token, ...page })) as {
    activities: Activity[];
    cursor?: string;
    last_data_access_times: Record<string, string | null>[];
  };

/**
 * Links an Item whose user has agreed to `auth`, and lets the user agree to more in update mode.
 */
const agreeing = async () => {
  const app = await testApp();
  const toToken = (changes: object) => linkToken(app, { language: "en", ...changes });
  const link = await app.startLink({ token: await toToken({ additional_consented_products: [] }) });
  await link.bridge("institution/select", BANK);
  const { body } = await link.bridge("credentials/submit", { ...BANK, credentials: CREDENTIALS });
  const { accounts } = body.selection as { accounts: { id: string }[] };
  const account_ids = accounts.map(({ id }) => id);
  const { public_token } = (await link.bridge("accounts/select", { account_ids })).body;
  const exchange = await app.call("/item/public_token/exchange", { public_token });
  const access_token = String(exchange.access_token);
  const agreeTo = async (...products: string[]) => {
    const token = await toToken({
      ...{ access_token, products: [], additional_consented_products: products },
    });
    const update = await app.startLink({ token });
    await update.bridge("consent/give", { ...BANK, version: "2026-12" });
    await update.bridge("credentials/submit", { ...BANK, credentials: CREDENTIALS });
  };
  return { app, access_token, agreeTo };
};

test("each event has the scopes that held after it, also once the user has agreed to more", async () => {
  const { app, access_token, agreeTo } = await agreeing();
  expect(await fetchEvents(app, access_token)).toEqual([
    ["GRANTED", "USER_AGREEMENT", "END_USER", 2],
  ]);
  app.advanceClock(DAY);
  await agreeTo("identity");
  app.advanceClock(DAY);
  await agreeTo("transactions");
  const events = await fetchEvents(app, access_token);
  expect(events).toEqual([
    ["GRANTED", "USER_AGREEMENT", "END_USER", 2],
    ["UPDATED", "USER_AGREEMENT", "END_USER", 3],
    ["UPDATED", "DATA_SCOPES", "END_USER", 3],
    ["UPDATED", "USER_AGREEMENT", "END_USER", 4],
    ["UPDATED", "DATA_SCOPES", "END_USER", 4],
  ]);
});

test("accounts that are shared, stopped and lost are updates, and the last one ends the consent", async () => {
  const { app, access_token, item_id, shared, update } = await itemWithChoice(1);
  const { selection, choose } = await update();
  const [first = "", second = ""] = selection.accounts.map(({ id }) => id);
  await choose([first, second]);
  const token = await linkToken(app, { language: "en", access_token, products: undefined });
  const session = await app.startLink({ token });
  await session.bridge("credentials/submit", { ...BANK, credentials: CREDENTIALS });
  await app.call("/sandbox/item/fire_webhook", {
    ...{ access_token, webhook_code: "USER_ACCOUNT_REVOKED", account_id: second },
  });
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  await person.post("connection/stop-sharing", { connection_id: item_id, account_id: first });
  expect(shared).toEqual([first]);
  expect(await fetchEvents(app, access_token)).toMatchObject([
    ["GRANTED", "USER_AGREEMENT", "END_USER", 3],
    ["UPDATED", "ACCOUNT_SCOPES", "END_USER", 3],
    ["UPDATED", "ACCOUNT_SCOPES", "DATA_PROVIDER", 3],
    ["REVOKED", "REVOCATION", "END_USER", 0],
  ]);
  const accounts = await fetchAccounts(app, access_token);
  expect(accounts.map((list) => list.map(({ account_id }) => account_id))).toEqual([
    ...[[first], [first, second].toSorted(), [first]],
    [],
  ]);
  // The account's data is deleted with its consent. The audit log keeps its id.
  expect(accounts[1]).toContainEqual({ account_id: second });
  const { activities } = await fetchActivities(app, access_token);
  expect(activities.map(({ activity, initiator }) => [activity, initiator])).toEqual([
    ["SCOPES_UPDATE", "account_site"],
    ["SCOPES_UPDATE", "ins_109508"],
    ["ITEM_UPDATE", app.keys.client_id],
    ["SCOPES_UPDATE", app.keys.client_id],
    ["ITEM_CREATE", app.keys.client_id],
  ]);
});

test("an event has the accounts that are shared since then, as they are named now", async () => {
  const { app, access_token, update } = await itemWithChoice(1);
  const { selection, choose } = await update();
  await choose(selection.accounts.slice(0, 2).map(({ id }) => id));
  const { accounts } = await app.call("/accounts/get", { access_token });
  const named = (accounts as Record<string, unknown>[])
    .map(({ account_id, mask, name, official_name, type, subtype }) => ({
      ...{ account_id, mask, name, official_name, type, subtype },
    }))
    .toSorted(byId);
  const [before, after] = await fetchAccounts(app, access_token);
  expect(after).toEqual(named);
  expect(before).toHaveLength(1);
  expect(named).toContainEqual(before?.[0]);
});

test("the removal of its user ends the consent to an Item, on behalf of the application", async () => {
  const app = await testApp();
  const { user_id } = await app.call("/user/create", { client_user_id: "customer-1" });
  const { public_token } = await app.call("/sandbox/public_token/create", {
    ...{ ...BANK, initial_products: ["auth"], user_id },
  });
  const exchange = await app.call("/item/public_token/exchange", { public_token });
  const access_token = String(exchange.access_token);
  app.advanceClock(DAY);
  await app.call("/user/remove", { user_id });
  expect(await fetchEvents(app, access_token)).toEqual([
    ["GRANTED", "USER_AGREEMENT", "END_USER", 2],
    ["REVOKED", "REVOCATION", "CUSTOMER", 0],
  ]);
  const { activities } = await fetchActivities(app, access_token);
  expect(activities[0]).toMatchObject({
    ...{ activity: "ITEM_UNLINK", initiator: app.keys.client_id, initiated_date: "2026-01-16" },
  });
});

test("activities come in pages, the newest first, each once", async () => {
  const { app, access_token, agreeTo } = await agreeing();
  for (const product of ["identity", "transactions", "income"]) {
    app.advanceClock(DAY);
    await agreeTo(product);
  }
  const all = (await fetchActivities(app, access_token)).activities;
  expect(all.map(({ initiated_date }) => initiated_date)).toEqual([
    "2026-01-18",
    "2026-01-17",
    "2026-01-16",
    "2026-01-15",
  ]);
  const paged: Activity[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchActivities(app, access_token, { count: 3, ...(cursor && { cursor }) });
    paged.push(...page.activities);
    cursor = page.cursor;
  } while (cursor !== undefined);
  expect(paged).toEqual(all);
  const refusals = [
    [{ cursor: "nowhere" }, "cursor must be one that this path has returned for the Item"],
    [{ count: 0 }, "count must be at least 1"],
    [{ count: 101 }, "count must be at most 100"],
  ] as const;
  for (const [page, message] of refusals)
    await expect(fetchActivities(app, access_token, page)).rejects.toThrow(message);
});

test("last_data_access_times have the last read of each kind of data, and no failed one", async () => {
  const { app, access_token } = await agreeing();
  await app.call("/auth/get", { access_token });
  app.advanceClock(DAY);
  await app.call("/accounts/get", { access_token });
  const refused = { ...app.credentials, access_token };
  expect((await app.post("/identity/get", refused)).status).toBe(400);
  await app.writeUsage();
  const { last_data_access_times } = await fetchActivities(app, access_token);
  expect(last_data_access_times).toEqual([
    {
      application_id: app.keys.client_id,
      account_balance_info: expect.stringMatching(/^2026-01-16T/),
      account_routing_number: expect.stringMatching(/^2026-01-15T/),
      contact_info: null,
      transactions: null,
      credit_loan_info: null,
      investments: null,
    },
  ]);
});
