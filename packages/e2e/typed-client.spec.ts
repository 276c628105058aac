import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { newFolder, run, tarball } from "./install.ts";
import { test } from "./test.ts";

/** Compares this server's response types with the types of an earlier compiled application. */
const CHECK = `
import { readFileSync, writeFileSync } from "node:fs";
const read = (path) => readFileSync("node_modules/" + path, "utf8");
const ours = read("@service-link/node/generated/operations.d.ts");
const theirs = read("plaid/dist/api.d.ts");
const names = [...ours.matchAll(/export type (\\w+Response)\\b/g)].map(([, name]) => name);
const both = names.filter((name) => theirs.includes("export interface " + name + " "));
const line = (name) =>
  \`export const \${name} = (a: Got<Ours.\${name}>): Plain<Theirs.\${name}, "\${name}"> => a;\`;
writeFileSync("check.ts", \`
import type * as Theirs from "plaid";
import type * as Ours from "@service-link/node";
/** Fields that differ on purpose: the specification lets them be null, or they bear a vendor's name. */
type Elsewhere = "street" | "phone_number" | "error_plaid" | "personal_finance_category_icon_url";
/** The same of single responses. */
type Others = {
  LinkTokenGetResponse: "results";
  UserGetResponse: "primary";
  ProcessorAuthGetResponse: "numbers";
  CraCheckReportIncomeInsightsGetResponse: "subtype";
};
type Left<Name> = Elsewhere | (Name extends keyof Others ? Others[Name] : never);
type Plain<T, Name> = T extends string ? \\\`\\\${T}\\\`
  : T extends (infer U)[] ? Plain<U, Name>[]
  : T extends object ? { [K in keyof T as K extends Left<Name> ? never : K]:
      K extends "transactions" ? Plain<T[K], Name> | null : Plain<T[K], Name> }
  : T;
type Got<T> = T & { request_id: string };
\${both.map(line).join("\\n")}\`);
console.log(both.length);
`;

/** An application that uses each product through its client. */
const APPLICATION = `
import assert from "node:assert/strict";
import { Configuration, PlaidApi } from "plaid";
const { API_BASE, CLIENT_ID, SECRET } = process.env;
const client = new PlaidApi(new Configuration({ basePath: API_BASE }));
const call = async (method, body = {}) =>
  (await client[method]({ client_id: CLIENT_ID, secret: SECRET, ...body })).data;
const until = async (method, body, isDone = () => true) => {
  for (;;) {
    const data = await call(method, body).catch(({ response }) => {
      if (response?.data.error_code !== "PRODUCT_NOT_READY") throw response?.data ?? "no response";
      return null;
    });
    if (data && isDone(data)) return data;
    await new Promise((done) => setTimeout(done, 100));
  }
};
const institution_id = "ins_109508";
const { user_id } = await call("userCreate", { client_user_id: "customer-1", with_upgraded_user: true });
const { public_token } = await call("sandboxPublicTokenCreate", {
  institution_id, user_id, initial_products: ["auth", "transactions", "identity", "assets"],
});
const { access_token, item_id } = await call("itemPublicTokenExchange", { public_token });
const { item } = await call("itemGet", { access_token });
assert.equal(item.auth_method, "INSTANT_AUTH");
const { accounts, numbers } = await call("authGet", { access_token });
assert(numbers.ach.length > 0 && accounts[0].holder_category === "personal");
assert((await call("identityGet", { access_token })).accounts[0].owners.length > 0);
assert((await call("accountsBalanceGet", { access_token })).accounts.length > 0);
await until("transactionsSync", { access_token }, ({ added }) =>
  added[0]?.personal_finance_category.primary);
await until("transactionsRecurringGet", { access_token }, ({ outflow_streams }) =>
  outflow_streams.length > 0);
const period = { start_date: "2020-01-01", end_date: "2099-12-31" };
const options = { include_personal_finance_category: true, days_requested: 90 };
assert((await call("transactionsGet", { access_token, ...period, options })).total_transactions > 99);
const { asset_report_token } = await call("assetReportCreate", {
  access_tokens: [access_token], days_requested: 60, options: { require_all_items: true, add_ons: [] },
});
const { report: assets } = await until("assetReportGet", { asset_report_token });
assert.equal(typeof assets.items[0].accounts[0].ownership_type, "string");
await call("craCheckReportCreate", {
  user_id, webhook: "https://shop.example/webhook", days_requested: 180,
  products: ["cra_base_report", "cra_income_insights", "cra_network_insights"],
  consumer_report_permissible_purpose: "EXTENSION_OF_CREDIT",
  income_insights: { income_insights_version: "II2" },
});
const base = (await until("craCheckReportBaseReportGet", { user_id })).report;
assert.equal(base.attributes.total_inflow_amount.iso_currency_code, "USD");
assert.equal(typeof base.items[0].accounts[0].attributes.nsf_overdraft_transactions_count, "number");
const income = (await until("craCheckReportIncomeInsightsGet", { user_id })).report;
assert(income.income_streams.length > 0);
const network = (await until("craCheckReportNetworkInsightsGet", { user_id })).report;
assert.deepEqual(network.items.map((one) => one.item_id), [item_id]);
const { public_token: owner } = await call("sandboxPublicTokenCreate", {
  institution_id, initial_products: ["investments", "liabilities"],
});
const wealth = { access_token: (await call("itemPublicTokenExchange", { public_token: owner })).access_token };
const { accounts: held, holdings } = await until("investmentsHoldingsGet", wealth);
for (const { account_id, balances } of held.filter(({ type }) => type === "investment")) {
  const own = holdings.filter((holding) => holding.account_id === account_id);
  const worth = own.reduce((sum, { institution_value }) => sum + institution_value, 0);
  assert.equal(worth.toFixed(2), balances.current.toFixed(2));
}
assert((await until("investmentsTransactionsGet", { ...wealth, ...period })).total_investment_transactions > 9);
const { liabilities } = await call("liabilitiesGet", wealth);
assert(holdings.length > 3 && liabilities.mortgage[0].next_monthly_payment > 0 && liabilities.credit[0].aprs.length > 0);
const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const { public_token: archive } = await call("sandboxPublicTokenCreate", {
  institution_id, initial_products: ["statements"],
  options: { statements: { start_date: daysAgo(120), end_date: daysAgo(0) } },
});
const papers = { access_token: (await call("itemPublicTokenExchange", { public_token: archive })).access_token };
const [paper] = (await until("statementsList", papers)).accounts[0].statements;
const { data: pdf } = await client.statementsDownload(
  { client_id: CLIENT_ID, secret: SECRET, ...papers, statement_id: paper.statement_id },
  { responseType: "arraybuffer" },
);
assert.equal(Buffer.from(pdf).subarray(0, 5).toString(), "%PDF-");
assert.deepEqual((await call("userItemsGet", { user_id })).items.map((one) => one.item_id), [item_id]);
console.log("END");
`;

test("responses fit the types of another vendor's client, which reads each product", ({
  server,
}) => {
  const { folder, remove } = newFolder();
  writeFileSync(join(folder, "generate.mjs"), CHECK);
  writeFileSync(join(folder, "application.mjs"), APPLICATION);
  const others = ["plaid@47", "typescript@5.9"];
  run(folder, [
    "npm",
    "install",
    "--no-audit",
    "--no-fund",
    tarball("service-link-node"),
    ...others,
  ]);
  expect(Number(run(folder, [process.execPath, "generate.mjs"]))).toBeGreaterThan(50);
  const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext"];
  expect(typeErrors(folder, ["tsc", ...flags, "check.ts"])).toBe("");
  const keys = { CLIENT_ID: server.printed("client_id"), SECRET: server.printed("secret") };
  const environment = { API_BASE: server.printed("API"), ...keys };
  expect(run(folder, [process.execPath, "application.mjs"], environment)).toBe("END\n");
  remove();
});

/** The errors that a run of TypeScript prints. */
function typeErrors(folder: string, command: string[]): string {
  try {
    return run(folder, command);
  } catch (failure) {
    return failure instanceof Error && "stdout" in failure ? String(failure.stdout) : "no output";
  }
}
