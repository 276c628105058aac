import { linkToken } from "./support/api.ts";
import { callback, openLink, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

test("Link works without storage, and starts over on each page", async ({ page, host, server }) => {
  const address = host.url({ config: { token: await linkToken(server) } });
  const link = await openLink(page, address);
  const isRefused = await link.locator("#root").evaluate(() => {
    try {
      return localStorage === null;
    } catch {
      return true;
    }
  });
  expect(isRefused).toBe(true);
  await signIn(page, /First Platypus/);
  await expect(link.getByTestId("select-all")).toBeVisible();

  await openLink(page, address);
  await expect(link.getByTestId("institution-search")).toBeVisible();
  await signIn(page, /First Platypus/);
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  await callback(page, "onSuccess");
});
