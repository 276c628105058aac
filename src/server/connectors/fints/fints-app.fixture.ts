import { describedApp } from "../described-app.fixture.ts";
import { type Behaviour, fakeBank } from "./fake-bank.fixture.ts";

/** An app that connects to the fake bank by FinTS. */
export const fintsApp = async (
  changes: Partial<Behaviour> = {},
  bankCodes = ["37040044"],
  productId: string | null = "0123456789ABCDEF0123456AB",
) => {
  const bank = await fakeBank(changes);
  const app = await describedApp(
    {
      ...{ institution_id: "ins_2837040044", name: "Beispielbank", country_codes: ["DE"] },
      ...{ protocol: "fints", address: bank.address, bank_codes: bankCodes },
    },
    productId === null ? {} : { FINTS_PRODUCT_ID: productId },
  );
  const credentials = (more: Record<string, string> = {}) => ({
    ...{ user: "muster", pin: bank.behaviour.pin },
    ...more,
  });
  return { ...app, bank, credentials };
};
