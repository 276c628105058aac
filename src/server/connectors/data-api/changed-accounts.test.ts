import { expect, test } from "vitest";
import { portalBrowser } from "../../../testing/test-app/portal.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { BANK_ID, bankApp } from "./bank-app.fixture.ts";

const DAY_MS = 86_400_000;
const EVERYDAY = "acc-ada-everyday";
const RAINY = "acc-ada-rainy";
const CARD = "acc-ada-card";

/** An Item at the demo bank, where the customer changes the shared accounts. */
const sharingCustomer = async (accounts: string[], fields: object = {}) => {
  const receiver = await testReceiver();
  const bank = await bankApp();
  const { app, issuer, linkItem } = bank;
  const item = await linkItem({ webhook: receiver.url, ...fields }, { accounts });
  await app.runJobs();
  receiver.received.length = 0;
  const postSharing = async (...fields: [string, string][]) => {
    const page = await (await fetch(`${issuer}/sharing`)).text();
    const consent = /name="consent" value="(\w+)"/.exec(page)?.[1] ?? "";
    const body = new URLSearchParams([["consent", consent], ...fields]);
    const headers = { origin: issuer };
    const options = { method: "POST", redirect: "manual", headers, body } as const;
    expect((await fetch(`${issuer}/sharing`, options)).status).toBe(303);
  };
  const share = (...ids: string[]) =>
    postSharing(...ids.map((id): [string, string] => ["account", id]));
  /** Runs the daily pull; returns the webhooks that follow. */
  const pull = async () => {
    app.advanceClock(DAY_MS);
    for (let round = 0; round < 3; round++) await app.runJobs();
    const bodies = receiver.received.splice(0).map(({ body }) => body);
    return bodies.filter(({ webhook_type }) => webhook_type === "ITEM");
  };
  const own = async () => {
    const { accounts: all } = await app.call("/accounts/get", { access_token: item.access_token });
    return all as { account_id: string; name: string }[];
  };
  return { ...bank, ...item, share, endSharing: () => postSharing(["end", "yes"]), pull, own };
};

test("an account that its customer shares no longer at the bank is revoked by the next pull, once", async () => {
  const { app, share, pull, own, access_token, item_id } = await sharingCustomer([EVERYDAY, RAINY]);
  const before = await own();
  await share(EVERYDAY);
  const webhooks = await pull();
  const after = await own();
  const missingAccounts = before.filter(({ account_id }) =>
    after.every((account) => account.account_id !== account_id),
  );
  expect([before.length, after.length, missingAccounts.length]).toEqual([2, 1, 1]);
  expect(webhooks).toMatchObject([
    {
      webhook_code: "USER_ACCOUNT_REVOKED",
      item_id,
      account_id: missingAccounts[0]?.account_id,
      environment: "sandbox",
    },
  ]);
  const period = { start_date: "2024-01-01", end_date: "2026-01-17", options: { count: 500 } };
  const transactions = await app.call("/transactions/get", { access_token, ...period });
  expect(Number(transactions.total_transactions)).toBeGreaterThan(0);
  expect(JSON.stringify(transactions)).not.toContain(missingAccounts[0]?.account_id);
  expect(await pull()).toEqual([]);
  await share(EVERYDAY, RAINY);
  expect(await pull()).toEqual([]);
  expect(await own()).toMatchObject(after.map(({ account_id }) => ({ account_id })));
});

test("an account that was never shared before is reported once, and not added", async () => {
  const { share, pull, own } = await sharingCustomer([EVERYDAY, RAINY]);
  await share(EVERYDAY, RAINY, CARD);
  expect(await pull()).toMatchObject([{ webhook_code: "NEW_ACCOUNTS_AVAILABLE", error: null }]);
  expect(await pull()).toEqual([]);
  expect(await own()).toHaveLength(2);
  await share(CARD);
  expect((await pull()).map(({ webhook_code }) => webhook_code)).toEqual([
    "USER_PERMISSION_REVOKED",
  ]);
});

test("a customer who ends the sharing at the bank has to sign in again", async () => {
  const { endSharing, pull } = await sharingCustomer([EVERYDAY, RAINY]);
  await endSharing();
  expect(await pull()).toMatchObject([
    { webhook_code: "ERROR", error: { error_code: "ITEM_LOGIN_REQUIRED" } },
  ]);
});

test("a list that is empty or fails revokes nothing", async () => {
  const { misbehave, pull, own } = await sharingCustomer([EVERYDAY, RAINY]);
  const before = (await own()).length;
  for (const fault of ["accounts-none", "data-garbled", "account-ids-change"]) {
    misbehave(fault);
    expect([fault, await pull(), (await own()).length]).toEqual([fault, [], before]);
  }
});

test("an account that the bank cannot read at the moment keeps its balance and its transactions", async () => {
  const { app, access_token, pull, own } = await sharingCustomer([EVERYDAY, RAINY]);
  const before = await own();
  const connector = app.services.directory.connectorOf(BANK_ID);
  const { pull: original } = connector;
  connector.pull = async (...call) => {
    const { transactions = [], balances = [] } = (await original?.(...call)) ?? {};
    return {
      transactions: transactions.filter(({ accountKey }) => accountKey !== EVERYDAY),
      balances: balances.map((balance) =>
        balance.key === EVERYDAY ? { ...balance, balances: null } : balance,
      ),
    };
  };
  const everyday = before.find(({ name }) => name === "Everyday Checking");
  const count = async () => {
    const { total_transactions } = await app.call("/transactions/get", {
      access_token,
      start_date: "2024-01-16",
      end_date: "2026-01-15",
      options: { account_ids: [everyday?.account_id] },
    });
    return Number(total_transactions);
  };
  const transactions = await count();
  expect([await pull(), await count()]).toEqual([[], transactions]);
  expect((await own()).find(({ account_id }) => account_id === everyday?.account_id)).toEqual(
    everyday,
  );
});

test("an account that a person stopped sharing on the account site is not new, and does not come back", async () => {
  const { app, item_id, pull, own } = await sharingCustomer([EVERYDAY, RAINY]);
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  const [first] = await own();
  const account_id = first?.account_id;
  await person.post("connection/stop-sharing", { connection_id: item_id, account_id });
  expect((await pull()).map(({ webhook_code }) => webhook_code)).toEqual(["USER_ACCOUNT_REVOKED"]);
  expect(await pull()).toEqual([]);
  expect(await own()).toHaveLength(1);
});
