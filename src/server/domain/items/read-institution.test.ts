import { describe, expect, test } from "vitest";
import { portalBrowser } from "../../../testing/test-app/portal.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { createTokenBank, reachOnly } from "../../../testing/test-app/token-bank.ts";
import { openLogin } from "../connectors/open-login.ts";
import { REVOKE_JOB } from "../connectors/revoke-job.ts";
import { Fault } from "../fault.ts";

const HOUR = 3_600_000;

/**
 * An Item at an institution with rotating tokens. Revocation works unless the institution is down.
 */
const linkedItem = async () => {
  const app = await testApp();
  const bank = createTokenBank();
  const revocations: (string | null)[] = [];
  let isDown = false;
  reachOnly(app, {
    ...bank.connector,
    revoke: async ({ connectorState }) => {
      if (isDown) throw new Fault("INSTITUTION_DOWN");
      revocations.push(connectorState);
    },
  });
  const products = ["auth", "transactions", "identity"];
  const options = { webhook: "http://127.0.0.1:9/" };
  const { access_token, item_id } = await app.link(bank.institutionId, products, options);
  await app.runJobs();
  const { store } = app.services;
  const loginOf = async () => {
    const item = await store.items.byItemId(item_id);
    if (!item) throw new Error("the Item is there");
    return openLogin(app.services, item);
  };
  return {
    app,
    bank,
    revocations,
    access_token,
    item_id,
    loginOf,
    setDown: (down: boolean) => {
      isDown = down;
    },
    post: async (path: string) => (await app.post(path, { ...app.credentials, access_token })).body,
    errorOf: async () => {
      const { item } = await app.call("/item/get", { access_token });
      return (item as { error: { error_code: string } | null }).error?.error_code ?? null;
    },
    webhooks: () => store.jobs.count("deliver-webhook"),
  };
};

describe("an institution that refuses the login of an Item", () => {
  test.each(["/accounts/balance/get", "/identity/get", "/transactions/refresh"])(
    "makes it need its user and notifies the application, at %s",
    async (path) => {
      const { errorOf, loginOf, post, webhooks } = await linkedItem();
      expect(await errorOf()).toBeNull();
      await (await loginOf()).replaceState("a token of yesterday");
      const before = await webhooks();
      expect((await post(path)).error_code).toBe("ITEM_LOGIN_REQUIRED");
      expect(await errorOf()).toBe("ITEM_LOGIN_REQUIRED");
      expect(await webhooks()).toBe(before + 1);
      expect((await post(path)).error_code).toBe("ITEM_LOGIN_REQUIRED");
      expect(await webhooks()).toBe(before + 1);
    },
  );

  test("changes nothing about the Item if the institution is down", async () => {
    const { bank, errorOf, post } = await linkedItem();
    bank.breakDown(true);
    expect((await post("/accounts/balance/get")).error_code).toBe("INSTITUTION_DOWN");
    expect(await errorOf()).toBeNull();
  });
});

describe("access that ends here", () => {
  test("a removed Item's access ends at the institution", async () => {
    const { app, bank, post, revocations } = await linkedItem();
    await post("/item/remove");
    expect(revocations).toEqual([]);
    await app.runJobs();
    expect(revocations).toEqual([bank.token()]);
  });

  test("access that its user ends here ends at the institution", async () => {
    const { app, bank, item_id, revocations } = await linkedItem();
    const person = portalBrowser(app);
    await person.openFromLink(item_id);
    for (let n = 0; n < 2; n++) await person.post("connection/end", { connection_id: item_id });
    await app.runJobs();
    expect(revocations).toEqual([bank.token()]);
  });

  test("retries to end an access for a day while the institution is down", async () => {
    const { app, bank, post, revocations, setDown } = await linkedItem();
    setDown(true);
    await post("/item/remove");
    for (let hours = 0; hours < 23; hours++) {
      await app.runJobs();
      app.advanceClock(HOUR);
    }
    expect(await app.services.store.jobs.count(REVOKE_JOB)).toBe(1);
    setDown(false);
    app.advanceClock(2 * HOUR);
    await app.runJobs();
    expect(revocations).toEqual([]);
    expect(await app.services.store.jobs.count(REVOKE_JOB)).toBe(0);
    expect(bank.token()).not.toBe("");
  });

  test("access that ends leaves the token to revoke sealed in the store", async () => {
    const { app, bank, loginOf, post, setDown } = await linkedItem();
    expect((await loginOf()).connectorState).toBe(bank.token());
    setDown(true);
    await post("/item/remove");
    const { store } = app.services;
    const claim = { now: Date.parse("2027-01-01"), lease: "1", leaseUntil: 4e12, busy: new Map() };
    const jobs = await store.jobs.claim({ ...claim, limit: 100, perLane: 100 });
    const revocation = jobs.find(({ name }) => name === REVOKE_JOB);
    expect(JSON.stringify(revocation)).not.toContain(bank.token());
    expect(revocation?.payload.sealed_state).toEqual(expect.any(String));
  });
});
