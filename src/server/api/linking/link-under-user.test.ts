import { expect, test } from "vitest";
import { sampleSecret } from "../../../testing/store-contract/samples.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { digest } from "../../domain/identifiers.ts";

const BODY = { client_name: "Shop", language: "en", country_codes: ["US"] };
const REPORT = {
  ...BODY,
  products: ["cra_base_report", "cra_network_insights"],
  consumer_report_permissible_purpose: "ACCOUNT_REVIEW_CREDIT",
  cra_options: { days_requested: 365, base_report: { client_report_id: "report-1" } },
};
const BANK = { institution_id: "ins_109508" };

const appWithUser = async () => {
  const app = await testApp();
  const { user_id } = await app.call("/user/create", { client_user_id: "customer-1" });
  const create = (body: object) => app.post("/link/token/create", { ...app.credentials, ...body });
  return { app, user_id: String(user_id), create };
};
type App = Awaited<ReturnType<typeof testApp>>;

/** Signs in with a link token; returns the session's end. */
const finish = async (app: App, token: unknown) => {
  const link = await app.startLink({ token });
  await link.bridge("institution/select", BANK);
  const credentials = { username: "user_good", password: "pass_good" };
  const { body } = await link.bridge("credentials/submit", { ...BANK, credentials });
  const { accounts } = body.selection as { accounts: { id: string }[] };
  return link.bridge("accounts/select", { account_ids: accounts.map(({ id }) => id) });
};

test("a link token for consumer reports alone opens Link, and links an Item under its user", async () => {
  const { app, user_id, create } = await appWithUser();
  const { link_token } = (await create({ ...REPORT, user_id })).body;
  const { public_token } = (await finish(app, link_token)).body;
  const exchange = await app.call("/item/public_token/exchange", { public_token });
  expect(await app.services.store.users.items(user_id)).toMatchObject([
    { itemId: exchange.item_id, userId: user_id, products: ["transactions", "identity"] },
  ]);
});

test("/item/get shows the products that the user consented to, those of consumer reports included", async () => {
  const { app, user_id, create } = await appWithUser();
  const { link_token } = (await create({ ...REPORT, user_id })).body;
  const { public_token } = (await finish(app, link_token)).body;
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  await app.call("/accounts/balance/get", { access_token });
  const { item } = await app.call("/item/get", { access_token });
  expect(item).toMatchObject({
    products: ["transactions", "identity", "balance"],
    consented_products: ["transactions", "identity", ...REPORT.products],
  });
});

test("an Item stays its user's after update mode", async () => {
  const { app, user_id, create } = await appWithUser();
  const { link_token } = (await create({ ...BODY, products: ["auth"], user_id })).body;
  const { public_token } = (await finish(app, link_token)).body;
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  const update = (await create({ ...BODY, access_token, user_id })).body;
  const link = await app.startLink({ token: update.link_token });
  const credentials = { username: "user_good", password: "pass_good" };
  expect((await link.bridge("credentials/submit", { ...BANK, credentials })).status).toBe(200);
  expect(await app.services.store.users.items(user_id)).toHaveLength(1);

  const other = await app.call("/user/create", { client_user_id: "customer-2" });
  expect((await create({ ...BODY, access_token, user_id: other.user_id })).body).toMatchObject({
    error_code: "INVALID_FIELD",
    error_message: "the Item of the access_token was not linked under this user",
  });
});

test("a link token keeps the subject of its report, and returns its products", async () => {
  const { app, user_id, create } = await appWithUser();
  const { link_token } = (await create({ ...REPORT, user_id })).body;
  const record = await app.services.store.linkTokens.byDigest(digest(String(link_token)));
  expect(record?.details).toMatchObject({
    clientUserId: "customer-1",
    userId: user_id,
    products: REPORT.products,
    permissiblePurpose: "ACCOUNT_REVIEW_CREDIT",
    reportOptions: { daysRequested: 365, clientReportId: "report-1" },
  });
  expect(await app.call("/link/token/get", { link_token })).toMatchObject({
    metadata: { initial_products: REPORT.products },
  });
});

test.each([
  [{ user_id: undefined, user: { client_user_id: "1" } }, "MISSING_FIELDS", "user_id"],
  [
    { consumer_report_permissible_purpose: undefined },
    "MISSING_FIELDS",
    "consumer_report_permissible_purpose",
  ],
  [{ country_codes: ["US", "CA"] }, "INVALID_PRODUCT", "consumer reports are available in US only"],
])("consumer reports with %j are refused with %s", async (changes, code, words) => {
  const { user_id, create } = await appWithUser();
  const { body } = await create({ ...REPORT, user_id, ...changes });
  expect(body.error_code).toBe(code);
  expect(body.error_message).toContain(words);
});

test("a client needs no product of Items to be enabled for consumer reports", async () => {
  const { app } = await appWithUser();
  const another = {
    ...app.client,
    clientId: "another",
    secrets: [sampleSecret("secret")],
    publicKey: "another-key",
    products: [],
  };
  await app.services.store.clients.add(another);
  const post = (path: string, body: object) =>
    app.post(path, { client_id: "another", secret: "secret", ...body });
  const { user_id } = (await post("/user/create", { client_user_id: "customer-1" })).body;
  const { link_token } = (await post("/link/token/create", { ...REPORT, user_id })).body;
  expect((await finish(app, link_token)).status).toBe(200);
  expect(await app.services.store.users.items(String(user_id))).toHaveLength(1);
});

test("a link token ends with its user, also while Link is open", async () => {
  const { app, user_id, create } = await appWithUser();
  const { link_token } = (await create({ ...REPORT, user_id })).body;
  const late = (await create({ ...REPORT, user_id })).body;
  const link = await app.startLink({ token: link_token });
  await link.bridge("institution/select", BANK);
  await app.call("/user/remove", { user_id });
  const credentials = { username: "user_good", password: "pass_good" };
  const { body } = await link.bridge("credentials/submit", { ...BANK, credentials });
  const { accounts } = body.selection as { accounts: { id: string }[] };
  const end = await link.bridge("accounts/select", { account_ids: accounts.map(({ id }) => id) });
  expect(end.body).toMatchObject({ error_code: "INVALID_USER_ID" });
  expect((await app.startLink({ token: late.link_token })).body).toMatchObject({
    error_code: "INVALID_LINK_TOKEN",
    error_message: "the user of the link_token was removed",
  });
});
