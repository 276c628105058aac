import type { Page } from "@playwright/test";
import type { HostPage } from "../support/host.ts";
import { callback, dismiss, linkIn } from "../support/link.ts";
import type { Running } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

type Case = { page: Page; host: HostPage; server: Running };

/** A port without a listener, which browsers refuse to call. */
const NOWHERE = "http://localhost:9";

/** The reasons why Link is not shown, each with a page's address and the arguments of onExit. */
const CASES: Record<string, { go(given: Case): Promise<string>; code: string; says: string }> = {
  "the page's policy blocks": {
    go: async ({ host, server }) =>
      host.url({
        headers: {
          "content-security-policy": `default-src 'none'; script-src 'self' ${server.api}; style-src 'self'`,
        },
      }),
    code: "LINK_BLOCKED",
    says: "frame-src",
  },
  "nobody serves": {
    go: async ({ host }) => host.url({ link: NOWHERE }),
    code: "LINK_UNREACHABLE",
    says: "is down, or a page around Link",
  },
  "somebody forbids to frame": {
    go: async ({ page, host }) => {
      await page.route("**/link.html*", (route) =>
        route.fulfill({ body: "no", headers: { "x-frame-options": "DENY" } }),
      );
      return host.url();
    },
    code: "LINK_UNREACHABLE",
    says: "is down, or a page around Link",
  },
  "a proxy takes its script from": {
    go: async ({ page, host }) => {
      await page.route("**/link.html*", async (route) => {
        const response = await route.fetch();
        const policy = "default-src 'none'; script-src 'self'";
        const headers = { ...response.headers(), "content-security-policy": policy };
        await route.fulfill({ response, headers });
      });
      return host.url();
    },
    code: "LINK_UNREACHABLE",
    says: "is down, or a page around Link",
  },
};

for (const [what, { go, code, says }] of Object.entries(CASES))
  test(`a Link that ${what} says so to the user, and calls onExit when they close it`, async ({
    page,
    host,
    server,
  }) => {
    await page.goto(await go({ page, host, server }));
    await page.getByRole("button", { name: "Connect" }).click();
    await expect(page.getByText("Accounts cannot be connected right now.")).toBeVisible();
    await expect(page.getByText(new RegExp(`^${code}, \\d\\d:\\d\\d$`))).toBeVisible();
    await expect(page.locator('iframe[name="service-link"]')).toBeHidden();
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible({
      visible: code === "LINK_UNREACHABLE",
    });
    await dismiss(page);
    const [error] = await callback(page, "onExit");
    expect(error).toMatchObject({ error_code: code });
    expect(Reflect.get(Object(error), "error_message")).toContain(says);
    await expect(page.getByRole("button", { name: "Connect" })).toBeFocused();
  });

test("an offline user tries again when the network is back, and Link opens", async ({
  page,
  host,
  context,
}) => {
  await page.addInitScript(() => Reflect.set(window, "requestIdleCallback", () => 0));
  await page.goto(host.url({ config: { language: "fr" } }));
  await context.setOffline(true);
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText("Vérifiez votre réseau et réessayez.")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
});

for (const [colorScheme, theme, paper] of [
  ["light", undefined, "rgb(255, 255, 255)"],
  ["dark", undefined, "rgb(22, 27, 38)"],
  ["dark", "auto", "rgb(22, 27, 38)"],
  ["light", "dark", "rgb(22, 27, 38)"],
  ["light", { mode: "dark" }, "rgb(22, 27, 38)"],
  ["dark", { accent: "#0b5c6b" }, "rgb(22, 27, 38)"],
] as const)
  test(`the notice follows the theme: ${JSON.stringify(theme)} on a ${colorScheme} device`, async ({
    page,
    host,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(host.url({ link: NOWHERE, config: theme ? { theme } : {} }));
    await page.getByRole("button", { name: "Connect" }).click();
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    const notice = page.locator("section", { has: page.getByRole("status") });
    await expect(notice).toHaveCSS("background-color", paper);
  });
