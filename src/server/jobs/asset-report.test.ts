import { expect, test } from "vitest";
import { fetchReports } from "../../testing/test-app/reports.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import type { Connector } from "../domain/connectors/connector.ts";
import { Fault } from "../domain/fault.ts";
import { makeAssetReportJob } from "./asset-report.ts";

const setUp = async () => {
  const app = await testApp();
  const reports = fetchReports(app);
  const { access_token, item_id } = await app.link("ins_109508");
  const { token, id } = await reports.create([access_token]);
  const { services } = app;
  /** Attempts to make the report at an institution with modified responses. */
  const attempt = (attempts: number, other: Partial<Connector> = {}) =>
    makeAssetReportJob.run(
      { assetReportId: id },
      {
        ...services,
        directory: {
          ...services.directory,
          connectorOf: (item) => ({ ...services.directory.connectorOf(item), ...other }),
        },
        job: { jobId: "job", attempts, createdAt: services.clock() },
      },
    );
  const answer = async () => {
    const { client_id, secret } = app.keys;
    const body = { client_id, secret, asset_report_token: token };
    return (await app.post("/asset_report/get", body)).body;
  };
  return { ...app, ...reports, access_token, item_id, token, attempt, answer };
};

const silent = (): Promise<never> => Promise.reject(new Fault("INSTITUTION_NOT_RESPONDING"));

test("an institution that does not respond is retried until the report fails", async () => {
  const { attempt, answer, refusal, services, token, item_id } = await setUp();
  for (const attempts of [1, 2, 3]) {
    const outcome = await attempt(attempts, { transactions: silent });
    expect(outcome).toEqual({ retryAt: expect.any(Number) });
    expect("retryAt" in outcome && outcome.retryAt).toBeGreaterThan(services.clock());
    expect(await answer()).toMatchObject({ error_code: "PRODUCT_NOT_READY" });
  }
  expect(await attempt(4, { transactions: silent })).toEqual({ done: true });
  expect(await answer()).toMatchObject({
    error_type: "ASSET_REPORT_ERROR",
    error_code: "DATA_UNAVAILABLE",
    causes: [{ error_code: "INSTITUTION_NOT_RESPONDING", item_id }],
  });
  for (const path of ["refresh", "audit_copy/create"])
    expect(await refusal(`/asset_report/${path}`, { asset_report_token: token })).toBe(
      "INVALID_PARENT",
    );
});

test("a report is complete if an institution responds to a retry", async () => {
  const { attempt, read, token } = await setUp();
  await attempt(1, { transactions: silent });
  expect(await attempt(2)).toEqual({ done: true });
  expect((await read(token)).warnings).toEqual([]);
});

test("generating a report is idempotent", async () => {
  const { attempt, read, token, advanceClock } = await setUp();
  await attempt(1);
  const first = await read(token);
  advanceClock(3 * 24 * 3_600_000);
  expect(await attempt(2)).toEqual({ done: true });
  expect(await read(token)).toEqual(first);
});

test("a report leaves out an Item that cannot be read, with a warning", async () => {
  const { link, call, createReady, read, create, runJobs, access_token, item_id } = await setUp();
  const other = await link("ins_109509");
  const { token } = await create([access_token, other.access_token]);
  await call("/sandbox/item/reset_login", { access_token: other.access_token });
  await runJobs();
  const { report, warnings } = await read(token);
  expect(report.items.map((item) => item.item_id)).toEqual([item_id]);
  expect(warnings).toMatchObject([
    {
      warning_type: "ASSET_REPORT_WARNING",
      warning_code: "TRANSACTIONS_UNAVAILABLE",
      cause: { error_code: "ITEM_LOGIN_REQUIRED", item_id: other.item_id },
    },
  ]);
  expect((await read(await createReady([access_token]))).warnings).toEqual([]);
});

test("accounts without readable owners are reported without them, with a warning", async () => {
  const { attempt, read, token, item_id } = await setUp();
  await attempt(1, { identity: () => Promise.reject(new Fault("PRODUCTS_NOT_SUPPORTED")) });
  const { report, warnings } = await read(token);
  expect(report.items[0]?.accounts[0]?.owners).toEqual([]);
  expect(warnings).toMatchObject([
    {
      warning_code: "OWNERS_UNAVAILABLE",
      cause: { error_code: "PRODUCTS_NOT_SUPPORTED", item_id },
    },
  ]);
});

test("an unexpected error is thrown for the log, and fails the report after the last attempt", async () => {
  const { attempt, answer } = await setUp();
  const failingConnector = { transactions: () => Promise.reject(new Error("broken")) };
  await expect(attempt(3, failingConnector)).rejects.toThrow("broken");
  expect(await answer()).toMatchObject({ error_code: "PRODUCT_NOT_READY" });
  await expect(attempt(4, failingConnector)).rejects.toThrow("broken");
  expect(await answer()).toMatchObject({
    error_type: "ASSET_REPORT_ERROR",
    error_code: "ASSET_REPORT_GENERATION_FAILED",
  });
  expect(await attempt(5)).toEqual({ done: true });
});

test("generating and reading a report yields to the event loop between accounts", async () => {
  const { link, create, runJobs, read } = await setUp();
  await runJobs();
  const { access_token } = await link("ins_109508", ["transactions", "assets"]);
  await runJobs();
  const { token } = await create([access_token]);
  const making = await turnsDuring(runJobs);
  let accounts = 0;
  const reading = await turnsDuring(async () => {
    const { report } = await read(token);
    accounts = report.items.flatMap((item) => item.accounts).length;
  });
  expect(accounts).toBeGreaterThan(6);
  expect(making).toBeGreaterThanOrEqual(accounts);
  expect(reading).toBeGreaterThanOrEqual(accounts);
});

/** Counts the turns of the event loop during a call. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  await work();
  clearImmediate(next);
  return turns;
};
