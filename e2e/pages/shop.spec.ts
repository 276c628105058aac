import { freePorts } from "../../src/testing/free-ports.ts";
import { linkIn } from "../support/link.ts";
import { dataFolder, serve } from "../support/server.ts";
import { expect, MOTION, test } from "../support/test.ts";

test.use(MOTION);

test("a newcomer links an account in the demo shop, and it is there after a restart", async ({
  page,
}) => {
  const { folder, remove } = dataFolder();
  // A fixed port, which must stay free for a restart.
  const [port] = await freePorts(1);
  const server = await serve(folder, port);
  await page.goto(server.shop);
  expect(new URL(server.shop).origin).not.toBe(new URL(server.api).origin);
  const accountSite = page.getByRole("link", { name: "account site" });
  await expect(accountSite).toHaveAttribute("href", `${server.api}/account`);

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
  const bankText = await bank.textContent();
  await page.getByRole("button", { name: "Hide numbers of First Platypus Bank" }).click();
  await expect(bank).toContainText(/•••• \d{4}/);

  const [first, second] = await bank.getByRole("radio", { name: "Pay my earnings in here" }).all();
  await expect(first ?? bank).toBeChecked();
  await second?.check();
  await expect(page.getByText(/^Your earnings go to Savings/)).toBeVisible();
  await expect(page.getByText(/^Paid into Savings/)).toBeVisible();

  expect(server.logged()).toContain("answered");
  for (const secret of ["pass_good", "user_good", server.secret])
    expect(server.logged()).not.toContain(secret);

  await server.stop();
  const again = await serve(folder, port);
  expect([again.clientId, again.secret]).toEqual([server.clientId, server.secret]);
  await page.goto(again.shop);
  await page.getByRole("button", { name: "Show numbers of First Platypus Bank" }).click();
  await expect.poll(() => bank.textContent()).toBe(bankText);
  await expect(page.getByText(/^Paid into Savings/)).toBeVisible();

  const forget = page.getByRole("button", { name: "Disconnect First Platypus Bank" });
  const dialog = page.getByRole("dialog", { name: "Disconnect First Platypus Bank?" });
  await forget.click();
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect(dialog).toBeHidden();
  await expect(bank).toBeVisible();
  await forget.click();
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("First Platypus Bank is disconnected.")).toBeVisible();
  await expect(bank).toHaveCount(0);
  await again.stop();
  remove();
});

test("the shop's table of events breaks names at underscores only", async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(server.shop);
  await page.getByText("For developers").click();
  await page.getByRole("button", { name: "Connect a bank account" }).click();
  await linkIn(page).getByTestId("institution-search").fill("first pl");
  await linkIn(page).getByRole("button", { name: "First Platypus Bank" }).click();
  await expect(page.getByRole("cell", { name: "SELECT_INSTITUTION" }).last()).toBeAttached();
  const lines = await page.locator("#events td").evaluateAll((cells) =>
    cells.flatMap((cell) =>
      [...cell.childNodes].map((part) => {
        const range = document.createRange();
        range.selectNode(part);
        return part.textContent && range.getClientRects().length;
      }),
    ),
  );
  expect(lines.filter((count) => count !== "").every((count) => count === 1)).toBe(true);
  const overhang = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  };
  expect(await page.evaluate(overhang)).toBeLessThanOrEqual(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the shop works with banks of other countries", async ({ page, server }) => {
    await page.goto(server.shop);
    await page.getByLabel("Your bank is in").selectOption("United Kingdom");
    await page.getByRole("button", { name: "Connect" }).click();
    const link = linkIn(page);
    await link.getByRole("listitem").first().getByRole("button").click();
    await link.getByTestId("agree").click();
    await expect(link.getByTestId("submit")).toBeVisible();
    for (const field of await link.getByTestId(/^credential-/).all())
      await field.fill(
        (await field.getAttribute("type")) === "password" ? "pass_good" : "user_good",
      );
    await link.getByTestId("submit").click();
    await link.getByRole("checkbox").first().check();
    await link.getByTestId("submit").click();
    await link.getByTestId("finish").click();
    await expect(page.getByRole("article")).toContainText("£");
  });
});
