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
    ...{ accounts: [], unavailable: [], keys: ["a"], shared: null, isChosen: false, linked: {} },
  });
});

test("account numbers are in no session in plain text", async () => {
  const app = await testApp();
  const link = await app.startLink();
  await link.bridge("institution/select", { institution_id: "ins_109508" });
  await link.bridge("credentials/submit", {
    institution_id: "ins_109508",
    credentials: { username: "user_good", password: "pass_good" },
  });
  const session = await app.services.store.sessions.byTokenDigest(link.tokenDigest);
  if (session?.step.at !== "accounts") throw new Error("the accounts are offered");
  const numbers = [
    ...app.services.vault
      .open(`offer:${session.step.itemId}`, session.step.sealedOffer)
      .matchAll(/"account":"(\d+)"/g),
  ].map(([, number]) => String(number));
  expect(numbers.length).toBeGreaterThan(1);
  for (const number of numbers) expect(JSON.stringify(session)).not.toContain(number);
});
