import type { Browser } from "@playwright/test";
import { type Running, serve } from "./server.ts";

/** The sign-in of the operator who renamed the server. */
export const OPERATOR_PASSWORD = "correct horse battery";

/** A server that the operator renamed on the Dashboard, restarted. */
export const serveNamed = async (
  browser: Browser,
  folder: string,
  name: string,
  variables: Record<string, string> = {},
): Promise<Running> => {
  const first = await serve(folder, 0, variables);
  const page = await browser.newPage();
  await page.goto(/Operator\s+(\S+)/.exec(first.printed)?.[1] ?? "");
  await page.getByLabel("Password").fill(OPERATOR_PASSWORD);
  await page.getByRole("button", { name: "Set it and sign in" }).click();
  await page.getByRole("link", { name: "White label" }).click();
  const card = page.getByRole("region", { name: "Name of the server" });
  await card.getByLabel("Name").fill(name);
  await card.getByRole("button", { name: "Save" }).click();
  await page.getByText(`until it is started again, and ${name} then`).waitFor();
  await page.close();
  await first.stop();
  return serve(folder, 0, variables);
};
