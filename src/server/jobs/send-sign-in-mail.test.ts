import { expect, test } from "vitest";
import { appWithMail, portalBrowser } from "../../testing/test-app/portal.ts";
import { signInJob } from "../domain/portal-users/email.ts";
import { sendSignInMail } from "./send-sign-in-mail.ts";

const EMAIL = "ann@mail.example";

test("a job that is interrupted after its mail sends the mail once", async () => {
  const { app, confirm } = await appWithMail();
  const { services } = app;
  const { jobs } = services.store;
  const { item_id } = await app.link();
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  await confirm(person, EMAIL);
  expect(await jobs.count("send-mail")).toBe(0);
  const { payload } = signInJob(services, { mailId: "mail-1", email: EMAIL, language: "en" });
  const context = { ...services, job: { jobId: "1", attempts: 1, createdAt: services.clock() } };
  for (let attempt = 0; attempt < 2; attempt++) {
    // The outcome of the mail is lost, as if the process ended here.
    await sendSignInMail.run(sendSignInMail.schema.parse(payload), context);
    expect(await jobs.count("send-mail")).toBe(1);
  }
});
