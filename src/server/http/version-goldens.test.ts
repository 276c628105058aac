import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { testApp } from "../../testing/test-app/test-app.ts";
import { loadEndpoints } from "../api/index.ts";
import { createVersionRegistry, NEWEST_VERSION, VERSIONS } from "../versions/index.ts";
import { differencesOf, type Json, printJson, withStableIds } from "./version-golden.fixture.ts";

const endpoints = await loadEndpoints();

const GOLDEN = join(import.meta.dirname, "../versions/golden");
const versions = createVersionRegistry(endpoints.map(({ path }) => path));
const OLDER = VERSIONS.filter((version) => version !== NEWEST_VERSION).toReversed();
const PATHS = endpoints.flatMap(({ path }) =>
  VERSIONS.some((version) => versions(version, path)) ? [path] : [],
);

type App = Awaited<ReturnType<typeof testApp>>;
type Preparation = Awaited<ReturnType<typeof preparedApp>>["made"];

/** Requests about few accounts, so that the responses' differences stay readable. */
const REQUESTS: Record<string, (made: Preparation, app: App) => object | Promise<object>> = {
  "/transactions/get": ({ access_token }) => ({
    access_token,
    start_date: "2025-12-01",
    end_date: "2026-01-14",
    options: { count: 4 },
  }),
  "/identity/match": ({ access_token }) => ({
    access_token,
    user: { legal_name: "Ann Example", address: { postal_code: "10001" } },
  }),
  "/transactions/sync": ({ access_token }) => ({ access_token, count: 3 }),
  "/sandbox/public_token/create": () => ({
    institution_id: "ins_109508",
    initial_products: ["auth"],
  }),
  "/sandbox/processor_token/create": () => ({ institution_id: "ins_109508" }),
  "/sandbox/transactions/create": ({ access_token }) => ({
    access_token,
    transactions: [
      {
        date_transacted: "2026-01-14",
        date_posted: "2026-01-14",
        amount: 12.5,
        description: "Corner Shop",
      },
    ],
  }),
  "/processor/account/get": processorRequest,
  "/processor/accounts/get": processorRequest,
  "/processor/auth/get": processorRequest,
  "/processor/balance/get": processorRequest,
  "/processor/identity/get": processorRequest,
  "/liabilities/get": ({ access_token }) => ({ access_token }),
  "/statements/list": async (_, { link }) => {
    const statements = { start_date: "2025-12-01", end_date: "2025-12-31" };
    const { access_token } = await link("ins_109508", ["statements"], { statements });
    return { access_token };
  },
  "/processor/liabilities/get": async (made, app) => {
    const { accounts } = await app.call("/accounts/get", { access_token: made.access_token });
    const card = (accounts as { account_id: string; type: string }[]).find(
      ({ type }) => type === "credit",
    );
    return processorRequest({ ...made, account_ids: [card?.account_id ?? ""] }, app);
  },
  "/processor/identity/match": async (made, app) => ({
    ...(await processorRequest(made, app)),
    user: { legal_name: "Ada Example" },
  }),
  "/processor/transactions/get": async (made, app) => ({
    ...(await processorRequest(made, app)),
    start_date: "2025-12-01",
    end_date: "2026-01-14",
    options: { count: 4 },
  }),
  "/investments/transactions/get": ({ access_token, account_ids }) => ({
    access_token,
    ...INVESTMENT_PERIOD,
    options: { account_ids, count: 3 },
  }),
  "/processor/investments/holdings/get": ofInvestmentAccount,
  "/processor/investments/transactions/get": async (made, app) => ({
    ...(await ofInvestmentAccount(made, app)),
    ...INVESTMENT_PERIOD,
    options: { count: 2 },
  }),
  "/processor/transactions/sync": async (made, app) => ({
    ...(await processorRequest(made, app)),
    count: 3,
  }),
  "/consent/events/get": ({ access_token }) => ({ access_token }),
  "/item/get": ({ access_token }) => ({ access_token }),
  "/item/remove": async (_, { link }) => ({ access_token: (await link()).access_token }),
  "/item/public_token/create": ({ access_token }) => ({ access_token }),
  "/asset_report/get": async (made, app) => ({
    asset_report_token: await report(made, app),
    include_insights: true,
  }),
  "/asset_report/audit_copy/get": async (made, app) => {
    const asset_report_token = await report(made, app);
    const { audit_copy_token } = await app.call("/asset_report/audit_copy/create", {
      asset_report_token,
    });
    return { audit_copy_token };
  },
  "/cra/check_report/base_report/get": consumerReport,
  "/cra/check_report/income_insights/get": consumerReport,
  "/item/import": () => ({
    institution_id: "ins_109508",
    products: ["auth"],
    user_auth: { user_id: "user_good", auth_token: "pass_good" },
  }),
  "/institutions/get": () => ({ count: 2, offset: 0, country_codes: ["US"] }),
  "/institutions/get_by_id": () => ({ institution_id: "ins_109508", country_codes: ["US"] }),
  "/institutions/search": () => ({
    query: "houndstooth",
    products: ["auth"],
    country_codes: ["US"],
  }),
};

const INVESTMENT_PERIOD = { start_date: "2025-12-01", end_date: "2026-01-14" };

/** Returns a processor's request about an investment account. */
function ofInvestmentAccount(made: Preparation, app: App): Promise<object> {
  return processorRequest({ ...made, account_ids: made.account_ids.slice(1) }, app);
}

/** Returns a processor's request about the first account. */
async function processorRequest(
  { access_token, account_ids: [account_id] }: Preparation,
  { call }: App,
): Promise<object> {
  const { processor_token } = await call("/processor/token/create", {
    access_token,
    account_id,
    processor: "processor",
  });
  return { processor_token };
}

/** A person with one account, two paydays and a fee. */
const CUSTOM_USER = {
  override_accounts: [
    {
      type: "depository",
      subtype: "checking",
      starting_balance: 900,
      transactions: [
        ["2026-01-14", -1000, "IRONLEAF PAYROLL"],
        ["2025-12-31", -1000, "IRONLEAF PAYROLL"],
        ["2026-01-02", 35, "NSF FEE"],
      ].map(([date, amount, description]) => ({
        date_transacted: date,
        date_posted: date,
        amount,
        description,
        currency: "USD",
      })),
    },
  ],
};

/** Creates the person's consumer report once for all versions. */
async function consumerReport(made: Preparation, { call, runJobs }: App): Promise<object> {
  const { user_id } = await call("/user/create", { client_user_id: "customer-1" });
  if (made.hasReport) return { user_id };
  made.hasReport = true;
  await call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["transactions", "identity"],
    user_id,
    options: {
      override_username: "user_custom",
      override_password: JSON.stringify(CUSTOM_USER),
    },
  });
  await call("/cra/check_report/create", {
    user_id,
    webhook: "https://shop.example/webhook",
    days_requested: 20,
    consumer_report_permissible_purpose: "EXTENSION_OF_CREDIT",
    products: ["cra_income_insights"],
  });
  await runJobs();
  return { user_id };
}

/** The paths that respond like another path. The goldens record their differences from it. */
const LIKE: Record<string, `/${string}`> = { "/asset_report/audit_copy/get": "/asset_report/get" };

const ofTwoAccounts = ({ access_token, account_ids }: Preparation) => ({
  access_token,
  options: { account_ids },
});

const report = async ({ access_token }: Preparation, { call, runJobs }: App): Promise<unknown> => {
  const reportRequest = { access_tokens: [access_token], days_requested: 2 };
  const { asset_report_token } = await call("/asset_report/create", reportRequest);
  await runJobs();
  return asset_report_token;
};

/** Downgrades a request to before 2020-09-14, when countries were optional or in the options. */
const beforeCountryCodes = (request: object): object => {
  const { country_codes: _, ...others } = { country_codes: undefined, ...request };
  return others;
};

/** Starts an app with an Item whose data was pulled, and picks two of its accounts. */
const preparedApp = async (path: string) => {
  const app = await testApp();
  await app.services.store.clients.setPartner(app.client.clientId, true);
  // Auth leaves out accounts without numbers, such as investments.
  const products = path.includes("auth") ? ["auth"] : ["transactions", "identity", "assets"];
  const { access_token } = await app.link("ins_109508", products);
  await app.runJobs();
  const { accounts } = await app.call("/accounts/get", { access_token });
  const account_ids = z
    .array(z.object({ account_id: z.string(), type: z.string() }))
    .parse(accounts)
    .filter(({ type }, at) => at === 0 || type === "investment")
    .map(({ account_id }) => account_id)
    .slice(0, 2);
  return { app, made: { access_token, account_ids, hasReport: false } };
};

test.each(PATHS)("the answers of %s in each version are its golden file", async (path) => {
  const { app, made } = await preparedApp(path);
  const { client_id, secret } = app.keys;
  const exchange = async (version: string, of = path): Promise<Json> => {
    const request = await (REQUESTS[of] ?? ofTwoAccounts)(made, app);
    const isOld = version < "2020-09-14" && of.startsWith("/institutions/");
    const oldRequest = isOld ? beforeCountryCodes(request) : request;
    const { status, body } = await app.post(
      of,
      { client_id, secret, ...oldRequest },
      { "service-version": version },
    );
    expect([status, body.error_message]).toEqual([200, undefined]);
    return withStableIds({ request: oldRequest, response: body });
  };
  let newer = await exchange(NEWEST_VERSION);
  const like = LIKE[path];
  const golden: { [part: string]: Json } = like
    ? { like, [NEWEST_VERSION]: differencesOf(newer, await exchange(NEWEST_VERSION, like)) }
    : { [NEWEST_VERSION]: newer };
  for (const version of OLDER) {
    if (!versions(version, path)) continue;
    const older = await exchange(version);
    golden[version] = differencesOf(older, newer);
    newer = older;
  }
  const file = `${path.slice(1).replaceAll("/", ".")}.json`;
  await expect(`${printJson(golden)}\n`).toMatchFileSnapshot(join(GOLDEN, file));
});
