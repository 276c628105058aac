import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linkConfig, PAGE, testApp } from "../../testing/test-app/test-app.ts";

const BANK = { institution_id: "ins_109508" };
const GOOD = { ...BANK, credentials: { username: "user_good", password: "pass_good" } };
const HOURS = 3_600_000;

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;

const toSelection = (body: Record<string, unknown>) =>
  (body.selection as { accounts: { id: string; mask: string; name: string }[] }).accounts;

const accountIds = async (link: Link): Promise<string[]> => {
  await link.bridge("institution/select", BANK);
  const { body } = await link.bridge("credentials/submit", GOOD);
  return toSelection(body).map(({ id }) => id);
};

describe("a session", () => {
  test("a session leads from an institution to a public_token that the API exchanges", async () => {
    const { startLink, call } = await testApp();
    const link = await startLink();
    const form = await link.bridge("institution/select", BANK);
    expect(form.body).toMatchObject({
      institution: { ...BANK, name: "First Platypus Bank" },
      health: "HEALTHY",
      fields: [
        { name: "username", type: "text" },
        { name: "password", type: "password" },
      ],
    });
    const login = await link.bridge("credentials/submit", GOOD);
    const accounts = toSelection(login.body);
    expect(accounts.length).toBeGreaterThan(1);
    const [choice] = accounts;
    const end = await link.bridge("accounts/select", { account_ids: [choice?.id] });
    expect(end.body.public_token).toMatch(/^public-sandbox-[0-9a-f-]{36}$/);
    const { access_token } = await call("/item/public_token/exchange", {
      public_token: end.body.public_token,
    });
    const { accounts: read } = await call("/accounts/get", { access_token });
    expect(read).toMatchObject([
      { account_id: choice?.id, mask: choice?.mask, name: choice?.name },
    ]);
  });

  test("a session finds institutions by name, with its products only", async () => {
    const { startLink, call } = await testApp();
    const link = await startLink({ product: ["income"] });
    const { body } = await link.bridge("institutions/search", { query: "" });
    const institutionIds = (body.institutions as { institution_id: string }[]).map(
      (institution) => institution.institution_id,
    );
    expect(institutionIds.length).toBeGreaterThan(0);
    const { institutions } = (await call("/institutions/get", {
      count: 500,
      offset: 0,
      country_codes: ["US"],
      options: { products: ["income"] },
    })) as { institutions: { institution_id: string }[] };
    const able = institutions.map(({ institution_id }) => institution_id);
    expect(institutionIds.filter((id) => !able.includes(id))).toEqual([]);
  });

  test("a session can go back to another institution, and connects the last one", async () => {
    const { startLink, call } = await testApp();
    const link = await startLink();
    await link.bridge("institution/select", { institution_id: "ins_109512" });
    const [id] = await accountIds(link);
    const { body } = await link.bridge("accounts/select", { account_ids: [id] });
    const { access_token } = await call("/item/public_token/exchange", {
      public_token: body.public_token,
    });
    expect((await call("/item/get", { access_token })).item).toMatchObject(BANK);
  });

  test("a session takes new credentials after refused ones", async () => {
    const { startLink } = await testApp();
    const link = await startLink();
    await link.bridge("institution/select", BANK);
    const refusal = await link.bridge("credentials/submit", {
      ...BANK,
      credentials: { username: "user_good", password: "wrong" },
    });
    expect([refusal.status, refusal.body.error_code]).toEqual([400, "INVALID_CREDENTIALS"]);
    expect((await link.bridge("credentials/submit", GOOD)).status).toBe(200);
  });

  test("a session refuses credentials for another institution", async () => {
    const { startLink } = await testApp();
    const link = await startLink();
    await link.bridge("institution/select", { institution_id: "ins_109512" });
    await link.bridge("institution/select", BANK);
    const { body } = await link.bridge("credentials/submit", {
      ...GOOD,
      institution_id: "ins_109512",
    });
    expect(body.error_code).toBe("INVALID_LINK_SESSION");
    expect((await link.bridge("credentials/submit", GOOD)).status).toBe(200);
  });

  test("a session creates one Item, however often its accounts are submitted", async () => {
    const { startLink } = await testApp();
    const link = await startLink();
    const account_ids = await accountIds(link);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => link.bridge("accounts/select", { account_ids })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await link.bridge("accounts/select", { account_ids })).body.error_code).toBe(
      "INVALID_LINK_SESSION",
    );
  });

  test("a session refuses a submission for a later step, and an unknown account", async () => {
    const { startLink } = await testApp();
    const link = await startLink();
    const early = await link.bridge("credentials/submit", GOOD);
    expect(early.body.error_code).toBe("INVALID_LINK_SESSION");
    const [id] = await accountIds(link);
    const { body } = await link.bridge("accounts/select", { account_ids: [id, "nobody's"] });
    expect(body.error_code).toBe("INVALID_ACCOUNT_ID");
    expect((await link.bridge("accounts/select", { account_ids: [id] })).status).toBe(200);
  });

  test("a session refuses to select an institution that is down", async () => {
    const { startLink } = await testApp();
    const link = await startLink();
    const { body } = await link.bridge("institution/select", { institution_id: "ins_132361" });
    expect(body.error_code).toBe("INSTITUTION_DOWN");
  });

  test("a session is over after an exit, and after four hours", async () => {
    const { startLink, advanceClock } = await testApp();
    const otherLink = await startLink();
    expect((await otherLink.bridge("session/exit", { status: null })).status).toBe(200);
    const late = await startLink();
    advanceClock(4 * HOURS);
    for (const link of [otherLink, late])
      expect((await link.bridge("institution/select", BANK)).body.error_code).toBe(
        "INVALID_LINK_SESSION",
      );
  });

  test("the bridge refuses calls without a valid session_token", async () => {
    const { post, startLink } = await testApp();
    await startLink();
    for (const authorization of [
      "",
      "Bearer",
      "Bearer x",
      "Basic x",
      `Bearer ${"x".repeat(500)}`,
    ]) {
      const { body } = await post("/bridge/institution/select", BANK, { authorization });
      expect(body.error_code).toBe("INVALID_LINK_SESSION");
    }
  });
});

describe("a session does not start", () => {
  const starting = async (config: object, origin = PAGE) => {
    const { post, keys } = await testApp();
    const { status, body } = await post("/bridge/session/start", {
      config: { ...linkConfig(keys.public_key), ...config },
      origin,
    });
    expect(status).toBe(400);
    return [body.error_code, body.error_message];
  };

  test("a session does not start with an unknown public_key", async () => {
    expect(await starting({ key: "nobody's" })).toEqual([
      "INVALID_PUBLIC_KEY",
      "no client has this public_key",
    ]);
  });

  test("a session does not start for another environment", async () => {
    expect(await starting({ env: "production" })).toEqual([
      "UNAUTHORIZED_ENVIRONMENT",
      "env is production, but this server serves sandbox",
    ]);
  });

  test("a session does not start on an origin that is not allowed", async () => {
    for (const origin of ["https://shop.example", "null", "http://localhost.evil.example", "x"])
      expect((await starting({}, origin))[0]).toBe("INVALID_ORIGIN");
  });

  test("a session does not start for products that none of its countries has", async () => {
    expect(await starting({ product: ["income"], countryCodes: ["US", "GB"] })).toEqual([
      "INVALID_PRODUCT",
      "no requested product is available in all of US, GB",
    ]);
  });

  test("a session does not start with an invalid configuration, and all problems are listed", async () => {
    expect(
      await starting({
        clientName: undefined,
        product: ["auth", "bank"],
        language: "xx",
        countryCodes: [],
        webhook: "ftp://x",
        surprise: 1,
      }),
    ).toEqual([
      "INVALID_CONFIGURATION",
      "the Link configuration is not valid: clientName is missing; surprise is not a known field; " +
        "product[1] must be one of transactions, auth, identity, income, assets, liabilities, investments, statements; " +
        "language must be one of en, fr; countryCodes must have at least 1 element; " +
        "webhook must be an http or https URL",
    ]);
  });
});

test("a session starts on a registered origin, and on no other", async () => {
  const { post, keys, client, services } = await testApp();
  await services.store.clients.allowOrigin(client.clientId, "https://shop.example", 100);
  const start = (origin: string) =>
    post("/bridge/session/start", { config: linkConfig(keys.public_key), origin });
  expect((await start("https://shop.example")).status).toBe(200);
  for (const origin of [
    "http://shop.example",
    "https://shop.example.evil.example",
    "https://shop.example:444",
  ])
    expect((await start(origin)).status).toBe(400);
});

test("credentials are in no log and in no answer", async () => {
  const { startLink, logged } = await testApp();
  const link = await startLink();
  await link.bridge("institution/select", BANK);
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[a-z]{12,20}$/), async (secret) => {
      const answer = await link.bridge("credentials/submit", {
        ...BANK,
        credentials: { username: `user-${secret}`, password: secret },
      });
      expect(JSON.stringify(answer)).not.toContain(secret);
      expect(logged.join()).not.toContain(secret);
    }),
    { numRuns: 20 },
  );
  expect(logged.length).toBeGreaterThan(20);
});

test("session_token, secret and tokens are in no log", async () => {
  const { startLink, link, logged, keys } = await testApp();
  const item = await link();
  const firstLink = await startLink();
  const log = logged.join();
  for (const secret of [
    keys.secret,
    item.access_token,
    item.public_token,
    String(firstLink.body.session_token),
  ])
    expect(log).not.toContain(secret);
});
