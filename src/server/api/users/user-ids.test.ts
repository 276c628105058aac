import { expect, test } from "vitest";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { VERSIONS } from "../../versions/index.ts";
import { loadEndpoints } from "../index.ts";

const LINK = {
  client_name: "Shop",
  language: "en",
  country_codes: ["US"],
  products: ["auth"],
  user: { client_user_id: "customer" },
};
type Field = "user_id" | "user_token";
const IDENTITY = {
  name: { given_name: "Ann", family_name: "Example" },
  date_of_birth: "1990-04-23",
  emails: [],
  phone_numbers: [],
  addresses: [],
};

const BOTH = ["user_id", "user_token"] as const;
/** The request for a user without a report, which fails only after a valid id. */
const REPORT = { body: {}, fields: BOTH, empty: "CONSUMER_REPORT_NOT_FOUND" } as const;

/**
 * The paths that name a user: the rest of their bodies, their fields, and the error for a user
 * without data.
 */
const PATHS: Record<string, { body: object; fields: readonly Field[]; empty?: ErrorCode }> = {
  "/user/get": { body: {}, fields: ["user_id"] },
  "/user/items/get": { body: {}, fields: BOTH },
  "/user/items/remove": { body: { item_ids: ["item"] }, fields: BOTH, empty: "ITEM_NOT_FOUND" },
  "/user/update": { body: { identity: IDENTITY }, fields: BOTH },
  "/link/token/create": { body: LINK, fields: BOTH },
  "/sandbox/public_token/create": {
    body: { institution_id: "ins_109508", initial_products: ["auth"] },
    fields: BOTH,
  },
  "/sandbox/user/reset_login": { body: {}, fields: BOTH },
  "/cra/check_report/create": {
    body: {
      webhook: "https://shop.example/hook",
      days_requested: 90,
      consumer_report_permissible_purpose: "EXTENSION_OF_CREDIT",
    },
    fields: BOTH,
  },
  "/cra/check_report/base_report/get": REPORT,
  "/cra/check_report/income_insights/get": REPORT,
  "/cra/check_report/network_insights/get": REPORT,
  "/cra/check_report/cashflow_insights/get": REPORT,
  "/cra/check_report/pdf/get": REPORT,
  "/cra/monitoring_insights/get": {
    body: { consumer_report_permissible_purpose: "ACCOUNT_REVIEW_CREDIT" },
    fields: BOTH,
    empty: "ITEM_NOT_FOUND",
  },
  "/cra/monitoring_insights/subscribe": {
    body: { webhook: "https://shop.example/hook" },
    fields: BOTH,
    empty: "ITEM_NOT_FOUND",
  },
  "/sandbox/cra/cashflow_updates/update": { body: {}, fields: BOTH, empty: "ITEM_NOT_FOUND" },
  "/user/remove": { body: {}, fields: BOTH },
  "/user/products/terminate": { body: { reason_code: "OTHER" }, fields: ["user_id"] },
};

/** The response to each kind of id in each field. */
const MATRIX = {
  "of a new user": { user_id: "good", user_token: "INVALID_USER_TOKEN" },
  "of a legacy user": { user_id: "good", user_token: "good" },
  "unprefixed, of a legacy user": { user_id: "INVALID_USER_ID", user_token: "INVALID_USER_TOKEN" },
  "of another client's user": { user_id: "INVALID_USER_ID", user_token: "INVALID_USER_TOKEN" },
  "of another client's legacy user": {
    user_id: "INVALID_USER_ID",
    user_token: "INVALID_USER_TOKEN",
  },
  "of another environment": { user_id: "INVALID_USER_ID", user_token: "INVALID_USER_TOKEN" },
  "that nobody has": { user_id: "INVALID_USER_ID", user_token: "INVALID_USER_TOKEN" },
  "of no format": { user_id: "INVALID_USER_ID", user_token: "INVALID_USER_TOKEN" },
} as const;
type Kind = keyof typeof MATRIX;

/** An app with a client of each kind, and functions that return an id of each kind. */
const preparedApp = async () => {
  const app = await testApp();
  const { clients } = app.services.store;
  const another = { ...app.client, clientId: "another", publicKey: "another-key" };
  await clients.add({ ...another, legacyUserApi: true });
  await clients.setLegacyUserApi(app.keys.client_id, true);
  const { secret } = app.keys;
  const create = async (client_id: string, changes: object = {}) => {
    const client_user_id = crypto.randomUUID();
    const body = { client_id, secret, client_user_id, ...changes };
    const { user_id, user_token } = (await app.post("/user/create", body)).body;
    return { user_id: String(user_id), user_token: String(user_token) };
  };
  const own = app.keys.client_id;
  const newSchema = { with_upgraded_user: true };
  const ids: Record<Kind, () => Promise<string>> = {
    "of a new user": async () => (await create(own, newSchema)).user_id,
    "of a legacy user": async () => (await create(own)).user_token,
    "unprefixed, of a legacy user": async () => (await create(own)).user_id,
    "of another client's user": async () => (await create("another", newSchema)).user_id,
    "of another client's legacy user": async () => (await create("another")).user_token,
    "of another environment": async () => `user-production-${crypto.randomUUID()}`,
    "that nobody has": async () => "usr_4fXk9PwQmTz7LbWd1RfHc8NgYj5",
    "of no format": async () => "usr-1",
  };
  return { app, ids };
};

for (const version of VERSIONS)
  test(`every kind of user id is good in its own fields only, at ${version}`, async () => {
    const { app, ids } = await preparedApp();
    const answers: string[] = [];
    const table: string[] = [];
    for (const [path, { body, fields, empty }] of Object.entries(PATHS))
      for (const [kind, row] of Object.entries(MATRIX))
        for (const field of fields) {
          const requestBody = { ...app.credentials, ...body, [field]: await ids[kind as Kind]() };
          const { status, body: answer } = await app.post(path, requestBody, {
            "service-version": version,
          });
          const message = String(answer.error_message ?? "");
          const isGood = status === 200 || (empty !== undefined && answer.error_code === empty);
          const says = isGood ? "good" : `${status} ${answer.error_code}`;
          const isClear = isGood || message.includes(field);
          const place = `${path} ${field} ${kind}`;
          answers.push(`${place}: ${says}${isClear ? "" : `, ${message}`}`);
          const code = row[field];
          table.push(`${place}: ${code === "good" ? code : `400 ${code}`}`);
        }
    expect(answers).toEqual(table);
  });

test.each(Object.entries(PATHS))(
  "%s names one user: no two fields at once, and not none",
  async (path, { body, fields }) => {
    const { app, ids } = await preparedApp();
    const user_id = await ids["of a legacy user"]();
    const send = (changes: object) => app.post(path, { ...app.credentials, ...body, ...changes });
    const both = (await send({ user_id, user_token: user_id })).body;
    const areFields = fields.length > 1;
    expect(both.error_code).toBe(areFields ? "INVALID_FIELD" : "UNKNOWN_FIELDS");
    expect(both.error_message).toContain("user_token");
    const none = await send({});
    if (path === "/link/token/create" || path === "/sandbox/public_token/create")
      expect(none.status).toBe(200);
    else expect(none.body).toMatchObject({ error_code: "MISSING_FIELDS" });
  },
);

test("every path with a user_id or user_token in its request is in the matrix", async () => {
  const isField = (name: string) => name === "user_id" || name === "user_token";
  const paths = (await loadEndpoints())
    .filter(({ request }) => Object.keys(request.shape).some(isField))
    .map(({ path, request }) => [path, Object.keys(request.shape).filter(isField).toSorted()]);
  expect(Object.fromEntries(paths)).toEqual(
    Object.fromEntries(Object.entries(PATHS).map(([path, { fields }]) => [path, fields])),
  );
});

test("a refusal says where an id belongs that was sent in the wrong field", async () => {
  const { app, ids } = await preparedApp();
  const say = async (fields: object) =>
    String((await app.post("/user/remove", { ...app.credentials, ...fields })).body.error_message);
  expect(await say({ user_token: await ids["of a new user"]() })).toContain("send it as user_id");
  expect(await say({ user_id: await ids["unprefixed, of a legacy user"]() })).toContain(
    "not valid in any field",
  );
});
