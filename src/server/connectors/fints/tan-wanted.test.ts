import { expect, test } from "vitest";
import { IBAN } from "./fake-bank.fixture.ts";
import { fintsApp } from "./fints-app.fixture.ts";

const GIRO = { number: "532013000", iban: IBAN, kind: 1, name: "Giro", balance: "C:1," };

test("a login stops if a TAN is wanted for all statements, next to an account that has none", async () => {
  const { app, bank, linkItem, pull, credentials } = await fintsApp({
    ...{ wantsTan: false, camt: [""] },
    accounts: [
      GIRO,
      { ...GIRO, number: "202051", iban: "", kind: 50, name: "Karte", orders: ["HKSAL"] },
    ],
  });
  const { access_token } = await linkItem(credentials());
  bank.behaviour.tanOrders = ["HKCAZ"];
  await pull();
  expect((await app.call("/item/get", { access_token })).item).toMatchObject({
    error: { error_code: "ITEM_LOGIN_REQUIRED" },
  });
});

test("a PIN with signs of the syntax reaches the bank as it was typed", async () => {
  const { open, credentials, bank } = await fintsApp({ pin: "a'b+c:d?e@1@" });
  const { submit } = await open();
  expect((await submit(credentials())).body.challenge).toMatchObject({ type: "code" });
  expect(bank.messages.every(({ pin }) => pin === bank.behaviour.pin)).toBe(true);
});
