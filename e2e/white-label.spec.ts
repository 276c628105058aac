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

/** Returns a JPEG of 1600 by 400 pixels whose PNG has megabytes. */
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
