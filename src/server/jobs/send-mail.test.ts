import { expect, test } from "vitest";
import { mailServer } from "../../testing/test-app/mail-server.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { MAIL_JOB, mailJob } from "../domain/mail/mail-job.ts";

const HOUR = 60 * 60 * 1000;
const MAIL = {
  mailId: "mail1",
  to: "ann@mail.example",
  subject: "Your access",
  text: "Hello",
  html: "<p>Hello</p>",
};

const appWithMail = async () => {
  const server = await mailServer();
  const app = await testApp({ SMTP_URL: server.url, MAIL_FROM: "accounts@acme.example" });
  const { store, clock } = app.services;
  await store.jobs.add([mailJob(app.services, MAIL, clock() + HOUR)]);
  await app.runJobs();
  return { server, waiting: () => store.jobs.count(MAIL_JOB) };
};

test("a mail is sent by a job, once", async () => {
  const { server, waiting } = await appWithMail();
  expect(server.received.map(({ to }) => to)).toEqual([["ann@mail.example"]]);
  expect(await waiting()).toBe(0);
});

test("a refused mail is retried until it is outdated", async () => {
  const server = await mailServer();
  server.behaviour.refuse = 451;
  const app = await testApp({ SMTP_URL: server.url, MAIL_FROM: "accounts@acme.example" });
  const { store, clock } = app.services;
  const until = clock() + HOUR;
  await store.jobs.add([mailJob(app.services, MAIL, until)]);
  await app.runJobs();
  expect(await store.jobs.count(MAIL_JOB)).toBe(1);
  server.behaviour.refuse = null;
  app.advanceClock(60_000);
  await app.runJobs();
  expect(server.received).toHaveLength(1);
  await store.jobs.add([mailJob(app.services, { ...MAIL, mailId: "mail2" }, clock() + HOUR)]);
  app.advanceClock(HOUR);
  await app.runJobs();
  expect(server.received).toHaveLength(1);
});

test("a mail is sealed in the store", async () => {
  const app = await testApp();
  const job = mailJob(app.services, MAIL, app.services.clock() + HOUR);
  expect(JSON.stringify(job)).not.toMatch(/ann@|Hello/);
});
