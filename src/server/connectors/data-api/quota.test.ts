import { describe, expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { bankApp } from "./bank-app.fixture.ts";
import { countCalls } from "./count-calls.fixture.ts";

const HOUR = 3_600_000;

type Setup = Awaited<ReturnType<typeof bankApp>>;
type Accounts = { balances: { current: number; last_updated_datetime: string } }[];

const ask = async ({ app }: Setup, access_token: string, options: object = {}) =>
  app.post("/accounts/balance/get", { ...app.credentials, access_token, options });

/** An Item with a complete history, some time after its linking. */
const linkItem = async () => {
  const setup = await bankApp();
  const item = await setup.linkItem();
  await setup.app.runJobs();
  setup.app.advanceClock(60_000);
  return { ...setup, ...item, setup };
};

describe("calls that are refused", () => {
  test("the last balances are returned, with their time, if the institution allows no more calls", async () => {
    const { access_token, app, setup, misbehave } = await linkItem();
    const resetTime = new Date(app.services.clock()).toISOString();
    const before = (await ask(setup, access_token)).body.accounts as Accounts;
    expect(before.map(({ balances }) => balances.last_updated_datetime)).toEqual(
      before.map(() => resetTime),
    );
    app.advanceClock(HOUR / 4);
    misbehave("data-rate-limited");
    const calls = countCalls();
    for (let n = 0; n < 3; n++) {
      const { status, body } = await ask(setup, access_token);
      expect(status).toBe(200);
      expect(body.accounts).toEqual(before);
    }
    expect(calls("/accounts")).toBe(1);
    const recent = { min_last_updated_datetime: resetTime };
    expect((await ask(setup, access_token, recent)).status).toBe(200);
    const later = new Date(Date.parse(resetTime) + 1).toISOString();
    const refusal = await ask(setup, access_token, { min_last_updated_datetime: later });
    expect(refusal.body.error_code).toBe("INSTITUTION_RATE_LIMIT");
    expect(refusal.status).toBe(429);
    misbehave();
    app.advanceClock(2000);
    const after = (await ask(setup, access_token)).body.accounts as Accounts;
    expect(Date.parse(after[0]?.balances.last_updated_datetime ?? "")).toBe(app.services.clock());
  });

  test("the last transactions are returned if the institution allows no more calls", async () => {
    const { access_token, app, misbehave } = await linkItem();
    const query = { access_token, start_date: "2025-12-01", end_date: "2026-01-15" };
    const before = await app.call("/transactions/get", query);
    app.advanceClock(24 * HOUR);
    misbehave("data-rate-limited");
    const after = await app.call("/transactions/get", query);
    expect(after.transactions).toEqual(before.transactions);
  });
});

describe("calls at the same time", () => {
  test("requests for balances at the same time share one call to the institution, in two processes too", async () => {
    const { access_token, app, setup } = await linkItem();
    const other = await testApp({}, app.folder);
    other.advanceClock(app.services.clock() - other.services.clock());
    const calls = countCalls();
    const asking = [app, other, app, other, app].map((each) =>
      each.post("/accounts/balance/get", { ...app.credentials, access_token }),
    );
    const answers = await Promise.all(asking);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(calls("/accounts")).toBe(1);
    await ask(setup, access_token);
    expect(calls("/accounts")).toBe(2);
  });

  test("refreshes of transactions at the same time share one pull", async () => {
    const { access_token, app } = await linkItem();
    const calls = countCalls();
    const refreshes = Array.from({ length: 4 }, () =>
      app.call("/transactions/refresh", { access_token }),
    );
    await Promise.all(refreshes);
    // Transactions and balances need the list of accounts once.
    expect(calls("/accounts")).toBe(1);
    expect(calls("/accounts/acc-ada-everyday/transactions")).toBe(1);
  });

  test("a call that fails fails for all that wait for it, and is made again later", async () => {
    const { access_token, app, setup, misbehave } = await linkItem();
    misbehave("data-down");
    const calls = countCalls();
    const answers = await Promise.all([1, 2, 3].map(() => ask(setup, access_token)));
    expect(answers.map(({ body }) => body.error_code)).toEqual(
      Array(3).fill("INSTITUTION_NOT_RESPONDING"),
    );
    expect(calls("/accounts")).toBe(1);
    misbehave();
    expect((await ask(setup, access_token)).status).toBe(200);
    expect(app.services.clock()).toBeGreaterThan(0);
  });

  test("a call whose process died is made by another one, also after the clock was put back", async () => {
    const { access_token, app, setup, item_id } = await linkItem();
    const { itemReads } = app.services.store;
    const read = { itemId: item_id, kind: "balances" } as const;
    const now = app.services.clock();
    expect(await itemReads.claim(read, now, now + 24 * HOUR)).toBe(true);
    app.services.pause = async () => undefined;
    expect((await ask(setup, access_token)).status).toBe(200);
  });
});
