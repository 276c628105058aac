import { exchange, linkToken } from "./support/api.ts";
import { expect, openBank, shareAll, test } from "./support/bank.ts";
import { callback, linkIn, open } from "./support/link.ts";

for (const [where, blocks, headers] of [
  ["with pop-ups blocked", true, {}],
  ["on a page that COOP isolates", false, { "cross-origin-opener-policy": "same-origin" }],
] as const)
  test(`${where}, the page goes to the bank and back, and Link resumes`, async ({
    page,
    host,
    server,
    bank,
  }) => {
    const { origin } = new URL(host.url());
    const token = await linkToken(server, { redirect_uri: `${origin}/back` });
    if (blocks)
      await page.addInitScript(() => {
        const { open } = window;
        let isLate = true;
        window.open = (url, target) => {
          const popup = target === "_top" && !isLate ? open.call(window, url, target) : null;
          if (target === "_top") isLate = false;
          return popup;
        };
      });
    const link = await openBank(page, host.url({ config: { token }, headers }));
    const awaitRequest = page.waitForRequest("**/bridge/redirect/await");
    await link.getByTestId("oauth").click();
    await awaitRequest;
    // If the bank was slower than the click's user activation, the next click leads the page to the
    // bank.
    const goAgain = link.getByRole("button", { name: "Open the window again" });
    if (blocks) await goAgain.click();
    await expect(async () => {
      const wait = page.waitForURL(`${bank.issuer}/**`, { timeout: 5000 });
      await wait.catch(async (failure: unknown) => {
        await goAgain.click({ timeout: 1000 }).catch(() => undefined);
        throw failure;
      });
    }).toPass();
    await shareAll(page);
    await page.waitForURL(`${origin}/back?oauth_state_id=*`);
    const receivedRedirectUri = page.url();
    await page.goto(host.url({ config: { token, receivedRedirectUri } }));
    await open(page);
    const again = linkIn(page);
    await expect(again.getByRole("heading", { name: "Choose your accounts" })).toBeVisible();
    // A phone that discarded the tab loads its address again.
    await page.reload();
    await open(page);
    await again.getByTestId("submit").click();
    await again.getByTestId("finish").click();
    await exchange(server, (await callback(page, "onSuccess"))[0]);
  });
