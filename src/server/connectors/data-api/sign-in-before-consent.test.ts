import { expect, test, vi } from "vitest";
import { answerInApp } from "../../../../demo/bank/app.fixture.ts";
import { RETURN_ADDRESS, walkThrough } from "../../../../demo/bank/visit.fixture.ts";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { withPerson } from "../../domain/presence.ts";
import { bankApp } from "./bank-app.fixture.ts";
import { compareBooks } from "./compare-books.fixture.ts";
import { INSTITUTION_ID } from "./connected-bank.fixture.ts";
import { berlinBank, PERSON } from "./dialects/berlin-group/berlin-bank.fixture.ts";

/** A bank whose users sign in by OAuth before they authorize a consent. */
const bankWithPreStep = (options: Parameters<typeof bankApp>[0] = {}) =>
  bankApp({ standard: "berlin-group", approach: "redirect", preStep: true, ...options });

test("a user signs in, goes on to their consent, the store is equal to the books, and a removal ends both", async () => {
  const bank = await bankWithPreStep();
  const { app } = bank;
  const { access_token } = await bank.linkItem({ products: ["transactions", "identity"] });
  expect(bank.intents()).toMatchObject([{ status: "Authorised" }]);
  expect(bank.grants()).toHaveLength(1);
  const { stored, booked, rows } = await compareBooks(app, access_token);
  expect(rows).toBeGreaterThan(500);
  expect(stored).toEqual(booked);
  // The sign-in's token has expired by then.
  app.advanceClock(3_600_000);
  await app.call("/item/remove", { access_token });
  await app.runJobs();
  expect(bank.intents()).toEqual([]);
  expect(bank.grants()).toEqual([]);
});

test("a user who cancels the consent after the sign-in keeps neither at the bank", async () => {
  const bank = await bankWithPreStep();
  const link = await bank.open();
  await bank.visitBank(link, { accounts: "cancel" });
  await expect(bank.goOn(link)).rejects.toThrow("OAUTH_USER_CANCELLED");
  await bank.app.runJobs();
  expect(bank.intents()).toEqual([]);
  expect(bank.grants()).toEqual([]);
  await bank.visitBank(link);
  expect((await bank.goOn(link)).selection?.accounts.length).toBeGreaterThan(0);
});

test("a user who leaves Link between the sign-in and the consent keeps neither at the bank", async () => {
  const bank = await bankWithPreStep();
  const link = await bank.open();
  await bank.visitBank(link, {
    beforeReturn: () => undefined,
    returnsElsewhere: true,
  });
  await link.bridge("session/exit", { status: null });
  await bank.app.runJobs();
  expect(bank.intents()).toEqual([]);
  expect(bank.grants()).toEqual([]);
});

test("a bank that refuses the consent after the sign-in keeps no grant", async () => {
  const bank = await bankWithPreStep();
  bank.misbehave("berlin-lists-refused");
  const link = await bank.open();
  const page = await bank.visitBank(link);
  expect(page.location).toBe("");
  await expect(bank.goOn(link)).rejects.toThrow("UNSUPPORTED_RESPONSE");
  await bank.app.runJobs();
  expect(bank.grants()).toEqual([]);
});

test("a user signs in, and approves their consent in the bank's app", async () => {
  const bank = await bankWithPreStep({ approach: "decoupled" });
  const { app } = bank;
  vi.spyOn(app.services, "pause").mockImplementation(async () => app.advanceClock(1000));
  const link = await bank.open();
  await bank.visitBank(link);
  const returned = await link.bridge("redirect/return", {});
  const { request_id: _, ...fields } = returned.body;
  const { approval } = LoginResponse.parse(fields);
  expect(approval?.code).toMatch(/^\d{4}$/);
  await app.runJobs();
  await answerInApp(bank.issuer, approval?.code ?? "", "approve");
  expect((await link.bridge("redirect/await", {})).body.returned).toBe(true);
  expect((await bank.goOn(link)).selection?.accounts.length).toBeGreaterThan(0);
});

test("a user who has signed in is asked for no password by a form, and chooses a method", async () => {
  const bank = await berlinBank({ preStep: "oauth" }, { approach: "embedded", preStep: true });
  const methods = ["sms", "photo"].map((authenticationMethodId) => ({
    ...{ authenticationMethodId, authenticationType: "SMS_OTP", name: authenticationMethodId },
  }));
  bank.responses.change = ({ url, method }) =>
    method === "POST" && url.pathname.endsWith("/authorisations")
      ? Response.json(
          { authorisationId: "a-1", scaStatus: "psuAuthenticated", scaMethods: methods },
          { status: 201 },
        )
      : null;
  const step = await withPerson(PERSON, async () => {
    const { url, progress } = await bank.start();
    const { state: _, ...parameters } = Object.fromEntries(await walkThrough(bank.issuer, url));
    const next = { state: "state-2", redirectUri: RETURN_ADDRESS };
    const path = new URL(RETURN_ADDRESS).pathname;
    return bank.connector.redirect?.finish(INSTITUTION_ID, {}, progress, parameters, path, next);
  });
  expect(step).toMatchObject({
    at: "challenge",
    challenge: { type: "selections", questions: [{ options: ["sms", "photo"] }] },
    unfinished: expect.any(String),
  });
  const consents = bank.calls.filter(({ url }) => url.pathname.startsWith("/v1/consents"));
  expect(consents.map(({ method }) => method)).toEqual(["POST", "POST"]);
  for (const { headers, body } of consents) {
    expect(headers).toMatchObject({ authorization: expect.stringMatching(/^Bearer /) });
    expect(headers).not.toHaveProperty("psu-id");
    expect(String(body)).not.toContain("psuData");
  }
});
