import { expect, test } from "vitest";
import { sampleSecret } from "../../../testing/store-contract/samples.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const tokenPaths = [
  "/item/get",
  "/accounts/get",
  "/auth/get",
  "/item/public_token/create",
  "/item/webhook/update",
  "/item/access_token/invalidate",
  "/item/remove",
];

test("/item/webhook/update sets and clears the webhook of an Item", async () => {
  const { call, link } = await testApp();
  const { access_token } = await link();
  const webhook = "https://shop.example/webhook";
  const { item } = await call("/item/webhook/update", { access_token, webhook });
  expect(item).toMatchObject({ webhook });
  expect((await call("/item/get", { access_token })).item).toEqual(item);
  for (const none of [null, ""]) {
    await call("/item/webhook/update", { access_token, webhook: "https://shop.example/hook" });
    await call("/item/webhook/update", { access_token, webhook: none });
    expect((await call("/item/get", { access_token })).item).toMatchObject({ webhook: null });
  }
});

test("/item/webhook/update refuses a text that is not a URL, and the webhook stays", async () => {
  const { call, link, post, credentials } = await testApp();
  const { access_token } = await link();
  const webhook = "https://shop.example/webhook";
  await call("/item/webhook/update", { access_token, webhook });
  for (const wrong of ["shop.example", "ftp://shop.example", "javascript:alert(1)", 1, {}]) {
    const { body } = await post("/item/webhook/update", {
      ...credentials,
      access_token,
      webhook: wrong,
    });
    expect(body.error_code).toBe("INVALID_FIELD");
  }
  expect((await call("/item/get", { access_token })).item).toMatchObject({ webhook });
});

test("a rotated access_token is dead at once, and the new one opens the Item", async () => {
  const { call, link, post, credentials } = await testApp();
  const { access_token, item_id } = await link();
  const { new_access_token } = await call("/item/access_token/invalidate", { access_token });
  expect(new_access_token).toMatch(/^access-sandbox-[0-9a-f-]{36}$/);
  for (const path of tokenPaths) {
    const { body } = await post(path, { ...credentials, access_token });
    expect([path, body.error_code]).toEqual([path, "INVALID_ACCESS_TOKEN"]);
  }
  const answer = await call("/item/get", { access_token: new_access_token });
  expect(answer.item).toMatchObject({ item_id });
  const { public_token } = await call("/item/public_token/create", {
    access_token: new_access_token,
  });
  expect(await call("/item/public_token/exchange", { public_token })).toMatchObject({
    access_token: new_access_token,
    item_id,
  });
});

test("exactly one of 50 concurrent rotations of an access_token succeeds", async () => {
  const { link, post, credentials } = await testApp();
  const { access_token } = await link();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      post("/item/access_token/invalidate", { ...credentials, access_token }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a removed Item returns ITEM_NOT_FOUND, and its public_token is dead", async () => {
  const { call, link, post, credentials } = await testApp();
  const { access_token } = await link();
  const { public_token } = await call("/item/public_token/create", { access_token });
  expect(Object.keys(await call("/item/remove", { access_token }))).toEqual(["request_id"]);
  for (const path of tokenPaths) {
    const { status, body } = await post(path, { ...credentials, access_token });
    expect([path, status, body.error_code]).toEqual([path, 400, "ITEM_NOT_FOUND"]);
  }
  const exchange = await post("/item/public_token/exchange", { ...credentials, public_token });
  expect(exchange.body.error_code).toBe("INVALID_PUBLIC_TOKEN");
});

test("another client's access_token is refused", async () => {
  const { link, post, services } = await testApp();
  const { access_token } = await link();
  const client = await services.store.clients.first();
  if (!client) throw new Error("there is a client");
  await services.store.clients.add({
    ...client,
    clientId: "other",
    publicKey: "other",
    secrets: [sampleSecret("other-secret")],
  });
  for (const path of ["/item/get", "/accounts/get", "/auth/get", "/item/public_token/create"]) {
    const { body } = await post(path, { client_id: "other", secret: "other-secret", access_token });
    expect(body.error_code).toBe("INVALID_ACCESS_TOKEN");
  }
});

test("options.account_ids narrows /accounts/get, and refuses the account of another Item", async () => {
  const { call, link, post, credentials } = await testApp();
  const { access_token } = await link();
  const all = (await call("/accounts/get", { access_token })) as {
    accounts: { account_id: string }[];
  };
  const [one] = all.accounts;
  const selection = await call("/accounts/get", {
    access_token,
    options: { account_ids: [one?.account_id] },
  });
  expect(selection.accounts).toEqual([one]);
  const { body } = await post("/accounts/get", {
    ...credentials,
    access_token,
    options: { account_ids: [one?.account_id, "nobody's"] },
  });
  expect(body.error_code).toBe("INVALID_ACCOUNT_ID");
});
