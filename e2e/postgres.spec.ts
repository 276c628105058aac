import { readdirSync } from "node:fs";
import { linkAccount } from "../src/testing/kit/link-account.ts";
import { ask, call, exchange, linkToken } from "./support/api.ts";
import { callback } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

test("an Item is linked, read, repaired and removed on PostgreSQL", async ({
  page,
  host,
  server,
}) => {
  expect(readdirSync(server.folder)).not.toContain("service-link.db");
  const first = await linkToken(server, { products: ["transactions"] });
  await page.goto(host.url({ config: { token: first } }));
  await linkAccount(page, { open: "button", mfa: "device" });
  const [publicToken] = await callback(page, "onSuccess");
  const item = await exchange(server, publicToken);
  const access = { access_token: item.accessToken };

  const days = { ...access, start_date: "2000-01-01", end_date: "2100-01-01" };
  const read = async () => (await ask(server, "/transactions/get", days)).answer.total_transactions;
  await expect.poll(read).toBeGreaterThan(0);

  await call(server, "/sandbox/item/reset_login", access);
  const token = await linkToken(server, { ...access, products: undefined });
  await page.goto(host.url({ config: { token } }));
  await linkAccount(page, { open: "button" });
  await callback(page, "onSuccess");
  const answer = await call(server, "/item/get", access);
  expect(answer.item).toMatchObject({ item_id: item.itemId, error: null });

  await call(server, "/item/remove", access);
  expect(await ask(server, "/item/get", access)).toMatchObject({
    status: 400,
    answer: { error_code: "ITEM_NOT_FOUND" },
  });
});
