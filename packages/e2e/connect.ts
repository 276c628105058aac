import type { Page } from "@playwright/test";
import { linkIn } from "../../e2e/support/link.ts";
import { linkAccount } from "../../src/testing/kit/link-account.ts";

/** Goes through Link in a page with a button. Returns the number of Link's frames. */
export const connect = async (page: Page, address?: string): Promise<number> => {
  if (address) await page.goto(address);
  await page.getByRole("button", { name: "Connect a bank account" }).click();
  await linkIn(page).getByTestId("institution-search").waitFor();
  const frames = await page.locator('iframe[name="service-link"]').count();
  await linkAccount(page, { accounts: 1 });
  return frames;
};

/** The address that a site's command printed, possibly in colour. */
export const addressIn = (outputOf: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal is told colours
  /http:\/\/[\w.:]+/.exec(outputOf.replace(/\x1b\[[\d;]*m/g, ""))?.[0] ?? "";
