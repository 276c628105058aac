import { describe, expect, test } from "vitest";
import { DashboardAnswer } from "../../../protocol/dashboard/dashboard.ts";
import { browser, OWN } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { digest } from "../../domain/identifiers.ts";

const HOUR_MS = 60 * 60 * 1000;

describe("signing in", () => {
  test("a sign-in returns the whole client except its secret, and a cookie for the Dashboard only", async () => {
    const app = await testApp();
    const { status, headers, body } = await browser(app).signIn();
    expect(status).toBe(200);
    const { client, environment, session_ends_in } = DashboardAnswer.strict().parse(body);
    expect([environment, session_ends_in]).toEqual(["sandbox", HOUR_MS]);
    expect(client).toEqual({
      client_id: app.keys.client_id,
      name: "First client",
      production_access: { state: "granted", requested_at: null, note: "" },
      secrets: [
        {
          secret_id: expect.any(String),
          name: "",
          last_four: app.keys.secret.slice(-4),
          created_at: app.services.clock(),
          used_at: null,
          ends_at: null,
          products: null,
          read_only: false,
          networks: [],
        },
      ],
      created_at: app.services.clock(),
      public_key: app.keys.public_key,
      public_key_enabled: true,
      partner: false,
      legacy_user_api: false,
      products: [
        ...["transactions", "auth", "identity", "income", "assets"],
        ...["liabilities", "investments", "statements"],
      ],
      account_selection: "several",
      allowed_origins: [],
      redirect_uris: [],
      brand: {
        name: "",
        accent: null,
        mode: "auto",
        radius: null,
        font: null,
        trust_pane: false,
        logo: null,
      },
      default_version: "2020-09-14",
    });
    const [cookie, ...attributes] = String(headers["set-cookie"]).split("; ");
    expect(cookie).toMatch(/^service_link_dashboard=[\w-]+$/);
    expect(attributes.sort()).toEqual([
      "HttpOnly",
      "Max-Age=3600",
      "Path=/dashboard",
      "SameSite=Strict",
    ]);
    expect(headers["cache-control"]).toBe("no-store");
    const output = JSON.stringify([headers, body, app.logged]);
    for (const secret of [app.keys.secret, digest(app.keys.secret)])
      expect(output).not.toContain(secret);
  });

  test("a sign-in works in production, and behind TLS the cookie goes by TLS only", async () => {
    const app = await testApp({
      SERVICE_ENV: "production",
      SERVICE_LINK_MASTER_KEY: "ab".repeat(32),
      TLS_PROXY: "true",
    });
    const secure = { origin: "https://localhost:80" };
    const { body, headers } = await browser(app).signIn({}, secure);
    expect([body.environment, headers["set-cookie"]]).toEqual([
      "production",
      expect.stringMatching(
        /^__Host-service_link_dashboard=.+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
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
  ])("a sign-in with %j is refused, and gives no cookie", async (keys, status, code) => {
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

  test("a sign-in with wrong secrets has the API's limit, and counts with it", async () => {
    const app = await testApp({ RATE_LIMITS: "on" });
    const dashboard = browser(app);
    for (let wrong = 0; wrong < 9; wrong++) await dashboard.signIn({ secret: `${wrong}` });
    await app.post("/item/get", { client_id: app.keys.client_id, secret: "x", access_token: "a" });
    const refusal = await dashboard.signIn();
    expect([refusal.status, refusal.body.error_code]).toEqual([429, "RATE_LIMIT"]);
    expect(refusal.headers["retry-after"]).toBe("6");
    app.advanceClock(6000);
    expect((await dashboard.signIn()).status).toBe(200);
  });

  test("a sign-in counts a network as one caller, as the API does", async () => {
    const { request, keys } = await testApp({ RATE_LIMITS: "on" });
    const { client_id, secret } = keys;
    const from = (remoteAddress: string, guess: string) =>
      request({
        method: "POST",
        url: "/dashboard/api/session",
        remoteAddress,
        headers: { origin: OWN, host: "localhost" },
        payload: { client_id, secret: guess },
      });
    for (let call = 0; call < 10; call++) await from(`2001:db8:1:2::${call}`, "guess");
    expect((await from("2001:db8:1:2:ffff::1", secret)).statusCode).toBe(429);
    expect((await from("2001:db8:1:3::1", secret)).statusCode).toBe(200);
  });
});
