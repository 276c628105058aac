import { expect, test } from "vitest";
import { finishLink } from "../../../testing/test-app/finish-link.ts";
import { linkToken } from "../../../testing/test-app/link-token.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const HISTORY = "ins_942901";
const READS = "ins_942902";
const IDS = "ins_942903";
const BRITISH = "ins_942904";
const DAY_MS = 86_400_000;

type App = Awaited<ReturnType<typeof testApp>>;
type Row = { transaction_id: string; date: string; pending: boolean; name: string };

const linkAt = async (app: App, institution: string, user?: object) => {
  const options = user && {
    override_username: "user_custom",
    override_password: JSON.stringify(user),
  };
  const item = await app.link(institution, ["transactions"], options);
  await app.runJobs();
  return item;
};

const fetchTransactions = async (app: App, access_token: string) => {
  const { transactions } = await app.call("/transactions/get", {
    ...{ access_token, start_date: "2024-01-01", end_date: "2026-12-31" },
    options: { count: 500 },
  });
  return transactions as Row[];
};

test("a consent ends after 180 days by the clock, and its login lasts as long", async () => {
  const app = await testApp();
  const { access_token } = await linkAt(app, HISTORY);
  const item = async () =>
    (await app.call("/item/get", { access_token })).item as {
      error: { error_code: string } | null;
      consent_expiration_time: string;
    };
  expect((await item()).consent_expiration_time).toBe("2026-07-14T12:00:00.000Z");
  app.advanceClock(180 * DAY_MS - 1);
  expect((await item()).error).toBeNull();
  app.advanceClock(1);
  expect((await item()).error?.error_code).toBe("ITEM_LOGIN_REQUIRED");
});

test("90 days of transactions are listed, today included", async () => {
  const app = await testApp();
  const { access_token } = await linkAt(app, HISTORY);
  const dates = (await fetchTransactions(app, access_token)).map(({ date }) => date).toSorted();
  const first = new Date(app.services.clock() - 89 * DAY_MS).toISOString().slice(0, 10);
  expect(dates[0] ?? "").toMatch(/^2025-10-/);
  expect((dates[0] ?? "") >= first).toBe(true);
});

test("the fifth read of a day is refused until midnight, and the next day it is not", async () => {
  const app = await testApp();
  const { access_token } = await linkAt(app, READS);
  const balance = (psu?: object) => {
    app.advanceClock(60_000);
    // Without the balances' age, the last ones are returned.
    const now = new Date(app.services.clock()).toISOString();
    const options = { min_last_updated_datetime: now, ...(psu && { psu }) };
    return app.post("/accounts/balance/get", { ...app.credentials, access_token, options });
  };
  const outcomes: unknown[] = [];
  for (let times = 0; times < 5; times++) outcomes.push((await balance()).body.error_code);
  expect(outcomes.at(0)).toBeUndefined();
  expect(outcomes.at(-1)).toBe("INSTITUTION_RATE_LIMIT");
  const ann = { ip_address: "203.0.113.7", user_agent: "Firefox" };
  expect((await balance(ann)).status).toBe(200);
  app.advanceClock(DAY_MS / 2);
  expect((await balance()).status).toBe(200);
});

test("ids that move at the bank bring no transaction twice", async () => {
  const app = await testApp();
  const { access_token } = await linkAt(app, IDS);
  const before = await fetchTransactions(app, access_token);
  app.advanceClock(DAY_MS);
  await app.call("/transactions/refresh", { access_token });
  await app.runJobs();
  const after = await fetchTransactions(app, access_token);
  const shape = ({ date, name }: Row) => `${date} ${name}`;
  const booked = before.filter(({ pending }) => !pending);
  expect(after.map(shape)).toEqual(expect.arrayContaining(booked.map(shape)));
  const ids = new Set(after.map(({ transaction_id }) => transaction_id));
  expect(booked.filter(({ transaction_id }) => !ids.has(transaction_id))).toEqual([]);
});

test("a user of user_custom has any bank behave so, and a rule that is none is refused", async () => {
  const app = await testApp();
  const user = { europe: { consent_days: 20, history_days: 5 } };
  const { access_token } = await linkAt(app, "ins_109508", user);
  const { item } = await app.call("/item/get", { access_token });
  expect(item).toMatchObject({ consent_expiration_time: "2026-02-04T12:00:00.000Z" });
  const rows = await fetchTransactions(app, access_token);
  expect(rows.every(({ date }) => date >= "2026-01-11")).toBe(true);
  await expect(linkAt(app, "ins_109508", { europe: { reads_per_day: 0 } })).rejects.toThrow(
    "europe.reads_per_day",
  );
});

test("a consent at the British bank goes on by its user's yes alone, and ends without it", async () => {
  const app = await testApp();
  const { access_token } = await linkAt(app, BRITISH);
  type Item = { error: { error_code: string } | null; consent_expiration_time: string };
  const item = async () => (await app.call("/item/get", { access_token })).item as Item;
  const inDays = (days: number) => new Date(app.services.clock() + days * DAY_MS).toISOString();
  const sayYes = async () =>
    ((await app.call("/consent/reconfirm", { access_token })).item as Item).consent_expiration_time;
  expect((await item()).consent_expiration_time).toBe(inDays(90));
  for (let yes = 0; yes < 3; yes++) {
    app.advanceClock(80 * DAY_MS);
    expect(await sayYes()).toBe(inDays(90));
  }
  app.advanceClock(90 * DAY_MS);
  expect((await item()).error?.error_code).toBe("ITEM_LOGIN_REQUIRED");
  expect(await sayYes()).toBe(inDays(90));
  expect((await item()).error).toBeNull();
});

test("a custom user's yes at the British bank is due at once", async () => {
  const app = await testApp();
  const { access_token } = await linkAt(app, BRITISH, { europe: { consent_days: 10 } });
  const inDays = (days: number) => new Date(app.services.clock() + days * DAY_MS).toISOString();
  const before = await app.call("/item/get", { access_token });
  expect(before.item).toMatchObject({ consent_expiration_time: inDays(10) });
  const { item } = await app.call("/consent/reconfirm", { access_token });
  expect(item).toMatchObject({ consent_expiration_time: inDays(90) });
});

test("Link at the British bank makes a consent that a yes renews, and other British banks do not", async () => {
  const app = await testApp();
  const linkAtBank = async (institution_id: string, password: string, fields: object) => {
    const token = await linkToken(app, { country_codes: ["GB"], products: ["transactions"] });
    const link = await app.startLink({ token });
    const { body } = await link.bridge("institution/select", { institution_id });
    const { consent } = body as { consent: { version: string } };
    await link.bridge("consent/give", { institution_id, version: consent.version });
    const credentials = { password, ...fields };
    const step = await link.bridge("credentials/submit", { institution_id, credentials });
    return finishLink(app, link, step.body);
  };
  const soon = JSON.stringify({ europe: { consent_days: 10 } });
  const british = await linkAtBank(BRITISH, soon, { username: "user_custom" });
  const { item } = await app.call("/consent/reconfirm", { access_token: british });
  const until = new Date(app.services.clock() + 90 * DAY_MS).toISOString();
  expect(item).toMatchObject({ consent_expiration_time: until });
  const other = await linkAtBank("ins_116834", "pass_good", { username: "user_good" });
  const refused = await app.post("/consent/reconfirm", {
    ...app.credentials,
    access_token: other,
  });
  expect(refused.body.error_code).toBe("INVALID_FIELD");
});
