import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { sampleSecret } from "../../../testing/store-contract/samples.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { digest } from "../../domain/identifiers.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BODY = {
  client_name: "Shop",
  language: "en",
  country_codes: ["US"],
  products: ["auth", "transactions"],
  user: { client_user_id: "user-1" },
};

type App = Awaited<ReturnType<typeof testApp>>;

const create = async ({ post, keys: { client_id, secret } }: App, changes: object = {}) => {
  const { status, body } = await post("/link/token/create", {
    client_id,
    secret,
    ...BODY,
    ...changes,
  });
  return { status, body, code: body.error_code, message: String(body.error_message) };
};
const token = async (app: App, changes: object = {}) =>
  String((await app.call("/link/token/create", { ...BODY, ...changes })).link_token);
const fetchSessions = async (app: App, link_token: string) =>
  (await app.call("/link/token/get", { link_token })).link_sessions;

describe("/link/token/create", () => {
  test("/link/token/create returns a link_token and its expiration", async () => {
    const app = await testApp();
    const { body } = await create(app);
    expect(body).toEqual({
      link_token: expect.stringMatching(/^link-sandbox-[0-9a-f-]{36}$/),
      expiration: "2026-01-15T16:00:00.000Z",
      request_id: expect.any(String),
    });
    const { access_token } = await app.link();
    const update = await create(app, { access_token, products: [] });
    expect(update.body.expiration).toBe("2026-01-15T12:30:00.000Z");
  });

  test("a link_token is stored as a digest only", async () => {
    const app = await testApp();
    const link_token = await token(app);
    const record = await app.services.store.linkTokens.byDigest(digest(link_token));
    expect(record).not.toBeNull();
    expect(JSON.stringify(record)).not.toContain(link_token);
    expect(app.logged.join()).not.toContain(link_token);
  });

  test("/link/token/create stores the settings of the session", async () => {
    const app = await testApp();
    const { user_id } = await app.call("/user/create", { client_user_id: "user-1" });
    const link_token = await token(app, {
      webhook: "https://shop.example/hook",
      user: { client_user_id: "user-1", legal_name: "Jane", email_address: "jane@mail.example" },
      redirect_uri: "http://localhost:3000/back",
      account_selection: "one",
      user_id,
      consumer_report_permissible_purpose: "ACCOUNT_REVIEW_CREDIT",
      cra_options: { days_requested: 365, base_report: { client_report_id: "report-1" } },
    });
    expect(await app.services.store.linkTokens.byDigest(digest(link_token))).toMatchObject({
      clientId: app.keys.client_id,
      updateItemId: null,
      config: {
        webhook: "https://shop.example/hook",
        user: { legalName: "Jane", emailAddress: "jane@mail.example" },
        accountSelection: "one",
      },
      details: {
        clientUserId: "user-1",
        redirectUri: "http://localhost:3000/back",
        userId: user_id,
        products: ["auth", "transactions"],
        permissiblePurpose: "ACCOUNT_REVIEW_CREDIT",
        reportOptions: { daysRequested: 365, clientReportId: "report-1" },
      },
    });
  });

  test("a link_token with legal_name and email_address turns all Auth features on", async () => {
    const app = await testApp();
    const user = async (changes: object) => {
      const link_token = await token(app, { user: { client_user_id: "user-1", ...changes } });
      return (await app.services.store.linkTokens.byDigest(digest(link_token)))?.config.user;
    };
    const both = { legal_name: "Jane", email_address: "jane@mail.example" };
    expect(await user(both)).toEqual({ legalName: "Jane", emailAddress: "jane@mail.example" });
    expect(await user({ legal_name: "Jane" })).toBeUndefined();
    expect(await user({ email_address: "jane@mail.example" })).toBeUndefined();
  });

  test.each([
    [{ user: undefined }, "MISSING_FIELDS", "user"],
    [{ user: {} }, "MISSING_FIELDS", "user.client_user_id"],
    [{ products: undefined }, "MISSING_FIELDS", "products"],
    [
      { client_name: undefined, country_codes: undefined },
      "MISSING_FIELDS",
      "client_name, country",
    ],
    [{ products: [] }, "INVALID_FIELD", "products must have at least 1 element"],
    [{ products: ["bank"] }, "INVALID_PRODUCT", "products[0]"],
    [{ products: ["bank"], language: "xx" }, "INVALID_FIELD", "products[0]"],
    [
      { products: ["cra_base_report"] },
      "MISSING_FIELDS",
      "user_id, consumer_report_permissible_pur",
    ],
    [{ products: ["auth", "cra_monitoring"] }, "INVALID_PRODUCT", "cra_network_insights"],
    [{ consumer_report_permissible_purpose: "FUN" }, "INVALID_FIELD", "ACCOUNT_REVIEW_CREDIT"],
    [{ cra_options: {} }, "MISSING_FIELDS", "cra_options.days_requested"],
    [{ products: ["income"], country_codes: ["GB"] }, "INVALID_PRODUCT", "GB"],
    [{ language: "xx" }, "INVALID_FIELD", "language"],
    [{ country_codes: ["US", "US"] }, "INVALID_FIELD", "country twice"],
    [{ webhook: "ftp://x" }, "INVALID_FIELD", "webhook"],
    [{ user: { client_user_id: "1", email_address: "x" } }, "INVALID_FIELD", "email_address"],
    [{ redirect_uri: "http://shop.example/back" }, "INVALID_FIELD", "https"],
    [{ redirect_uri: "https://shop.example/back" }, "INVALID_FIELD", "registered"],
    [{ redirect_uri: "http://localhost/back?x=1" }, "INVALID_FIELD", "no query"],
    [{ redirect_uri: "http://localhost/back#" }, "INVALID_FIELD", "no fragment"],
    [{ redirect_uri: "shop://back" }, "INVALID_FIELD", "redirect_uri"],
    [{ cra_options: { days_requested: 0 } }, "INVALID_FIELD", "days_requested"],
    [{ cra_options: { days_requested: 9, surprise: 1 } }, "UNKNOWN_FIELDS", "surprise"],
    [{ access_token: "x" }, "INVALID_ACCESS_TOKEN", "access_token"],
  ])("refuses %j with %s", async (changes, code, words) => {
    const answer = await create(await testApp(), changes);
    expect([answer.status, answer.code]).toEqual([400, code]);
    expect(answer.message).toContain(words);
  });

  test("a redirect_uri that is registered may be spelled in another way", async () => {
    const app = await testApp();
    await app.services.store.redirectUris.allow(app.keys.client_id, "https://shop.example/", 9);
    expect((await create(app, { redirect_uri: "https://shop.example" })).status).toBe(200);
    expect((await create(app, { redirect_uri: "https://shop.example?" })).message).toContain(
      "no query",
    );
  });

  test("/link/token/create in update mode takes no products, and only Items of this client", async () => {
    const app = await testApp();
    const { access_token } = await app.link();
    expect((await create(app, { access_token })).code).toBe("INVALID_FIELD");
    expect((await create(app, { access_token, products: undefined })).status).toBe(200);
    await app.call("/item/remove", { access_token });
    expect((await create(app, { access_token, products: [] })).code).toBe("ITEM_NOT_FOUND");
  });

  test("/link/token/create refuses a product that the client is not enabled for", async () => {
    const app = await testApp();
    const { client_id } = await anotherClient(app);
    const answer = await app.post("/link/token/create", {
      ...BODY,
      client_id,
      secret: "another-secret",
    });
    expect(answer.body).toMatchObject({
      error_code: "INVALID_PRODUCT",
      error_message: "the client is not enabled for transactions",
    });
  });
});

/** A second client, which may request only Auth. */
const anotherClient = async ({ services, client }: App) => {
  const another = {
    ...client,
    clientId: "another-client",
    secrets: [sampleSecret("another-secret")],
    publicKey: "another-key",
    products: ["auth" as const],
  };
  await services.store.clients.add(another);
  return { client_id: another.clientId };
};

describe("/link/token/get", () => {
  test("/link/token/get returns the settings of the link_token", async () => {
    const app = await testApp();
    const link_token = await token(app, {
      webhook: "https://shop.example/hook",
      redirect_uri: "http://localhost:3000/back",
    });
    app.advanceClock(HOUR);
    expect(await app.call("/link/token/get", { link_token })).toEqual({
      link_token,
      created_at: "2026-01-15T12:00:00.000Z",
      expiration: "2026-01-15T16:00:00.000Z",
      metadata: {
        initial_products: ["auth", "transactions"],
        webhook: "https://shop.example/hook",
        country_codes: ["US"],
        language: "en",
        redirect_uri: "http://localhost:3000/back",
        client_name: "Shop",
      },
      link_sessions: [],
      request_id: expect.any(String),
    });
    const { access_token } = await app.link();
    const update = await token(app, { access_token, products: [] });
    expect(await app.call("/link/token/get", { link_token: update })).toMatchObject({
      metadata: { initial_products: [], webhook: null, redirect_uri: null },
    });
  });

  test("/link/token/get returns the step of the session", async () => {
    const app = await testApp();
    const link_token = await token(app);
    const link = await app.startLink({ token: link_token });
    const bank = { institution_id: "ins_109508" };
    const at = (step: string) => ({
      link_session_id: link.linkSessionId,
      started_at: "2026-01-15T12:00:00.000Z",
      finished_at: null,
      status: null,
      step,
      results: { item_add_results: [] },
    });
    expect(await fetchSessions(app, link_token)).toEqual([at("institution")]);
    await link.bridge("institution/select", bank);
    expect(await fetchSessions(app, link_token)).toEqual([at("credentials")]);
    const credentials = { username: "user_good", password: "mfa_code" };
    await link.bridge("credentials/submit", { ...bank, credentials });
    expect(await fetchSessions(app, link_token)).toEqual([at("mfa")]);
    const { body } = await link.bridge("mfa/submit", { answers: ["1234"] });
    expect(await fetchSessions(app, link_token)).toEqual([at("accounts")]);
    app.advanceClock(HOUR);
    const { accounts } = body.selection as { accounts: { id: string }[] };
    await link.bridge("accounts/select", { account_ids: [accounts[0]?.id] });
    expect(await fetchSessions(app, link_token)).toMatchObject([
      { finished_at: "2026-01-15T13:00:00.000Z", status: "connected", step: "connected" },
    ]);
  });

  test("/link/token/get returns the exit status and the last step", async () => {
    const app = await testApp();
    const link_token = await token(app);
    const link = await app.startLink({ token: link_token });
    await link.bridge("institution/select", { institution_id: "ins_109508" });
    await link.bridge("session/exit", { status: "requires_credentials" });
    expect(await fetchSessions(app, link_token)).toMatchObject([
      {
        finished_at: "2026-01-15T12:00:00.000Z",
        status: "requires_credentials",
        step: "credentials",
      },
    ]);
  });

  test("an expired session keeps its last step, and nothing of the login", async () => {
    const app = await testApp();
    const link_token = await token(app);
    const link = await app.startLink({ token: link_token });
    const bank = { institution_id: "ins_109508" };
    await link.bridge("institution/select", bank);
    const credentials = { username: "user_good", password: "pass_good" };
    await link.bridge("credentials/submit", { ...bank, credentials });
    app.advanceClock(5 * HOUR);
    await app.startLink();
    expect(await fetchSessions(app, link_token)).toMatchObject([
      { link_session_id: link.linkSessionId, finished_at: null, status: null, step: "accounts" },
    ]);
    const record = await app.services.store.sessions.byLinkTokenDigest(digest(link_token));
    expect(record?.step).toEqual({ at: "expired", from: "accounts" });
    app.advanceClock(7 * DAY);
    await app.startLink();
    expect(await app.services.store.linkTokens.byDigest(digest(link_token))).toBeNull();
    expect(await app.services.store.sessions.byLinkTokenDigest(digest(link_token))).toBeNull();
  });

  test("/link/token/get refuses another client's token and an unknown one", async () => {
    const app = await testApp();
    const link_token = await token(app);
    const { client_id } = await anotherClient(app);
    const get = async (body: object) => (await app.post("/link/token/get", body)).body.error_code;
    const foreign = { client_id, secret: "another-secret", link_token };
    expect(await get(foreign)).toBe("INVALID_LINK_TOKEN");
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 200 }), async (nonsense) => {
        const { client_id: own, secret } = app.keys;
        const code = await get({ client_id: own, secret, link_token: nonsense });
        expect(code).toBe("INVALID_LINK_TOKEN");
      }),
      { numRuns: samples(30) },
    );
  });
});
