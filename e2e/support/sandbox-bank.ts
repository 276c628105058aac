import type { FrameLocator, Page } from "@playwright/test";
import { openLink } from "./link.ts";
import { test as base } from "./test.ts";

/** The journeys' test, with a server without a demo bank. */
export const test = base.extend({
  server: ({ bankServer }, use) => use(bankServer),
});

/** The institution whose site the sandbox serves. */
const OAUTH_BANK = "ins_127287";

/** Opens Link at the view that announces the sign-in at the bank. */
export const openOAuthBank = async (page: Page, address: string): Promise<FrameLocator> => {
  const link = await openLink(page, address);
  await selectOAuthBank(link);
  return link;
};

/** Finds the bank in Link's list. */
const selectOAuthBank = async (link: FrameLocator | Page): Promise<void> => {
  await link.getByTestId("institution-search").fill("Platypus OAuth");
  await link.getByTestId(`institution-${OAUTH_BANK}`).click();
};

/** Signs in at the bank and shares all accounts. */
export const signInAndShare = async (
  window: Page,
  username = "user_good",
  password = "pass_good",
): Promise<void> => {
  await window.getByTestId("credential-username").fill(username);
  await window.getByTestId("credential-password").fill(password);
  await window.getByRole("button", { name: "Sign in and share" }).click();
};

/** Shares in Link the accounts that the user shared at the bank, and finishes. */
export const finishInLink = async (link: FrameLocator | Page): Promise<void> => {
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
};
