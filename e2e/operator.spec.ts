import { expectNoFault, expectNoFaultInBoth } from "./support/accessibility.ts";
import { expect, test } from "./support/own-server.ts";

test("the operator sets a password, makes a client, and sees what happens in Link", async ({
  page,
  own,
}) => {
  const address = /Operator\s+(\S+)/.exec(own.printed)?.[1] ?? "";
  await page.goto(address);
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Set it and sign in" }).click();
  await page.getByRole("link", { name: "Try Link" }).click();
  // The only client is selected without a choice.
  await expect(page.getByRole("region", { name: "Options" })).toBeVisible();
  await page.getByRole("link", { name: "Clients", exact: true }).click();
  await page.getByText("Create a client").click();
  await page.getByLabel("Name").fill("Corner Shop");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "Save the secret now" })).toBeFocused();
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("link", { name: "Corner Shop" }).click();
  await expect(page.getByRole("heading", { name: "Corner Shop" })).toBeVisible();

  await page.getByRole("link", { name: "Try Link" }).click();
  await expect(page.getByRole("button", { name: "Open Link" })).toBeVisible();
  await expectNoFault(page);
  // The list would show a user who leaves at once only as having left.
  const beginning = page.waitForResponse("**/bridge/session/start");
  await page.getByRole("button", { name: "Open Link" }).click();
  const link = page.frameLocator("iframe");
  await expect(link.getByRole("heading", { name: "Select your institution" })).toBeVisible();
  await beginning;
  await page.keyboard.press("Escape");
  await expect(page.getByRole("log")).toContainText("SELECT_INSTITUTION");
  const exit = page.getByRole("button", { name: "onExit" });
  await exit.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log")).toContainText("link_session_id");
  await expectNoFaultInBoth(page);

  await page.getByRole("link", { name: "Link sessions" }).click();
  await page.getByRole("link", { name: "No institution yet" }).click();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText("session/start");
  await expect(timeline).toContainText("TRANSITION_VIEW SELECT_INSTITUTION");
  await expect(timeline).toContainText("EXIT");
  await expectNoFaultInBoth(page);

  await page.goto(address);
  await page.getByLabel("Password").fill("another long password");
  await page.getByRole("button", { name: "Set it and sign in" }).click();
  await expect(page.getByText("This address was used, or is too old.")).toBeVisible();
});
