import { expect, test } from "vitest";
import { sampleClient, sampleSecret } from "../../../testing/store-contract/samples.ts";
import { browser, signedIn, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const BANK = { institution_id: "ins_109508", country_codes: ["US"] };
/** The body of the tried path's response. */
const parseAnswer = ({ body }: { body: Record<string, unknown> }) => JSON.parse(String(body.body));

const GET_BY_ID = { path: "/institutions/get_by_id", body: BANK };

test("a path is tried without any secret, in the version that is named, else in the client's own", async () => {
  const { app, dashboard } = await signedIn();
  const answer = await dashboard.post("try", { ...GET_BY_ID, version: "2017-03-08" });
  expect(answer.body).toMatchObject({ status: 200, content_type: expect.stringMatching(/json/) });
  expect(parseAnswer(answer).institution).toHaveProperty("has_mfa");
  const own = await dashboard.post("try", GET_BY_ID);
  expect(parseAnswer(own).institution).not.toHaveProperty("has_mfa");
  expect(app.logged.join()).not.toContain(app.keys.secret);
});

test("a refusal is shown as the API returns it, with its own request_id", async () => {
  const { dashboard } = await signedIn();
  const body = { access_token: "access-sandbox-nobody" };
  const answer = await dashboard.post("try", { path: "/item/get", body });
  const refusal = parseAnswer(answer);
  expect([answer.body.status, refusal.error_code]).toEqual([400, "INVALID_ACCESS_TOKEN"]);
  expect(refusal.request_id).not.toBe(answer.body.request_id);
});

test("a call runs as a client of the session only, with any keys in the body", async () => {
  const { app, dashboard } = await signedIn();
  const other = sampleClient({ secrets: [sampleSecret("their secret")] });
  await app.services.store.clients.add(other);
  for (const keys of [
    { client_id: other.clientId },
    { secret: "their secret" },
    { public_key: other.publicKey },
  ]) {
    const answer = await dashboard.post("try", { ...GET_BY_ID, body: { ...BANK, ...keys } });
    expect([answer.status, answer.body.error_code]).toEqual([400, "UNKNOWN_FIELDS"]);
  }
});

test("the operator calls as the client that they name, and sees no other's data", async () => {
  const app = await testApp();
  const other = sampleClient({ secrets: [sampleSecret("their secret")] });
  await app.services.store.clients.add(other);
  const { public_token } = await app.call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["auth"],
  });
  const operator = browser(app);
  await signInOperator(app, operator);
  const exchange = { path: "/item/public_token/exchange", body: { public_token } };
  const theirs = await operator.post("try", { ...exchange, client_id: other.clientId });
  expect([theirs.body.status, parseAnswer(theirs).error_code]).toEqual([
    400,
    "INVALID_PUBLIC_TOKEN",
  ]);
  const own = await operator.post("try", { ...exchange, client_id: app.keys.client_id });
  expect(parseAnswer(own)).toHaveProperty("access_token");
});

test("Link opens with a link token of the session, whether the public_key opens it or not", async () => {
  const { app, dashboard } = await signedIn();
  await app.services.store.clients.setPublicKeyEnabled(app.keys.client_id, false);
  const body = {
    client_name: "Tally",
    language: "en",
    country_codes: ["US"],
    products: ["auth"],
    user: { client_user_id: "preview" },
  };
  const answer = await dashboard.post("try", { path: "/link/token/create", body });
  const { status, body: session } = await app.startLink({ token: parseAnswer(answer).link_token });
  expect([status, session.client_name]).toEqual([200, "Tally"]);
});

test("only the API's own paths are called, and none after the session has ended", async () => {
  const { dashboard } = await signedIn();
  const paths = ["/dashboard/api/secret/rotate", "/bridge/session/start", "/item/get/", "item/get"];
  for (const path of [...paths, "/item/get?x", "//evil.example/item/get", ""]) {
    const { body } = await dashboard.post("try", { path, body: {} });
    expect([path, body.error_code]).toEqual([path, "INVALID_FIELD"]);
  }
  const cookie = dashboard.cookie();
  await dashboard.post("sign-out", {});
  const { body } = await dashboard.post("try", GET_BY_ID, { cookie });
  expect(body.error_code).toBe("INVALID_DASHBOARD_SESSION");
});

test("outside the sandbox the audit log says which path was tried, without its body", async () => {
  const app = await testApp({
    SERVICE_ENV: "development",
    SERVICE_LINK_MASTER_KEY: "ab".repeat(32),
  });
  const dashboard = browser(app);
  await dashboard.signIn();
  await dashboard.post("try", GET_BY_ID);
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({
    action: "client.try_path",
    subject: app.keys.client_id,
    details: '{"path":"/institutions/get_by_id","address":"127.0.0.1"}',
  });
});
