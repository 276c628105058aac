import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectNoFault, expectNoFaultInBoth, expectReach } from "./support/accessibility.ts";
import { openLink, signIn } from "./support/link.ts";
import { test as base, expect } from "./support/test.ts";

const test = base.extend({ server: ({ mailingServer }, use) => use(mailingServer) });

// A single worker, since the start of such a server is slow.
test.describe.configure({ mode: "default" });

/** No other brand may appear, on a page or in a mail. */
const FOREIGN = /service-?link|\bService\b/i;

const toWords = (page: Page) =>
  page.evaluate(() => `${document.title} ${document.documentElement.outerHTML}`);

test.use({ locale: "fr-FR" });

test("a user goes from Link to the account site, confirms an address, comes back by a mail and ends all", async ({
  page,
  context,
  host,
  mail,
  server,
}) => {
  const frame = await openLink(
    page,
    host.url({ config: { language: "fr", product: ["transactions", "assets"] } }),
  );
  await signIn(page, /First Platypus/);
  await frame.getByTestId("select-all").click();
  await frame.getByTestId("submit").click();
  const newPage = context.waitForEvent("page");
  await frame.getByTestId("manage").click();
  const site = await newPage;
  await expect(site.getByRole("heading", { name: "Vos connexions" })).toBeVisible();
  await expect(site).toHaveURL(`${server.api}/account`);
  await expectNoFault(site);
  expect(await toWords(site)).not.toMatch(FOREIGN);

  await site.getByLabel("Adresse e-mail").fill("anne@mail.example");
  await site.keyboard.press("Enter");
  await expect(site.getByLabel("Code reçu par e-mail")).toBeFocused();
  await expect.poll(() => mail.mails.length).toBe(1);
  await site.keyboard.type(/\b(\d{8})\b/.exec(mail.mails[0] ?? "")?.[1] ?? "");
  await site.keyboard.press("Enter");
  await expect(site.getByText("Votre adresse e-mail est confirmée.")).toBeFocused();
  await expectNoFault(site);

  await site.getByRole("button", { name: /^Ne plus partager Checking/ }).press("Enter");
  await expect(site.getByRole("dialog")).toBeVisible();
  await expectNoFault(site);
  await site.keyboard.press("Escape");
  await expect(site.getByRole("button", { name: /^Ne plus partager Checking/ })).toBeFocused();
  await site.keyboard.press("Enter");
  await site.getByRole("dialog").getByRole("button", { name: "Ne plus partager" }).click();
  await expect(site.locator("#notice")).toBeFocused();
  await expectNoFaultInBoth(site);
  await expect(site.getByRole("button", { name: /partager Checking/ })).toHaveCount(0);

  await site.getByRole("button", { name: "Quitter" }).click();
  await site.getByLabel("Adresse e-mail").fill("anne@mail.example");
  await site.keyboard.press("Enter");
  await expect(site.getByRole("heading", { name: "Consultez votre messagerie" })).toBeFocused();
  await expectNoFault(site);
  await expect.poll(() => mail.mails.length).toBe(2);
  const address = /(http\S+\/account#\S+)/.exec(mail.mails[1] ?? "")?.[1] ?? "";
  expect(mail.mails.map(mail.htmlOf).join(" ")).toContain("Acme");
  expect(mail.mails.join(" ")).not.toMatch(FOREIGN);

  const reader = await context.newPage();
  await reader.setContent(mail.htmlOf(mail.mails[1] ?? ""));
  await expectNoFault(reader);
  await reader.goto(address);
  await expect(reader.getByRole("button", { name: "Ouvrir mes connexions" })).toBeVisible();
  await expectNoFault(reader);
  await reader.getByRole("button", { name: "Ouvrir mes connexions" }).click();
  await expect(reader.getByText("anne@mail.example")).toBeVisible();
  const download = reader.waitForEvent("download");
  const link = reader.getByRole("link", { name: "Télécharger" });
  await link.click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("connections.json");
  const text = readFileSync(await file.path(), "utf8");
  expect(JSON.parse(text).connections).toHaveLength(1);
  await reader.getByLabel("Fichier").selectOption("beancount");
  const second = reader.waitForEvent("download");
  await link.click();
  expect((await second).suggestedFilename()).toBe("transactions.beancount");
  // More than a few requests a minute are refused, with a visible message.
  await expect(async () => {
    await link.click();
    await expect(reader.locator("#notice")).toBeFocused({ timeout: 1000 });
  }).toPass();
  await expect(
    reader.getByText("Trop de tentatives. Veuillez patienter une minute."),
  ).toBeVisible();
  await expectNoFault(reader);
  await reader.getByRole("button", { name: "Tout supprimer…" }).click();
  await reader.getByRole("dialog").getByRole("button", { name: "Tout supprimer" }).click();
  await expect(reader.getByRole("heading", { name: "Vos données sont supprimées" })).toBeFocused();
  await expectNoFaultInBoth(reader);
  expect(server.logged()).not.toContain("anne@mail.example");
});

test("at twice the text on a small screen nothing is cut off, and the site is read without motion", async ({
  page,
  host,
  context,
}) => {
  const link = await openLink(page, host.url({ config: { product: ["transactions", "assets"] } }));
  await signIn(page, /First Platypus/);
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  const newPage = context.waitForEvent("page");
  await link.getByTestId("manage").click();
  const site = await newPage;
  await site.getByRole("heading", { level: 1 }).waitFor();
  await expectReach(site);
  await site.setViewportSize({ width: 320, height: 640 });
  await site.locator("html").evaluate((html) => {
    html.style.fontSize = "200%";
  });
  const width = await site.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  await expectNoFault(site);
});
