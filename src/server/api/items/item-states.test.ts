import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { applyItemEvent } from "../../domain/items/apply-item-event.ts";

const DAY = 86_400_000;
type App = Awaited<ReturnType<typeof testApp>>;

const fetchCode = async ({ post, keys }: App, path: string, body: object) => {
  const { client_id, secret } = keys;
  const answer = await post(path, { client_id, secret, ...body });
  return answer.status === 200 ? "fine" : answer.body.error_code;
};

const fetchItem = async (app: App, access_token: string) =>
  (await app.call("/item/get", { access_token })).item;

/** The Item's stored record, for changes that the API does not offer. */
const fetchRecord = async ({ services }: App, itemId: string) => {
  const item = await services.store.items.byItemId(itemId);
  if (!item) throw new Error("there is no such Item");
  return item;
};

const LOGIN_REQUIRED = {
  error: {
    error_type: "ITEM_ERROR",
    error_code: "ITEM_LOGIN_REQUIRED",
    error_message: "the login of the Item has changed; open Link in update mode",
    display_message: "Your sign-in has changed. Please sign in again.",
  },
  update_type: "user_present_required",
};

test("a new Item has no error", async () => {
  const app = await testApp();
  const { access_token } = await app.link();
  expect(await fetchItem(app, access_token)).toMatchObject({
    error: null,
    update_type: "background",
  });
});

test("a reset login is the Item's error ITEM_LOGIN_REQUIRED, and stored data is still returned", async () => {
  const app = await testApp();
  const { access_token } = await app.link();
  const { accounts } = await app.call("/accounts/get", { access_token });
  const reset = await app.call("/sandbox/item/reset_login", { access_token });
  expect(reset).toMatchObject({ reset_login: true });
  expect(await fetchItem(app, access_token)).toMatchObject(LOGIN_REQUIRED);
  const answer = await app.call("/accounts/get", { access_token });
  expect(answer.accounts).toEqual(accounts);
  expect(answer.item).toMatchObject(LOGIN_REQUIRED);
  expect(await fetchCode(app, "/auth/get", { access_token })).toBe("fine");
  expect(await fetchCode(app, "/item/public_token/create", { access_token })).toBe("fine");
  expect(await fetchCode(app, "/sandbox/item/reset_login", { access_token })).toBe("fine");
});

test("a sandbox Item needs a new login after 30 days, and again 30 days after it", async () => {
  const app = await testApp();
  const { access_token, item_id } = await app.link();
  app.advanceClock(30 * DAY - 1);
  expect(await fetchItem(app, access_token)).toMatchObject({ error: null });
  app.advanceClock(1);
  expect(await fetchItem(app, access_token)).toMatchObject(LOGIN_REQUIRED);
  expect(await applyItemEvent(app.services, await fetchRecord(app, item_id), "LOGIN_RENEWED")).toBe(
    true,
  );
  expect(await fetchItem(app, access_token)).toMatchObject({
    error: null,
    update_type: "background",
  });
  app.advanceClock(30 * DAY);
  expect(await fetchItem(app, access_token)).toMatchObject(LOGIN_REQUIRED);
});

test("an Item that its user revoked can only be read with /item/get and removed", async () => {
  const app = await testApp();
  const { access_token, item_id } = await app.link();
  expect(await applyItemEvent(app.services, await fetchRecord(app, item_id), "REVOKED")).toBe(true);
  const code = "USER_PERMISSION_REVOKED";
  expect(await fetchItem(app, access_token)).toMatchObject({
    error: { error_type: "INVALID_INPUT", error_code: code },
  });
  for (const path of [
    "/accounts/get",
    "/auth/get",
    "/item/public_token/create",
    "/sandbox/item/reset_login",
  ])
    expect([path, await fetchCode(app, path, { access_token })]).toEqual([path, code]);
  expect(await fetchCode(app, "/item/webhook/update", { access_token })).toBe("fine");
  expect(await fetchCode(app, "/item/remove", { access_token })).toBe("fine");
  expect(await fetchCode(app, "/item/get", { access_token })).toBe("ITEM_NOT_FOUND");
});

test("a revocation and a reset at once leave the Item revoked, in either order", async () => {
  const app = await testApp();
  for (const first of ["LOGIN_LOST", "REVOKED"] as const) {
    const { item_id } = await app.link();
    const item = await fetchRecord(app, item_id);
    const events =
      first === "REVOKED" ? [first, "LOGIN_LOST" as const] : [first, "REVOKED" as const];
    await Promise.all(events.map((event) => applyItemEvent(app.services, item, event)));
    expect(await fetchRecord(app, item_id)).toMatchObject({ error: "USER_PERMISSION_REVOKED" });
  }
});

test("/sandbox/user/reset_login resets all of its item_ids, or none", async () => {
  const app = await testApp();
  const [first, second, third] = [await app.link(), await app.link(), await app.link()];
  const reset = (item_ids: string[]) => fetchCode(app, "/sandbox/user/reset_login", { item_ids });
  const errors = async () =>
    Promise.all(
      [first, second, third].map(async ({ item_id }) => (await fetchRecord(app, item_id)).error),
    );
  expect(await reset([first.item_id, "nobody's"])).toBe("ITEM_NOT_FOUND");
  expect(await errors()).toEqual([null, null, null]);
  expect(await reset([first.item_id, second.item_id, first.item_id])).toBe("fine");
  expect(await errors()).toEqual(["ITEM_LOGIN_REQUIRED", "ITEM_LOGIN_REQUIRED", null]);
});

test("/item/get returns the last transactions update and the last webhook", async () => {
  const app = await testApp();
  const { itemStatus } = app.services.store;
  const plain = await app.link("ins_109508", ["auth"]);
  const { status } = await app.call("/item/get", { access_token: plain.access_token });
  expect(status).toEqual({ last_webhook: null });
  const { access_token, item_id } = await app.link("ins_109508", ["transactions"]);
  const at = Date.parse("2026-01-15T12:34:56.789Z");
  await itemStatus.recordTransactions(item_id, "updated", at);
  await itemStatus.recordTransactions(item_id, "failed", at + 1);
  await itemStatus.recordWebhook(item_id, "INITIAL_UPDATE", at + 2);
  expect((await app.call("/item/get", { access_token })).status).toEqual({
    transactions: {
      last_successful_update: "2026-01-15T12:34:56.789Z",
      last_failed_update: "2026-01-15T12:34:56.790Z",
    },
    last_webhook: { sent_at: "2026-01-15T12:34:56.791Z", code_sent: "INITIAL_UPDATE" },
  });
});

test("an Item that its user revoked cannot be opened in update mode, by either kind of token", async () => {
  const app = await testApp();
  const { access_token, item_id } = await app.link();
  const { public_token } = await app.call("/item/public_token/create", { access_token });
  const link = {
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    user: { client_user_id: "user-1" },
    access_token,
  };
  const { link_token } = await app.call("/link/token/create", link);
  await applyItemEvent(app.services, await fetchRecord(app, item_id), "REVOKED");
  expect(await fetchCode(app, "/link/token/create", link)).toBe("USER_PERMISSION_REVOKED");
  for (const token of [public_token, link_token]) {
    const config = { token };
    const { body } = await app.post("/bridge/session/start", {
      config,
      origin: "http://localhost:9999",
    });
    expect(body.error_code).toBe("USER_PERMISSION_REVOKED");
  }
});
