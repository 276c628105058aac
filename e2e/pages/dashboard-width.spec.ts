import { expectNoFaultInBoth } from "../support/accessibility.ts";
import { linkItem } from "../support/api.ts";
import { setPassword, setupAddress } from "../support/dashboard.ts";
import { expect, test } from "../support/own-server.ts";

test("the list of Items has room for a client whose name is one long word; a phone has the pages in a menu", async ({
  page,
  own,
}) => {
  await linkItem(own, { initial_products: ["auth", "transactions", "identity"] });
  await setPassword(page, setupAddress(own));
  await expect(page.getByRole("heading", { name: "Clients" })).toBeVisible();
  const name = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunt";
  const renamed = await page.request.post(`${own.api}/dashboard/api/clients/change`, {
    data: { id: own.clientId, name },
    headers: { origin: new URL(own.api).origin },
  });
  expect(renamed.status()).toBe(200);
  await page.goto(`${own.api}/dashboard/items`);
  await expect(page.getByRole("cell", { name })).toBeVisible();
  const hiddenWidth = () =>
    page
      .getByRole("region", { name: "Items" })
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await hiddenWidth()).toBe(0);
  const reference = await page.getByRole("link", { name: "API reference" }).boundingBox();
  expect(reference?.height).toBeGreaterThanOrEqual(24);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Items", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Usage" })).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("link", { name: "Usage" })).toBeInViewport();
  await expectNoFaultInBoth(page);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("link", { name: "Usage" })).toBeHidden();
});
