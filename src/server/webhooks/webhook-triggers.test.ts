import { describe, expect, test } from "vitest";
import type { VerificationStatus } from "../../protocol/vocabulary.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { connectionKey } from "../domain/items/connection-key.ts";
import { newItem } from "../domain/items/new-item.ts";
import { logIn } from "../domain/link/login.ts";
import { shareableAccountsOf } from "../domain/link/shareable-accounts.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BANK = "ins_109508";
const GOOD = { username: "user_good", password: "pass_good" };

/** An app, a receiver, and what that was told since it was asked last. */
const bench = async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const told = async () => {
    await app.runJobs();
    return receiver.received.splice(0).map(({ body }) => body);
  };
  const codes = async () =>
    (await told()).map(({ webhook_type, webhook_code }) => `${webhook_type}:${webhook_code}`);
  return { app, receiver, told, codes, webhook: receiver.url };
};

type App = Awaited<ReturnType<typeof testApp>>;

const signIn = (link: Awaited<ReturnType<App["startLink"]>>) =>
  link.bridge("credentials/submit", { institution_id: BANK, credentials: GOOD });

describe("webhooks of an Item", () => {
  test("a new webhook address is acknowledged, and the old one receives nothing more", async () => {
    const { app, told, webhook } = await bench();
    const old = await testReceiver();
    const { access_token, item_id } = await app.link(BANK, ["auth"], { webhook: old.url });
    await app.call("/item/webhook/update", { access_token, webhook });
    expect(await told()).toEqual([
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
    expect(await told()).toEqual([]);
    expect(old.received).toEqual([]);
  });

  test("a lost login sends one ITEM:ERROR, and its repair one LOGIN_REPAIRED", async () => {
    const { app, told, codes, webhook } = await bench();
    const { access_token } = await app.link(BANK, ["auth"], { webhook });
    expect(await codes()).toEqual([]);
    await app.call("/sandbox/item/reset_login", { access_token });
    await app.call("/sandbox/item/reset_login", { access_token });
    const [error, ...more] = await told();
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
    // Nothing was wrong with it this time.
    await mend();
    expect(await codes()).toEqual([]);
  });

  test("a sandbox login sends ITEM:ERROR after 30 days, unless it was renewed", async () => {
    const { app, codes, webhook } = await bench();
    const { access_token } = await app.link(BANK, ["auth"], { webhook });
    app.passTime(20 * DAY);
    const { public_token } = await app.call("/item/public_token/create", { access_token });
    await signIn(await app.startLink({ token: public_token }));
    app.passTime(10 * DAY);
    expect(await codes()).toEqual([]);
    app.passTime(20 * DAY);
    expect(await codes()).toEqual(["ITEM:ERROR"]);
    const again = await app.call("/item/public_token/create", { access_token });
    await signIn(await app.startLink({ token: again.public_token }));
    expect(await codes()).toEqual(["ITEM:LOGIN_REPAIRED"]);
  });

  test("a user who ends the connection causes USER_PERMISSION_REVOKED", async () => {
    const { app, codes, webhook } = await bench();
    const { item_id } = await app.link(BANK, ["auth"], { webhook });
    const key = connectionKey(app.services, item_id);
    for (let n = 0; n < 2; n++) await app.post("/bridge/my/end", { key });
    expect(await codes()).toEqual(["ITEM:USER_PERMISSION_REVOKED"]);
    app.passTime(60 * DAY);
    expect(await codes()).toEqual([]);
  });

  test.each([
    ["ins_116834", "PENDING_EXPIRATION", "consent_expiration_time"],
    [BANK, "PENDING_DISCONNECT", "disconnect_time"],
  ])("seven days before the consent for %s ends, by %s", async (bank, webhook_code, field) => {
    const { app, told, codes, webhook } = await bench();
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
    app.passTime(13 * DAY - 1);
    expect(await told()).toEqual([]);
    app.passTime(1);
    expect(await told()).toMatchObject([
      { webhook_code, item_id: itemId, [field]: new Date(expires).toISOString() },
    ]);
    app.passTime(7 * DAY);
    expect(await codes()).toEqual(["ITEM:ERROR"]);
  });

  test("a removed Item sends no more webhooks", async () => {
    const { app, codes, webhook } = await bench();
    const { access_token } = await app.link(BANK, ["auth"], { webhook });
    await app.call("/item/remove", { access_token });
    app.passTime(40 * DAY);
    expect(await codes()).toEqual([]);
  });
});

describe("webhooks of an account with micro-deposits", () => {
  const pending = async () => {
    const own = await bench();
    const { access_token, item_id } = await own.app.link("ins_109512", ["auth"], {
      override_username: "microdeposits_good",
      webhook: own.webhook,
    });
    const accounts = await own.app.services.store.items.accounts(item_id);
    const unproven = accounts.filter(({ verification }) => verification !== null);
    expect(unproven.length).toBeGreaterThan(0);
    return { ...own, access_token, unproven };
  };
  const idsOf = (bodies: Record<string, unknown>[]) =>
    bodies.map(({ webhook_code, account_id }) => [webhook_code, account_id]).toSorted();

  test("an automatic verification sends one webhook after a day", async () => {
    const { app, told, unproven } = await pending();
    app.passTime(DAY - 1);
    expect(await told()).toEqual([]);
    app.passTime(1);
    expect(idsOf(await told())).toEqual(
      unproven.map(({ account }) => ["AUTOMATICALLY_VERIFIED", account.account_id]).toSorted(),
    );
    app.passTime(7 * DAY);
    expect(await told()).toEqual([]);
  });

  test("a verification that changes before its deadline sends one webhook", async () => {
    const { app, told, unproven, access_token } = await pending();
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
    expect(idsOf(await told())).toEqual(
      [
        ["VERIFICATION_EXPIRED", account_id],
        ...rest.map(({ account }) => ["AUTOMATICALLY_VERIFIED", account.account_id]),
      ].toSorted(),
    );
    app.passTime(8 * DAY);
    expect(await told()).toEqual([]);
  });
});

describe("webhooks of a session by link token", () => {
  const opened = async (changes: object = {}) => {
    const own = await bench();
    const { link_token } = await own.app.call("/link/token/create", {
      client_name: "Shop",
      language: "en",
      country_codes: ["US"],
      user: { client_user_id: "user-1" },
      account_selection: "disabled",
      webhook: own.webhook,
      ...("access_token" in changes ? {} : { products: ["auth"] }),
      ...changes,
    });
    const link = await own.app.startLink({ token: link_token });
    const common = {
      webhook_type: "LINK",
      link_token,
      link_session_id: link.linkSessionId,
      environment: "sandbox",
    };
    return { ...own, link, link_token, common };
  };

  test("a linked Item sends the public token that the page has", async () => {
    const { app, told, link, common } = await opened();
    await link.bridge("institution/select", { institution_id: BANK });
    const { body } = await signIn(link);
    const { public_token } = (body.connection ?? {}) as { public_token: string };
    const bodies = await told();
    expect(bodies).toHaveLength(2);
    expect(bodies).toContainEqual({ ...common, webhook_code: "ITEM_ADD_RESULT", public_token });
    expect(bodies).toContainEqual({
      ...common,
      webhook_code: "SESSION_FINISHED",
      status: "SUCCESS",
      public_token,
      public_tokens: [public_token],
    });
    await app.call("/item/public_token/exchange", { public_token });
    app.passTime(8 * HOUR);
    expect(await told()).toEqual([]);
  });

  test("update mode sends no ITEM_ADD_RESULT", async () => {
    const app = await bench();
    const { access_token } = await app.app.link(BANK, ["auth"]);
    const { link_token } = await app.app.call("/link/token/create", {
      client_name: "Shop",
      language: "en",
      country_codes: ["US"],
      user: { client_user_id: "user-1" },
      webhook: app.webhook,
      access_token,
    });
    await signIn(await app.app.startLink({ token: link_token }));
    expect(await app.codes()).toEqual(["LINK:SESSION_FINISHED"]);
  });

  test("an exit sends SESSION_FINISHED", async () => {
    const { app, told, link, common } = await opened();
    await link.bridge("session/exit", { status: null });
    expect(await told()).toEqual([
      { ...common, webhook_code: "SESSION_FINISHED", status: "EXITED", public_tokens: [] },
    ]);
    app.passTime(8 * HOUR);
    expect(await told()).toEqual([]);
  });

  test("an abandoned session sends SESSION_FINISHED once it expires", async () => {
    const { app, told, codes, link_token } = await opened();
    app.passTime(2 * HOUR);
    // Another frame goes on with the session, and its time begins again.
    await app.startLink({ token: link_token });
    app.passTime(2 * HOUR);
    expect(await told()).toEqual([]);
    app.passTime(2 * HOUR);
    expect(await codes()).toEqual(["LINK:SESSION_FINISHED"]);
    app.passTime(DAY);
    expect(await told()).toEqual([]);
  });

  test("a session that another frame restarts sends its end once, and only if it had begun", async () => {
    const { app, told, codes, link, common, link_token } = await opened();
    await link.bridge("institution/select", { institution_id: BANK });
    await app.startLink({ token: link_token });
    expect(await told()).toEqual([
      { ...common, webhook_code: "SESSION_FINISHED", status: "EXITED", public_tokens: [] },
    ]);
    const last = await app.startLink({ token: link_token });
    expect(await codes()).toEqual([]);
    await last.bridge("session/exit", { status: null });
    expect(await codes()).toEqual(["LINK:SESSION_FINISHED"]);
    await app.startLink({ token: link_token });
    expect(await codes()).toEqual([]);
    app.passTime(DAY);
    expect(await codes()).toEqual(["LINK:SESSION_FINISHED"]);
  });

  test("the events of a session are sent once, even after its end", async () => {
    const { told, link, common } = await opened();
    await link.bridge("session/exit", { status: null });
    await told();
    const metadata = { view_name: "SELECT_INSTITUTION", timestamp: "2026-01-15T12:00:00.000Z" };
    const events = [
      { event_name: "TRANSITION_VIEW", event_metadata: metadata },
      { event_name: "EXIT", event_metadata: { exit_status: null } },
    ];
    for (let n = 0; n < 2; n++) {
      expect((await link.bridge("session/events", { events })).status).toBe(200);
      const { environment: _, ...rest } = common;
      const expected = {
        ...rest,
        webhook_code: "EVENTS",
        events: [events[0], { event_name: "EXIT", event_metadata: {} }],
      };
      expect(await told()).toEqual(n === 0 ? [expected] : []);
    }
    const odd = [{ event_name: "PAID", event_metadata: {} }];
    const refused = await link.bridge("session/events", { events: odd });
    expect(refused.body.error_code).toBe("INVALID_FIELD");
  });

  test("an expired session that was deleted still sends its webhook", async () => {
    const { app, codes } = await opened();
    app.passTime(5 * HOUR);
    await app.startLink();
    expect(await codes()).toEqual(["LINK:SESSION_FINISHED"]);
  });

  test("a session without a webhook sends nothing", async () => {
    const { link, told } = await opened({ webhook: undefined });
    await link.bridge("session/exit", { status: null });
    await link.bridge("session/events", { events: [{ event_name: "EXIT", event_metadata: {} }] });
    expect(await told()).toEqual([]);
  });
});

describe("webhooks of a session by public key, without a link token", () => {
  const opened = async (config: object = {}) => {
    const own = await bench();
    const of = { webhook: own.webhook, accountSelection: "disabled", product: ["auth"], ...config };
    const link = await own.app.startLink(of);
    return { ...own, link, common: { webhook_type: "LINK", link_session_id: link.linkSessionId } };
  };
  const events = [{ event_name: "EXIT", event_metadata: {} }];

  test("a linked Item sends its public token without a link token", async () => {
    const { told, link, common } = await opened();
    await link.bridge("institution/select", { institution_id: BANK });
    const { connection } = (await signIn(link)).body;
    const { public_token } = connection as { public_token: string };
    const bodies = (await told()).filter(({ webhook_type }) => webhook_type === "LINK");
    const all = { ...common, environment: "sandbox", public_token };
    expect(bodies).toHaveLength(2);
    expect(bodies).toContainEqual({ ...all, webhook_code: "ITEM_ADD_RESULT" });
    expect(bodies).toContainEqual({
      ...all,
      webhook_code: "SESSION_FINISHED",
      status: "SUCCESS",
      public_tokens: [public_token],
    });
  });

  test("an exit by public key sends its end and its events once", async () => {
    const { told, link, common } = await opened();
    await link.bridge("session/exit", { status: null });
    for (let n = 0; n < 2; n++) await link.bridge("session/events", { events });
    const bodies = await told();
    expect(bodies).toHaveLength(2);
    expect(bodies).toContainEqual({ ...common, webhook_code: "EVENTS", events });
    expect(bodies).toContainEqual({
      ...common,
      webhook_code: "SESSION_FINISHED",
      status: "EXITED",
      public_tokens: [],
      environment: "sandbox",
    });
  });

  test("a session by public key sends nothing without a webhook or if it was only loaded", async () => {
    const { app, link, told } = await opened({ webhook: undefined });
    await link.bridge("session/exit", { status: null });
    await link.bridge("session/events", { events });
    const { app: other, told: heard } = await opened();
    for (const { passTime } of [app, other]) passTime(DAY);
    expect([...(await told()), ...(await heard())]).toEqual([]);
  });
});
