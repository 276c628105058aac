import { linkToken } from "./support/api.ts";
import { linkIn, openLink } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

for (const [language, title] of [
  ["en", "Connect an account"],
  ["fr", "Connecter un compte"],
] as const)
  test(`the dialog, the frame and its document are named in the session's language: ${language}`, async ({
    page,
    host,
    server,
  }) => {
    const other = language === "fr" ? "en" : "fr";
    const token = await linkToken(server, { language });
    // The token's language takes precedence over the page's.
    for (const config of [{ language }, { token }, { token, language: other }]) {
      const link = await openLink(page, host.url({ config }));
      await expect(link.locator("html")).toHaveAttribute("lang", language);
      await expect(link.getByTestId("institution-search")).toBeVisible();
      await expect(page.getByRole("dialog", { name: title, exact: true })).toBeVisible();
      await expect(page.getByTitle(title, { exact: true })).toBeVisible();
      expect(await linkIn(page).locator("title").textContent()).toBe(title);
    }
  });
