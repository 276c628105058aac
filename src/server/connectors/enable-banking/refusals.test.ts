import { expect, test } from "vitest";
import { aggregatorApp, plainBank } from "./aggregator-app.fixture.ts";

test.each([
  ["a cancel", "cancel" as const, [], "OAUTH_USER_CANCELLED", /You did not agree/],
  [
    "a failure without words",
    "agree" as const,
    ["server-error"],
    "INSTITUTION_DOWN",
    /^Something failed at Harbour Bank/,
  ],
  [
    "a refusal in the bank's own words",
    "agree" as const,
    ["wrong-credentials"],
    "INSUFFICIENT_CREDENTIALS",
    /^Harbour Bank says: “Invalid credentials, ask PSU to contact bank”/,
  ],
  [
    "an authorization without accounts",
    "agree" as const,
    ["no-accounts"],
    "NO_ACCOUNTS",
    /Link your accounts to the application in the Enable Banking control panel first/,
  ],
])("%s has words that a person understands", async (_, choice, quirks, code, words) => {
  const { aggregator, leave } = await aggregatorApp();
  aggregator.behaveLike(...quirks);
  const { address, comeBack } = await leave();
  const answer = await comeBack(aggregator.signIn(address, choice));
  expect(answer).toMatchObject({
    error_code: code,
    display_message: expect.stringMatching(words),
  });
});

test("a bank that the aggregator knows no more cannot be linked, and its Items are kept", async () => {
  const { app, aggregator, linkItem, leave, refresh, pull, syncReader } = await aggregatorApp({
    banks: [plainBank(), plainBank({ name: "Northern Bank", bic: "NORTFIHH" })],
  });
  const item = await linkItem();
  await pull(0);
  const [gone] = aggregator.banks.splice(0, 1);
  await refresh();
  const { refusal } = await leave({}, gone?.name);
  expect(refusal).toMatchObject({ error_code: expect.stringMatching(/INSTITUTION|SESSION/) });
  const sync = syncReader(item);
  await sync();
  gone?.accounts[0]?.rows.push({ id: "r2", day: "2026-01-15", amount: -3, party: "Kiosk" });
  await pull();
  expect((await sync()).added).toMatchObject([{ name: "Kiosk" }]);
  expect(await app.call("/item/get", { access_token: item.access_token })).toBeDefined();
});

test("a bank keeps its institution over a new name, and after it was away", async () => {
  const { aggregator, refresh, idOf } = await aggregatorApp();
  const id = await idOf("Harbour Bank");
  expect(id).toMatch(/^ins_[1-9]\d{11}$/);
  const [bank] = aggregator.banks;
  if (bank) bank.name = "Harbour Bank Plc";
  await refresh();
  expect(await idOf("Harbour Bank Plc")).toBe(id);
  const away = aggregator.banks.splice(0, 1);
  await refresh();
  aggregator.banks.push(...away);
  await refresh();
  expect(await idOf("Harbour Bank Plc")).toBe(id);
});

test("an application that cannot be used says what the operator has to mend", async () => {
  const { aggregator, refresh } = await aggregatorApp();
  aggregator.behaveLike("inactive");
  await expect(refresh()).rejects.toThrow(/not active: activate it in the control panel/);
});
