import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { VERSIONS } from "../versions/index.ts";

type App = Awaited<ReturnType<typeof testApp>>;

const LINK = {
  client_name: "Shop",
  language: "en",
  country_codes: ["US"],
  products: ["auth", "transactions"],
};
const PERIOD = { start_date: "2026-01-01", end_date: "2026-01-15" };
const CRA = "/link/token/create";

/** Fields that existing applications send: the path, the field's JSON path, and accepted values. */
const FIELDS: [path: string, field: string, ...values: unknown[]][] = [
  ["/link/token/create", "transactions.days_requested", 1, 90, 730],
  ["/link/token/create", "user.phone_number", "+14155550010", "+1 415 555-0010"],
  ["/link/token/create", "link_customization_name", "default"],
  ["/link/token/create", "android_package_name", "com.example.shop"],
  [CRA, "cra_options.days_required", 60],
  [CRA, "cra_options.client_report_id", "loan-1", null],
  [CRA, "cra_options.include_investments", true, null],
  [CRA, "cra_options.base_report.client_report_id", "loan-1"],
  [CRA, "cra_options.base_report.require_identity", true],
  [CRA, "cra_options.base_report.gse_options", { report_types: ["VOA"] }],
  [
    CRA,
    "cra_options.base_report.home_lending_report_options",
    { reports_requested: ["VOA", "INCOME"], employment_refresh_options: { days_requested: 30 } },
  ],
  [CRA, "cra_options.cashflow_insights.attributes_version", "CFI1"],
  [CRA, "cra_options.income_insights.income_insights_version", "II2"],
  [
    CRA,
    "cra_options.income_insights.income_insights_filter",
    { included_categories: ["EARNED_INCOME.*"], excluded_categories: [] },
  ],
  [CRA, "cra_options.network_insights.network_insights_version", "NI1"],
  [CRA, "cra_options.lend_score.lend_score_version", "LS1"],
  [CRA, "cra_options.partner_insights.prism_versions.cashscore", "4.1"],
  ["/cra/check_report/create", "base_report.require_identity", false],
  ["/cra/check_report/create", "income_insights.income_insights_version", "II2"],
  ["/cra/check_report/create", "network_insights.network_insights_version", "NI1"],
  ["/cra/check_report/create", "cashflow_insights.attributes_version", "CFI1"],
  ["/cra/check_report/create", "include_investments", false],
  ["/transactions/get", "options.include_personal_finance_category", true, false, null],
  ["/transactions/get", "options.days_requested", 1, 730],
  ["/transactions/sync", "options.include_personal_finance_category", true, false],
  ["/transactions/sync", "options.days_requested", 30],
  ["/transactions/get", "options.personal_finance_category_version", "v1", "v2"],
  ["/transactions/sync", "options.personal_finance_category_version", "v2", null],
  ["/transactions/recurring/get", "options.personal_finance_category_version", "v2"],
  ["/asset_report/create", "options.include_fast_report", true, null],
  ["/asset_report/create", "options.products", ["assets"], ["assets", "investments"]],
  ["/transactions/recurring/get", "options.include_personal_finance_category", true],
  ["/processor/transactions/get", "options.include_personal_finance_category", true],
  ["/processor/transactions/get", "options.days_requested", 30],
  ["/processor/transactions/sync", "options.include_personal_finance_category", true],
  ["/asset_report/create", "options.require_all_items", true, false, null],
  ["/asset_report/create", "options.add_ons", ["investments", "fast_assets"]],
  ["/cra/check_report/pdf/get", "add_ons", ["cra_income_insights"]],
];

/** The remaining body for each path. */
const fetchBodies = async (app: App): Promise<Record<string, object>> => {
  await app.services.store.clients.setPartner(app.client.clientId, true);
  const { access_token } = await app.link("ins_109508", ["auth", "transactions", "assets"]);
  const { user_id } = await app.call("/user/create", { client_user_id: "customer-1" });
  const { public_token } = await app.call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["transactions", "identity"],
    user_id,
  });
  await app.call("/item/public_token/exchange", { public_token });
  const { accounts } = await app.call("/accounts/get", { access_token });
  const [{ account_id }] = accounts as [{ account_id: string }];
  const { processor_token } = await app.call("/processor/token/create", {
    access_token,
    account_id,
    processor: "a_processor",
  });
  const report = {
    user_id,
    webhook: "https://shop.example/webhook",
    days_requested: 90,
    consumer_report_permissible_purpose: "EXTENSION_OF_CREDIT",
  };
  await app.call("/cra/check_report/create", report);
  await app.runJobs();
  return {
    "/link/token/create": {
      ...LINK,
      user: { client_user_id: "customer-1" },
      cra_options: { days_requested: 90 },
    },
    "/cra/check_report/create": report,
    "/cra/check_report/pdf/get": { user_id },
    "/transactions/get": { access_token, ...PERIOD },
    "/transactions/sync": { access_token },
    "/transactions/recurring/get": { access_token },
    "/processor/transactions/get": { processor_token, ...PERIOD },
    "/processor/transactions/sync": { processor_token },
    "/asset_report/create": { access_tokens: [access_token], days_requested: 30 },
  };
};

/** A body with an additional field at a JSON path. */
const withField = (body: object, [name = "", ...rest]: string[], value: unknown): object => {
  const inner = (body as Record<string, object>)[name] ?? {};
  return { ...body, [name]: rest.length === 0 ? value : withField(inner, rest, value) };
};

describe.each(VERSIONS)("the fields of existing applications in %s", (version) => {
  let app: App;
  let bodies: Record<string, object>;
  let close: () => Promise<void>;
  beforeAll(async () => {
    app = await testApp({}, undefined, (end) => {
      close = end;
    });
    bodies = await fetchBodies(app);
  });
  afterAll(() => close());
  const post = (path: string, body: object) =>
    app.post(path, { ...app.credentials, ...body }, { "service-version": version });

  test.each(FIELDS)("%s takes %s, and refuses it misspelt", async (path, field, ...values) => {
    const steps = field.split(".");
    const body = bodies[path] ?? {};
    // Reading the PDF needs the report, which a new report replaces.
    if (path === "/cra/check_report/pdf/get") await app.runJobs();
    for (const value of values) {
      const { status, body: answer } = await post(path, withField(body, steps, value));
      expect([status, answer.error_message]).toEqual([200, undefined]);
    }
    const last = steps.at(-1) ?? "";
    const misspelt = [...steps.slice(0, -1), last.replace(/(.)(.)$/, "$2$1")];
    const { body: refusal } = await post(path, withField(body, misspelt, values[0]));
    expect([refusal.error_code, refusal.error_message]).toEqual([
      "UNKNOWN_FIELDS",
      `the following fields are not known to this path: ${misspelt.join(".")}; did you mean ${field}?`,
    ]);
  });
});
