import { expect, test } from "vitest";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { fetchReports } from "../../testing/test-app/reports.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

/** An app with an Item, and the webhooks received since the last call. */
const setUp = async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const fetchWebhooks = async () => {
    await app.runJobs();
    return receiver.received.splice(0).map(({ body }) => body);
  };
  const { access_token } = await app.link("ins_109508");
  return { ...app, ...fetchReports(app), told: fetchWebhooks, access_token, webhook: receiver.url };
};

const ready = (asset_report_id: unknown) => ({
  webhook_type: "ASSETS",
  webhook_code: "PRODUCT_READY",
  asset_report_id,
  report_type: "FULL",
  environment: "sandbox",
});

test("a report sends one PRODUCT_READY, and is readable from then on", async () => {
  const { create, read, told, access_token, webhook } = await setUp();
  const { token, id } = await create([access_token], 10, { webhook });
  expect(await told()).toEqual([ready(id)]);
  expect((await read(token)).report.asset_report_id).toBe(id);
  expect(await told()).toEqual([]);
});

test.each([{ include_fast_report: true }, { add_ons: ["fast_assets"] }])(
  "a report with %j sends PRODUCT_READY as FAST before FULL, and is read without transactions",
  async (options) => {
    const { advanceClock, create, read, told, access_token, webhook } = await setUp();
    const { token, id } = await create([access_token], 10, { webhook, ...options });
    expect(await told()).toEqual([{ ...ready(id), report_type: "FAST" }]);
    advanceClock(1000);
    expect(await told()).toEqual([ready(id)]);
    const { report } = await read(token, { fast_report: true });
    const accounts = report.items.flatMap((item) => item.accounts);
    expect(accounts.flatMap(({ owners }) => owners).length).toBeGreaterThan(0);
    expect(accounts.flatMap(({ transactions }) => transactions)).toEqual([]);
  },
);

test("a report that fails sends ASSETS:ERROR", async () => {
  const { create, call, told, access_token, webhook } = await setUp();
  const { id } = await create([access_token], 10, { webhook });
  await call("/item/remove", { access_token });
  expect(await told()).toMatchObject([
    {
      webhook_type: "ASSETS",
      webhook_code: "ERROR",
      asset_report_id: id,
      error: { error_type: "ASSET_REPORT_ERROR", error_code: "DATA_UNAVAILABLE" },
    },
  ]);
});

test("copies of a report use the webhook of the original, unless it is cleared", async () => {
  const { create, call, read, told, access_token, webhook } = await setUp();
  const { token: asset_report_token } = await create([access_token], 10, { webhook });
  await told();
  const refresh = await call("/asset_report/refresh", { asset_report_token });
  expect(await told()).toEqual([ready(refresh.asset_report_id)]);
  const { items } = (await read(asset_report_token)).report;
  const filterResult = await call("/asset_report/filter", {
    asset_report_token,
    account_ids_to_exclude: [items[0]?.accounts[0]?.account_id],
  });
  expect(await told()).toEqual([ready(filterResult.asset_report_id)]);
  await call("/asset_report/refresh", { asset_report_token, options: { webhook: "" } });
  expect(await told()).toEqual([]);
});

test("a report removed during its generation sends no webhook", async () => {
  const { create, call, told, access_token, webhook } = await setUp();
  const { token: asset_report_token } = await create([access_token], 10, { webhook });
  await call("/asset_report/remove", { asset_report_token });
  expect(await told()).toEqual([]);
});

test("a forbidden webhook address creates no report", async () => {
  const { refusal, services, access_token, createReady } = await setUp();
  const options = { webhook: "http://169.254.169.254/latest" };
  const reportRequest = { access_tokens: [access_token], days_requested: 10, options };
  expect(await refusal("/asset_report/create", reportRequest)).toBe("INVALID_FIELD");
  expect(await services.store.jobs.count("make-asset-report")).toBe(0);
  const asset_report_token = await createReady([access_token]);
  expect(await refusal("/asset_report/refresh", { asset_report_token, options })).toBe(
    "INVALID_FIELD",
  );
});
