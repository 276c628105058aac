import { expect, test } from "vitest";
import { mailServer } from "../../testing/test-app/mail-server.ts";
import { png } from "../../testing/test-app/png.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { readLogo } from "../domain/clients/client-brand.ts";
import { recordFailedSignIn } from "../domain/outages/failed-sign-in.ts";
import { notifyRecovery } from "./notify-recovery.ts";

const BANK = "ins_109508";

/** The settings of a client that only mails its users. */
const MAILS = { webhook: null, email: null, mailUsers: true, remindUsers: false };

test("a user of many sessions is mailed once, over several batches and a repeated one", async () => {
  const app = await testApp({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "ops@host.example" });
  const { services, keys } = app;
  const { store } = services;
  await store.alerts.set({ clientId: keys.client_id, ...MAILS });
  const { tokenDigest } = await app.startLink();
  const session = await store.sessions.byTokenDigest(tokenDigest);
  if (!session) throw new Error("the session is not in the store");
  const addresses = ["ann@person.example", "ben@person.example", "Ann@Person.example"];
  for (let n = 0; n < 210; n++)
    await recordFailedSignIn(services, {
      ...session,
      linkSessionId: `session-${n}`,
      config: {
        ...session.config,
        user: { legalName: "Ann Lee", emailAddress: addresses[n % 3] ?? "" },
      },
      step: { at: "credentials", institutionId: BANK },
    });
  const now = services.clock();
  const payload = { institution_id: BANK, since: now, until: now };
  // Any attempt may have been lost; the next attempt has the same payload.
  const context = { ...services, job: { jobId: "1", attempts: 1, createdAt: now } };
  const followers = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    const outcome = await notifyRecovery.run(payload, context);
    followers.push("next" in outcome ? outcome.next?.length : undefined);
  }
  expect(followers).toEqual([1, 1, 0, 0]);
  expect(await store.jobs.count("send-mail")).toBe(2);
});

test("the mail of a recovery wears the name and the logo of its client", async () => {
  const mail = await mailServer();
  const app = await testApp({ SMTP_URL: mail.url, MAIL_FROM: "ops@host.example" });
  const { services, keys, runJobs } = app;
  const { store } = services;
  await store.alerts.set({ clientId: keys.client_id, ...MAILS });
  const logo = readLogo(png(96, 48));
  if (typeof logo === "string") throw new Error(logo);
  const look = {
    accent: null,
    mode: "auto",
    radius: null,
    font: null,
    hasTrustPane: false,
  } as const;
  await store.brands.set(keys.client_id, { ...look, name: "Tally", logo });
  const { tokenDigest } = await app.startLink();
  const session = await store.sessions.byTokenDigest(tokenDigest);
  if (!session) throw new Error("the session is not in the store");
  await recordFailedSignIn(services, {
    ...session,
    config: {
      ...session.config,
      user: { legalName: "Ann Lee", emailAddress: "ann@person.example" },
    },
    step: { at: "credentials", institutionId: BANK },
  });
  const now = services.clock();
  await notifyRecovery.run(
    { institution_id: BANK, since: now, until: now },
    { ...services, job: { jobId: "1", attempts: 1, createdAt: now } },
  );
  await runJobs();
  const [message = ""] = mail.received.map((received) => received.message.replaceAll("\r\n", ""));
  expect(message).toContain(logo.png.toString("base64"));
  expect(message).toContain('">Tally</p>');
  expect(message).toContain("Tally can connect your accounts");
  expect(message).not.toContain("cid:mark");
});
