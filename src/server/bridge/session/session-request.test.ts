import { describe, expect, test } from "vitest";
import { code, linkToken, parseSession } from "../../../testing/test-app/link-token.ts";
import { linkConfig, PAGE, testApp } from "../../../testing/test-app/test-app.ts";

const BANK = { institution_id: "ins_109508" };
const HOURS = 3_600_000;

test("a public_key starts a session with the data of the first view", async () => {
  const { startLink } = await testApp();
  const answer = parseSession(await startLink({ language: "fr" }));
  expect(answer).toMatchObject({
    client_name: "Shop",
    language: "fr",
    update: false,
    resume_point: { at: "institution" },
  });
  expect(answer.institutions).toHaveLength(12);
  expect(answer.institutions[0]).toMatchObject({ ...BANK, name: "First Platypus Bank" });
});

test("account selection defaults to the client's setting", async () => {
  const { startLink, services, client } = await testApp();
  const fetchMode = async (config: object) => {
    const link = await startLink({ ...config });
    await link.bridge("institution/select", BANK);
    const credentials = { username: "user_good", password: "pass_good" };
    const { body } = await link.bridge("credentials/submit", { ...BANK, credentials });
    return (body.selection as { mode: string } | null)?.mode ?? null;
  };
  expect(await fetchMode({})).toBe("several");
  await services.store.clients.setAccountSelection(client.clientId, "one");
  expect(await fetchMode({})).toBe("one");
  expect(await fetchMode({ accountSelection: "all" })).toBe("all");
  expect(await fetchMode({ accountSelection: "disabled" })).toBeNull();
});

describe("a link token", () => {
  test("a link_token has all settings of a session, and the page's own are ignored", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await app.startLink({ token, clientName: "Page", language: "en", theme: "dark" });
    expect(parseSession(link)).toMatchObject({ client_name: "Token Shop", language: "fr" });
    const wrong = await app.startLink({ token, product: ["bank"], surprise: 1 });
    expect(code(wrong)).toBe("INVALID_CONFIGURATION");
  });

  test("a link_token is good for its client and environment only", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const starting = async (config: object) => code(await app.startLink({ token, ...config }));
    expect(await starting({ key: app.keys.public_key, env: "sandbox" })).toBeUndefined();
    expect(await starting({ key: "somebody's" })).toBe("INVALID_PUBLIC_KEY");
    expect(await starting({ env: "production" })).toBe("UNAUTHORIZED_ENVIRONMENT");
    const elsewhere = token.replace("sandbox", "production");
    expect(await starting({ token: elsewhere })).toBe("UNAUTHORIZED_ENVIRONMENT");
  });

  test("an unknown link_token is refused", async () => {
    const { startLink } = await testApp();
    for (const token of ["x", "link-sandbox-1", `link-sandbox-${crypto.randomUUID()}`])
      expect(code(await startLink({ token }))).toBe("INVALID_LINK_TOKEN");
    expect(code(await startLink({ token: "" }))).toBe("INVALID_CONFIGURATION");
  });

  test("a link_token is good for four hours, also with the public_key turned off", async () => {
    const app = await testApp();
    const [now, late] = [await linkToken(app), await linkToken(app)];
    parseSession(await app.startLink({ token: now }));
    app.advanceClock(4 * HOURS - 1);
    parseSession(await app.startLink({ token: late }));
    app.advanceClock(1);
    expect(code(await app.startLink({ token: late }))).toBe("INVALID_LINK_TOKEN");
  });

  test("a link_token needs an allowed origin", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    expect(code(await app.startLink({ token }, "https://evil.example"))).toBe("INVALID_ORIGIN");
  });

  test("a receivedRedirectUri must match the redirect_uri of the link_token", async () => {
    const app = await testApp();
    const redirect_uri = "http://localhost:9999/back";
    const token = await linkToken(app, { redirect_uri });
    const back = (receivedRedirectUri: string) => app.startLink({ token, receivedRedirectUri });
    parseSession(await back(redirect_uri));
    expect(code(await back(`${redirect_uri}?oauth_state_id=1`))).toBe("OAUTH_STATE_ID_NOT_FOUND");
    expect(code(await back("http://localhost:9999/other?oauth_state_id=1"))).toBe(
      "INVALID_CONFIGURATION",
    );
    const without = await linkToken(app);
    const answer = await app.startLink({ token: without, receivedRedirectUri: redirect_uri });
    expect(code(answer)).toBe("INVALID_CONFIGURATION");
  });
});

describe("Link as the whole page", () => {
  const starting = async (origin: string, headers = {}, variables = {}) => {
    const { post, keys } = await testApp(variables);
    const config = { ...linkConfig(keys.public_key), isWebview: true };
    return code(await post("/bridge/session/start", { config, origin }, headers));
  };

  test("in a WebView the origin is the server's own or an allowed one", async () => {
    expect(await starting("http://localhost")).toBeUndefined();
    expect(await starting("http://link.example", { host: "link.example" })).toBeUndefined();
    expect(await starting(PAGE)).toBeUndefined();
    for (const origin of ["http://link.example", "https://stranger.example", "null", ""])
      expect(["INVALID_ORIGIN", "INVALID_FIELD"]).toContain(await starting(origin));
  });

  test("the server's own scheme comes from its settings, not from a header", async () => {
    const headers = { host: "link.example", "x-forwarded-proto": "https" };
    expect(await starting("https://link.example", headers)).toBe("INVALID_ORIGIN");
    const behindProxy = { TLS_PROXY: "true" };
    expect(await starting("https://link.example", headers, behindProxy)).toBeUndefined();
    expect(await starting("http://link.example", headers, behindProxy)).toBe("INVALID_ORIGIN");
  });
});
