import { randomUUID } from "node:crypto";
import { z } from "zod";
import { FILES_INSTITUTION_ID, REPORT_PRODUCTS } from "../../protocol/vocabulary.ts";
import type { Endpoint } from "../../server/api/endpoint.ts";
import { loadEndpoints } from "../../server/api/index.ts";
import { SAMPLE_FILE_PATH } from "../../server/domain/connectors/sample-file.ts";
import { bodySchemas } from "../../server/http/openapi/body-schemas.ts";
import { exampleOf } from "../../server/http/openapi/example.ts";
import { createVersionRegistry, NEWEST_VERSION } from "../../server/versions/index.ts";
import { rotateWebhookKey } from "../../server/webhooks/signature.ts";
import { createReconfirmableItem } from "./reconfirmable-item.ts";
import type { testApp } from "./test-app.ts";

const endpoints = await loadEndpoints();

const versions = createVersionRegistry(endpoints.map(({ path }) => path));

type TestApp = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<TestApp["link"]>>;
type Body = Record<string, unknown>;

/** The app's values for the fields of a body, by field name. */
const PREPARATIONS: Record<string, (app: TestApp, item: Link) => Promise<unknown>> = {
  access_token: async (_, { access_token }) => access_token,
  public_token: async ({ call }, { access_token }) =>
    (await call("/item/public_token/create", { access_token })).public_token,
  access_tokens: async (_, { access_token }) => [access_token],
  asset_report_token: reportToken,
  audit_copy_token: async (app, item) => {
    const asset_report_token = await reportToken(app, item);
    const { audit_copy_token } = await app.call("/asset_report/audit_copy/create", {
      asset_report_token,
    });
    return audit_copy_token;
  },
  account_ids_to_exclude: async ({ call }, { access_token }) => [
    (await accountIds(call, access_token))[0],
  ],
  account_id: async ({ call }, { access_token }) => (await accountIds(call, access_token))[0],
  notifications: async ({ call }, { access_token }) => {
    const [account_id] = await accountIds(call, access_token);
    return [{ access_token, account_id, new_since: "2026-01-15" }];
  },
  webhook_code: async ({ call }, { access_token }) => {
    await call("/item/webhook/update", { access_token, webhook: "https://shop.example/webhook" });
    return "ERROR";
  },
  key_id: async ({ services }) => rotateWebhookKey(services),
  link_token: async ({ call }) =>
    (
      await call("/link/token/create", {
        client_name: "Shop",
        language: "en",
        country_codes: ["US"],
        products: ["auth"],
        user: { client_user_id: "user-1" },
      })
    ).link_token,
  user_id: async ({ call }) =>
    (await call("/user/create", { client_user_id: randomUUID() })).user_id,
  statement_id: async ({ call }, { access_token }) => {
    const { accounts } = await call("/statements/list", { access_token });
    return z
      .array(z.object({ statements: z.array(z.object({ statement_id: z.string() })) }))
      .parse(accounts)[0]?.statements[0]?.statement_id;
  },
  item_ids: async (_, { item_id }) => [item_id],
  processor_token: async ({ call }) =>
    (await call("/sandbox/processor_token/create", { institution_id: "ins_109508" }))
      .processor_token,
};

/** Returns the token of a ready report about an Item. */
async function reportToken({ call, runJobs }: TestApp, { access_token }: Link): Promise<unknown> {
  const reportRequest = { access_tokens: [access_token], days_requested: 30 };
  const { asset_report_token } = await call("/asset_report/create", reportRequest);
  await runJobs();
  return asset_report_token;
}

async function accountIds(call: TestApp["call"], access_token: string): Promise<string[]> {
  const { accounts } = await call("/accounts/get", { access_token });
  return z
    .array(z.object({ account_id: z.string() }))
    .parse(accounts)
    .map(({ account_id }) => account_id);
}

/** Returns the request of an endpoint as a JSON Schema. */
export const requestSchemaOf = (endpoint: Pick<Endpoint, "request">): Body =>
  z.toJSONSchema(endpoint.request, { io: "input" });

const investor = async ({ link, runJobs }: TestApp): Promise<Link> => {
  const item = await link("ins_109508", ["investments"], { override_username: "user_yuppie" });
  await runJobs();
  return item;
};

const borrower = ({ link }: TestApp): Promise<Link> => link("ins_109508", ["transactions"]);

/** The users of Items, by Item. */
const users = new WeakMap<Link, unknown>();

const itemOfUser = async ({ call }: TestApp): Promise<Link> => {
  const { user_id } = await call("/user/create", { client_user_id: randomUUID() });
  const { public_token } = await call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["auth"],
    user_id,
  });
  const { access_token, item_id } = await call("/item/public_token/exchange", { public_token });
  const item = {
    public_token: String(public_token),
    access_token: String(access_token),
    item_id: String(item_id),
  };
  users.set(item, user_id);
  return item;
};

/** The paths that need a special Item. */
const ITEMS: Record<string, (app: TestApp) => Promise<Link>> = {
  "/sandbox/item/set_verification_status": ({ link }) =>
    link("ins_109512", ["auth"], { override_username: "microdeposits_good" }),
  "/investments/holdings/get": investor,
  "/investments/transactions/get": investor,
  "/investments/refresh": investor,
  "/processor/investments/holdings/get": investor,
  "/processor/investments/transactions/get": investor,
  "/liabilities/get": borrower,
  "/user/items/remove": itemOfUser,
  "/consent/reconfirm": (app) => createReconfirmableItem(app),
  "/processor/liabilities/get": borrower,
};

const reportedUser: (typeof PREPARATIONS)[string] = async ({ call, runJobs }) => {
  const { user_id } = await call("/user/create", { client_user_id: randomUUID() });
  await call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["transactions", "identity"],
    user_id,
  });
  await call("/cra/check_report/create", {
    user_id,
    webhook: "https://shop.example/webhook",
    consumer_report_permissible_purpose: "ACCOUNT_REVIEW_CREDIT",
    days_requested: 60,
    products: [...REPORT_PRODUCTS],
  });
  await runJobs();
  return user_id;
};

const userWithItem: (typeof PREPARATIONS)[string] = async ({ call }) => {
  const { user_id } = await call("/user/create", { client_user_id: randomUUID() });
  await call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["transactions"],
    user_id,
    options: { webhook: "https://shop.example/webhook" },
  });
  return user_id;
};

/** Returns a processor token for the Item's first account, or for its first account of a type. */
const processorToken =
  (type?: string): (typeof PREPARATIONS)[string] =>
  async ({ call }, { access_token }) => {
    const { accounts } = await call("/accounts/get", { access_token });
    const account = z
      .array(z.object({ account_id: z.string(), type: z.string() }))
      .parse(accounts)
      .find((one) => type === undefined || one.type === type);
    const account_id = account?.account_id;
    const request = { access_token, account_id, processor: "amberpay" };
    return (await call("/processor/token/create", request)).processor_token;
  };

async function sampleFile({ request }: TestApp): Promise<string> {
  const { rawPayload } = await request({ method: "GET", url: SAMPLE_FILE_PATH });
  return rawPayload.toString("base64");
}

const fileItems = new WeakMap<TestApp, Promise<{ access_token: unknown; account_id: unknown }>>();

const fileItem = (app: TestApp) => {
  const item = fileItems.get(app) ?? linkFile(app);
  fileItems.set(app, item);
  return item;
};

async function linkFile(app: TestApp) {
  const institution = { institution_id: FILES_INSTITUTION_ID };
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", institution);
  const credentials = { bank: "Lantern Bank", file: await sampleFile(app) };
  const { body } = await link.bridge("credentials/submit", { ...institution, credentials });
  const { accounts } = body.selection as { accounts: { id: string }[] };
  const [account_id] = accounts.map(({ id }) => id);
  const chosen = await link.bridge("accounts/select", { account_ids: [account_id] });
  const { access_token } = await app.call("/item/public_token/exchange", {
    public_token: chosen.body.public_token,
  });
  return { access_token, account_id };
}

const FIELDS: Record<string, typeof PREPARATIONS> = {
  "/item/files/add": {
    access_token: async (app) => (await fileItem(app)).access_token,
    account_id: async (app) => (await fileItem(app)).account_id,
    file: sampleFile,
  },
  "/cra/check_report/base_report/get": { user_id: reportedUser },
  "/cra/check_report/income_insights/get": { user_id: reportedUser },
  "/cra/check_report/network_insights/get": { user_id: reportedUser },
  "/cra/check_report/cashflow_insights/get": { user_id: reportedUser },
  "/cra/monitoring_insights/get": { user_id: userWithItem },
  "/cra/monitoring_insights/subscribe": { user_id: userWithItem },
  "/cra/monitoring_insights/unsubscribe": {
    subscription_id: async (app, item) => {
      const fields = { user_id: await userWithItem(app, item), webhook: "https://shop.example/w" };
      return (await app.call("/cra/monitoring_insights/subscribe", fields)).subscription_id;
    },
  },
  "/cra/check_report/pdf/get": { user_id: reportedUser },
  "/processor/transactions/get": { processor_token: processorToken() },
  "/processor/transactions/sync": { processor_token: processorToken() },
  "/processor/transactions/recurring/get": { processor_token: processorToken() },
  "/processor/investments/holdings/get": { processor_token: processorToken("investment") },
  "/processor/investments/transactions/get": { processor_token: processorToken("investment") },
  "/processor/liabilities/get": { processor_token: processorToken("credit") },
  "/user/items/remove": {
    user_id: async (_, item) => users.get(item),
  },
  "/sandbox/cra/cashflow_updates/update": { user_id: userWithItem },
};

/** Returns a valid body for an endpoint: the reference's example with the app's values. */
export const goodBody = async (endpoint: Endpoint, app: TestApp, item: Link): Promise<Body> => {
  const schema = requestSchemaOf(endpoint);
  const example = z
    .record(z.string(), z.unknown())
    .parse(exampleOf(schema, asBody(schema.$defs), false));
  const itemOfPath = (await ITEMS[endpoint.path]?.(app)) ?? item;
  for (const field of Object.keys(example)) {
    const make = FIELDS[endpoint.path]?.[field] ?? PREPARATIONS[field];
    if (make) example[field] = await make(app, itemOfPath);
  }
  return example;
};

const asBody = (value: unknown): Body => z.record(z.string(), z.unknown()).catch({}).parse(value);

/** Returns the response schema of an endpoint in the newest version, without the request_id. */
export const newestShapeOf = (endpoint: Endpoint): z.ZodType => {
  const difference = versions(NEWEST_VERSION, endpoint.path);
  return z.fromJSONSchema(bodySchemas(endpoint, difference).response);
};
