import { expect, type Page } from "@playwright/test";
import { OPERATOR_PASSWORD } from "./brand.ts";
import type { Running } from "./server.ts";

/** Signs a client in at the Dashboard by its keys. */
export const signInClient = async (
  page: Page,
  { clientId, secret }: Pick<Running, "clientId" | "secret">,
): Promise<void> => {
  await page.getByLabel("client_id").fill(clientId);
  await page.getByLabel("secret").fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
};

/** Signs out by the menu of the user. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: /^Account of / }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
};

/**
 * Waits until a page of the Dashboard or the account site has loaded its data. Playwright's
 * `networkidle` often never occurs on a page with a frame, such as a preview, although no request
 * is pending.
 */
export const expectLoaded = (page: Page): Promise<void> =>
  expect(page.getByText("Loading…").or(page.locator("[aria-busy=true]"))).toHaveCount(0);

/** The keys of a client, which the Dashboard shows once. */
export const shownKeys = async (page: Page) => {
  const [clientId = "", secret = ""] = await page.locator(".new-keys code").allInnerTexts();
  return { clientId, secret };
};

/** Sets the operator's password at a printed address, which also signs in. */
export const setPassword = async (
  page: Page,
  address: string,
  password: string = OPERATOR_PASSWORD,
): Promise<void> => {
  await page.goto(address);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Set it and sign in" }).click();
};

/** The address at which a server's operator sets the first password. */
export const setupAddress = ({ printed }: Pick<Running, "printed">): string =>
  /Operator\s+(\S+)/.exec(printed)?.[1] ?? "";
