import { readdirSync } from "node:fs";
import { ask, call, exchange, linkToken } from "./support/api.ts";
import { callback, linkIn, open, openLink, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

test("an Item is linked, read, repaired and removed on PostgreSQL", async ({
  page,
  host,
  server,
}) => {
  expect(readdirSync(server.folder)).not.toContain("service-link.db");
  const first = await linkToken(server, { products: ["transactions"] });
  const link = await openLink(page, host.url({ config: { token: first } }));
  await signIn(page, /First Platypus/, "mfa_device");
  await link
    .getByTestId(/^mfa-device-/)
    .first()
    .click();
  await link.getByTestId("mfa-code").fill("1234");
  await link.getByTestId("mfa-code").press("Enter");
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  const [publicToken] = await callback(page, "onSuccess");
  const item = await exchange(server, publicToken);
  const access = { access_token: item.accessToken };

  const days = { ...access, start_date: "2000-01-01", end_date: "2100-01-01" };
  const read = async () => (await ask(server, "/transactions/get", days)).answer.total_transactions;
  await expect.poll(read).toBeGreaterThan(0);

  await call(server, "/sandbox/item/reset_login", access);
  const token = await linkToken(server, { ...access, products: undefined });
  await page.goto(host.url({ config: { token } }));
  await open(page);
  const again = linkIn(page);
  await again.getByTestId("credential-username").fill("user_good");
  await again.getByTestId("credential-password").fill("pass_good");
  await again.getByTestId("submit").click();
  await again.getByTestId("finish").click();
  await callback(page, "onSuccess");
  const answer = await call(server, "/item/get", access);
  expect(answer.item).toMatchObject({ item_id: item.itemId, error: null });

  await call(server, "/item/remove", access);
  expect(await ask(server, "/item/get", access)).toMatchObject({
    status: 400,
    answer: { error_code: "ITEM_NOT_FOUND" },
  });
});
