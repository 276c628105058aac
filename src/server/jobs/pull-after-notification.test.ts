import { expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { ACCOUNTS, partner, TRANSACTIONS } from "../api/notifications/partner.fixture.ts";
import { ownLine } from "../domain/bank-values.ts";
import { Fault } from "../domain/fault.ts";
import { NotificationPart } from "../domain/notifications/notification-jobs.ts";
import { NOTIFIED_PULL_JOB } from "../domain/notifications/notified-pull.ts";
import { recordNotification } from "./record-notification.ts";

const UPDATE = [
  "TRANSACTIONS:DEFAULT_UPDATE",
  "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
  "TRANSACTIONS:TRANSACTIONS_REMOVED",
];
const MINUTE = 60_000;

test("a notified Item is pulled by a job, and sends webhooks if its data has changed", async () => {
  const { app, receiver, importDynamic, importItem, notify } = await partner();
  const { element } = await importDynamic();
  const same = await importItem("user_good", undefined, ["transactions"]);
  await app.runJobs();
  receiver.received.length = 0;
  const { status } = await notify(TRANSACTIONS, [element, same.element]);
  expect([status, receiver.codes()]).toEqual([200, []]);
  await app.runJobs();
  expect(receiver.codes().toSorted()).toEqual(UPDATE);
});

test("all notifications of an Item cause one pull, from the earliest day on", async () => {
  const { app, importDynamic, notify, waiting, bank } = await partner();
  const { element } = await importDynamic();
  const { transactions } = bank();
  const since = (new_since: string) => ({ ...element, new_since });
  await notify(TRANSACTIONS, [since("2026-01-15"), since("2025-11-03"), since("2026-01-14")]);
  await notify(ACCOUNTS, [since("2025-12-24"), since("2026-01-15")]);
  await notify(TRANSACTIONS, [since("2026-01-15")]);
  await app.runJobs();
  expect(transactions.mock.calls.map(([, period]) => period)).toEqual([
    { from: "2025-11-03", to: "2026-01-15" },
  ]);
  expect(await waiting()).toEqual([0, 0]);
});

test("a day in the future or long ago pulls only the existing transactions", async () => {
  const { app, importDynamic, notify, bank } = await partner();
  const { element } = await importDynamic();
  const { transactions } = bank();
  for (const new_since of ["2999-12-31", "0001-01-01"]) {
    await notify(TRANSACTIONS, [{ ...element, new_since }]);
    await app.runJobs();
  }
  expect(transactions.mock.calls.map(([, { from }]) => from)).toEqual(["2026-01-01", "2024-01-15"]);
});

test("a notification during a pull causes a pull after it", async () => {
  const { app, importDynamic, notify, bank } = await partner();
  const { element } = await importDynamic();
  const { connector } = bank();
  const { transactions } = connector;
  let pulls = 0;
  connector.transactions = async (login, period) => {
    pulls += 1;
    const answer = await transactions(login, period);
    if (pulls > 1) return answer;
    await notify(TRANSACTIONS, [element]);
    // The pulling worker accepts no notifications meanwhile, but another worker would.
    const [part] = await app.services.store.jobs.claim({
      now: app.services.clock(),
      lease: "other",
      leaseUntil: app.services.clock() + MINUTE,
      limit: 1,
      perLane: 1,
      busy: new Map(),
    });
    if (part)
      await recordNotification.run(NotificationPart.parse(part.payload), {
        ...app.services,
        job: part,
      });
    return answer;
  };
  await notify(TRANSACTIONS, [element]);
  await app.runJobs();
  expect(pulls).toBe(2);
});

test("an Item without transactions gets its balances, and no feed begins", async () => {
  const { app, importItem, notify, bank } = await partner();
  const { element, item_id } = await importItem();
  const { transactions, balances } = bank();
  await notify(ACCOUNTS, [{ ...element, new_statement: 1 }]);
  await app.runJobs();
  expect([transactions.mock.calls.length, balances.mock.calls.length]).toEqual([0, 1]);
  expect(await app.services.store.transactions.feed(item_id)).toBeNull();
});

test("a new account sends NEW_ACCOUNTS_AVAILABLE once", async () => {
  const { app, receiver, importItem, notify, bank } = await partner();
  const { element, item_id } = await importItem("user_good", undefined, ["identity"]);
  const { connector, balances } = bank();
  await notify(ACCOUNTS, [{ ...element, new_open: 1 }]);
  await app.runJobs();
  expect(receiver.codes()).toEqual([]);
  balances.mockRestore();
  const { balances: original } = connector;
  connector.balances = async (login) => {
    const all = await original(login);
    return [
      ...all,
      ...all.slice(0, 1).map((accountBalances) => ({ ...accountBalances, key: "opened" })),
    ];
  };
  const second = await importItem("user_good", undefined, ["identity"]);
  for (let time = 0; time < 2; time++) {
    await notify(ACCOUNTS, [
      { ...element, new_close: 1 },
      { ...second.element, new_open: 2 },
    ]);
    await app.runJobs();
  }
  expect(receiver.codes()).toEqual(Array(2).fill("ITEM:NEW_ACCOUNTS_AVAILABLE"));
  expect(receiver.received.map(({ body }) => body.item_id).toSorted()).toEqual(
    [item_id, second.item_id].toSorted(),
  );
});

test("the pull after a notification revokes an account that the bank no longer lists", async () => {
  const { app, receiver, importItem, notify, bank } = await partner();
  const { element, access_token } = await importItem();
  const { connector, balances } = bank();
  balances.mockRestore();
  const { balances: original } = connector;
  connector.balances = async (login) => (await original(login)).slice(1);
  for (let time = 0; time < 2; time++) {
    const { accounts } = await app.call("/accounts/get", { access_token });
    const [account] = (accounts as { account_id: string }[]).slice(-1);
    await notify(ACCOUNTS, [{ ...element, account_id: account?.account_id, new_close: 1 }]);
    await app.runJobs();
  }
  expect(receiver.received.map(({ body }) => body)).toMatchObject([
    { webhook_code: "USER_ACCOUNT_REVOKED", account_id: element.account_id },
  ]);
});

test("new information about owners sends IDENTITY:DEFAULT_UPDATE with the changes", async () => {
  const { app, receiver, importItem, notify, bank } = await partner();
  const { element, access_token } = await importItem("user_good", undefined, ["identity"]);
  await app.call("/identity/get", { access_token });
  await notify(ACCOUNTS, [{ ...element, new_information: 1 }]);
  await app.runJobs();
  expect(receiver.codes()).toEqual([]);
  const { connector, identity } = bank();
  identity.mockRestore();
  const { identity: original } = connector;
  connector.identity = async (login) =>
    (await original(login)).map(({ key, owners }, at) => ({
      key,
      owners:
        at === 0 ? owners.map((owner) => ({ ...owner, names: [ownLine("Ada Example")] })) : owners,
    }));
  await notify(ACCOUNTS, [{ ...element, new_information: 1 }]);
  await app.runJobs();
  expect(receiver.received.map(({ body }) => body)).toMatchObject([
    {
      webhook_type: "IDENTITY",
      webhook_code: "DEFAULT_UPDATE",
      account_ids_with_updated_identity: { [element.account_id]: ["NAMES"] },
    },
  ]);
});

test("/identity/refresh stores new owners, sends their changes, and responds with the institution's error", async () => {
  const { app, receiver, importItem, bank } = await partner();
  const { element, access_token } = await importItem("user_good", undefined, ["identity"]);
  await app.call("/identity/get", { access_token });
  const { connector, identity } = bank();
  identity.mockRestore();
  const { identity: original } = connector;
  connector.identity = async (login) =>
    (await original(login)).map((account) => ({
      ...account,
      owners: account.owners.map((owner) => ({ ...owner, names: [ownLine("Ada Example")] })),
    }));
  await app.call("/identity/refresh", { access_token });
  await app.runJobs();
  expect(receiver.codes()).toEqual(["IDENTITY:DEFAULT_UPDATE"]);
  expect(receiver.received[0]?.body.account_ids_with_updated_identity).toMatchObject({
    [element.account_id]: ["NAMES"],
  });
  connector.identity = () => Promise.reject(new Fault("INSTITUTION_DOWN"));
  const { client_id, secret } = app.keys;
  const refusal = await app.post("/identity/refresh", { client_id, secret, access_token });
  expect(refusal.body.error_code).toBe("INSTITUTION_DOWN");
  const { accounts } = await app.call("/identity/get", { access_token });
  expect((accounts as object[])[0]).toMatchObject({ owners: [{ names: ["Ada Example"] }] });
});

test("a notified pull waits for the pull of the history", async () => {
  const { app, receiver, importItem, notify, waiting } = await partner();
  const { element } = await importItem("user_transactions_dynamic", undefined, ["transactions"]);
  await notify(TRANSACTIONS, [element]);
  await app.runJobs();
  await app.runJobs();
  app.advanceClock(MINUTE);
  await app.runJobs();
  expect(await waiting()).toEqual([0, 0]);
  expect(receiver.codes()).toEqual(expect.arrayContaining(UPDATE));
});

test("a pull that the institution refuses is retried, and then left to the daily pull", async () => {
  const { app, importDynamic, notify, waiting, bank } = await partner();
  const { element } = await importDynamic();
  const { transactions } = bank();
  transactions.mockRejectedValue(new Fault("INSTITUTION_NOT_RESPONDING"));
  await notify(TRANSACTIONS, [element]);
  for (let attempt = 0; attempt < 12; attempt++) {
    await app.runJobs();
    app.advanceClock(60 * MINUTE);
  }
  expect(transactions.mock.calls.length).toBeGreaterThanOrEqual(6);
  expect(await waiting()).toEqual([0, 0]);
  transactions.mockRestore();
  await notify(TRANSACTIONS, [element]);
  await app.runJobs();
  expect(await waiting()).toEqual([0, 0]);
});

test("a pull that kills its worker each time is left to the daily pull, and later pulls run", async () => {
  const { app, importDynamic, notify, waiting, bank } = await partner();
  const { element } = await importDynamic();
  await notify(TRANSACTIONS, [element]);
  await app.runJobs();
  const { transactions } = bank();
  await notify(TRANSACTIONS, [element]);
  const { store, clock } = app.services;
  const deadLease = () => ({ now: clock(), lease: `dead at ${clock()}`, leaseUntil: clock() });
  const claim = () => store.jobs.claim({ ...deadLease(), limit: 9, perLane: 9, busy: new Map() });
  const [part] = await claim();
  if (!part) throw new Error("a part of the notification waits");
  const payload = NotificationPart.parse(part.payload);
  await recordNotification.run(payload, { ...app.services, job: part });
  await store.jobs.complete(part);
  expect((await claim()).map(({ name }) => name)).toEqual([NOTIFIED_PULL_JOB]);
  expect(await claim()).toEqual([]);
  for (let losses = 0; losses < 3; losses++) {
    expect((await store.jobs.claimSuspect(deadLease()))?.name).toBe(NOTIFIED_PULL_JOB);
    await app.runJobs();
    app.advanceClock(5 * MINUTE);
  }
  await app.runJobs();
  expect([transactions.mock.calls, await waiting()]).toEqual([[], [0, 0]]);
  await notify(TRANSACTIONS, [element]);
  await app.runJobs();
  expect(transactions).toHaveBeenCalledTimes(1);
});

test("an Item that needs its user is not pulled", async () => {
  const { app, importDynamic, notify, waiting, bank } = await partner();
  const { element, access_token } = await importDynamic();
  await app.call("/sandbox/item/reset_login", { access_token });
  const { transactions, balances } = bank();
  expect((await notify(TRANSACTIONS, [element])).status).toBe(200);
  await app.runJobs();
  expect([transactions.mock.calls, balances.mock.calls, await waiting()]).toEqual([[], [], [0, 0]]);
});

test("an acknowledged notification is pulled by the next server if the first one ends", async () => {
  const { app, receiver, importDynamic, notify } = await partner();
  const { element } = await importDynamic();
  expect((await notify(TRANSACTIONS, [element])).status).toBe(200);
  const next = await testApp({}, app.folder);
  await next.runJobs();
  expect(receiver.codes().toSorted()).toEqual(UPDATE);
});

test("concurrent notifications of one Item are merged into one pull", async () => {
  const { app, importDynamic, notify, bank } = await partner();
  const { element } = await importDynamic();
  const { transactions } = bank();
  await Promise.all(Array.from({ length: 10 }, () => notify(TRANSACTIONS, [element])));
  await app.runJobs();
  expect(transactions).toHaveBeenCalledTimes(1);
});
