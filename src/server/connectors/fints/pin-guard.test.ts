import { expect, test } from "vitest";
import { IBAN } from "./fake-bank.fixture.ts";
import { fintsApp } from "./fints-app.fixture.ts";

test.each(["9942::PIN falsch.", "9930::PIN gesperrt."])(
  "a PIN that an order is refused for, %s, is sent to no further order",
  async (refusal) => {
    const { app, bank, linkItem, pull, credentials } = await fintsApp({
      ...{ wantsTan: false, camt: [""] },
      accounts: [
        { number: "532013000", iban: IBAN, kind: 1, name: "Giro", balance: "C:1," },
        { number: "202051", iban: "", kind: 10, name: "Sparen", balance: "C:2," },
      ],
    });
    const { access_token } = await linkItem(credentials());
    await pull();
    Object.assign(bank.behaviour, { refusedOrders: ["HKSAL", "HKCAZ"], refusal });
    const before = bank.messages.length;
    await pull();
    await pull();
    const orders = bank.messages.slice(before).map(({ orders: [first] }) => first);
    expect(orders).toEqual(["HKIDN", "HKSAL"]);
    expect((await app.call("/item/get", { access_token })).item).toMatchObject({
      error: { error_code: "ITEM_LOGIN_REQUIRED" },
    });
  },
);
