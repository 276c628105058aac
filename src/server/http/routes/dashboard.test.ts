import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import fastify from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { DashboardAnswer } from "../../../protocol/dashboard.ts";
import { sampleClient } from "../../../testing/store-contract/samples.ts";
import { browser, OWN, signedIn, storedClient } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { digest } from "../../domain/identifiers.ts";
import { readAssets } from "../assets.ts";
import { dashboardRoutes } from "./dashboard.ts";

const HOUR_MS = 60 * 60 * 1000;

describe("signing in", () => {
  test("answers all there is of the client but the secret, and a cookie for the Dashboard only", async () => {
    const app = await testApp();
    const { status, headers, body } = await browser(app).signIn();
    expect(status).toBe(200);
    const { client, environment, session_ends_in } = DashboardAnswer.strict().parse(body);
    expect([environment, session_ends_in]).toEqual(["sandbox", HOUR_MS]);
    expect(client).toEqual({
      client_id: app.keys.client_id,
      public_key: app.keys.public_key,
      public_key_enabled: true,
      partner: false,
      products: ["transactions", "auth", "identity", "income", "assets"],
      account_selection: "several",
      allowed_origins: [],
      default_version: "2020-09-14",
    });
    expect(headers["set-cookie"]).toMatch(
      /^service_link_dashboard=[\w-]+; Path=\/dashboard; Max-Age=3600; HttpOnly; SameSite=Strict$/,
    );
    expect(headers["cache-control"]).toBe("no-store");
    const told = JSON.stringify([headers, body, app.logged]);
    for (const hidden of [app.keys.secret, digest(app.keys.secret)])
      expect(told).not.toContain(hidden);
  });

  test("works in production, and behind TLS the cookie goes by TLS only", async () => {
    const app = await testApp({
      SERVICE_ENV: "production",
      SERVICE_LINK_MASTER_KEY: "ab".repeat(32),
      TLS_PROXY: "true",
    });
    const secure = { origin: "https://localhost:80" };
    const { body, headers } = await browser(app).signIn({}, secure);
    expect([body.environment, headers["set-cookie"]]).toEqual([
      "production",
      expect.stringMatching(/; Secure$/),
    ]);
    expect((await browser(app).signIn()).body.error_code).toBe("INVALID_ORIGIN");
  });

  test.each([
    [{ secret: "wrong" }, 400, "INVALID_API_KEYS"],
    [{ client_id: "nobody" }, 400, "INVALID_API_KEYS"],
    [{ secret: "" }, 400, "INVALID_FIELD"],
    [{ secret: 1 }, 400, "INVALID_FIELD"],
    [{ secret: undefined }, 400, "MISSING_FIELDS"],
    [{ secret: "s".repeat(201) }, 400, "INVALID_FIELD"],
    [{ remember: true }, 400, "UNKNOWN_FIELDS"],
  ])("with %j is refused, and gives no cookie", async (keys, status, code) => {
    const answer = await browser(await testApp()).signIn(keys);
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
    expect(Object.keys(answer.body).sort()).toEqual([
      "display_message",
      "error_code",
      "error_message",
      "error_type",
      "request_id",
    ]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  test("with wrong secrets has the API's limit, and counts with it", async () => {
    const app = await testApp({ RATE_LIMITS: "on" });
    const dashboard = browser(app);
    for (let wrong = 0; wrong < 9; wrong++) await dashboard.signIn({ secret: `${wrong}` });
    await app.post("/item/get", { client_id: app.keys.client_id, secret: "x", access_token: "a" });
    const refused = await dashboard.signIn();
    expect([refused.status, refused.body.error_code]).toEqual([429, "RATE_LIMIT"]);
    expect(refused.headers["retry-after"]).toBe("6");
    app.passTime(6000);
    expect((await dashboard.signIn()).status).toBe(200);
  });

  test("counts a network as one caller, as the API does", async () => {
    const { ask, keys } = await testApp({ RATE_LIMITS: "on" });
    const { client_id, secret } = keys;
    const from = (remoteAddress: string, given: string) =>
      ask({
        method: "POST",
        url: "/dashboard/session",
        remoteAddress,
        headers: { origin: OWN, host: "localhost" },
        payload: { client_id, secret: given },
      });
    for (let call = 0; call < 10; call++) await from(`2001:db8:1:2::${call}`, "guess");
    expect((await from("2001:db8:1:2:ffff::1", secret)).statusCode).toBe(429);
    expect((await from("2001:db8:1:3::1", secret)).statusCode).toBe(200);
  });
});

const POSTS = [
  ["session", {}],
  ["sign-out", {}],
  ["version", { version: "2019-05-29" }],
  ["origin/allow", { origin: "https://shop.example" }],
  ["origin/disallow", { origin: "https://old.example" }],
] as const;

describe("a session", () => {
  test.each(
    POSTS.flatMap(([path, body]) =>
      ["https://evil.example", "http://localhost:81", "https://localhost:80", "null", ""].map(
        (origin) => ({ path, body, origin }),
      ),
    ),
  )("takes no $path from a page of '$origin'", async ({ path, body, origin }) => {
    const { app, dashboard } = await signedIn();
    const before = await storedClient(app);
    const sent = path === "session" ? app.keys : body;
    const answer = await dashboard.post(path, sent, { origin });
    expect([answer.status, answer.body.error_code]).toEqual([400, "INVALID_ORIGIN"]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(await storedClient(app)).toEqual(before);
  });

  test.each(POSTS.slice(2))("is what %s wants, whoever asks", async (path, body) => {
    const app = await testApp();
    const before = await storedClient(app);
    for (const cookie of ["", "service_link_dashboard=", "service_link_dashboard=AAAA", "a=b"]) {
      const answer = await browser(app).post(path, body, { cookie });
      expect([answer.status, answer.body.error_code]).toEqual([400, "INVALID_DASHBOARD_SESSION"]);
    }
    expect(await storedClient(app)).toEqual(before);
    expect((await browser(app).reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  });

  test("ends after an hour in which nothing was asked, and after twelve at last", async () => {
    const { app, dashboard } = await signedIn();
    for (let asked = 0; asked < 11; asked++) {
      app.passTime(HOUR_MS - 1);
      expect((await dashboard.reload()).status).toBe(200);
    }
    app.passTime(HOUR_MS / 2);
    expect((await dashboard.reload()).body.session_ends_in).toBe(HOUR_MS / 2 + 11);
    app.passTime(HOUR_MS / 2 + 11);
    expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
    await dashboard.signIn();
    app.passTime(HOUR_MS);
    expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  });

  test("ends with the secret that it was opened with", async () => {
    const { app, dashboard } = await signedIn();
    const file = new Database(join(app.folder, "service-link.db"));
    file.prepare("update client set secret_digest = ?").run(digest("another secret"));
    file.close();
    // What another process has changed is seen after a second.
    app.passTime(1000);
    const answer = await dashboard.post("version", { version: "2019-05-29" });
    expect(answer.body.error_code).toBe("INVALID_DASHBOARD_SESSION");
    expect((await storedClient(app))?.defaultVersion).toBe("2020-09-14");
    expect((await dashboard.signIn({ secret: "another secret" })).status).toBe(200);
  });

  test("is known to every process on the same data, and to no other server", async () => {
    const folder = mkdtempSync(join(tmpdir(), "service-link-dashboard-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [one, other] = [await testApp({}, folder), await testApp({}, folder)];
    const dashboard = browser(one);
    await dashboard.signIn();
    const cookie = dashboard.cookie();
    const body = { version: "2018-05-22" };
    expect((await browser(other).post("version", body, { cookie })).status).toBe(200);
    const elsewhere = await browser(await testApp()).post("version", body, { cookie });
    expect(elsewhere.body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  });

  test("is over on every process once it was signed out of, whoever still has its cookie", async () => {
    const folder = mkdtempSync(join(tmpdir(), "service-link-dashboard-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [one, other] = [await testApp({}, folder), await testApp({}, folder)];
    const dashboard = browser(one);
    const elsewhere = browser(one);
    await Promise.all([dashboard.signIn(), elsewhere.signIn()]);
    const first = dashboard.cookie();
    await dashboard.reload();
    const copies = [first, dashboard.cookie()];
    await dashboard.post("sign-out", {});
    for (const app of [one, other])
      for (const cookie of copies) {
        const answer = await browser(app).post("version", { version: "2018-05-22" }, { cookie });
        expect(answer.body.error_code).toBe("INVALID_DASHBOARD_SESSION");
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
    expect((await elsewhere.reload()).status).toBe(200);

    const { dashboardSessions } = one.services.store;
    await dashboardSessions.end("over", one.services.clock());
    await dashboardSessions.end("good for a while", one.services.clock() + 1);
    await one.services.store.forget({
      sessionsExpired: 0,
      dashboardSessionsExpired: one.services.clock(),
      publicTokensExpired: 0,
      deliveriesTried: 0,
      jobsGivenUp: 0,
    });
    expect(await dashboardSessions.hasEnded("over")).toBe(false);
    expect(await dashboardSessions.hasEnded("good for a while")).toBe(true);
  });

  test("is nothing to sign out of without a cookie, or with one that we never gave", async () => {
    const { app } = await signedIn();
    for (const cookie of ["", "service_link_dashboard=nonsense"])
      expect((await browser(app).post("sign-out", {}, { cookie })).status).toBe(200);
  });

  test("is taken from the browser by signing out", async () => {
    const { dashboard } = await signedIn();
    const answer = await dashboard.post("sign-out", {});
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ["request_id"]]);
    expect(answer.headers["set-cookie"]).toMatch(/=; Path=\/dashboard; Max-Age=0; HttpOnly/);
    expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
    expect((await dashboard.post("sign-out", { all: true })).body.error_code).toBe(
      "UNKNOWN_FIELDS",
    );
  });

  test("shows and changes its own client only", async () => {
    const { app, dashboard } = await signedIn();
    const theirs = sampleClient({ secretDigest: digest("their secret") });
    await app.services.store.clients.add(theirs);
    const other = browser(app);
    const seen = await other.signIn({ client_id: theirs.clientId, secret: "their secret" });
    expect(seen.body.client).toMatchObject({
      client_id: "client-1",
      allowed_origins: ["https://shop.example"],
    });
    expect(JSON.stringify(seen.body)).not.toContain(app.keys.client_id);
    await dashboard.post("version", { version: "2017-03-08" });
    await dashboard.post("origin/allow", { origin: "https://mine.example" });
    await dashboard.post("origin/disallow", { origin: "https://shop.example" });
    expect(await app.services.store.clients.byClientId("client-1")).toEqual(theirs);
    const named = { version: "2018-05-22", client_id: "client-1" };
    expect((await dashboard.post("version", named)).body.error_code).toBe("UNKNOWN_FIELDS");
    await other.post("version", { version: "2018-05-22" });
    expect((await storedClient(app))?.defaultVersion).toBe("2017-03-08");
  });
});

describe("the page", () => {
  /** The app's routes over files as the build leaves them. */
  const served = async () => {
    const folder = mkdtempSync(join(tmpdir(), "service-link-assets-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "dashboard/assets"), { recursive: true });
    const link =
      '<html lang="en"><title>Link</title><style>a{}</style><script>0</script><div id="root"></div>';
    writeFileSync(join(folder, "link.html"), link);
    writeFileSync(join(folder, "dashboard/dashboard.html"), "<!doctype html>dashboard");
    writeFileSync(join(folder, "dashboard/assets/dashboard-1.js"), "1");
    const assets = readAssets(folder);
    const app = fastify();
    dashboardRoutes(app, (await testApp()).services, assets, false);
    onTestFinished(() => app.close());
    return { app, assets };
  };

  test("runs nothing but this server's own files, and nobody frames or keeps it", async () => {
    const { app } = await served();
    const { statusCode, body, headers } = await app.inject({ url: "/dashboard" });
    expect([statusCode, body]).toEqual([200, "<!doctype html>dashboard"]);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("is served at its own address only, and its files are kept for ever", async () => {
    const { files } = (await served()).assets;
    expect([...files.keys()]).toEqual(["/dashboard/assets/dashboard-1.js"]);
    expect(files.get("/dashboard/assets/dashboard-1.js")?.cacheControl).toContain("immutable");
  });

  test("is not there where it was not built", async () => {
    const { server } = await testApp();
    const answer = await server.inject({ url: "/dashboard" });
    expect([answer.statusCode, answer.json().error_code]).toEqual([404, "NOT_FOUND"]);
  });
});

test("the Dashboard's paths are no part of the API", async () => {
  const { server } = await testApp();
  const { paths } = (await server.inject({ url: "/openapi.json" })).json();
  expect(Object.keys(paths).filter((path) => path.includes("dashboard"))).toEqual([]);
});
