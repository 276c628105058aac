import { expectReach } from "../support/accessibility.ts";
import { linkToken } from "../support/api.ts";
import { openLink, signIn } from "../support/link.ts";
import { dataFolder, serve } from "../support/server.ts";
import { test as base, expect } from "../support/test.ts";

const test = base.extend({
  server: async ({ browserName: _ }, use) => {
    const { folder, remove } = dataFolder();
    const server = await serve(folder, 0, { DOORS: "simplefin" });
    await use(server);
    await server.stop();
    remove();
  },
});

test("a user shares an account with an application by a token, and ends it in one press", async ({
  page,
  host,
  server,
}) => {
  const token = await linkToken(server, { products: ["transactions"] });
  const link = await openLink(page, host.url({ config: { token } }));
  await signIn(page, /First Platypus/);
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  const href = (await link.getByTestId("manage").getAttribute("href")) ?? "";
  await page.goto(new URL(href, server.api).href);

  const card = page.getByRole("region", { name: "Share with an application" });
  await card.getByRole("button", { name: "Share accounts…" }).click();
  const form = page.getByRole("dialog", { name: "Share with an application" });
  const program = form.getByLabel("Application", { exact: true });
  await program.selectOption("Quicken");
  await expect(form.getByText(/“QIF File”/)).toBeVisible();
  const file = page.waitForEvent("download");
  await form.getByRole("link", { name: "Download the file" }).click();
  expect((await file).suggestedFilename()).toMatch(/\.qif$/);
  await program.selectOption("Actual Budget");
  const checking = form.getByRole("checkbox", { name: /^Checking/ });
  await checking.check();
  const [box, words] = await Promise.all(
    [checking, form.getByText(/^Checking/)].map((element) => element.boundingBox()),
  );
  expect((words?.x ?? 0) - (box?.x ?? 0)).toBeGreaterThan(0);
  await expectReach(page);
  await form.getByRole("button", { name: "Share", exact: true }).click();
  const field = form.getByLabel("Token", { exact: true });
  await expect(field).toBeVisible();
  await expect(form.getByText(/“Set up SimpleFIN for bank sync”/)).toBeVisible();
  await expectReach(page);
  const claim = Buffer.from(await field.inputValue(), "base64").toString();
  const url = await (await fetch(claim, { method: "POST" })).text();
  const { username, password, origin, pathname } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const read = () => fetch(`${origin}${pathname}/accounts`, { headers: { authorization } });
  const { accounts } = await (await read()).json();
  expect(accounts.map(({ name }: { name: string }) => name)).toEqual([
    expect.stringContaining("Checking"),
  ]);

  await form.getByRole("button", { name: "Done" }).click();
  await expect(card.getByRole("button", { name: "Share accounts…" })).toBeFocused();
  await page.reload();
  await expect(card.getByText(/^Last read .*, from 127\.0\.0\.1$/)).toBeVisible();
  const row = card.getByRole("listitem").filter({ hasText: "Actual Budget" });
  const [width = 0, texts = 0] = await row.evaluate((li) =>
    [li, li.firstElementChild].map((element) => element?.clientWidth ?? 0),
  );
  expect(texts).toBe(width);
  await card.getByRole("button", { name: "End the access of Actual Budget" }).click();
  await expect(card.getByText("Actual Budget")).toHaveCount(0);
  expect((await read()).status).toBe(403);
});
