import { linkIn } from "./support/link.ts";
import { dataFolder, serve } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test("a newcomer links an account in the demo shop, and it is there after a restart", async ({
  page,
}) => {
  const { folder, remove } = dataFolder();
  const server = await serve(folder);
  await page.goto(server.shop);
  expect(new URL(server.shop).origin).not.toBe(new URL(server.api).origin);

  await page.getByRole("button", { name: "Connect a bank account" }).click();
  const link = linkIn(page);
  await link.getByTestId("institution-search").fill("first pl");
  await link.getByRole("button", { name: "First Platypus Bank" }).click();
  await link.getByLabel(/user/i).fill("user_good");
  await link.getByTestId("credential-password").fill("pass_good");
  await link.getByTestId("submit").click();
  await expect(link.getByRole("heading", { name: "Choose your accounts" })).toBeVisible();
  for (const account of (await link.getByRole("checkbox").all()).slice(0, 2)) await account.check();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();

  await expect(page.getByText("Your account is connected.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "First Platypus Bank" })).toBeVisible();
  await page.getByRole("button", { name: "Show numbers of First Platypus Bank" }).click();
  const bank = page.getByRole("article");
  await expect(bank.getByRole("listitem")).toHaveCount(2);
  await expect(bank).toContainText(/\$[\d,]+\.\d\d/);
  await expect(bank).toContainText(/80\d{7}/);
  const shown = await bank.textContent();

  expect(server.logged()).toContain("answered");
  for (const secret of ["pass_good", "user_good", server.secret])
    expect(server.logged()).not.toContain(secret);

  const { port } = new URL(server.api);
  await server.stop();
  const again = await serve(folder, Number(port));
  expect([again.clientId, again.secret]).toEqual([server.clientId, server.secret]);
  await page.goto(again.shop);
  await page.getByRole("button", { name: "Show numbers of First Platypus Bank" }).click();
  await expect.poll(() => bank.textContent()).toBe(shown);
  await again.stop();
  remove();
});

test("the shop works with banks of other countries", async ({ page, server }) => {
  await page.goto(server.shop);
  await page.getByLabel("Your bank is in").selectOption("United Kingdom");
  await page.getByRole("button", { name: "Connect" }).click();
  const link = linkIn(page);
  await link.getByRole("listitem").first().getByRole("button").click();
  await link.getByTestId("agree").click();
  await expect(link.getByTestId("submit")).toBeVisible();
  for (const field of await link.getByTestId(/^credential-/).all())
    await field.fill((await field.getAttribute("type")) === "password" ? "pass_good" : "user_good");
  await link.getByTestId("submit").click();
  await link.getByRole("checkbox").first().check();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  await expect(page.getByRole("article")).toContainText("£");
});
