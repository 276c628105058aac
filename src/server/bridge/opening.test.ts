import { describe, expect, test } from "vitest";
import { StartSessionResponse } from "../../protocol/bridge.ts";
import { linkConfig, PAGE, testApp } from "../test-app.ts";

const BANK = { institution_id: "ins_109508" };
const HOURS = 3_600_000;
const TOKEN_BODY = {
  client_name: "Token Shop",
  language: "fr",
  country_codes: ["US"],
  products: ["auth"],
  user: { client_user_id: "user-1" },
};

type App = Awaited<ReturnType<typeof testApp>>;

const linkToken = async ({ call }: App, changes: object = {}) =>
  String((await call("/link/token/create", { ...TOKEN_BODY, ...changes })).link_token);

/** What a start answers, in the shape that the bridge declares. */
const started = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
  expect([status, body.error_code]).toEqual([200, undefined]);
  const { request_id: _, ...answer } = body;
  return StartSessionResponse.parse(answer);
};
const code = ({ body }: { body: Record<string, unknown> }) => body.error_code;

test("a key opens a session with what Link needs for its first view", async () => {
  const { startLink } = await testApp();
  const answer = started(await startLink({ language: "fr" }));
  expect(answer).toMatchObject({
    client_name: "Shop",
    language: "fr",
    update: false,
    standing: { at: "institution" },
  });
  expect(answer.institutions).toHaveLength(12);
  expect(answer.institutions[0]).toMatchObject({ ...BANK, name: "First Platypus Bank" });
});

test("the client decides about the choice of accounts where the page does not", async () => {
  const { startLink, world, client } = await testApp();
  const modeOf = async (config: object) => {
    const link = await startLink({ ...config });
    await link.bridge("institution/select", BANK);
    const credentials = { username: "user_good", password: "pass_good" };
    const { body } = await link.bridge("credentials/submit", { ...BANK, credentials });
    return (body.selection as { mode: string } | null)?.mode ?? null;
  };
  expect(await modeOf({})).toBe("several");
  await world.store.clients.setAccountSelection(client.clientId, "one");
  expect(await modeOf({})).toBe("one");
  expect(await modeOf({ accountSelection: "all" })).toBe("all");
  expect(await modeOf({ accountSelection: "disabled" })).toBeNull();
});

describe("a link token", () => {
  test("brings along all that a session is about; what the page says besides is left out", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await app.startLink({ token, clientName: "Page", language: "en", theme: "dark" });
    expect(started(link)).toMatchObject({ client_name: "Token Shop", language: "fr" });
    const wrong = await app.startLink({ token, product: ["bank"], surprise: 1 });
    expect(code(wrong)).toBe("INVALID_CONFIGURATION");
  });

  test("is of one client and one environment", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const starting = async (config: object) => code(await app.startLink({ token, ...config }));
    expect(await starting({ key: app.keys.public_key, env: "sandbox" })).toBeUndefined();
    expect(await starting({ key: "somebody's" })).toBe("INVALID_PUBLIC_KEY");
    expect(await starting({ env: "production" })).toBe("UNAUTHORIZED_ENVIRONMENT");
    const elsewhere = token.replace("sandbox", "production");
    expect(await starting({ token: elsewhere })).toBe("UNAUTHORIZED_ENVIRONMENT");
  });

  test("that is none is refused", async () => {
    const { startLink } = await testApp();
    for (const token of ["x", "link-sandbox-1", `link-sandbox-${crypto.randomUUID()}`])
      expect(code(await startLink({ token }))).toBe("INVALID_LINK_TOKEN");
    expect(code(await startLink({ token: "" }))).toBe("INVALID_CONFIGURATION");
  });

  test("opens Link for four hours, also where the client's key does not", async () => {
    const app = await testApp();
    const [now, late] = [await linkToken(app), await linkToken(app)];
    started(await app.startLink({ token: now }));
    app.passTime(4 * HOURS - 1);
    started(await app.startLink({ token: late }));
    app.passTime(1);
    expect(code(await app.startLink({ token: late }))).toBe("INVALID_LINK_TOKEN");
  });

  test("has to be opened on a page that its client knows", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    expect(code(await app.startLink({ token }, "https://evil.example"))).toBe("INVALID_ORIGIN");
  });

  test("that says where an institution comes back to wants to be opened there", async () => {
    const app = await testApp();
    const redirect_uri = "http://localhost:9999/back";
    const token = await linkToken(app, { redirect_uri });
    const back = (receivedRedirectUri: string) => app.startLink({ token, receivedRedirectUri });
    started(await back(`${redirect_uri}?oauth_state_id=1`));
    expect(code(await back("http://localhost:9999/other?oauth_state_id=1"))).toBe(
      "INVALID_CONFIGURATION",
    );
    const without = await linkToken(app);
    const answer = await app.startLink({ token: without, receivedRedirectUri: redirect_uri });
    expect(code(answer)).toBe("INVALID_CONFIGURATION");
  });
});

describe("a session of a link token that is opened again", () => {
  const GOOD = { username: "user_good", password: "pass_good" };
  type Link = Awaited<ReturnType<App["startLink"]>>;
  const submit = (link: Link, password: string) =>
    link.bridge("credentials/submit", { ...BANK, credentials: { ...GOOD, password } });
  const idsOf = (body: Record<string, unknown>) =>
    (body.selection as { accounts: { id: string }[] }).accounts.map(({ id }) => id);

  test("goes on where it stood, in the new frame alone", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const open = async (before?: Link) => {
      const link = await app.startLink({ token });
      if (before) {
        expect(link.linkSessionId).toBe(before.linkSessionId);
        expect(code(await before.bridge("institutions/search", { query: "" }))).toBe(
          "INVALID_LINK_SESSION",
        );
      }
      return { link, standing: started(link).standing };
    };
    const first = await open();
    expect(first.standing).toEqual({ at: "institution" });
    const selected = await first.link.bridge("institution/select", BANK);
    const { request_id: _, ...form } = selected.body;

    const second = await open(first.link);
    expect(second.standing).toEqual({ at: "form", form });
    const asked = await submit(second.link, "mfa_code");

    const third = await open(second.link);
    expect(third.standing).toEqual({ at: "mfa", form, challenge: asked.body.challenge });
    const answered = await third.link.bridge("mfa/submit", { answers: ["1234"] });

    const fourth = await open(third.link);
    const { selection } = answered.body;
    expect(fourth.standing).toEqual({ at: "accounts", form, selection });
    const [id] = idsOf(answered.body);
    const ended = await fourth.link.bridge("accounts/select", { account_ids: [id] });

    const fifth = await open(fourth.link);
    if (fifth.standing.at !== "connected") throw new Error("the session is connected");
    const { institution, connection } = fifth.standing;
    expect(institution).toMatchObject(BANK);
    expect(connection.accounts).toEqual(ended.body.accounts);
    expect(connection.public_token).not.toBe(ended.body.public_token);
    await app.call("/item/public_token/exchange", { public_token: connection.public_token });
    expect(code(await app.startLink({ token }))).toBe("INVALID_LINK_TOKEN");
  });

  test("hands nothing over any more once any of its public tokens was exchanged", async () => {
    const app = await testApp();
    const token = await linkToken(app, { account_selection: "disabled" });
    const link = await app.startLink({ token });
    await link.bridge("institution/select", BANK);
    const { body } = await submit(link, "pass_good");
    started(await app.startLink({ token }));
    started(await app.startLink({ token }));
    const { public_token } = body.connection as { public_token: string };
    await app.call("/item/public_token/exchange", { public_token });
    expect(code(await app.startLink({ token }))).toBe("INVALID_LINK_TOKEN");
  });

  test("starts anew where it was left", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await app.startLink({ token });
    await link.bridge("institution/select", BANK);
    await link.bridge("session/exit", { status: "requires_credentials" });
    const again = await app.startLink({ token });
    expect(started(again).standing).toEqual({ at: "institution" });
    expect(again.linkSessionId).toBe(link.linkSessionId);
  });

  test("is not another try for somebody who guesses", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await app.startLink({ token });
    const digested = await app.world.store.sessions.byTokenDigest(link.tokenDigest);
    if (!digested) throw new Error("there is a session");
    const guard = { ...digested.guard, wrong: 10 };
    await app.world.store.sessions.advance(digested, { step: digested.step, guard });
    expect(code(await app.startLink({ token }))).toBe("INVALID_LINK_TOKEN");
    expect(code(await link.bridge("institution/select", BANK))).toBe("INVALID_LINK_SESSION");
  });

  test("drops what the dead frame has under way", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await app.startLink({ token });
    await link.bridge("institution/select", BANK);
    const [late, again] = await Promise.all([submit(link, "pass_good"), app.startLink({ token })]);
    const at = started(again).standing.at;
    if (late.status === 200) expect(at).toBe("accounts");
    else expect([code(late), at]).toEqual(["INVALID_LINK_SESSION", "form"]);
  });

  test("is one session, however many frames open it at once", async () => {
    const app = await testApp();
    const other = await testApp({}, app.folder);
    const token = await linkToken(app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? app : other).startLink({ token })),
    );
    expect(new Set(answers.map((each) => started(each).link_session_id)).size).toBe(1);
    const alive = await Promise.all(
      answers.map((each) => each.bridge("institutions/search", { query: "" })),
    );
    expect(alive.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("where Link is the whole page", () => {
  const starting = async (origin: string, headers = {}, variables = {}) => {
    const { post, keys } = await testApp(variables);
    const config = { ...linkConfig(keys.public_key), isWebview: true };
    return code(await post("/bridge/session/start", { config, origin }, headers));
  };

  test("its origin is the server's own, or that of a page which the client knows", async () => {
    expect(await starting("http://localhost")).toBeUndefined();
    expect(await starting("http://link.example", { host: "link.example" })).toBeUndefined();
    expect(await starting(PAGE)).toBeUndefined();
    for (const origin of ["http://link.example", "https://stranger.example", "null", ""])
      expect(["INVALID_ORIGIN", "INVALID_FIELD"]).toContain(await starting(origin));
  });

  test("the scheme is the one that the server was started for, whatever a header claims", async () => {
    const headers = { host: "link.example", "x-forwarded-proto": "https" };
    expect(await starting("https://link.example", headers)).toBe("INVALID_ORIGIN");
    const behindProxy = { TLS_PROXY: "true" };
    expect(await starting("https://link.example", headers, behindProxy)).toBeUndefined();
    expect(await starting("http://link.example", headers, behindProxy)).toBe("INVALID_ORIGIN");
  });
});
