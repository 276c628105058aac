import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

const linkAt = async ({ call }: Awaited<ReturnType<typeof testApp>>, user_id: unknown) => {
  const { public_token } = await call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["auth"],
    user_id,
  });
  return call("/item/public_token/exchange", { public_token });
};

test("/user/items/get returns the Items of a user as /item/get does, without removed ones", async () => {
  const app = await testApp();
  const { user_id } = await app.call("/user/create", { client_user_id: "customer-1" });
  const first = await linkAt(app, user_id);
  app.advanceClock(60_000);
  const second = await linkAt(app, user_id);
  const items = async () => (await app.call("/user/items/get", { user_id })).items;
  const fetchItem = async ({ access_token }: typeof first) =>
    (await app.call("/item/get", { access_token })).item;
  expect(await items()).toEqual([await fetchItem(first), await fetchItem(second)]);
  expect(await items()).toMatchObject([
    { created_at: "2026-01-15T12:00:00.000Z", auth_method: "INSTANT_AUTH" },
    { created_at: "2026-01-15T12:01:00.000Z" },
  ]);
  await app.call("/item/remove", { access_token: first.access_token });
  expect(await items()).toEqual([await fetchItem(second)]);
});

test("/user/items/remove removes all Items that it names, or none", async () => {
  const app = await testApp();
  const { user_id } = await app.call("/user/create", { client_user_id: "customer-1" });
  const [first, second, third] = [
    await linkAt(app, user_id),
    await linkAt(app, user_id),
    await linkAt(app, user_id),
  ];
  const other = await app.link("ins_109508", ["auth"]);
  const { client_id, secret } = app.keys;
  const remove = (...item_ids: unknown[]) =>
    app.post("/user/items/remove", { client_id, secret, user_id, item_ids });
  const items = async () =>
    (await app.call("/user/items/get", { user_id })).items as { item_id: string }[];
  expect((await remove(first?.item_id, other.item_id)).body.error_code).toBe("ITEM_NOT_FOUND");
  expect(await items()).toHaveLength(3);
  expect((await remove(first?.item_id, second?.item_id, first?.item_id)).status).toBe(200);
  expect((await items()).map(({ item_id }) => item_id)).toEqual([third?.item_id]);
  expect((await remove(first?.item_id)).body.error_code).toBe("ITEM_NOT_FOUND");
});

test("auth_method is the kind of micro-deposits that verify the numbers, and null without Auth", async () => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109512", ["auth"], {
    override_username: "microdeposits_good",
  });
  const { item } = await app.call("/item/get", { access_token });
  const { accounts } = await app.call("/accounts/get", { access_token });
  const statuses = (accounts as { verification_status?: string }[]).map(
    ({ verification_status }) => verification_status,
  );
  expect(statuses).toContain("pending_automatic_verification");
  expect(item).toMatchObject({ auth_method: "AUTOMATED_MICRODEPOSITS" });
  const other = await app.link("ins_109508", ["transactions"]);
  const answer = await app.call("/item/get", { access_token: other.access_token });
  expect(answer.item).toMatchObject({ auth_method: null });
});
