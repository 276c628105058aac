import type { Page } from "@playwright/test";
import { linkIn, signIn } from "../../e2e/support/link.ts";

/** Goes through Link in a page with a button for it; returns the number of Link's frames. */
export const connect = async (page: Page, address?: string): Promise<number> => {
  if (address) await page.goto(address);
  await page.getByRole("button", { name: "Connect a bank account" }).click();
  await signIn(page, /First Platypus/);
  const frames = await page.locator('iframe[name="service-link"]').count();
  const link = linkIn(page);
  await link.getByRole("checkbox").first().check();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  return frames;
};

/** The address that a site's command printed, possibly in colour. */
export const addressIn = (outputOf: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal is told colours
  /http:\/\/[\w.:]+/.exec(outputOf.replace(/\x1b\[[\d;]*m/g, ""))?.[0] ?? "";
