import { expect, test, vi } from "vitest";
import { z } from "zod";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { createTokenBank, reachOnly } from "../../../testing/test-app/token-bank.ts";
import { createSandboxConnector } from "../../connectors/sandbox/connector.ts";

const PRODUCTION = { SERVICE_ENV: "production", SERVICE_LINK_MASTER_KEY: "ab".repeat(32) };
const GOOD = { user_id: "user_good", auth_token: "pass_good" };
const BODY = {
  institution_id: "ins_109508",
  products: ["auth", "transactions"],
  user_auth: GOOD,
};
const Accounts = z.array(z.object({ account_id: z.string() }));

/** A production app that reaches the sandbox's banks, and its client's import call. */
const production = async (institutions: string[]) => {
  const app = await testApp(PRODUCTION);
  reachOnly(app, createSandboxConnector());
  const { clients } = app.services.store;
  await clients.setInstitutions(app.client.clientId, institutions);
  const importItem = async (body: object) => {
    const { status, body: answer } = await app.post("/item/import", {
      ...app.credentials,
      ...body,
    });
    return [status, answer.error_code ?? "imported"];
  };
  return { app, importItem };
};

test("an imported Item has the accounts that the answer names, and is read as any other", async () => {
  const { call, runJobs } = await testApp();
  const receiver = await testReceiver();
  const importAnswer = await call("/item/import", { ...BODY, options: { webhook: receiver.url } });
  const { access_token, item_id } = importAnswer;
  expect(Accounts.parse(importAnswer.accounts).length).toBeGreaterThan(1);
  expect(await call("/accounts/get", { access_token })).toMatchObject({
    accounts: importAnswer.accounts,
    item: { item_id, institution_id: "ins_109508", webhook: receiver.url },
  });
  await runJobs();
  expect(receiver.codes()).toContain("TRANSACTIONS:HISTORICAL_UPDATE");
  expect(await call("/auth/get", { access_token })).toMatchObject({ item: { item_id } });
});

test("an import whose Item was stored although the store failed is that Item", async () => {
  const { call, services } = await testApp();
  const { items } = services.store;
  const create = items.create.bind(items);
  vi.spyOn(services, "pause").mockResolvedValue();
  vi.spyOn(items, "create").mockImplementationOnce(async (created) => {
    await create(created);
    throw new Error("the connection was lost behind the commit");
  });
  const { access_token, item_id } = await call("/item/import", BODY);
  expect((await call("/item/get", { access_token })).item).toMatchObject({ item_id });
});

test("each import is an Item of its own, with account ids of its own", async () => {
  const { call } = await testApp();
  const [first, second] = [await call("/item/import", BODY), await call("/item/import", BODY)];
  expect(first.item_id).not.toBe(second.item_id);
  const ids = Accounts.parse(first.accounts).map(({ account_id }) => account_id);
  for (const { account_id } of Accounts.parse(second.accounts))
    expect(ids).not.toContain(account_id);
});

test("a user who is unknown, or is asked for more than that, makes no Item and is not repeated", async () => {
  const { post, credentials, services } = await testApp();
  for (const user_auth of [
    { user_id: "user_good", auth_token: "wrong-token" },
    { user_id: "user_good", auth_token: "mfa_device" },
  ]) {
    const answer = await post("/item/import", { ...credentials, ...BODY, user_auth });
    expect([answer.status, answer.body.error_code]).toEqual([400, "INVALID_CREDENTIALS"]);
    expect(JSON.stringify(answer.body)).not.toContain(user_auth.auth_token);
  }
  expect((await services.store.clients.all())[0]?.liveItems).toBe(0);
});

test("a product that the institution or the client lacks is refused", async () => {
  const { post, credentials } = await testApp();
  const answer = await post("/item/import", {
    ...credentials,
    ...BODY,
    institution_id: "ins_900000",
  });
  expect(answer.body).toMatchObject({ error_code: "INVALID_PRODUCT" });
});

test("an institution whose Items cannot be imported is refused", async () => {
  const app = await testApp();
  const { institutionId, connector } = createTokenBank();
  reachOnly(app, connector);
  const { body } = await app.post("/item/import", {
    ...app.credentials,
    ...BODY,
    institution_id: institutionId,
  });
  expect(body).toMatchObject({
    error_code: "INVALID_INSTITUTION",
    error_message: "no Item is imported from this institution; its users connect it in Link",
  });
});

test("outside the sandbox a client imports from the institutions that it acts for alone", async () => {
  const { importItem } = await production(["ins_109508", "ins_109509"]);
  expect(await importItem(BODY)).toEqual([200, "imported"]);
  const { institution_id: _, ...bodyWithoutId } = BODY;
  expect(await importItem(bodyWithoutId)).toEqual([400, "MISSING_FIELDS"]);
  expect(await importItem({ ...BODY, institution_id: "ins_109510" })).toEqual([
    400,
    "UNAUTHORIZED_ROUTE_ACCESS",
  ]);
});

test("a client that acts for one institution need not name it; one that acts for no institution is refused", async () => {
  const { institution_id: _, ...bodyWithoutId } = BODY;
  const { importItem } = await production(["ins_109508"]);
  expect(await importItem(bodyWithoutId)).toEqual([200, "imported"]);
  const nobody = await production([]);
  for (const body of [bodyWithoutId, BODY])
    expect(await nobody.importItem(body)).toEqual([400, "UNAUTHORIZED_ROUTE_ACCESS"]);
});

test.each([
  ["currency", { currency: "EUR\npython" }],
  ["meta.name", { meta: { name: "a\u202eb" } }],
])("an import of a user with a harmful %s is refused, and names it", async (field, change) => {
  const { credentials, post } = await testApp();
  const account = { type: "depository", subtype: "checking", ...change };
  const auth_token = JSON.stringify({ override_accounts: [account] });
  const { body } = await post("/item/import", {
    ...credentials,
    ...BODY,
    user_auth: { user_id: "user_custom", auth_token },
  });
  expect(body.error_code).toBe("INVALID_CREDENTIALS");
  expect(body.error_message).toContain(`override_accounts[0].${field} must be`);
});
