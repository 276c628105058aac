import { expect, test } from "vitest";
import { CLIENT_PAIR } from "../../../demo/bank/certificates.fixture.ts";
import { sampleInstitution } from "../../testing/store-contract/institutions.ts";
import { mailServer } from "../../testing/test-app/mail-server.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { DAY_MS } from "../domain/calendar.ts";
import { generateKeys, newClient } from "../domain/clients/new-client.ts";
import { certificateEnds } from "../domain/institutions/certificate-ends.ts";
import { declareRegistration } from "../domain/institutions/institution-registration.ts";
import { NEWEST_VERSION } from "../versions/index.ts";

const ID = "ins_500001";

/**
 * An app whose only client has an alert address, and an institution that knows the server by a
 * certificate.
 */
const setUp = async () => {
  const mails = await mailServer();
  const app = await testApp({ SMTP_URL: mails.url, MAIL_FROM: "ops@host.example" });
  const { store, vault, clock } = app.services;
  const setAddress = (clientId: string, email: string) =>
    store.alerts.set({ clientId, webhook: null, email, mailUsers: false, remindUsers: false });
  await setAddress(app.keys.client_id, "dev@shop.example");
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
  return { app, mails, setAddress, daysBefore };
};

test("the end of a certificate is mailed to the only client on some days of the month before, once a day", async () => {
  const { mails, daysBefore } = await setUp();
  expect(await daysBefore(31)).toBe(0);
  expect(await daysBefore(30)).toBe(1);
  expect(await daysBefore(29.9)).toBe(1);
  expect(await daysBefore(29)).toBe(1);
  expect(await daysBefore(14)).toBe(2);
  expect(mails.received.map(({ to }) => to)).toEqual([["dev@shop.example"], ["dev@shop.example"]]);
  expect(mails.received[0]?.message).toContain(
    "service-link: the certificate for Corner Bank ends on 2126-10-29",
  );
});

test("with several clients the end of a certificate is mailed to none of them", async () => {
  const { app, setAddress, daysBefore } = await setUp();
  const { store, clock, random } = app.services;
  const other = newClient(
    generateKeys(random),
    { clock, random },
    { name: "Another shop", defaultVersion: NEWEST_VERSION },
  );
  await store.clients.add(other);
  expect(await daysBefore(30)).toBe(0);
  await setAddress(other.clientId, "dev@another.example");
  expect(await daysBefore(14)).toBe(0);
});
