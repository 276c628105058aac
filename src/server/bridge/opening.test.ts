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
  const FRAME = "f4a2e1b0-0000-4000-8000-000000000001";
  const open = (app: App, token: string, secret = FRAME) => app.startLink({ token }, PAGE, secret);
  const submit = (link: Link, password: string) =>
    link.bridge("credentials/submit", { ...BANK, credentials: { ...GOOD, password } });
  const idsOf = (body: Record<string, unknown>) =>
    (body.selection as { accounts: { id: string }[] }).accounts.map(({ id }) => id);

  test("goes on where it stood, in the new frame alone", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const again = async (before?: Link) => {
      const link = await open(app, token);
      if (before) {
        expect(link.linkSessionId).toBe(before.linkSessionId);
        expect(code(await before.bridge("institutions/search", { query: "" }))).toBe(
          "INVALID_LINK_SESSION",
        );
      }
      return { link, standing: started(link).standing };
    };
    const first = await again();
    expect(first.standing).toEqual({ at: "institution" });
    const selected = await first.link.bridge("institution/select", BANK);
    const { request_id: _, ...form } = selected.body;

    const second = await again(first.link);
    expect(second.standing).toEqual({ at: "form", form });
    const asked = await submit(second.link, "mfa_code");

    const third = await again(second.link);
    expect(third.standing).toEqual({ at: "mfa", form, challenge: asked.body.challenge });
    const answered = await third.link.bridge("mfa/submit", { answers: ["1234"] });

    const fourth = await again(third.link);
    const { selection } = answered.body;
    expect(fourth.standing).toEqual({ at: "accounts", form, selection });
    const [id] = idsOf(answered.body);
    const ended = await fourth.link.bridge("accounts/select", { account_ids: [id] });

    const fifth = await again(fourth.link);
    if (fifth.standing.at !== "connected") throw new Error("the session is connected");
    const { institution, connection } = fifth.standing;
    expect(institution).toMatchObject(BANK);
    expect(connection.accounts).toEqual(ended.body.accounts);
    expect(connection.public_token).not.toBe(ended.body.public_token);
    await app.call("/item/public_token/exchange", { public_token: connection.public_token });
    expect(code(await open(app, token))).toBe("INVALID_LINK_TOKEN");
  });

  test("hands nothing over any more once any of its public tokens was exchanged", async () => {
    const app = await testApp();
    const token = await linkToken(app, { account_selection: "disabled" });
    const link = await open(app, token);
    await link.bridge("institution/select", BANK);
    const { body } = await submit(link, "pass_good");
    started(await open(app, token));
    started(await open(app, token));
    const { public_token } = body.connection as { public_token: string };
    await app.call("/item/public_token/exchange", { public_token });
    expect(code(await open(app, token))).toBe("INVALID_LINK_TOKEN");
  });

  test("starts anew where it was left", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await open(app, token);
    await link.bridge("institution/select", BANK);
    await link.bridge("session/exit", { status: "requires_credentials" });
    const again = await open(app, token);
    expect(started(again).standing).toEqual({ at: "institution" });
    expect(again.linkSessionId).toBe(link.linkSessionId);
  });

  test("is not another try for somebody who guesses", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await open(app, token);
    const digested = await app.world.store.sessions.byTokenDigest(link.tokenDigest);
    if (!digested) throw new Error("there is a session");
    const guard = { ...digested.guard, wrong: 10 };
    await app.world.store.sessions.advance(digested, { step: digested.step, guard });
    expect(code(await open(app, token))).toBe("INVALID_LINK_TOKEN");
    expect(code(await link.bridge("institution/select", BANK))).toBe("INVALID_LINK_SESSION");
  });

  test("drops what the dead frame has under way", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await open(app, token);
    await link.bridge("institution/select", BANK);
    const [late, again] = await Promise.all([submit(link, "pass_good"), open(app, token)]);
    const at = started(again).standing.at;
    if (late.status === 200) expect(at).toBe("accounts");
    else expect([code(late), at]).toEqual(["INVALID_LINK_SESSION", "form"]);
  });

  test("is one session, however many frames open it at once", async () => {
    const app = await testApp();
    const other = await testApp({}, app.folder);
    const token = await linkToken(app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => open(n % 2 ? app : other, token)),
    );
    expect(new Set(answers.map((each) => started(each).link_session_id)).size).toBe(1);
    const alive = await Promise.all(
      answers.map((each) => each.bridge("institutions/search", { query: "" })),
    );
    expect(alive.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("a link token in the hands of somebody who does not have the frame's secret", () => {
  const GOOD = { username: "user_good", password: "pass_good" };
  const FRAME = "f4a2e1b0-0000-4000-8000-000000000001";
  const OTHER = "f4a2e1b0-0000-4000-8000-000000000002";
  type Link = Awaited<ReturnType<App["startLink"]>>;
  const select = (link: Link) => link.bridge("institution/select", BANK);
  const submit = (link: Link, password = "pass_good") =>
    link.bridge("credentials/submit", { ...BANK, credentials: { ...GOOD, password } });
  const share = (link: Link, { body }: { body: Record<string, unknown> }) => {
    const { accounts } = body.selection as { accounts: { id: string }[] };
    return link.bridge("accounts/select", { account_ids: accounts.map(({ id }) => id) });
  };
  const strangers = [undefined, OTHER, FRAME.toUpperCase()];

  test.each(strangers)(
    "starts a session from the beginning, and none goes on (%s)",
    async (resume) => {
      const app = await testApp();
      const token = await linkToken(app);
      for (const password of [null, "mfa_code", "pass_good"]) {
        const link = await app.startLink({ token }, PAGE, FRAME);
        await select(link);
        if (password) expect((await submit(link, password)).status).toBe(200);
        const stranger = await app.startLink({ token }, PAGE, resume);
        const { link_session_id, session_token, expires_at, ...rest } = started(stranger);
        expect(link_session_id).not.toBe(link.linkSessionId);
        const fresh = started(await app.startLink({ token: await linkToken(app) }));
        expect(rest).toEqual({
          client_name: fresh.client_name,
          language: fresh.language,
          institutions: fresh.institutions,
          institution_index: fresh.institution_index,
          update: false,
          standing: { at: "institution" },
        });
        for (const call of [submit(link), link.bridge("session/exit", { status: null })])
          expect(code(await call)).toBe("INVALID_LINK_SESSION");
        expect(code(await submit(stranger))).toBe("INVALID_LINK_SESSION");
      }
    },
  );

  test.each(strangers)(
    "is refused once the session is connected, fetched or not (%s)",
    async (resume) => {
      const app = await testApp();
      const token = await linkToken(app);
      const link = await app.startLink({ token }, PAGE, FRAME);
      await select(link);
      expect((await share(link, await submit(link))).status).toBe(200);
      const { status, body } = await app.startLink({ token }, PAGE, resume);
      expect([status, body.error_code]).toEqual([400, "INVALID_LINK_TOKEN"]);
      expect(JSON.stringify(body)).not.toMatch(/ins_|public-|Platypus/);
      expect(started(await app.startLink({ token }, PAGE, FRAME)).standing.at).toBe("connected");
    },
  );

  test("cannot give the frame a secret of their own by starting first", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const planted = await app.startLink({ token }, PAGE, OTHER);
    const link = await app.startLink({ token }, PAGE, FRAME);
    await select(link);
    expect(started(link).standing).toEqual({ at: "institution" });
    expect(code(await select(planted))).toBe("INVALID_LINK_SESSION");
    expect(started(await app.startLink({ token }, PAGE, OTHER)).standing).toEqual({
      at: "institution",
    });
  });

  test("has no more tries than the session had", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    for (let tries = 0; tries < 3; tries++) {
      const link = await app.startLink({ token });
      await select(link);
      expect(code(await submit(link, "pass_bad"))).toBe("INVALID_CREDENTIALS");
    }
    const link = await app.startLink({ token });
    await select(link);
    expect(code(await submit(link))).toBe("RECAPTCHA_REQUIRED");
  });

  test("connects nothing that was under way", async () => {
    const app = await testApp();
    const token = await linkToken(app, { account_selection: "disabled" });
    const link = await app.startLink({ token }, PAGE, FRAME);
    await select(link);
    const [late, stranger] = await Promise.all([submit(link), app.startLink({ token })]);
    const outcomes = [code(late), code(stranger)];
    expect([
      [undefined, "INVALID_LINK_TOKEN"],
      ["INVALID_LINK_SESSION", undefined],
    ]).toContainEqual(outcomes);
  });

  test("is one of many at once: one of their sessions is alive, and it is the token's", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.startLink({ token })));
    const ids = answers.map((each) => started(each).link_session_id);
    const alive = await Promise.all(
      answers.map((each) => each.bridge("institutions/search", { query: "" })),
    );
    const living = ids.filter((_, n) => alive[n]?.status === 200);
    const { link_sessions } = await app.call("/link/token/get", { link_token: token });
    expect(link_sessions).toMatchObject(living.map((link_session_id) => ({ link_session_id })));
    expect(living).toHaveLength(1);
  });

  test("mends an Item from the beginning, and is told no more than the token says", async () => {
    const app = await testApp();
    const { access_token } = await app.link();
    const token = await linkToken(app, { access_token, products: undefined });
    const link = await app.startLink({ token }, PAGE, FRAME);
    expect((await submit(link, "mfa_code")).status).toBe(200);
    expect(started(await app.startLink({ token }, PAGE, FRAME)).standing.at).toBe("mfa");
    const stranger = await app.startLink({ token }, PAGE, OTHER);
    expect(started(stranger).standing.at).toBe("form");
    expect(JSON.stringify(stranger.body)).not.toContain("account_id");
  });

  test("a secret that is none is refused, and changes nothing", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await app.startLink({ token }, PAGE, FRAME);
    for (const resume of ["", "x".repeat(31), "x".repeat(65), `${FRAME}\n`, "é".repeat(36)])
      expect(code(await app.startLink({ token }, PAGE, resume))).toBe("INVALID_FIELD");
    expect((await select(link)).status).toBe(200);
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
