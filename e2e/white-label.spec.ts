import type { Locator } from "@playwright/test";
import { expectNoFault, expectNoFaultInBoth } from "./support/accessibility.ts";
import { dataFolder, serve } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test("a client previews its name, accent and logo in Link before it saves them for its users", async ({
  page,
}) => {
  const { folder, remove } = dataFolder();
  const own = await serve(folder);
  await page.goto(`${own.api}/dashboard/settings`);
  await page.getByLabel("client_id").fill(own.clientId);
  await page.getByLabel("secret").fill(own.secret);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("checkbox", { name: /^Pages may open Link with the public_key/ }).click();
  await page.getByRole("button", { name: "Switch it off" }).click();
  await expect(page.getByText("Link opens with a link token only.")).toBeVisible();
  await page.getByRole("link", { name: "White label" }).click();
  await page.getByRole("button", { name: "Show Link" }).click();
  const link = page.frameLocator(".window iframe");
  await expect(link.getByRole("heading", { name: "Select your institution" })).toBeVisible();

  await page.getByLabel("Name", { exact: true }).fill("Tally");
  const accentField = page.getByLabel("Accent colour", { exact: true });
  await accentField.focus();
  await expect(link.locator(".owner")).toContainText("Tally");
  await expect(accentField).toBeFocused();
  await accentField.fill("#ffcc00");
  await expect(page.getByText("Too light to be read on white")).toBeVisible();
  await expectNoFault(page);
  await page.getByRole("button", { name: /the nearest that passes/ }).click();
  const accent = await accentField.inputValue();
  await page.getByLabel("Logo").setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: Buffer.from(LOGO, "base64"),
  });
  await expect.poll(() => lookOf(link.locator(".owner"))).toEqual({ accent, hasLogo: true });
  await link.getByTestId("institution-ins_109508").click();
  await expect(link.getByRole("button", { name: "Continue" })).toBeVisible();
  await expectNoFault(page);
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(link.getByRole("heading", { name: "Select your institution" })).toBeVisible();
  await page.getByRole("checkbox", { name: /on a pane of its own$/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  // The preview has shown the facts to this browser, and Link shows them once.
  await link.locator("#root").evaluate(() => localStorage.clear());
  await page.getByRole("link", { name: "Try Link" }).click();
  await expect(page.getByText(/do not let pages open Link with its public_key/)).toBeVisible();
  for (const more of await page.locator("summary").all()) await more.click();
  await expect(page.getByLabel("receivedRedirectUri")).toBeVisible();
  await expectNoFaultInBoth(page);
  await page.getByRole("button", { name: "Open Link" }).click();
  const frame = page.frameLocator("iframe");
  await expect.poll(() => lookOf(frame.locator(".owner"))).toEqual({ accent, hasLogo: true });

  const pane = frame.getByRole("heading", { name: /^Connect your accounts to/ });
  await expect(pane).toBeFocused();
  await expect(frame.locator(".app")).toHaveCSS("background-image", /^url\(/);
  await expectNoFaultInBoth(page);
  await page.keyboard.press("Tab");
  await expect(frame.getByRole("button", { name: "Continue" })).toBeFocused();
  await page.keyboard.press("Enter");
  const title = frame.getByRole("heading", { name: "Select your institution" });
  await expect(title).toBeFocused();
  await expect(frame.locator(".trust")).not.toHaveAttribute("open");
  await own.stop();
  remove();
});

/** The accent in a window of Link, and whether a logo precedes its client's name. */
const lookOf = (owner: Locator) =>
  owner.evaluate((element) => ({
    accent: getComputedStyle(element).getPropertyValue("--accent"),
    hasLogo: /^url\(/.test(getComputedStyle(element, "::before").backgroundImage),
  }));

/** A ring and some bars: a PNG of 96 by 48 pixels. */
const LOGO = [
  "iVBORw0KGgoAAAANSUhEUgAAAGAAAAAwCAMAAADZyI/9AAAACVBMVEX////EWgAoKCjYPTOdAAAAjklEQVR4nO2XQQ",
  "6AIAwEsf9/tBcPJtCi6Q4J2r1wMJkJEmjbWuWPOe6B8XpFhxcrhnydwcHLFAFfYgj5CgMtmPDThik/a3gnMLNrebR2",
  "fEcrE3gbSwj8fz3+khIEhyMRRMdfghKUYJebzLxF+GvK1wO8ovE1Ge8qPtB48b0p313z88GCCYef0TqFHl9ZnhMggQ",
  "dP7cqgQAAAAABJRU5ErkJggg==",
].join("");
