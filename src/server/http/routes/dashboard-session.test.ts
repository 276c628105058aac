import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { sampleClient, sampleSecret } from "../../../testing/store-contract/samples.ts";
import { browser, signedIn, storedClient } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { digest } from "../../domain/identifiers.ts";

const HOUR_MS = 60 * 60 * 1000;

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
    const requestBody = path === "session" ? app.keys : body;
    const answer = await dashboard.post(path, requestBody, { origin });
    expect([answer.status, answer.body.error_code]).toEqual([400, "INVALID_ORIGIN"]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(await storedClient(app)).toEqual(before);
  });

  test.each(POSTS.slice(2))("%s requires a session of every caller", async (path, body) => {
    const app = await testApp();
    const before = await storedClient(app);
    for (const cookie of ["", "service_link_dashboard=", "service_link_dashboard=AAAA", "a=b"]) {
      const answer = await browser(app).post(path, body, { cookie });
      expect([answer.status, answer.body.error_code]).toEqual([400, "INVALID_DASHBOARD_SESSION"]);
    }
    expect(await storedClient(app)).toEqual(before);
    expect((await browser(app).reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  });

  test("a session of the Dashboard ends after an hour in which nothing was asked, and after twelve at last", async () => {
    const { app, dashboard } = await signedIn();
    for (let attempt = 0; attempt < 11; attempt++) {
      app.advanceClock(HOUR_MS - 1);
      expect((await dashboard.reload()).status).toBe(200);
    }
    app.advanceClock(HOUR_MS / 2);
    expect((await dashboard.reload()).body.session_ends_in).toBe(HOUR_MS / 2 + 11);
    app.advanceClock(HOUR_MS / 2 + 11);
    expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
    await dashboard.signIn();
    app.advanceClock(HOUR_MS);
    expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  });

  test("a session of the Dashboard ends with the secret that it was opened with", async () => {
    const { app, dashboard } = await signedIn();
    const file = new Database(join(app.folder, "service-link.db"));
    file.prepare("update client_secret set digest = ?").run(digest("another secret"));
    file.close();
    // Another process's change is visible after a second.
    app.advanceClock(1000);
    const answer = await dashboard.post("version", { version: "2019-05-29" });
    expect(answer.body.error_code).toBe("INVALID_DASHBOARD_SESSION");
    expect((await storedClient(app))?.defaultVersion).toBe("2020-09-14");
    expect((await dashboard.signIn({ secret: "another secret" })).status).toBe(200);
  });

  test("a session of the Dashboard is known to every process on the same data, and to no other server", async () => {
    const folder = mkdtempSync(join(tmpdir(), "service-link-dashboard-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [first, second] = [await testApp({}, folder), await testApp({}, folder)];
    const dashboard = browser(first);
    await dashboard.signIn();
    const cookie = dashboard.cookie();
    const body = { version: "2018-05-22" };
    expect((await browser(second).post("version", body, { cookie })).status).toBe(200);
    const elsewhere = await browser(await testApp()).post("version", body, { cookie });
    expect(elsewhere.body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  });

  test("a session of the Dashboard ends on every process at sign-out, even for copies of its cookie", async () => {
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
    const now = one.services.clock();
    for (const [tokenDigest, expiresAt] of [
      ["over", now],
      ["good for a while", now + 1],
    ] as const)
      await dashboardSessions.open({
        tokenDigest,
        clientId: null,
        memberId: null,
        address: null,
        browser: null,
        keyDigest: "",
        openedAt: now,
        seenAt: now,
        expiresAt,
      });
    await one.services.store.purgeExpired({
      sessionExpiry: 0,
      dashboardSessionExpiry: one.services.clock(),
      clientSecretEnd: one.services.clock(),
      personSessionUse: 0,
      publicTokenExpiry: 0,
      consumerReportEnd: 0,
      deliveryAttempt: 0,
      deadLetter: 0,
      institutionRequest: 0,
      endedGrantKey: 0,
    });
    expect(await dashboardSessions.byTokenDigest("over")).toBeNull();
    expect(await dashboardSessions.byTokenDigest("good for a while")).not.toBeNull();
  });

  test("without a cookie of ours there is no session of the Dashboard to sign out of", async () => {
    const { app } = await signedIn();
    for (const cookie of ["", "service_link_dashboard=nonsense"])
      expect((await browser(app).post("sign-out", {}, { cookie })).status).toBe(200);
  });

  test("signing out takes the Dashboard's session from the browser", async () => {
    const { dashboard } = await signedIn();
    const answer = await dashboard.post("sign-out", {});
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ["request_id"]]);
    const [cookie, ...attributes] = String(answer.headers["set-cookie"]).split("; ");
    expect(cookie).toBe("service_link_dashboard=");
    expect(attributes).toEqual(
      expect.arrayContaining(["Max-Age=0", "Path=/dashboard", "HttpOnly"]),
    );
    expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
    expect((await dashboard.post("sign-out", { all: true })).body.error_code).toBe(
      "UNKNOWN_FIELDS",
    );
  });

  test("a session of the Dashboard shows and changes its own client only", async () => {
    const { app, dashboard } = await signedIn();
    const theirs = sampleClient({ secrets: [sampleSecret("their secret")] });
    await app.services.store.clients.add(theirs);
    const other = browser(app);
    const view = await other.signIn({ client_id: theirs.clientId, secret: "their secret" });
    expect(view.body.client).toMatchObject({
      client_id: "client-1",
      allowed_origins: ["https://shop.example"],
    });
    expect(JSON.stringify(view.body)).not.toContain(app.keys.client_id);
    await dashboard.post("version", { version: "2017-03-08" });
    await dashboard.post("origin/allow", { origin: "https://mine.example" });
    await dashboard.post("origin/disallow", { origin: "https://shop.example" });
    expect(await app.services.store.clients.byClientId("client-1")).toEqual(theirs);
    const changes = { version: "2018-05-22", client_id: "client-1" };
    expect((await dashboard.post("version", changes)).body.error_code).toBe("UNKNOWN_FIELDS");
    await other.post("version", { version: "2018-05-22" });
    expect((await storedClient(app))?.defaultVersion).toBe("2017-03-08");
  });
});
