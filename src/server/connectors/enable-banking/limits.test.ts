import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../domain/calendar.ts";
import { aggregatorApp, plainBank } from "./aggregator-app.fixture.ts";

const USER = { ip_address: "203.0.113.7", user_agent: "Mozilla/5.0" };

const twoAccounts = () => {
  const [first] = plainBank().accounts;
  if (!first) throw new Error("the bank has an account");
  const second = {
    ...first,
    ...{ id: "a2", iban: "FI5810171000000122", details: "Savings", type: "SVGS" },
    rows: [{ id: "s1", day: "2026-01-11", amount: 50, party: "Aino Lehto" }],
  };
  return plainBank({ accounts: [first, second] });
};

const setup = async (banks = [plainBank()]) => {
  const opened = await aggregatorApp({ banks });
  const unattended = (path: RegExp) =>
    opened.aggregator.requests.filter(
      (request) => path.test(request.path) && request.headers["psu-ip-address"] === undefined,
    ).length;
  const errorOf = async (access_token: string) =>
    ((await opened.app.call("/item/get", { access_token })).item as { error: unknown }).error;
  return { ...opened, unattended, errorOf };
};

test("an account is read four times a day without its person, and answers from the last read then", async () => {
  const { app, aggregator, linkItem, pull, unattended } = await setup();
  aggregator.behaveLike("four-a-day");
  const { access_token } = await linkItem();
  await pull(0);
  for (let call = 0; call < 4; call++) {
    const { accounts } = await app.call("/accounts/balance/get", { access_token });
    expect(accounts).toMatchObject([
      { balances: { current: 87.6, last_updated_datetime: expect.any(String) } },
    ]);
    await app.post("/transactions/refresh", { ...app.credentials, access_token });
  }
  expect([unattended(/transactions$/), unattended(/balances$/)]).toEqual([3, 1]);
});

test("requests of an application leave one read of a day to the pulls that are spread over it", async () => {
  const { app, linkItem, pull, unattended } = await setup();
  const { access_token } = await linkItem();
  await pull(0);
  await pull(2);
  const before = unattended(/transactions$/);
  for (let hour = 0; hour < 7; hour++) {
    app.advanceClock(HOUR_MS);
    await app.post("/transactions/refresh", { ...app.credentials, access_token });
  }
  expect(unattended(/transactions$/) - before).toBe(1);
  app.advanceClock(2 * HOUR_MS);
  await pull(0);
  expect(unattended(/transactions$/) - before).toBe(2);
});

test("an account's reads are spread over the day, three in any 24 hours, and one of its balances", async () => {
  const { app, aggregator, linkItem, pull, unattended } = await setup();
  await linkItem();
  await pull(0);
  await pull(2);
  const times: number[] = [];
  const before = unattended(/transactions$/);
  for (let minute = 0; minute < 3 * 24 * 60; minute += 15) {
    app.advanceClock(15 * MINUTE_MS);
    await app.runJobs();
    if (unattended(/transactions$/) > before + times.length) times.push(minute);
  }
  expect(unattended(/transactions$/) - before).toBe(times.length);
  expect(times.length).toBeGreaterThanOrEqual(8);
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(8 * 60 - 15);
  for (const gap of gaps) expect(gap).toBeLessThanOrEqual(9 * 60);
  expect(aggregator.requests.length).toBeGreaterThan(0);
});

test("a bank that allows no more requests is left in peace until it does, unless its customer waits", async () => {
  const { app, aggregator, linkItem, pull, unattended, errorOf } = await setup();
  const { access_token } = await linkItem();
  await pull(0);
  aggregator.behaveLike("limit-used-up");
  await pull();
  const refused = unattended(/./);
  for (let round = 0; round < 3; round++) {
    app.advanceClock(60 * 60_000);
    await pull(0);
  }
  expect(unattended(/./)).toBe(refused);
  expect(await errorOf(access_token)).toBeNull();
  const { accounts } = await app.call("/accounts/balance/get", {
    access_token,
    options: { psu: USER },
  });
  expect(accounts).toMatchObject([{ balances: { current: 87.6 } }]);
  aggregator.behaveLike();
  await pull();
  expect(unattended(/./)).toBeGreaterThan(refused);
});

test("an account that is refused does not end the others, nor the session", async () => {
  const { app, aggregator, linkItem, pull, syncReader, errorOf } = await setup([twoAccounts()]);
  const item = await linkItem();
  await pull(0);
  const sync = syncReader(item);
  expect((await sync()).added).toHaveLength(2);
  aggregator.behaveLike("first-account-fails");
  aggregator.banks[0]?.accounts[1]?.rows.push({
    id: "s2",
    day: "2026-01-15",
    amount: 5,
    party: "Interest",
  });
  await pull();
  expect(await sync()).toMatchObject({ added: [{ name: "Interest" }], removed: [] });
  expect(await errorOf(item.access_token)).toBeNull();
  const { accounts } = await app.call("/accounts/get", { access_token: item.access_token });
  expect(accounts).toHaveLength(2);
});

test.each([
  ["EXPIRED", /the consent has expired/],
  ["REVOKED", /the consent was revoked/],
  ["INVALID", /some do when their customer consents again/],
])("a consent that is %s needs a new sign-in, and says why", async (status, why) => {
  const { app, aggregator, linkItem, pull, errorOf } = await setup();
  const { access_token } = await linkItem();
  await pull(0);
  aggregator.endSessions(status);
  const { body } = await app.post("/accounts/balance/get", {
    ...app.credentials,
    access_token,
    options: { psu: USER },
  });
  expect(body).toMatchObject({
    error_code: "ITEM_LOGIN_REQUIRED",
    error_message: expect.stringMatching(why),
  });
  expect(await errorOf(access_token)).toMatchObject({ error_code: "ITEM_LOGIN_REQUIRED" });
  await linkItem({ access_token });
  expect(await errorOf(access_token)).toBeNull();
});

test("a person who turns back at the bank leaves the consent as it is", async () => {
  const { aggregator, linkItem, leave, pull, errorOf, syncReader } = await setup();
  const item = await linkItem();
  await pull(0);
  const sync = syncReader(item);
  await sync();
  const { address, comeBack } = await leave({ access_token: item.access_token });
  await comeBack(aggregator.signIn(address, "cancel"));
  aggregator.banks[0]?.accounts[0]?.rows.push({
    id: "r2",
    day: "2026-01-15",
    amount: -3,
    party: "Kiosk",
  });
  await pull();
  expect((await sync()).added).toMatchObject([{ name: "Kiosk" }]);
  expect(await errorOf(item.access_token)).toBeNull();
});

test("an account that cannot be asked for is listed, and never asked for", async () => {
  const bank = twoAccounts();
  Object.assign(bank.accounts[1] ?? {}, { hasNoUid: true, currency: "XXX" });
  const { app, aggregator, linkItem, pull, syncReader } = await setup([bank]);
  const item = await linkItem();
  await pull(2);
  expect((await syncReader(item)()).added).toHaveLength(1);
  const { accounts } = await app.call("/accounts/get", { access_token: item.access_token });
  expect(accounts).toMatchObject([
    { name: "Everyday" },
    { name: "Savings", balances: { current: null, iso_currency_code: null } },
  ]);
  const uids = new Set(
    aggregator.requests.flatMap(({ path }) => /^\/accounts\/([^/]+)/.exec(path)?.[1] ?? []),
  );
  expect(uids.size).toBe(1);
});

test("a bank that fails is asked again later, and the Item stays", async () => {
  const { aggregator, linkItem, pull, errorOf, syncReader } = await setup();
  const item = await linkItem();
  await pull(0);
  const sync = syncReader(item);
  await sync();
  aggregator.behaveLike("down");
  await pull();
  expect(await errorOf(item.access_token)).toBeNull();
  expect(await sync()).toEqual({ added: [], modified: [], removed: [] });
});

test("the history of an account that failed is read later, and the others have theirs at once", async () => {
  const bank = twoAccounts();
  const old = { id: "old", day: "2025-03-01", amount: -70, party: "Old Payment" };
  bank.accounts[0]?.rows.push(old);
  bank.accounts[1]?.rows.push({ ...old, id: "old2", party: "Old Saving" });
  const { aggregator, linkItem, pull, syncReader } = await setup([bank]);
  const item = await linkItem();
  aggregator.behaveLike("first-account-fails");
  await pull(0);
  const sync = syncReader(item);
  const names = async () => (await sync()).added.map(({ name }) => name).toSorted();
  expect(await names()).toEqual(["Aino Lehto", "Old Saving"]);
  aggregator.behaveLike();
  await pull();
  expect(await names()).toEqual(["Corner Cafe", "Old Payment"]);
});
