import { expect, test } from "vitest";
import type { AssetReport } from "../../../protocol/reports/asset-report.ts";
import { fetchReports } from "../../../testing/test-app/reports.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { pdfPages } from "../../documents/pdf/pdf-pages.fixture.ts";

type Account = AssetReport["items"][number]["accounts"][number];

const setUp = async (products: string[]) => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", products);
  const asset_report_token = await fetchReports(app).createReady([access_token]);
  const read = async (path = "get", more: object = {}, version = "2020-09-14") => {
    const body = { ...app.credentials, asset_report_token, ...more };
    return app.post(`/asset_report/${path}`, body, { "service-version": version });
  };
  const accounts = async (more: object = {}, version?: string) => {
    const { report } = (await read("get", more, version)).body as { report: AssetReport };
    return report.items.flatMap((item) => item.accounts);
  };
  return { app, access_token, read, accounts };
};

const investing = (accounts: Account[]) =>
  accounts.flatMap((account) =>
    account.investments ? [{ ...account, ...account.investments }] : [],
  );

test("a report has the securities of investment accounts, whose worth is the balance", async () => {
  const { app, access_token, accounts } = await setUp(["assets", "investments"]);
  const all = await accounts();
  const own = investing(all);
  expect(own.length).toBeGreaterThan(0);
  expect(own.every(({ type }) => type === "investment")).toBe(true);
  expect(all.some(({ type, investments }) => type === "loan" && !investments)).toBe(true);
  for (const { holdings, securities, transactions, balances } of own) {
    const worth = holdings.reduce((sum, each) => sum + Math.round(each.institution_value * 100), 0);
    expect(worth).toBe(Math.round((balances.current ?? 0) * 100));
    const ids = new Set(securities.map(({ security_id }) => security_id));
    for (const { security_id } of [...holdings, ...transactions])
      expect(security_id === null || ids.has(security_id)).toBe(true);
  }
  const { holdings } = (await app.call("/investments/holdings/get", { access_token })) as {
    holdings: { security_id: string }[];
  };
  expect(own.flatMap((each) => each.holdings.map(({ security_id }) => security_id))).toEqual(
    holdings.map(({ security_id }) => security_id),
  );
});

test("a report tells the loans on securities that the institution has told", async () => {
  const app = await testApp();
  const { access_token, item_id } = await app.link("ins_109508", ["assets", "investments"]);
  await app.runJobs();
  const { investments } = app.services.store;
  const held = await investments.find(item_id);
  const borrowed = [...held].map(
    ([id, own], at) => [id, at === 0 ? { ...own, marginLoan: 40.5 } : own] as const,
  );
  await investments.set(item_id, new Map(borrowed), app.services.clock(), []);
  const asset_report_token = await fetchReports(app).createReady([access_token]);
  const { report } = (await app.call("/asset_report/get", { asset_report_token })) as {
    report: AssetReport;
  };
  const loans = report.items
    .flatMap(({ accounts }) => accounts)
    .flatMap(({ account_id, balances: { margin_loan_amount: loan } }) =>
      loan === null ? [] : [[account_id, loan]],
    );
  expect(loans).toEqual([[borrowed[0]?.[0], 40.5]]);
});

test("fewer days have fewer of the investments' transactions, and all that is held", async () => {
  const { accounts } = await setUp(["assets", "investments"]);
  const whole = investing(await accounts());
  const [first] = whole.flatMap(({ transactions }) => transactions);
  if (!first) throw new Error("the sandbox's investors trade");
  const none = investing(await accounts({ options: { days_to_include: 0 } }));
  expect(none.map(({ holdings }) => holdings)).toEqual(whole.map(({ holdings }) => holdings));
  expect(none.flatMap(({ transactions }) => transactions)).toEqual([]);
});

test("holdings and trades have no currency before it came, and the rest of their fields", async () => {
  const { accounts } = await setUp(["assets", "investments"]);
  const [now] = investing(await accounts());
  const [then] = investing(await accounts({}, "2017-03-08"));
  const { iso_currency_code: _, unofficial_currency_code: __, ...holding } = now?.holdings[0] ?? {};
  expect(then?.holdings[0]).toEqual(holding);
  expect(JSON.stringify(then)).not.toContain("currency_code");
});

test("a report of an Item without investments has none", async () => {
  const { accounts } = await setUp(["assets"]);
  expect((await accounts()).filter((account) => "investments" in account)).toEqual([]);
});

test("the PDF prints what an account holds, as the JSON has it", async () => {
  const { accounts, read } = await setUp(["assets", "investments"]);
  const [own] = investing(await accounts());
  const { bytes } = await read("pdf/get");
  const text = pdfPages(bytes).join("\n");
  expect(text).toContain("Holdings");
  for (const { name } of own?.securities ?? []) expect(text).toContain(name?.slice(0, 12));
});
