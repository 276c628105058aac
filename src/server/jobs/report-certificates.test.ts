import { expect, test } from "vitest";
import { CLIENT_PAIR } from "../../../demo/bank/certificates.fixture.ts";
import { sampleInstitution } from "../../testing/store-contract/institutions.ts";
import { mailServer } from "../../testing/test-app/mail-server.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { DAY_MS } from "../domain/calendar.ts";
import { certificateEnds } from "../domain/institutions/certificate-ends.ts";
import { declareRegistration } from "../domain/institutions/institution-registration.ts";

const ID = "ins_500001";

test("the end of a certificate is mailed on some days of the month before, once a day to each address", async () => {
  const mails = await mailServer();
  const app = await testApp({ SMTP_URL: mails.url, MAIL_FROM: "ops@host.example" });
  const { store, vault, clock } = app.services;
  const alert = { webhook: null, email: "dev@shop.example", mailUsers: false, remindUsers: false };
  await store.alerts.set({ clientId: app.keys.client_id, ...alert });
  await store.institutions.put([sampleInstitution(ID, { name: "Corner Bank" })]);
  const declaration = {
    ...{ institutionId: ID, issuer: "https://bank.example", clientId: "we-at-the-bank" },
    secrets: { certificate: CLIENT_PAIR },
  };
  const connection = declareRegistration(vault, declaration, clock());
  await store.institutions.connect(connection);
  const [end] = certificateEnds(vault, [connection]);
  const until = end?.until ?? 0;
  const daysBefore = async (days: number) => {
    app.advanceClock(until - days * DAY_MS - clock());
    for (let round = 0; round < 2; round++) await app.runJobs();
    return mails.received.length;
  };
  expect(await daysBefore(31)).toBe(0);
  expect(await daysBefore(30)).toBe(1);
  expect(await daysBefore(29.9)).toBe(1);
  expect(await daysBefore(29)).toBe(1);
  expect(await daysBefore(14)).toBe(2);
  expect(mails.received.map(({ to }) => to)).toEqual([["dev@shop.example"], ["dev@shop.example"]]);
  expect(mails.received[0]?.message).toContain(
    "The certificate for Corner Bank ends on 2126-10-29",
  );
});
