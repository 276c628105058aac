import { expectNoFaultInBoth } from "../support/accessibility.ts";
import { ask, linkItem } from "../support/api.ts";
import { shownKeys, signInClient } from "../support/dashboard.ts";
import { expect, test } from "../support/own-server.ts";

test("a client makes a restricted secret, which is refused what it may not do", async ({
  page,
  own,
}) => {
  const { accessToken } = await linkItem(own, { initial_products: ["transactions"] });
  await page.goto(`${own.api}/dashboard/keys`);
  await signInClient(page, own);
  await page.getByRole("button", { name: "Create a secret…" }).click();
  const form = page.getByRole("dialog", { name: "Create a secret" });
  await form.getByLabel("Name").fill("Reports");
  await form.getByLabel("Read only").click();
  await form.getByLabel("Only some").click();
  await form.getByLabel("transactions").click();
  await expectNoFaultInBoth(page);
  await form.getByRole("button", { name: "Create the secret" }).click();
  await expect(page.getByRole("heading", { name: "Save the secret now" })).toBeFocused();
  const reports = { ...own, ...(await shownKeys(page)) };
  await page.getByRole("button", { name: "I have saved it" }).click();
  await expect(page.getByRole("row", { name: /^Reports .* Read only transactions/ })).toBeVisible();
  for (const [path, code] of [
    ["/item/get", undefined],
    ["/auth/get", "UNAUTHORIZED_ROUTE_ACCESS"],
    ["/item/remove", "UNAUTHORIZED_ROUTE_ACCESS"],
  ] as const) {
    const { answer } = await ask(reports, path, { access_token: accessToken });
    expect(answer.error_code).toBe(code);
  }
});
