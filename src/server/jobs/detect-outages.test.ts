import { expect, test } from "vitest";
import { linkToken } from "../../testing/test-app/link-token.ts";
import { mailServer } from "../../testing/test-app/mail-server.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

const BANK = "ins_109508";
const MINUTE = 60_000;

const setup = async () => {
  const mails = await mailServer();
  const app = await testApp({ SMTP_URL: mails.url, MAIL_FROM: "ops@host.example" });
  const receiver = await testReceiver();
  const { client_id } = app.keys;
  const alert = { clientId: client_id, webhook: receiver.url, email: "dev@shop.example" };
  await app.services.store.alerts.set({ ...alert, mailUsers: true, remindUsers: false });
  /** Signs a user in; returns the error. */
  const signIn = async (password: string, config: Record<string, unknown> = {}) => {
    const { bridge, linkSessionId } = await app.startLink(config);
    await bridge("institution/select", { institution_id: BANK });
    const credentials = { username: "user_good", password };
    const { body } = await bridge("credentials/submit", { institution_id: BANK, credentials });
    return { error: body.error_code, linkSessionId };
  };
  /** Advances the clock by a minute, which detects outages and sends alerts. */
  const judge = async () => {
    await app.writeUsage();
    app.advanceClock(MINUTE);
    await app.runJobs();
    await app.runJobs();
  };
  const bodies = (code: string) =>
    receiver.received.map(({ body }) => body).filter(({ webhook_code }) => webhook_code === code);
  return { app, mails, receiver, signIn, judge, bodies };
};

test("an outage and its end send one alert each, and its end notifies users", async () => {
  const { app, mails, receiver, signIn, judge, bodies } = await setup();
  const user = { legalName: "Ann Lee", emailAddress: "ann@person.example" };
  const webhook = receiver.url;
  const attempt = await signIn("error_INSTITUTION_DOWN", { user, webhook });
  expect(attempt.error).toBe("INSTITUTION_DOWN");
  await signIn("error_INSTITUTION_DOWN", { user });
  const token = await linkToken(app, { webhook });
  await signIn("error_INSTITUTION_NOT_RESPONDING", { token });
  for (let n = 0; n < 6; n++) await signIn("error_INSTITUTION_NOT_RESPONDING");
  // Users' own mistakes do not count against the institution.
  await signIn("error_INVALID_CREDENTIALS");
  await judge();
  await signIn("error_INSTITUTION_DOWN");
  await judge();
  const alerts = () => bodies("INSTITUTION_STATUS_ALERT_TRIGGERED");
  expect(alerts()).toMatchObject([
    {
      webhook_type: "DASHBOARD_CONFIGURED_ALERT",
      institution_id: BANK,
      institution_name: "First Platypus Bank",
      kind: "item_logins",
      status: "DOWN",
      institution_overall_success_rate: 0.1,
    },
  ]);
  expect(mails.received.map(({ to }) => to)).toEqual([["dev@shop.example"]]);
  expect(mails.received[0]?.message).toContain("First Platypus Bank is down (sign-ins)");

  app.advanceClock(10 * MINUTE);
  for (let n = 0; n < 3; n++) await signIn("pass_good");
  await judge();
  await judge();
  expect(alerts().map(({ status }) => status)).toEqual(["DOWN", "HEALTHY"]);
  const webhooks = bodies("INSTITUTION_AVAILABLE");
  expect(webhooks).toHaveLength(2);
  expect(webhooks).toContainEqual(
    expect.objectContaining({
      webhook_type: "LINK",
      institution_id: BANK,
      link_session_id: attempt.linkSessionId,
    }),
  );
  expect(webhooks).toContainEqual(
    expect.objectContaining({ link_token: token, client_user_id: "user-1" }),
  );
  const users = mails.received.filter(({ to }) => to.includes(user.emailAddress));
  expect(users).toHaveLength(1);
  expect(users[0]?.message).toContain("First Platypus Bank can be reached again");
  expect(mails.received).toHaveLength(3);
});

test("failed pulls are a separate outage, about which no user is notified", async () => {
  const { app, judge, bodies } = await setup();
  const { outages } = app.services.store;
  const from = app.services.clock();
  const count = { institutionId: BANK, kind: "transactions_updates", from } as const;
  await outages.add([{ ...count, succeeded: 0, failed: 12 }]);
  await outages.add([{ ...count, institutionId: "ins_0", succeeded: 0, failed: 12 }]);
  await judge();
  expect(bodies("INSTITUTION_STATUS_ALERT_TRIGGERED")).toMatchObject([
    { kind: "transactions_updates", status: "DOWN" },
  ]);
  expect(await outages.current("ins_0")).toEqual([]);
});

test("reads of Items are counted by the kind of request", async () => {
  const { app } = await setup();
  const { access_token } = await app.link(BANK, ["transactions"]);
  await app.runJobs();
  await app.call("/accounts/balance/get", { access_token });
  await app.writeUsage();
  const counts = await app.services.store.outages.counts(0, BANK);
  const of = (kind: string) =>
    counts.filter((count) => count.kind === kind).reduce((sum, count) => sum + count.succeeded, 0);
  expect(of("transactions_updates")).toBeGreaterThan(0);
  expect(of("balance")).toBeGreaterThan(0);
  expect(counts.every(({ failed }) => failed === 0)).toBe(true);
});

test("a user blocked because the institution is down counts as a failed sign-in", async () => {
  const { app } = await setup();
  const [institution_id, since] = ["ins_132361", app.services.clock()];
  const link = await app.startLink();
  const refusal = await link.bridge("institution/select", { institution_id });
  expect(refusal.body.error_code).toBe("INSTITUTION_DOWN");
  await app.writeUsage();
  const counts = await app.services.store.outages.counts(since - 5 * MINUTE, institution_id);
  expect(counts).toMatchObject([{ kind: "item_logins", succeeded: 0, failed: 1 }]);
});
