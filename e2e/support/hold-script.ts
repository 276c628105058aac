import type { Page } from "@playwright/test";
import { createGate } from "./gate.ts";

/**
 * Serves Link's document without its script, as if its end were still loading. Returns a function
 * that releases the script.
 */
export const holdScript = async (page: Page): Promise<() => void> => {
  const gate = createGate();
  await page.route("**/link.html*", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const tag = '<script type="module">';
    await route.fulfill({
      response,
      body: html.replace(tag, `<script src="/assets/gate.js"></script>${tag}`),
    });
  });
  await page.route("**/assets/gate.js", async (route) => {
    await gate.opened;
    await route.fulfill({ contentType: "text/javascript", body: "" });
  });
  return gate.open;
};
