import { describe, expect, test } from "vitest";
import { BANK, DAY, HOUR, setup, signIn } from "./webhook-triggers.fixture.ts";

describe("webhooks of a session by link token", () => {
  const openSession = async (changes: object = {}) => {
    const own = await setup();
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
    const { app, takeBodies, link, common } = await openSession();
    await link.bridge("institution/select", { institution_id: BANK });
    const { body } = await signIn(link);
    const { public_token } = (body.connection ?? {}) as { public_token: string };
    const bodies = await takeBodies();
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
    app.advanceClock(8 * HOUR);
    expect(await takeBodies()).toEqual([]);
  });

  test("update mode sends no ITEM_ADD_RESULT", async () => {
    const app = await setup();
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
    const { app, takeBodies, link, common } = await openSession();
    await link.bridge("session/exit", { status: null });
    expect(await takeBodies()).toEqual([
      { ...common, webhook_code: "SESSION_FINISHED", status: "EXITED", public_tokens: [] },
    ]);
    app.advanceClock(8 * HOUR);
    expect(await takeBodies()).toEqual([]);
  });

  test("an abandoned session sends SESSION_FINISHED once it expires", async () => {
    const { app, takeBodies, codes, link_token } = await openSession();
    app.advanceClock(2 * HOUR);
    // Another frame continues the session, whose time restarts.
    await app.startLink({ token: link_token });
    app.advanceClock(2 * HOUR);
    expect(await takeBodies()).toEqual([]);
    app.advanceClock(2 * HOUR);
    expect(await codes()).toEqual(["LINK:SESSION_FINISHED"]);
    app.advanceClock(DAY);
    expect(await takeBodies()).toEqual([]);
  });

  test("a session that another frame restarts sends its end once, and only if it had begun", async () => {
    const { app, takeBodies, codes, link, common, link_token } = await openSession();
    await link.bridge("institution/select", { institution_id: BANK });
    await app.startLink({ token: link_token });
    expect(await takeBodies()).toEqual([
      { ...common, webhook_code: "SESSION_FINISHED", status: "EXITED", public_tokens: [] },
    ]);
    const last = await app.startLink({ token: link_token });
    expect(await codes()).toEqual([]);
    await last.bridge("session/exit", { status: null });
    expect(await codes()).toEqual(["LINK:SESSION_FINISHED"]);
    await app.startLink({ token: link_token });
    expect(await codes()).toEqual([]);
    app.advanceClock(DAY);
    expect(await codes()).toEqual(["LINK:SESSION_FINISHED"]);
  });

  test("the events of a session are sent once, even after its end", async () => {
    const { app, takeBodies, link, common } = await openSession();
    await link.bridge("session/exit", { status: null });
    await takeBodies();
    const metadata = { view_name: "SELECT_INSTITUTION", timestamp: "2026-01-15T12:00:00.000Z" };
    const events = [
      { event_name: "TRANSITION_VIEW", event_metadata: metadata },
      { event_name: "EXIT", event_metadata: { exit_status: null } },
    ];
    for (let n = 0; n < 2; n++) {
      expect((await link.bridge("session/events", { events })).status).toBe(200);
      const { environment: _, ...rest } = common;
      const webhookBody = {
        ...rest,
        webhook_code: "EVENTS",
        events: [events[0], { event_name: "EXIT", event_metadata: {} }],
      };
      expect(await takeBodies()).toEqual(n === 0 ? [webhookBody] : []);
      // The repeat is reported later than the delivery was created.
      app.advanceClock(1_000);
    }
    const latest = await app.services.store.deliveries.latest(10);
    const sent = latest.filter(({ delivery }) => delivery.webhook === "LINK:EVENTS");
    expect(sent).toMatchObject([{ delivery: { state: "delivered" }, tries: 1 }]);
    const odd = [{ event_name: "PAID", event_metadata: {} }];
    const refusal = await link.bridge("session/events", { events: odd });
    expect(refusal.body.error_code).toBe("INVALID_FIELD");
  });

  test("an expired session that was deleted still sends its webhook", async () => {
    const { app, codes } = await openSession();
    app.advanceClock(5 * HOUR);
    await app.startLink();
    expect(await codes()).toEqual(["LINK:SESSION_FINISHED"]);
  });

  test("a session without a webhook sends nothing", async () => {
    const { link, takeBodies } = await openSession({ webhook: undefined });
    await link.bridge("session/exit", { status: null });
    await link.bridge("session/events", { events: [{ event_name: "EXIT", event_metadata: {} }] });
    expect(await takeBodies()).toEqual([]);
  });
});

describe("webhooks of a session by public key, without a link token", () => {
  const openSession = async (config: object = {}) => {
    const own = await setup();
    const of = { webhook: own.webhook, accountSelection: "disabled", product: ["auth"], ...config };
    const link = await own.app.startLink(of);
    return { ...own, link, common: { webhook_type: "LINK", link_session_id: link.linkSessionId } };
  };
  const events = [{ event_name: "EXIT", event_metadata: {} }];

  test("a linked Item sends its public token without a link token", async () => {
    const { takeBodies, link, common } = await openSession();
    await link.bridge("institution/select", { institution_id: BANK });
    const { connection } = (await signIn(link)).body;
    const { public_token } = connection as { public_token: string };
    const bodies = (await takeBodies()).filter(({ webhook_type }) => webhook_type === "LINK");
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
    const { takeBodies, link, common } = await openSession();
    await link.bridge("session/exit", { status: null });
    for (let n = 0; n < 2; n++) await link.bridge("session/events", { events });
    const bodies = await takeBodies();
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
    const { app, link, takeBodies } = await openSession({ webhook: undefined });
    await link.bridge("session/exit", { status: null });
    await link.bridge("session/events", { events });
    const { app: other, takeBodies: takeOthers } = await openSession();
    for (const { advanceClock } of [app, other]) advanceClock(DAY);
    expect([...(await takeBodies()), ...(await takeOthers())]).toEqual([]);
  });
});
