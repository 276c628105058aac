import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { PAGE, testApp } from "../../../testing/test-app/test-app.ts";

const FRAME = "f4a2e1b0-0000-4000-8000-000000000001";
const MANUAL_ENTRY = { institution_id: "ins_900000" };
const BANK = { institution_id: "ins_109508" };
const USER = { user: { legalName: "Jane Doe", emailAddress: "jane@mail.example" } };
const NUMBERS = {
  routing_number: "011401533",
  account_number: "1111 2222 3333",
  account_type: "checking",
  agree: "true",
};

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;

/** Slows an institution down, so that other calls run in between. */
const slow = (app: App, { institution_id }: typeof BANK) => {
  const connector = app.services.directory.connectorOf(institution_id);
  const { matchesDeposits, start } = connector;
  vi.spyOn(connector, "matchesDeposits").mockImplementation(async (...args) => {
    for (let turns = 0; turns < 50; turns++) await setImmediate();
    return matchesDeposits(...args);
  });
  vi.spyOn(connector, "start").mockImplementation(async (...args) => {
    for (let turns = 0; turns < 50; turns++) await setImmediate();
    return start(...args);
  });
};

const codes = (answers: { body: Record<string, unknown> }[]) =>
  answers.map(({ body }) => body.error_code);

const countCodes = (codes: unknown[], code: string) => codes.filter((each) => each === code).length;

test("deposit amounts submitted in concurrent sessions get no more attempts than one after another", async () => {
  const app = await testApp();
  const link = await app.startLink({ product: ["auth"], ...USER });
  await link.bridge("institution/select", MANUAL_ENTRY);
  const { body } = await link.bridge("credentials/submit", {
    ...MANUAL_ENTRY,
    credentials: NUMBERS,
  });
  const { public_token } = body.connection as { public_token: string };
  const { access_token, item_id } = await app.call("/item/public_token/exchange", { public_token });
  const update = async () => {
    const { public_token } = await app.call("/item/public_token/create", { access_token });
    return app.startLink({ token: public_token });
  };
  const submitAmounts = (session: Link, first_amount: string, second_amount: string) =>
    session.bridge("credentials/submit", {
      ...MANUAL_ENTRY,
      credentials: { first_amount, second_amount },
    });
  const verification = async () =>
    (await app.services.store.items.accounts(String(item_id)))[0]?.verification;
  slow(app, MANUAL_ENTRY);

  const sessions = await Promise.all(Array.from({ length: 6 }, update));
  const wrong = codes(
    await Promise.all(sessions.map((session) => submitAmounts(session, "0.97", "0.98"))),
  );
  expect(await verification()).toMatchObject({
    wrong: countCodes(wrong, "INCORRECT_DEPOSIT_VERIFICATION"),
  });
  expect(countCodes(wrong, "INCORRECT_DEPOSIT_VERIFICATION")).toBeLessThan(3);

  const more = await Promise.all(Array.from({ length: 6 }, update));
  const mixture = await Promise.all([
    ...more.slice(0, 3).map((session) => submitAmounts(session, "0.97", "0.98")),
    ...more.slice(3).map((session) => submitAmounts(session, "0.01", "0.02")),
  ]);
  expect(mixture.filter(({ status }) => status === 200)).toHaveLength(0);
  expect(await verification()).toMatchObject({ wrong: 2, status: "pending_manual_verification" });
});

test("reopening a session during a login counts the attempt, so brute force runs into a captcha", async () => {
  const app = await testApp();
  const { link_token: token } = await app.call("/link/token/create", {
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    products: ["auth"],
    user: { client_user_id: "user-1" },
  });
  let link = await app.startLink({ token }, PAGE, FRAME);
  await link.bridge("institution/select", BANK);
  slow(app, BANK);
  const guesses: ReturnType<Link["bridge"]>[] = [];
  for (let guess = 0; guess < 6; guess++) {
    const submission = link.bridge("credentials/submit", {
      ...BANK,
      credentials: { username: "user_good", password: `guess ${guess}` },
    });
    guesses.push(submission);
    for (let turns = 0; turns < 5; turns++) await setImmediate();
    link = await app.startLink({ token }, PAGE, FRAME);
  }
  const answers = codes(await Promise.all(guesses));
  expect(answers).toEqual([
    ...Array(3).fill("INVALID_CREDENTIALS"),
    ...Array(3).fill("RECAPTCHA_REQUIRED"),
  ]);
  expect((await app.services.store.sessions.byTokenDigest(link.tokenDigest))?.guard).toMatchObject({
    wrong: 3,
    due: true,
  });
});
