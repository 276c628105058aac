import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { sealAccounts, unsealAccounts } from "./sealed-accounts.ts";

test("accounts that an earlier version sealed open without those that cannot be shared", async () => {
  const { services } = await testApp();
  const sealed = (accounts: object) => ({
    itemId: "item",
    sealedOffer: sealAccounts(services, "item", accounts as never),
  });
  const earlier = { accounts: [], unfit: [{ account: {}, lacks: "auth" }], keys: ["a"] };
  expect(unsealAccounts(services, sealed(earlier))).toEqual({
    ...{ accounts: [], unavailable: [], keys: ["a"], shared: null, isChosen: false },
  });
});
