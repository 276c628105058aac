import { expectNoFaultInBoth } from "../support/accessibility.ts";
import { setPassword, setupAddress } from "../support/dashboard.ts";
import { expect, test } from "../support/own-server.ts";

test("the operator finds a change in the audit log, sees its values, downloads it, and checks the chain", async ({
  page,
  own,
}) => {
  await setPassword(page, setupAddress(own));
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  await page.goto(`${own.api}/dashboard/settings?client=${own.clientId}`);
  await page.getByLabel("Pages may open Link with the public_key").click();
  await page.getByRole("button", { name: "Switch it off" }).click();
  await expect(page.getByText("Link opens with a link token only.")).toBeVisible();

  await page.goto(`${own.api}/dashboard/audit`);
  await page.getByRole("button", { name: "Check the chain" }).click();
  await expect(page.getByText("The chain holds")).toBeVisible();
  await expectNoFaultInBoth(page);
  await page.getByLabel("Action").selectOption("client.set_public_key");
  await expect(page.getByText("enabled: yes → no")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toBe("audit-log.csv");
  await expect(page.getByText("1 row is in the file.")).toBeVisible();

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: "enabled yes no" })).toBeVisible();
  await expectNoFaultInBoth(page);
});
