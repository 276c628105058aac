import { describe, expect, test } from "vitest";
import type { VerificationStatus } from "../../protocol/vocabulary.ts";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { logIn } from "../domain/link/login.ts";
import { newItem } from "../domain/link/new-item.ts";
import { shareableAccountsOf } from "../domain/link/shareable-accounts.ts";
import { BANK, DAY, GOOD, setup, signIn } from "./webhook-triggers.fixture.ts";

describe("webhooks of an Item", () => {
  test("a new webhook address is acknowledged, and the old one receives nothing more", async () => {
    const { app, takeBodies, webhook } = await setup();
    const old = await testReceiver();
    const { access_token, item_id } = await app.link(BANK, ["auth"], { webhook: old.url });
    await app.call("/item/webhook/update", { access_token, webhook });
    expect(await takeBodies()).toEqual([
      {
        webhook_type: "ITEM",
        webhook_code: "WEBHOOK_UPDATE_ACKNOWLEDGED",
        item_id,
        new_webhook_url: webhook,
        error: null,
        environment: "sandbox",
      },
    ]);
    await app.call("/item/webhook/update", { access_token });
    await app.call("/sandbox/item/reset_login", { access_token });
    expect(await takeBodies()).toEqual([]);
    expect(old.received).toEqual([]);
  });

  test("a lost login sends one ITEM:ERROR, and its repair one LOGIN_REPAIRED", async () => {
    const { app, takeBodies, codes, webhook } = await setup();
    const { access_token } = await app.link(BANK, ["auth"], { webhook });
    expect(await codes()).toEqual([]);
    await app.call("/sandbox/item/reset_login", { access_token });
    await app.call("/sandbox/item/reset_login", { access_token });
    const [error, ...more] = await takeBodies();
    expect(more).toEqual([]);
    expect(error).toMatchObject({
      webhook_code: "ERROR",
      error: { error_type: "ITEM_ERROR", error_code: "ITEM_LOGIN_REQUIRED", status: 400 },
    });
    const mend = async () => {
      const { public_token } = await app.call("/item/public_token/create", { access_token });
      expect((await signIn(await app.startLink({ token: public_token }))).status).toBe(200);
    };
    await mend();
    expect(await codes()).toEqual(["ITEM:LOGIN_REPAIRED"]);
    // The Item had no error before this repair.
    await mend();
    expect(await codes()).toEqual([]);
  });

  test("a sandbox login sends ITEM:ERROR after 30 days, unless it was renewed", async () => {
    const { app, codes, webhook } = await setup();
    const { access_token } = await app.link(BANK, ["auth"], { webhook });
    app.advanceClock(20 * DAY);
    const { public_token } = await app.call("/item/public_token/create", { access_token });
    await signIn(await app.startLink({ token: public_token }));
    app.advanceClock(10 * DAY);
    expect(await codes()).toEqual([]);
    app.advanceClock(20 * DAY);
    expect(await codes()).toEqual(["ITEM:ERROR"]);
    const again = await app.call("/item/public_token/create", { access_token });
    await signIn(await app.startLink({ token: again.public_token }));
    expect(await codes()).toEqual(["ITEM:LOGIN_REPAIRED"]);
  });

  test("a user who ends the connection causes USER_PERMISSION_REVOKED", async () => {
    const { app, codes, webhook } = await setup();
    const { item_id } = await app.link(BANK, ["auth"], { webhook });
    const person = portalBrowser(app);
    await person.openFromLink(item_id);
    for (let n = 0; n < 2; n++) await person.post("connection/end", { connection_id: item_id });
    expect(await codes()).toEqual(["ITEM:USER_PERMISSION_REVOKED"]);
    app.advanceClock(60 * DAY);
    expect(await codes()).toEqual([]);
  });

  test.each([
    ["ins_116834", "PENDING_EXPIRATION", "consent_expiration_time"],
    [BANK, "PENDING_DISCONNECT", "disconnect_time"],
  ])("seven days before the consent for %s ends, by %s", async (bank, webhook_code, field) => {
    const { app, takeBodies, codes, webhook } = await setup();
    const { services, client } = app;
    const expires = services.clock() + 20 * DAY;
    const login = await logIn(services, bank, GOOD);
    if (login.at !== "accounts") throw new Error("no challenge is expected");
    const { itemId, institutionId, sealedLogin, sealedState } = login;
    const { created } = newItem(services, {
      itemId,
      clientId: client.clientId,
      institutionId,
      sealedLogin,
      sealedState,
      products: ["auth"],
      webhook,
      accounts: shareableAccountsOf(services, login.accounts, ["auth"], false).accounts,
      consentExpiresAt: expires,
    });
    await services.store.items.create(created);
    app.advanceClock(13 * DAY - 1);
    expect(await takeBodies()).toEqual([]);
    app.advanceClock(1);
    expect(await takeBodies()).toMatchObject([
      { webhook_code, item_id: itemId, [field]: new Date(expires).toISOString() },
    ]);
    app.advanceClock(7 * DAY);
    expect(await codes()).toEqual(["ITEM:ERROR"]);
  });

  test("a removed Item sends no more webhooks", async () => {
    const { app, codes, webhook } = await setup();
    const { access_token } = await app.link(BANK, ["auth"], { webhook });
    await app.call("/item/remove", { access_token });
    app.advanceClock(40 * DAY);
    expect(await codes()).toEqual([]);
  });
});

describe("webhooks of an account with micro-deposits", () => {
  const pending = async () => {
    const own = await setup();
    const { access_token, item_id } = await own.app.link("ins_109512", ["auth"], {
      override_username: "microdeposits_good",
      webhook: own.webhook,
    });
    const accounts = await own.app.services.store.items.accounts(item_id);
    const unproven = accounts.filter(({ verification }) => verification !== null);
    expect(unproven.length).toBeGreaterThan(0);
    return { ...own, access_token, unproven };
  };
  const listIds = (bodies: Record<string, unknown>[]) =>
    bodies.map(({ webhook_code, account_id }) => [webhook_code, account_id]).toSorted();

  test("an automatic verification sends one webhook after a day", async () => {
    const { app, takeBodies, unproven } = await pending();
    app.advanceClock(DAY - 1);
    expect(await takeBodies()).toEqual([]);
    app.advanceClock(1);
    expect(listIds(await takeBodies())).toEqual(
      unproven.map(({ account }) => ["AUTOMATICALLY_VERIFIED", account.account_id]).toSorted(),
    );
    app.advanceClock(7 * DAY);
    expect(await takeBodies()).toEqual([]);
  });

  test("a verification that changes before its deadline sends one webhook", async () => {
    const { app, takeBodies, unproven, access_token } = await pending();
    const [first, ...rest] = unproven;
    if (!first) throw new Error("an account is unproven");
    const { account_id } = first.account;
    const setStatus = (account_id: string, verification_status: VerificationStatus) =>
      app.call("/sandbox/item/set_verification_status", {
        access_token,
        account_id,
        verification_status,
      });
    await setStatus(account_id, "verification_expired");
    for (const { account } of rest) await setStatus(account.account_id, "automatically_verified");
    expect(listIds(await takeBodies())).toEqual(
      [
        ["VERIFICATION_EXPIRED", account_id],
        ...rest.map(({ account }) => ["AUTOMATICALLY_VERIFIED", account.account_id]),
      ].toSorted(),
    );
    app.advanceClock(8 * DAY);
    expect(await takeBodies()).toEqual([]);
  });
});
