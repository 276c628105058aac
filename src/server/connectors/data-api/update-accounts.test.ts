import { expect, test } from "vitest";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { BANK_ID, bankApp } from "./bank-app.fixture.ts";

const EVERYDAY = "acc-ada-everyday";
const RAINY = "acc-ada-rainy";
const CARD = "acc-ada-card";

/**
 * An Item with some accounts at the demo bank, and updates in which the customer chooses others.
 */
const choosingCustomer = async (accounts: string[], products = ["transactions"]) => {
  const receiver = await testReceiver();
  const bank = await bankApp();
  const { app, open, visitBank, goOn } = bank;
  const item = await bank.linkItem({ webhook: receiver.url, products }, { accounts });
  const { access_token } = item;
  await app.runJobs();
  receiver.received.length = 0;
  const update = async (visit: object) => {
    app.advanceClock(1000);
    const choice = { account_selection_enabled: true };
    const link = await open({ access_token, products: undefined, update: choice });
    await visitBank(link, visit);
    return link;
  };
  const offer = async (...atBank: string[]) => {
    const link = await update({ accounts: atBank });
    const { selection } = await goOn(link);
    if (!selection) throw new Error("the customer chooses");
    return { link, selection, all: () => bank.share(link, selection) };
  };
  const webhooks = async () => {
    for (let round = 0; round < 3; round++) await app.runJobs();
    return receiver.received.splice(0).map(({ body }) => body);
  };
  const own = async () => {
    const { accounts: all } = await app.call("/accounts/get", { access_token });
    return all as { account_id: string; name: string }[];
  };
  return { ...bank, ...item, update, offer, webhooks, own };
};

test("an update takes over the accounts that its user shares at the bank now, and the application is notified", async () => {
  const { app, access_token, offer, own, webhooks, grants } = await choosingCustomer([
    EVERYDAY,
    RAINY,
  ]);
  const before = await own();
  const rainy = before.find(({ name }) => name.includes("Rainy"));
  const { selection, all } = await offer(EVERYDAY, CARD);
  expect([selection.accounts.length, selection.chosen.length]).toEqual([2, 1]);
  await all();
  const after = await own();
  expect(after.map(({ account_id }) => account_id)).toEqual(
    expect.arrayContaining(selection.chosen),
  );
  expect(after).toHaveLength(2);
  const webhookBodies = await webhooks();
  expect(
    webhookBodies.filter(({ webhook_code }) => webhook_code === "USER_ACCOUNT_REVOKED"),
  ).toMatchObject([{ account_id: rainy?.account_id }]);
  const [newAccount] = after.filter(({ account_id }) => !selection.chosen.includes(account_id));
  const { total_transactions } = await app.call("/transactions/get", {
    access_token,
    start_date: "2024-02-01",
    end_date: "2026-01-15",
    options: { account_ids: [newAccount?.account_id] },
  });
  expect(Number(total_transactions)).toBeGreaterThan(0);
  // The login before is ended there.
  expect(grants()).toHaveLength(1);

  await (await offer(EVERYDAY, RAINY, CARD)).all();
  expect((await own()).map(({ account_id }) => account_id).toSorted()).toEqual(
    [...after.map(({ account_id }) => account_id), rainy?.account_id].toSorted(),
  );
});

test("a list that the login before gives takes away no account that was added meanwhile", async () => {
  const bank = await choosingCustomer([EVERYDAY], ["auth"]);
  const { app, access_token, offer, own, webhooks } = bank;
  const connector = app.services.directory.connectorOf(BANK_ID);
  const { balances } = connector;
  const { all } = await offer(EVERYDAY, RAINY);
  connector.balances = async (login) => {
    const answer = await balances(login);
    connector.balances = balances;
    await all();
    return answer;
  };
  await app.call("/accounts/balance/get", { access_token });
  const codes = (await webhooks()).map(({ webhook_code }) => webhook_code);
  expect(codes).not.toContain("USER_ACCOUNT_REVOKED");
  expect(await own()).toHaveLength(2);
});

test("another customer is offered nothing, and the access that they gave is ended", async () => {
  const { app, update, goOn, own, grants } = await choosingCustomer([EVERYDAY, RAINY]);
  const [before, access] = [await own(), grants()];
  const link = await update({ login: "ben" });
  await expect(goOn(link)).rejects.toThrow("OAUTH_LOGIN_MISMATCH");
  await app.runJobs();
  expect([await own(), grants()]).toEqual([before, access]);
});

test("the access of an update whose window is closed at the choice is ended, and the Item's is not", async () => {
  const { app, access_token, offer, own, grants } = await choosingCustomer([EVERYDAY, RAINY]);
  const [before, access] = [await own(), grants()];
  const { link } = await offer(EVERYDAY, CARD);
  expect(grants()).toHaveLength(2);
  await link.bridge("session/exit", { status: "requires_account_selection" });
  await app.runJobs();
  expect(grants()).toEqual(access);
  await app.call("/accounts/balance/get", { access_token });
  expect(await own()).toHaveLength(before.length);
});
