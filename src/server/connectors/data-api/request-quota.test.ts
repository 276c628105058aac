import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import type { RequestQuota } from "../../domain/institutions/request-quota.ts";
import { bankApp } from "./bank-app.fixture.ts";
import { countCalls } from "./count-calls.fixture.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** An app whose bank has a daily quota, with an Item of a customer with one account. */
const appWithQuota = async (quota: RequestQuota, login: "ada" | "cleo" = "cleo") => {
  const calls = countCalls();
  const bank = await bankApp({ declaration: { quota } });
  const { access_token } = await bank.linkItem({}, { login });
  await bank.app.runJobs();
  const post = (path: string) => bank.app.post(path, { ...bank.app.credentials, access_token });
  return {
    ...bank,
    calls,
    access_token,
    post,
    /** Pulls as the daily job does. */
    pullDaily: async () => {
      const query = { access_token, start_date: "2025-12-01", end_date: "2026-02-15" };
      const { transactions } = await bank.app.call("/transactions/get", query);
      return (transactions as unknown[]).length;
    },
  };
};

test("requests stop at the quota, and the last data is returned with its time", async () => {
  const { app, calls, post } = await appWithQuota({ requestsPerDay: 12, countedBy: "customer" });
  const answers = [];
  for (let n = 0; n < 20; n++) answers.push(await post("/accounts/balance/get"));
  expect(calls()).toBe(12);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const repliedAt = app.services.clock();
  app.advanceClock(HOUR);
  const { body } = await post("/accounts/balance/get");
  const [account] = body.accounts as { balances: { last_updated_datetime: string } }[];
  expect(Date.parse(account?.balances.last_updated_datetime ?? "")).toBe(repliedAt);
  expect((await post("/transactions/refresh")).body.error_code).toBe("INSTITUTION_RATE_LIMIT");
  expect(calls()).toBe(12);
  app.advanceClock(DAY);
  expect((await post("/transactions/refresh")).status).toBe(200);
  expect(calls()).toBeGreaterThan(12);
});

test("the last quarter of a day's requests is reserved for users", async () => {
  const quota = { requestsPerDay: 12, countedBy: "customer" } as const;
  const { app, calls, post, pullDaily } = await appWithQuota(quota);
  while (calls() < 9) await post("/accounts/balance/get");
  app.advanceClock(15 * HOUR);
  expect(await pullDaily()).toBeGreaterThan(0);
  expect(calls()).toBe(9);
  expect((await post("/transactions/refresh")).status).toBe(200);
  expect(calls()).toBeGreaterThan(9);
  expect(calls()).toBeLessThanOrEqual(12);
});

test("a refused background read does not refuse a user's read of the same data", async () => {
  const quota = { requestsPerDay: 12, countedBy: "customer" } as const;
  const { app, calls, post, pullDaily } = await appWithQuota(quota);
  while (calls() < 9) await post("/accounts/balance/get");
  app.advanceClock(15 * HOUR);
  const [, refresh] = await Promise.all([pullDaily(), post("/transactions/refresh")]);
  expect(refresh.status).toBe(200);
});

test("a read that cannot end within the quota is not begun, and its refusal says when it can be", async () => {
  const quota = { requestsPerDay: 80, countedBy: "customer" } as const;
  const { app, calls, post } = await appWithQuota(quota, "ada");
  while (calls() < 77) await post("/accounts/balance/get");
  app.advanceClock(HOUR);
  const refusal = await post("/transactions/refresh");
  expect(refusal.body.error_code).toBe("INSTITUTION_RATE_LIMIT");
  expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(20 * 3600);
  // The calls were the list of accounts, and no transactions of the four accounts.
  expect(calls()).toBe(78);
});

test("four calls a day to each endpoint are enough to link, read and refresh", async () => {
  const quota = { requestsPerDay: 4, countedBy: "endpoint" } as const;
  const { calls, post } = await appWithQuota(quota, "ada");
  expect((await post("/transactions/refresh")).status).toBe(200);
  for (let n = 0; n < 5; n++) expect((await post("/accounts/balance/get")).status).toBe(200);
  expect(calls("/accounts/acc-ada-everyday/transactions")).toBeGreaterThanOrEqual(3);
});

test("all customers of a client share its quota, in every process", async () => {
  const quota = { requestsPerDay: 30, countedBy: "client" } as const;
  const { app, calls, access_token, linkItem } = await appWithQuota(quota);
  const second = await linkItem({}, { login: "ada" });
  const other = await testApp({}, app.folder);
  other.advanceClock(app.services.clock() - other.services.clock());
  const asking = Array.from({ length: 40 }, (_, n) =>
    (n % 2 === 0 ? app : other).post("/accounts/balance/get", {
      ...app.credentials,
      access_token: n % 4 < 2 ? access_token : second.access_token,
    }),
  );
  await Promise.all(asking);
  while (calls() < 30)
    await app.post("/accounts/balance/get", { ...app.credentials, access_token });
  await app.post("/accounts/balance/get", { ...app.credentials, access_token });
  expect(calls()).toBe(30);
});
