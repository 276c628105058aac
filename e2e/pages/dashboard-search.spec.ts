import { expectNoFaultInBoth } from "../support/accessibility.ts";
import { linkItem } from "../support/api.ts";
import { signInClient } from "../support/dashboard.ts";
import { expect, test } from "../support/own-server.ts";

test("Ctrl+K finds an Item by its id, and a phone's button finds a page, without a fault of axe", async ({
  page,
  own,
}) => {
  await linkItem(own);
  await page.goto(`${own.api}/dashboard/items`);
  await signInClient(page, own);
  const id = (await page.locator("tbody code").first().getAttribute("title")) ?? "";
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("combobox", {
    name: "An id, a name, a page, a path or an error code",
  });
  await expect(field).toBeFocused();
  await field.fill(id);
  await expect(page.getByRole("option", { name: id })).toHaveAttribute("aria-selected", "true");
  await expectNoFaultInBoth(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${own.api}/dashboard/items/${id}`);

  await page.setViewportSize({ width: 320, height: 640 });
  const button = page.getByRole("button", { name: "Search" });
  await button.click();
  await expectNoFaultInBoth(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button).toBeFocused();
  await button.press("Enter");
  await page.getByRole("option", { name: "Usage" }).click();
  await expect(page.getByRole("heading", { name: "Usage", level: 1 })).toBeVisible();
});
