import type { Page } from "@playwright/test";
import { linkAccount } from "../src/testing/kit/link-account.ts";
import { expectNoFaultInBoth } from "./support/accessibility.ts";
import { callback, linkIn, openLink } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

const KINDS = [
  { type: "depository", subtype: "checking" },
  { type: "depository", subtype: "savings" },
  { type: "credit", subtype: "credit card" },
];

/** The password of a sandbox user with `count` accounts. */
const readPassword = (count: number): string =>
  JSON.stringify({ override_accounts: Array.from({ length: count }, (_, at) => KINDS[at % 3]) });

const toAccounts = async (page: Page, address: string, count: number) => {
  const link = await openLink(page, address);
  await link.getByTestId("institution-ins_109508").click();
  await link.getByTestId("credential-username").fill("user_custom");
  await link.getByTestId("credential-password").fill(readPassword(count));
  await link.getByTestId("submit").click();
  await expect(link.getByTestId("select-all")).toBeVisible();
  return link;
};

test("an account among twenty is found and shared by keyboard alone", async ({ page, host }) => {
  const config = { product: ["transactions"] };
  const link = await toAccounts(page, host.url({ config }), 20);
  await expect(link.getByRole("group", { name: "Credit cards" }).getByRole("listitem")).toHaveCount(
    6,
  );
  await expectNoFaultInBoth(page);
  const filter = link.getByTestId("filter");
  const boxes = link.getByRole("checkbox");
  const label = await boxes.nth(17).getAttribute("data-testid");
  const mask = /••••\s(\d+)/.exec(
    (await link.locator(`label:has([data-testid="${label}"])`).innerText()) ?? "",
  );
  await filter.focus();
  await page.keyboard.type(mask?.[1] ?? "");
  await expect(boxes).toHaveCount(1);
  await expectNoFaultInBoth(page);
  await page.keyboard.press("Enter");
  for (const key of ["Tab", "Tab", "Tab", "Space"]) await page.keyboard.press(key);
  await expect(boxes.first()).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await link.getByTestId("finish").press("Enter");
  const [, metadata] = await callback(page, "onSuccess");
  expect(metadata).toMatchObject({ accounts: [{ mask: mask?.[1] }] });
});

test("nineteen accounts have no filter, and linkAccount shares all of more", async ({
  page,
  host,
}) => {
  const config = { product: ["transactions"] };
  const link = await toAccounts(page, host.url({ config }), 19);
  await expect(link.getByTestId("filter")).toHaveCount(0);
  await toAccounts(page, host.url({ config }), 20);
  await expect(linkIn(page).getByTestId("filter")).toBeVisible();
  await linkAccount(page);
  const [, metadata] = await callback(page, "onSuccess");
  expect(Reflect.get(Object(metadata), "accounts")).toHaveLength(20);
});
