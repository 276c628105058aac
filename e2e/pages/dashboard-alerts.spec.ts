import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { newJob } from "../../src/server/domain/jobs/job.ts";
import { startOfCount } from "../../src/server/domain/outages/request-counter.ts";
import { openDatabase } from "../../src/server/store/dialects/index.ts";
import { openStore } from "../../src/server/store/open-store.ts";
import { expectNoFaultInBoth } from "../support/accessibility.ts";
import { linkToken } from "../support/api.ts";
import { askBridge } from "../support/bridge.ts";
import { signInClient } from "../support/dashboard.ts";
import { startMailServer } from "../support/mail.ts";
import { test as base, expect } from "../support/own-server.ts";
import { receiver } from "../support/receiver.ts";
import type { Running } from "../support/server.ts";

const INSTITUTION_ID = "ins_109508";
const ANN = "ann@person.example";

/** A test with a server that sends mail. */
const test = base.extend<{ mail: Awaited<ReturnType<typeof startMailServer>> }>({
  mail: async ({ browserName: _ }, use) => {
    const mail = await startMailServer();
    await use(mail);
    await mail.close();
  },
  variables: async ({ mail }, use) =>
    use({ SMTP_URL: mail.url, MAIL_FROM: "Shop <links@shop.example>" }),
});

test("a client is notified of an outage and its end, and a user who could not sign in of its end", async ({
  page,
  mail,
  own,
}) => {
  using app = await receiver();
  const mailsTo = (address: string) => mail.mails.filter((text) => text.includes(address));
  const listWebhooks = (code: string) =>
    app.received.filter(({ webhook_code }) => webhook_code === code);
  const alerts = () => listWebhooks("INSTITUTION_STATUS_ALERT_TRIGGERED");

  await page.goto(`${own.api}/dashboard/institutions`);
  await signInClient(page, own);
  await page.getByText("Alerts", { exact: true }).first().click();
  await page.getByLabel("Webhook").fill(app.url);
  await page.getByLabel("E-mail").fill("ops@shop.example");
  const mailUsers = page.getByLabel(/^Mail those users/);
  await mailUsers.check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await page.getByText("Alerts", { exact: true }).first().click();
  await expect(page.getByLabel("Webhook")).toHaveValue(app.url);
  await expect(page.getByLabel("E-mail")).toHaveValue("ops@shop.example");
  await expect(mailUsers).toBeChecked();
  await expectNoFaultInBoth(page);

  const webhook = app.url;
  const user = { client_user_id: "user-1", legal_name: "Ann Lee", email_address: ANN };
  expect(await failToSignIn(own, await linkToken(own, { webhook, user }))).toBe("INSTITUTION_DOWN");
  await countSignIns(own.folder, INSTITUTION_ID, { succeeded: 0, failed: 20 });
  await expect.poll(alerts).toMatchObject([
    {
      ...{ webhook_type: "DASHBOARD_CONFIGURED_ALERT", institution_id: INSTITUTION_ID },
      ...{ kind: "item_logins", status: "DOWN" },
    },
  ]);
  await expect.poll(() => mailsTo("ops@shop.example")).toHaveLength(1);
  expect(mail.mails[0]).toContain("First Platypus Bank is down");

  await page.getByLabel("Search").fill(INSTITUTION_ID);
  await page.getByLabel("Search").press("Enter");
  const row = page.getByRole("row", { name: /First Platypus Bank.*Down/ });
  await expect(row).toBeVisible();
  await row.getByRole("link").click();
  const health = page.getByRole("region", { name: "How it responds" });
  await expect(health.getByRole("heading", { name: /^Sign-ins Down/ })).toBeVisible();
  await expect(health.getByText("Lasts")).toBeVisible();
  await expectNoFaultInBoth(page);

  await countSignIns(own.folder, INSTITUTION_ID, { succeeded: 200, failed: 0 });
  await expect
    .poll(() =>
      alerts()
        .map(({ status }) => status)
        .toSorted(),
    )
    .toEqual(["DOWN", "HEALTHY"]);
  await expect
    .poll(() => listWebhooks("INSTITUTION_AVAILABLE"))
    .toMatchObject([{ institution_id: INSTITUTION_ID, client_user_id: "user-1" }]);
  await expect.poll(() => mailsTo("ops@shop.example")).toHaveLength(2);
  await expect.poll(() => mailsTo(ANN)).toHaveLength(1);
  expect(mailsTo(ANN)[0]).toContain("First Platypus Bank can be reached again");
  await page.reload();
  await expect(health.getByText("Lasts")).toBeHidden();
  await expect(health.getByRole("heading", { name: "Outages" })).toBeVisible();
  await expectNoFaultInBoth(page);
});

/** Signs a user in at an institution that cannot respond; returns the error. */
const failToSignIn = async (server: Running, token: string): Promise<unknown> => {
  const { origin } = new URL(server.shop);
  const start = await askBridge(server, "session/start", { config: { token }, origin });
  const headers = { authorization: `Bearer ${start.body.session_token}` };
  const institution_id = INSTITUTION_ID;
  await askBridge(server, "institution/select", { institution_id }, headers);
  const credentials = { username: "user_good", password: "error_INSTITUTION_DOWN" };
  const login = { submission_id: randomUUID(), institution_id, credentials };
  return (await askBridge(server, "credentials/submit", login, headers)).body.error_code;
};

/**
 * Adds sign-ins at an institution to the server's counts, and schedules their evaluation at once.
 * The server itself evaluates each minute. Works on the SQLite file of a running server.
 */
const countSignIns = async (
  folder: string,
  institutionId: string,
  count: { succeeded: number; failed: number },
): Promise<void> => {
  const store = await openStore(openDatabase(join(folder, "service-link.db")));
  try {
    const from = startOfCount(Date.now());
    await store.outages.add([{ institutionId, kind: "item_logins", from, ...count }]);
    const name = "judge-institutions";
    const job = newJob({ clock: Date.now, random: randomBytes }, { name, lane: name, payload: {} });
    await store.jobs.add([job]);
  } finally {
    await store.close();
  }
};
