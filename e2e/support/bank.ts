import { expect, type FrameLocator, type Page } from "@playwright/test";
import { LANTERN } from "./bank-server.ts";
import { openLink } from "./link.ts";
import { test as base } from "./test.ts";

/** The test of journeys with a connected server and a demo bank. */
export const test = base.extend({
  // The server can connect the bank only after the bank's start.
  server: ({ bankServer, bank: _ }, use) => use(bankServer),
});

/** Opens Link at the view that announces the sign-in at the bank. */
export const openBank = async (page: Page, address: string): Promise<FrameLocator> => {
  const link = await openLink(page, address);
  await link.getByTestId("institution-search").fill("Lanternfield");
  await link.getByTestId(`institution-${LANTERN}`).click();
  return link;
};

/** Opens the bank in a separate window, and returns the window. */
export const goToBank = async (page: Page, link: FrameLocator): Promise<Page> => {
  const popup = page.waitForEvent("popup");
  await link.getByTestId("oauth").click();
  return popup;
};

/** Signs in at the bank, up to the choice of accounts. */
export const signInAtBank = async (window: Page, login = "ada"): Promise<void> => {
  await window.getByLabel("Customer name").fill(login);
  await window.getByLabel("Password").fill("lantern");
  await window.getByRole("button", { name: "Sign in" }).click();
  await expect(window.getByRole("button", { name: "Share" })).toBeVisible();
};

/** Signs in at the bank and shares every account. */
export const shareAll = async (window: Page, login = "ada"): Promise<void> => {
  await signInAtBank(window, login);
  for (const box of await window.getByRole("checkbox").all()) await box.check();
  await window.getByRole("button", { name: "Share" }).click();
};

export { expect } from "@playwright/test";

/**
 * Shares an account at the bank, up to the last redirect. Returns the redirect's address at our
 * server.
 */
export const returnUrl = async (window: Page, origin: string): Promise<string> => {
  const form = {
    account: await window.getByRole("checkbox").first().inputValue(),
  };
  const action = await window.locator("form:has(button.primary)").getAttribute("action");
  let at = new URL(action ?? "", window.url()).href;
  for (let steps = 0; !at.startsWith(origin); steps++) {
    const answer = await (steps === 0
      ? window.request.post(at, { form, maxRedirects: 0 })
      : window.request.get(at, { maxRedirects: 0 }));
    at = new URL(answer.headers().location ?? "missing:", at).href;
  }
  return at;
};
