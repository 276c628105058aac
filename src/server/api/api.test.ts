import { describe, expect, test } from "vitest";
import { goodBody, newestShapeOf } from "../../testing/test-app/bodies.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { digest } from "../domain/identifiers.ts";
import { endpoints } from "./index.ts";

const MINUTES = 60_000;

describe("a public token", () => {
  test("is exchanged once", async () => {
    const { call, post, keys } = await testApp();
    const { public_token } = await call("/sandbox/public_token/create", {
      institution_id: "ins_109508",
      initial_products: ["auth"],
    });
    const first = await post("/item/public_token/exchange", { ...keysOf(keys), public_token });
    expect(first.status).toBe(200);
    expect(Object.keys(first.body).sort()).toEqual(["access_token", "item_id", "request_id"]);
    expect(first.body.access_token).toMatch(/^access-sandbox-[0-9a-f-]{36}$/);
    const second = await post("/item/public_token/exchange", { ...keysOf(keys), public_token });
    expect([second.status, second.body.error_code, second.body.error_message]).toEqual([
      400,
      "INVALID_PUBLIC_TOKEN",
      "the public_token has already been exchanged; it is good once",
    ]);
  });

  test("gives exactly one success to 200 exchanges at once", async () => {
    const { call, post, keys } = await testApp();
    const { public_token } = await call("/sandbox/public_token/create", {
      institution_id: "ins_109508",
      initial_products: ["auth"],
    });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        post("/item/public_token/exchange", { ...keysOf(keys), public_token }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error_code === "INVALID_PUBLIC_TOKEN")).toHaveLength(
      199,
    );
  });

  test("is good until 30 minutes have passed", async () => {
    const { call, post, keys, passTime } = await testApp();
    const create = () =>
      call("/sandbox/public_token/create", {
        institution_id: "ins_109508",
        initial_products: ["auth"],
      });
    const late = await create();
    passTime(30 * MINUTES - 1);
    await call("/item/public_token/exchange", { public_token: late.public_token });
    const tooLate = await create();
    passTime(30 * MINUTES);
    const answer = await post("/item/public_token/exchange", {
      ...keysOf(keys),
      public_token: tooLate.public_token,
    });
    expect(answer.body.error_message).toBe(
      "the public_token has expired; it is good for 30 minutes",
    );
  });

  test("of an existing Item leads to the access token that the Item has", async () => {
    const { call, link } = await testApp();
    const { access_token, item_id } = await link();
    const created = await call("/item/public_token/create", { access_token });
    expect(Object.keys(created).sort()).toEqual(["public_token", "request_id"]);
    const { public_token } = created;
    expect(await call("/item/public_token/exchange", { public_token })).toMatchObject({
      access_token,
      item_id,
    });
  });
});

test("two Items of one login have accounts with the same numbers and ids of their own", async () => {
  const { call, link } = await testApp();
  const [one, two] = [await link(), await link()];
  const auth = async ({ access_token }: { access_token: string }) =>
    (await call("/auth/get", { access_token })) as {
      numbers: { ach: { account: string; account_id: string }[] };
    };
  const [first, second] = [await auth(one), await auth(two)];
  expect(one.access_token).not.toBe(two.access_token);
  expect(first.numbers.ach.map(({ account }) => account)).toEqual(
    second.numbers.ach.map(({ account }) => account),
  );
  const ids = [...first.numbers.ach, ...second.numbers.ach].map(({ account_id }) => account_id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe("/auth/get answers the numbers of the institution's region", () => {
  test.each([
    ["ins_109508", ["ach"]],
    ["ins_43", ["eft"]],
    ["ins_116834", ["international", "bacs"]],
  ])("%s: %j", async (institution, networks) => {
    const { call, link } = await testApp();
    const { access_token } = await link(institution);
    const { numbers, accounts } = (await call("/auth/get", { access_token })) as {
      numbers: Record<string, { account_id: string }[]>;
      accounts: { account_id: string }[];
    };
    expect(Object.keys(numbers)).toEqual(["ach", "eft", "international", "bacs"]);
    const used = Object.keys(numbers).filter((network) => numbers[network]?.length);
    expect(used).toEqual(networks);
    for (const network of networks)
      expect(numbers[network]?.map(({ account_id }) => account_id)).toEqual(
        accounts.map(({ account_id }) => account_id),
      );
  });
});

test("options.account_ids narrows the answer, and refuses an account that is not the Item's", async () => {
  const { call, link, post, keys } = await testApp();
  const { access_token } = await link();
  const all = (await call("/accounts/get", { access_token })) as {
    accounts: { account_id: string }[];
  };
  const [one] = all.accounts;
  const narrowed = await call("/accounts/get", {
    access_token,
    options: { account_ids: [one?.account_id] },
  });
  expect(narrowed.accounts).toEqual([one]);
  const { body } = await post("/accounts/get", {
    ...keysOf(keys),
    access_token,
    options: { account_ids: [one?.account_id, "nobody's"] },
  });
  expect(body.error_code).toBe("INVALID_ACCOUNT_ID");
});

test("/auth/get adds auth to an Item that was linked without it", async () => {
  const { call, link } = await testApp();
  const { access_token } = await link("ins_109508", ["transactions"]);
  const before = await call("/item/get", { access_token });
  expect(before.item).toMatchObject({ billed_products: ["transactions"], error: null });
  const { item } = await call("/auth/get", { access_token });
  expect(item).toMatchObject({ billed_products: ["transactions", "auth"] });
  const after = await call("/item/get", { access_token });
  expect(after.item).toEqual(item);
});

describe("an Item", () => {
  const tokenPaths = [
    "/item/get",
    "/accounts/get",
    "/auth/get",
    "/item/public_token/create",
    "/item/webhook/update",
    "/item/access_token/invalidate",
    "/item/remove",
  ];

  test("tells where its webhooks go, and no longer when they go nowhere", async () => {
    const { call, link } = await testApp();
    const { access_token } = await link();
    const webhook = "https://shop.example/webhook";
    const { item } = await call("/item/webhook/update", { access_token, webhook });
    expect(item).toMatchObject({ webhook });
    expect((await call("/item/get", { access_token })).item).toEqual(item);
    await call("/item/webhook/update", { access_token, webhook: null });
    expect((await call("/item/get", { access_token })).item).toMatchObject({ webhook: null });
  });

  test("keeps its webhook when the new one is not a URL", async () => {
    const { call, link, post, keys } = await testApp();
    const { access_token } = await link();
    const webhook = "https://shop.example/webhook";
    await call("/item/webhook/update", { access_token, webhook });
    for (const wrong of ["", "shop.example", "ftp://shop.example", "javascript:alert(1)", 1, {}]) {
      const { body } = await post("/item/webhook/update", {
        ...keysOf(keys),
        access_token,
        webhook: wrong,
      });
      expect(body.error_code).toBe("INVALID_FIELD");
    }
    expect((await call("/item/get", { access_token })).item).toMatchObject({ webhook });
  });

  test("gets another access token, and the old one is dead at once", async () => {
    const { call, link, post, keys } = await testApp();
    const { access_token, item_id } = await link();
    const { new_access_token } = await call("/item/access_token/invalidate", { access_token });
    expect(new_access_token).toMatch(/^access-sandbox-[0-9a-f-]{36}$/);
    for (const path of tokenPaths) {
      const { body } = await post(path, { ...keysOf(keys), access_token });
      expect([path, body.error_code]).toEqual([path, "INVALID_ACCESS_TOKEN"]);
    }
    const read = await call("/item/get", { access_token: new_access_token });
    expect(read.item).toMatchObject({ item_id });
    const { public_token } = await call("/item/public_token/create", {
      access_token: new_access_token,
    });
    expect(await call("/item/public_token/exchange", { public_token })).toMatchObject({
      access_token: new_access_token,
      item_id,
    });
  });

  test("gets one new access token from many calls at once", async () => {
    const { link, post, keys } = await testApp();
    const { access_token } = await link();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        post("/item/access_token/invalidate", { ...keysOf(keys), access_token }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("is not found once it was removed", async () => {
    const { call, link, post, keys } = await testApp();
    const { access_token } = await link();
    const { public_token } = await call("/item/public_token/create", { access_token });
    expect(Object.keys(await call("/item/remove", { access_token }))).toEqual(["request_id"]);
    for (const path of tokenPaths) {
      const { status, body } = await post(path, { ...keysOf(keys), access_token });
      expect([path, status, body.error_code]).toEqual([path, 400, "ITEM_NOT_FOUND"]);
    }
    const exchanged = await post("/item/public_token/exchange", { ...keysOf(keys), public_token });
    expect(exchanged.body.error_code).toBe("INVALID_PUBLIC_TOKEN");
  });
});

test("another client's access token opens nothing", async () => {
  const { link, post, services } = await testApp();
  const { access_token } = await link();
  const client = await services.store.clients.first();
  if (!client) throw new Error("there is a client");
  await services.store.clients.add({
    ...client,
    clientId: "other",
    publicKey: "other",
    secretDigest: digest("other-secret"),
  });
  for (const path of ["/item/get", "/accounts/get", "/auth/get", "/item/public_token/create"]) {
    const { body } = await post(path, { client_id: "other", secret: "other-secret", access_token });
    expect(body.error_code).toBe("INVALID_ACCESS_TOKEN");
  }
});

describe("institutions", () => {
  test("are listed by country and product, a page at a time", async () => {
    const { call } = await testApp();
    const page = async (offset: number) =>
      (await call("/institutions/get", {
        count: 5,
        offset,
        country_codes: ["GB"],
        options: { products: ["auth"] },
      })) as { total: number; institutions: { institution_id: string; country_codes: string[] }[] };
    const first = await page(0);
    const second = await page(5);
    expect(first.institutions).toHaveLength(5);
    expect(first.total).toBeGreaterThan(5);
    for (const { country_codes } of first.institutions) expect(country_codes).toContain("GB");
    const ids = [...first.institutions, ...second.institutions].map((one) => one.institution_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("are found by name, with their status when asked for", async () => {
    const { call } = await testApp();
    const { institutions } = (await call("/institutions/search", {
      query: "first plat",
      country_codes: ["US"],
      options: { include_status: true, include_optional_metadata: true },
    })) as { institutions: Record<string, unknown>[] };
    expect(institutions[0]).toMatchObject({
      institution_id: "ins_109508",
      name: "First Platypus Bank",
      country_codes: ["US"],
      status: { item_logins: { status: "HEALTHY" } },
    });
    expect(institutions[0]?.url).toMatch(/^https:\/\/.*\.example/);
  });

  test("are not found in a country that they do not serve", async () => {
    const { call, post, keys } = await testApp();
    const id = { institution_id: "ins_109508" };
    const found = await call("/institutions/get_by_id", { ...id, country_codes: ["US"] });
    expect(found.institution).toMatchObject(id);
    const { body } = await post("/institutions/get_by_id", {
      ...keysOf(keys),
      ...id,
      country_codes: ["FR"],
    });
    expect(body.error_code).toBe("INVALID_INSTITUTION");
  });
});

test("a sandbox user who is asked for more than credentials is linked in Link only", async () => {
  const { post, keys } = await testApp();
  const create = (override_username: string, override_password: string) =>
    post("/sandbox/public_token/create", {
      ...keysOf(keys),
      institution_id: "ins_109508",
      initial_products: ["auth"],
      options: { override_username, override_password },
    });
  const asked = [
    await create("user_good", "mfa_device"),
    await create("user_custom", JSON.stringify({ mfa: { type: "questions" } })),
  ];
  for (const { status, body } of asked)
    expect([status, body.error_code, body.error_message]).toEqual([
      400,
      "INVALID_CREDENTIALS",
      "this user is asked for more than credentials; open Link",
    ]);
  expect((await create("user_custom", JSON.stringify({ seed: "1" }))).status).toBe(200);
});

test("/sandbox paths exist in the sandbox only", async () => {
  const { post, keys } = await testApp({
    SERVICE_ENV: "production",
    SERVICE_LINK_MASTER_KEY: "ab".repeat(32),
  });
  const { body } = await post("/sandbox/public_token/create", {
    ...keysOf(keys),
    institution_id: "ins_109508",
    initial_products: ["auth"],
  });
  expect(body.error_code).toBe("SANDBOX_ONLY");
});

test("every answer has the shape that its endpoint declares", async () => {
  const app = await testApp();
  await app.services.store.clients.setPartner(app.client.clientId, true);
  const institutions = {
    count: 500,
    offset: 0,
    country_codes: ["US", "CA", "GB", "FR", "DE"],
    options: { include_status: true, include_optional_metadata: true },
  };
  for (const endpoint of endpoints) {
    if (typeof endpoint.response === "string") continue;
    const item = await app.link("ins_109508", ["auth", "transactions", "income"]);
    await app.runJobs();
    const body = await goodBody(endpoint, app, item);
    const asked = endpoint.path === "/institutions/get" ? institutions : body;
    const { request_id, ...answer } = await app.call(endpoint.path, asked);
    expect(newestShapeOf(endpoint).parse(answer)).toEqual(answer);
    expect(request_id).toMatch(/^[0-9A-Za-z]{15}$/);
  }
});

const keysOf = ({ client_id, secret }: { client_id: string; secret: string }) => ({
  client_id,
  secret,
});
