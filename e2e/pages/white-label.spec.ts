import type { Locator } from "@playwright/test";
import { expectNoFault, expectNoFaultInBoth } from "../support/accessibility.ts";
import { dataFolder, serve } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

test("a client previews its brand wherever its users meet it, before it saves it for them", async ({
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
  const refusals: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") refusals.push(message.text());
  });
  page.on("pageerror", ({ message }) => refusals.push(message));
  await page.getByRole("link", { name: "White label" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  const view = preview.getByLabel("View", { exact: true });
  const choose = (name: string) => preview.getByRole("radio", { name }).check();
  const link = page.frameLocator('iframe[title="Preview: Link"]');
  await expect(link.getByRole("heading", { name: "Select your institution" })).toBeVisible();

  const name = page.getByLabel("Name", { exact: true });
  await name.pressSequentially("Tally");
  await expect(link.locator(".owner")).toContainText("Tally");
  await expect(name).toBeFocused();
  const accentField = page.getByLabel("Accent colour", { exact: true });
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

  // A user's clicks go on from any view.
  await link.getByRole("button", { name: /Lanternfield/ }).click();
  await link.getByLabel("User ID").fill("ann");
  await link.getByLabel("Password", { exact: true }).fill("secret");
  await link.getByRole("button", { name: "Continue" }).click();
  await expect(link.getByText("Everyday Checking")).toBeVisible();
  const views = await view.locator("option").allTextContents();
  expect(views.length).toBeGreaterThan(60);
  for (const title of views) await view.selectOption({ label: title });
  await view.selectOption("Sign-in");
  const button = link.getByRole("button", { name: "Continue" });
  await accentField.hover();
  await expect(button).toHaveCSS("background-color", rgbOf(accent));
  await preview.getByRole("radio", { name: "Light" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(preview.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(link.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(button).not.toHaveCSS("background-color", rgbOf(accent));
  await expectNoFaultInBoth(page);
  const innerWidth = () => link.locator("html").evaluate(() => window.innerWidth);
  expect(await innerWidth()).toBe(390);
  await choose("Desktop");
  await expect.poll(innerWidth).toBe(1280);

  await choose("Account site");
  const site = page.frameLocator('iframe[title="Preview: The account site"]');
  await expect(site.getByRole("heading", { name: "Your connections" })).toBeVisible();
  await expect(site.getByRole("heading", { name: "Tally" }).first()).toBeVisible();
  await expect(site.locator("body")).toHaveCSS("background-color", "rgb(14, 17, 23)");
  await expectNoFault(page);
  await view.selectOption("Sign-in");
  await expect(site.getByLabel("Email address")).toBeVisible();

  await choose("Mails");
  const mail = page.frameLocator('iframe[title="Preview: A mail"]');
  await expect(mail.getByText(/^Tally asks you to connect your bank/)).toBeVisible();
  await expect(mail.locator("body")).toHaveCSS("background-color", "rgb(14, 17, 23)");
  await choose("Light");
  await expect(mail.locator("body")).toHaveCSS("background-color", "rgb(245, 246, 250)");
  await name.fill("Tally Two");
  await expect(mail.getByText(/^Tally Two asks you/)).toBeVisible();
  await name.fill("Tally");
  await expect(mail.getByText(/^Tally asks you/)).toBeVisible();
  // The frame runs no script, so axe reads the mail in a page.
  const reader = await page.context().newPage();
  for (const theme of ["light", "dark"]) {
    const query = new URLSearchParams({ kind: "hosted", name: "Tally", theme });
    const answer = await page.request.get(`${own.api}/dashboard/preview/mail?${query}`);
    await reader.setContent(await answer.text());
    await expectNoFault(reader);
  }
  await reader.close();

  // On a phone, the preview follows the form, and fits.
  await page.setViewportSize({ width: 390, height: 844 });
  await choose("Link");
  await expect(link.getByRole("heading", { name: "Sign in to Lanternfield" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectNoFault(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole("checkbox", { name: /on a pane of its own$/ }).check();
  await expect(link.getByRole("heading", { name: "Connect your accounts to Tally" })).toBeVisible();
  expect(refusals).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

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

test("an image of any kind is chosen or dropped, and becomes a logo that the server takes", async ({
  page,
}) => {
  const { folder, remove } = dataFolder();
  const own = await serve(folder);
  await page.goto(`${own.api}/dashboard/white-label`);
  await page.getByLabel("client_id").fill(own.clientId);
  await page.getByLabel("secret").fill(own.secret);
  await page.getByRole("button", { name: "Sign in" }).click();
  const field = page.getByLabel("Logo", { exact: true });
  const picture = page.getByRole("img", { name: "The logo" });
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    field.setInputFiles({ name, mimeType, buffer });

  await choose("notes.png", "image/png", Buffer.from("no image"));
  await expect(page.getByText(/^notes\.png is no image/)).toBeVisible();
  await expect(picture).toBeHidden();
  const wide =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="30"><script>location = "//x"</script><circle cx="9" cy="9" r="9"/></svg>';
  await choose("wide.svg", "image/svg+xml", Buffer.from(wide));
  await expect(picture).toHaveAttribute("src", /^data:image\/png/);
  expect(await picture.evaluate(naturalSize)).toEqual([384, 48]);
  const noise = await page.evaluate(noiseAsJpeg);
  const dropped = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], "photo.jpg", { type: "image/jpeg" }));
    return transfer;
  }, noise);
  const zone = page.getByRole("region", { name: "Drop an image here" });
  await zone.dispatchEvent("drop", { dataTransfer: dropped });
  await expect.poll(() => picture.evaluate(naturalSize)).toEqual([192, 48]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(picture).toHaveAttribute("src", /^\/brand-logos\//);
  await own.stop();
  remove();
});

const naturalSize = (element: Element): number[] => {
  const { naturalWidth, naturalHeight } = element as HTMLImageElement;
  return [naturalWidth, naturalHeight];
};

/** Returns a JPEG of 1600 by 400 pixels. As a PNG, the picture would take megabytes. */
const noiseAsJpeg = (): string => {
  const canvas = document.createElement("canvas");
  canvas.width = 1600;
  canvas.height = 400;
  const context = canvas.getContext("2d");
  const pixels = context?.createImageData(1600, 400);
  if (!context || !pixels) throw new Error("the browser draws");
  for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = (at * 2654435761) >>> 24;
  context.putImageData(pixels, 0, 0);
  return canvas.toDataURL("image/jpeg").split(",")[1] ?? "";
};

const rgbOf = (color: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(", ")})`;

/** The accent in a window of Link, and whether a logo precedes the client's name. */
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
