import type { Page } from "@playwright/test";
import type { Running } from "./server.ts";

/** Signs a client in at the Dashboard, whose page asks for its keys. */
export const signInClient = async (
  page: Page,
  { clientId, secret }: Pick<Running, "clientId" | "secret">,
): Promise<void> => {
  await page.getByLabel("client_id").fill(clientId);
  await page.getByLabel("secret").fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
};

/** The keys of a client that the Dashboard shows this once. */
export const shownKeys = async (page: Page) => {
  const [clientId = "", secret = ""] = await page.locator(".shown-keys dd").allInnerTexts();
  return { clientId, secret };
};
