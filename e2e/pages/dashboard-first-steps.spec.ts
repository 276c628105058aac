import { linkAccount } from "../../src/testing/kit/link-account.ts";
import { expectNoFault, expectNoFaultInBoth } from "../support/accessibility.ts";
import { signInClient } from "../support/dashboard.ts";
import { expect, test } from "../support/own-server.ts";

test("a new client calls, links and receives a webhook on the first page, without a fault of axe", async ({
  page,
  own,
}) => {
  await page.goto(`${own.api}/dashboard`);
  await signInClient(page, own);
  const steps = page.getByRole("region", { name: /^First steps/ });
  await steps.getByRole("button", { name: "Make it here" }).click();
  await expect(steps.getByText('"institutions": [')).toBeVisible();
  await steps.getByRole("button", { name: "Open Link" }).click();
  await linkAccount(page, { accounts: 1 });
  const events = steps.getByRole("log", { name: "Events" });
  await expect(events).toContainText("onSuccess");
  // The last event is in view, in a table that scrolls.
  const isScrolled = () =>
    events.evaluate(
      ({ scrollTop, scrollHeight, clientHeight }) =>
        scrollTop > 0 && scrollTop + clientHeight > scrollHeight - 2,
    );
  expect(await isScrolled()).toBe(true);
  const received = steps.getByRole("log", { name: "Webhooks" });
  await expect(received).toContainText("SESSION_FINISHED");
  await expect(received).not.toContainText("Not verified");
  await received.getByRole("button", { name: "LINK: SESSION_FINISHED" }).press("Enter");
  await expect(received).toContainText("link_session_id");
  await expect(steps.getByText(/ready on this server/)).toBeVisible();
  await expectNoFaultInBoth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ forcedColors: "active" });
  await expectNoFault(page);
});
