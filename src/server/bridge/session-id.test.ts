import { describe, expect, test } from "vitest";
import { code, linkToken } from "../../testing/test-app/link-token.ts";
import { linkConfig, PAGE, testApp } from "../../testing/test-app/test-app.ts";

const ID = "abcdefghijklmnopqrstuvwxyz012345";
const SECRET = "s".repeat(32);
const BANK = { institution_id: "ins_109508" };

type App = Awaited<ReturnType<typeof testApp>>;

const start = (app: App, body: object, config?: object, headers = {}) =>
  app.post(
    "/bridge/session/start",
    { config: config ?? linkConfig(app.keys.public_key), origin: PAGE, ...body },
    headers,
  );

const bridge = (app: App, { body }: { body: Record<string, unknown> }, path: string, given = {}) =>
  app.post(`/bridge/${path}`, given, { authorization: `Bearer ${body.session_token}` });

describe("the id that a frame has given its session", () => {
  test("is the session's, and without one the server makes it up", async () => {
    const app = await testApp();
    const { body } = await start(app, { link_session_id: ID, resume: SECRET });
    expect(body.link_session_id).toBe(ID);
    const { body: other } = await start(app, {});
    expect(other.link_session_id).toMatch(/^[0-9A-Za-z]{32}$/);
  });

  test("is the same where the start's answer was lost, and only the last answer's token is good", async () => {
    const app = await testApp();
    const names = { link_session_id: ID, resume: SECRET };
    const lost = await start(app, names);
    const again = await start(app, names);
    expect(again.body).toMatchObject({ link_session_id: ID, standing: { at: "institution" } });
    expect(code(await bridge(app, lost, "institution/select", BANK))).toBe("INVALID_LINK_SESSION");
    expect((await bridge(app, again, "institution/select", BANK)).status).toBe(200);
  });

  test("gives nobody the session of another frame, and takes it from none", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const first = await start(app, { link_session_id: ID, resume: SECRET });
    for (const [names, config] of [
      [{ link_session_id: ID }, undefined],
      [{ link_session_id: ID, resume: "t".repeat(32) }, undefined],
      [{ link_session_id: ID, resume: SECRET }, { token }],
      [{ link_session_id: ID }, { token }],
    ] as const) {
      const refused = await start(app, names, config);
      expect(code(refused)).toBe("INVALID_LINK_SESSION");
      expect(refused.body.error_message).toContain("link_session_id");
      expect(refused.body).not.toHaveProperty("session_token");
    }
    expect((await bridge(app, first, "institution/select", BANK)).status).toBe(200);
  });

  test("is used once: a session that has moved is not started again under it", async () => {
    const app = await testApp();
    const names = { link_session_id: ID, resume: SECRET };
    const first = await start(app, names);
    await bridge(app, first, "institution/select", BANK);
    expect(code(await start(app, names))).toBe("INVALID_LINK_SESSION");
    await bridge(app, first, "session/exit", { status: null });
    expect(code(await start(app, names))).toBe("INVALID_LINK_SESSION");
  });

  test("is not another session's once a consent was given under it, and the session forgotten", async () => {
    const app = await testApp();
    const british = { institution_id: "ins_116834" };
    const config = { countryCodes: ["GB"], accountSelection: "disabled" };
    const link = await app.startLink(config);
    const { body: form } = await link.bridge("institution/select", british);
    await link.bridge("consent/give", { ...british, version: Object(form.consent).version });
    const credentials = { username: "user_good", password: "pass_good" };
    const linked = await link.bridge("credentials/submit", { ...british, credentials });
    expect(linked.body).toHaveProperty("connection");
    app.passTime(5 * 60 * 60 * 1000);
    await app.startLink(config);
    expect(await app.services.store.sessions.byLinkSessionId(link.linkSessionId)).toBeNull();
    const names = { link_session_id: link.linkSessionId, resume: SECRET };
    expect(code(await start(app, names))).toBe("INVALID_LINK_SESSION");
  });

  test("is one of 32 letters and digits", async () => {
    const app = await testApp();
    for (const link_session_id of ["", "x".repeat(31), "x".repeat(33), `${ID.slice(1)}-`, 7, null])
      expect((await start(app, { link_session_id })).status).toBe(400);
  });

  test("of many starts at once under one id names one session", async () => {
    const app = await testApp();
    const names = { link_session_id: ID, resume: SECRET };
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(app, names)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const good = await Promise.all(
      answers.map((answer) => bridge(app, answer, "institutions/search", { query: "" })),
    );
    expect(good.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("the request_id that a frame has given the start of its session", () => {
  test("is the answer's, and no other request is named by who sends it", async () => {
    const app = await testApp();
    const named = { "service-request-id": "0123456789abcde" };
    const started = await start(app, {}, undefined, named);
    expect(started.body.request_id).toBe("0123456789abcde");
    expect(started.headers["service-request-id"]).toBe("0123456789abcde");
    const authorization = `Bearer ${started.body.session_token}`;
    const searched = await app.post(
      "/bridge/institutions/search",
      { query: "" },
      { authorization, ...named },
    );
    expect(searched.body.request_id).not.toBe("0123456789abcde");
    for (const bad of ["", "short", "x".repeat(16), "0123456789abcd\u00e9"]) {
      const { body } = await start(app, {}, undefined, { "service-request-id": bad });
      expect(body.request_id).toMatch(/^[0-9A-Za-z]{15}$/);
      expect(body.request_id).not.toBe(bad);
    }
  });
});

describe("what a link token would show", () => {
  const prepare = (app: App, token: string, resume?: string) =>
    app.post("/bridge/session/prepare", { config: { token }, origin: PAGE, resume });

  test("is told without a session, and takes none from the window that is open", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const before = await prepare(app, token, SECRET);
    expect(before.body).toMatchObject({ client_name: expect.any(String), at_list: true });
    expect(Object(before.body.institutions).length).toBeGreaterThan(0);
    expect(before.body).not.toHaveProperty("session_token");
    expect(await app.call("/link/token/get", { link_token: token })).toMatchObject({
      link_sessions: [],
    });
    const open = await start(app, { link_session_id: ID, resume: SECRET }, { token });
    for (const secret of [SECRET, "t".repeat(32), undefined])
      expect((await prepare(app, token, secret)).status).toBe(200);
    expect((await bridge(app, open, "institution/select", BANK)).status).toBe(200);
  });

  test("is the list only where the frame would not go on further along", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const open = await start(app, { link_session_id: ID, resume: SECRET }, { token });
    expect((await prepare(app, token, SECRET)).body.at_list).toBe(true);
    await bridge(app, open, "institution/select", BANK);
    expect((await prepare(app, token, SECRET)).body.at_list).toBe(false);
    expect((await prepare(app, token, "t".repeat(32))).body.at_list).toBe(true);
    expect((await prepare(app, token)).body.at_list).toBe(true);
  });

  test("is refused where the token is no good", async () => {
    const app = await testApp();
    expect(code(await prepare(app, "link-sandbox-x"))).toBe("INVALID_LINK_TOKEN");
  });
});
