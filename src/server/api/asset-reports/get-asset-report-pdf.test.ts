import { expect, test } from "vitest";
import { fetchReports } from "../../../testing/test-app/reports.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { declaredPages, pdfPages } from "../../documents/pdf/pdf-pages.fixture.ts";
import { money, printedDate } from "../../documents/pdf/printed-text.ts";
import { printableReport } from "../../domain/asset-reports/printable-report.ts";

const setUp = async () => {
  const app = await testApp();
  const { client_id, secret } = app.keys;
  const print = (asset_report_token: string, changes = {}) =>
    app.post("/asset_report/pdf/get", { client_id, secret, asset_report_token, ...changes });
  return { ...app, ...fetchReports(app), print };
};

test("/asset_report/pdf/get returns a PDF, with its request_id in a header", async () => {
  const { link, createReady, read, print } = await setUp();
  const { access_token } = await link("ins_109508");
  const token = await createReady([access_token], 90, {
    user: { first_name: "Zoë", last_name: "Ünal" },
  });
  const answer = await print(token);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "application/pdf",
    "service-request-id": expect.stringMatching(/^[0-9A-Za-z]{15}$/),
    "cache-control": "no-store",
  });
  const { report } = await read(token);
  const pages = pdfPages(answer.bytes);
  expect(pages.length).toBe(declaredPages(answer.bytes));
  const text = pages.join("\n");
  expect(text).toContain("Zoë Ünal");
  expect(text).toContain(report.asset_report_id);
  for (const { institution_name, accounts } of report.items) {
    expect(text).toContain(institution_name);
    for (const { name, mask, owners, historical_balances } of accounts) {
      expect(text).toContain(`${name} •••• ${mask}`);
      for (const { date, current, ...currency } of historical_balances.slice(-1))
        expect(text).toContain(`First, ${printedDate(date)}\n${money(current, currency)}`);
      for (const { names } of owners) expect(text).toContain(names[0]);
    }
  }
});

test("the PDF has all balances of the JSON, also if they were read on an earlier day", async () => {
  const { link, createReady, read, services, advanceClock } = await setUp();
  const { access_token } = await link("ins_109508");
  const first = await createReady([access_token], 20);
  await read(first);
  advanceClock(20 * 3_600_000);
  const { report } = await read(await createReady([access_token], 20));
  const ready = await services.store.assetReports.byId(report.asset_report_id);
  if (ready?.state.at !== "ready") throw new Error("the report is ready");
  const printable = await printableReport(services, { ...ready, state: ready.state });
  expect(printable.clientName).toBe("First client");
  for (const { accounts } of report.items)
    for (const { account_id, historical_balances } of accounts) {
      const history = await printable.historyOf(account_id);
      expect(history.historical_balances).toEqual(historical_balances);
      expect(historical_balances.length).toBe(20);
    }
});

test("the PDF of a report has the same bytes each time, and is shorter for fewer days", async () => {
  const { link, createReady, print, advanceClock } = await setUp();
  const token = await createReady([(await link()).access_token], 200);
  const first = await print(token);
  advanceClock(3_600_000);
  const second = await print(token);
  expect(Buffer.from(first.bytes).equals(second.bytes)).toBe(true);
  const short = await print(token, { options: { days_to_include: 20 } });
  expect(declaredPages(short.bytes)).toBeLessThan(declaredPages(first.bytes));
});

test("/asset_report/pdf/get returns its refusals as JSON", async () => {
  const { link, create, print } = await setUp();
  const { token } = await create([(await link()).access_token]);
  const [early, wrong] = [await print(token), await print("assets-sandbox-nothing")];
  expect(early.headers["content-type"]).toMatch(/^application\/json/);
  expect(early).toMatchObject({ status: 400, body: { error_code: "PRODUCT_NOT_READY" } });
  expect(early.body.error_type).toBe("ASSET_REPORT_ERROR");
  expect(wrong).toMatchObject({ status: 400, body: { error_code: "INVALID_ASSET_REPORT_TOKEN" } });
});

test("one report is printed at a time for all callers; a stored one does not wait", async () => {
  const { link, createReady, print, services } = await setUp();
  const token = await createReady([(await link()).access_token], 60);
  const leave = await services.reportPrints.enter("another client");
  let isPrinted = false;
  const shorter = print(token, { options: { days_to_include: 20 } }).then((answer) => {
    isPrinted = true;
    return answer;
  });
  expect((await print(token)).status).toBe(200);
  expect(isPrinted).toBe(false);
  leave();
  expect((await shorter).status).toBe(200);
  (await services.reportPrints.enter("another client"))();
});
