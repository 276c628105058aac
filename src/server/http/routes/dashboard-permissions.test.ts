import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { isAtLeast, MEMBER_ROLES } from "../../../protocol/dashboard/member-role.ts";
import { sampleClient, sampleSecret } from "../../../testing/store-contract/samples.ts";
import { requestSchemaOf } from "../../../testing/test-app/bodies.ts";
import {
  browser,
  OWN,
  rotateFirst,
  signedIn,
  signedInMember,
  signInOperator,
} from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { dashboardCalls } from "../../dashboard/index.ts";
import { newSetupCode } from "../../domain/dashboard/operator.ts";
import { exampleOf } from "../openapi/example.ts";

const calls = dashboardCalls.map(({ path, about, role, request }) => ({
  path: path.replace("/dashboard/api/", ""),
  about,
  role,
  body: z.record(z.string(), z.unknown()).parse(exampleOf(requestSchemaOf({ request }), {}, true)),
}));

const THEIRS = sampleClient({ secrets: [sampleSecret("their secret")] });

/** The app shared by all tests of refused calls, which change nothing. */
let shared: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  let end = async () => {};
  shared = await testApp({}, undefined, (close) => {
    end = close;
  });
  await shared.services.store.clients.add(THEIRS);
  return end;
});

describe.each(calls)("$path", ({ path, about, role, body }) => {
  test("a Dashboard call is refused without a session, and to another site's page", async () => {
    const { app, dashboard } = await signedIn(shared);
    const clients = await app.services.store.clients.all();
    for (const cookie of ["", "service_link_dashboard=", "service_link_dashboard=AAAA", "a=b"]) {
      const answer = await browser(app).post(path, body, { cookie });
      expect(answer.body.error_code).toBe("INVALID_DASHBOARD_SESSION");
    }
    for (const origin of ["https://evil.example", "null", "", `${OWN}.evil.example`]) {
      const answer = await dashboard.post(path, body, { origin });
      expect([answer.body.error_code, answer.headers["set-cookie"]]).toEqual([
        "INVALID_ORIGIN",
        undefined,
      ]);
    }
    app.advanceClock(60 * 60_000);
    const { body: refusal } = await dashboard.post(path, body);
    expect(refusal.error_code).toBe("INVALID_DASHBOARD_SESSION");
    expect(await app.services.store.clients.all()).toEqual(clients);
  });

  test("a member below the role of a Dashboard call is refused, and the others are not", async () => {
    const before = await shared.services.store.clients.all();
    const clientId = about === "operator" ? null : THEIRS.clientId;
    for (const own of MEMBER_ROLES.toReversed()) {
      const { dashboard } = await signedInMember(shared, { clientId, role: own });
      const isAllowed = isAtLeast(own, role);
      // An allowed call only has to pass the permission check.
      const answer = await dashboard.post(path, isAllowed ? { ...body, unknown: 1 } : body);
      expect([own, answer.body.error_code]).toEqual([
        own,
        isAllowed ? "UNKNOWN_FIELDS" : "UNAUTHORIZED_ROUTE_ACCESS",
      ]);
    }
    expect(await shared.services.store.clients.all()).toEqual(before);
  });

  if (about === "operator")
    test("an operator's Dashboard call responds to the operator only", async () => {
      const { app, dashboard } = await signedIn(shared);
      const clients = await app.services.store.clients.all();
      for (const requestBody of [body, { ...body, client_id: app.keys.client_id }, {}]) {
        const { body: answer } = await dashboard.post(path, requestBody);
        expect(answer.error_code).toBe("NOT_FOUND");
      }
      expect(await app.services.store.clients.all()).toEqual(clients);
    });

  if (about !== "operator")
    test("lets no client name another, nor itself", async () => {
      const { app, dashboard } = await signedIn(shared);
      for (const client_id of [THEIRS.clientId, app.keys.client_id]) {
        const { body: answer } = await dashboard.post(path, { ...body, client_id });
        expect(answer.error_code).toBe("UNKNOWN_FIELDS");
      }
      expect(await app.services.store.clients.byClientId(THEIRS.clientId)).toEqual(THEIRS);
    });

  if (about === "client")
    test("asks the operator which client it is about", async () => {
      const app = await testApp();
      const dashboard = browser(app);
      await signInOperator(app, dashboard);
      expect((await dashboard.post(path, body)).body.error_code).toBe("MISSING_FIELDS");
      for (const client_id of ["nobody", 1, null]) {
        const { body: answer } = await dashboard.post(path, { ...body, client_id });
        expect(answer.error_code).toBe("INVALID_FIELD");
      }
      const { client_id } = app.keys;
      const { body: answer } = await dashboard.post(path, { ...body, client_id });
      expect(["UNKNOWN_FIELDS", "INVALID_DASHBOARD_SESSION"]).not.toContain(answer.error_code);
    });
});

test("a password that is guessed early is refused without a word on the code, which stays good", async () => {
  const app = await testApp();
  const dashboard = browser(app);
  const code = await newSetupCode(1000, app.services);
  const set = (password: string) => dashboard.post("operator/setup", { code, password });
  const { body } = await set("Password1234!");
  expect(body.error_code).toBe("INVALID_FIELD");
  expect(body.display_message).toMatch(/Take several words/);
  expect((await set("several words that do well")).status).toBe(200);
});

test("the operator's password, once set, is set again by another code alone", async () => {
  const app = await testApp();
  const dashboard = browser(app);
  await signInOperator(app, dashboard);
  const cookie = dashboard.cookie();
  const other = browser(app);
  for (const code of ["guess", "a".repeat(32)])
    expect(
      (await other.post("operator/setup", { code, password: "a long password" })).body.error_code,
    ).toBe("INVALID_FIELD");
  expect((await other.post("operator/session", { password: "wrong" })).body.error_code).toBe(
    "INVALID_API_KEYS",
  );
  await signInOperator(app, other);
  const { body } = await dashboard.post("me", {}, { cookie });
  expect(body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  expect((await other.post("me", {})).body).toMatchObject({ operator: true, client: null });
});

test("the operator's sign-in by password is in the audit log; wrong ones are once an address is locked out", async () => {
  const app = await testApp();
  const dashboard = browser(app);
  await signInOperator(app, dashboard);
  const { audit } = app.services.store;
  const { sequence } = await audit.head();
  await dashboard.post("operator/session", { password: "correct horse battery" });
  const entries = async () =>
    (await audit.after(sequence, 99)).map(({ actor, action, subject, details }) => [
      actor.name,
      action,
      subject,
      details,
    ]);
  const signIn = [
    expect.stringMatching(/^operator [\w-]{16}$/),
    "operator.sign_in",
    "operator",
    '{"by":"password"}',
  ];
  const lockOut = ["127.0.0.1", "operator.lock_out", "operator", "{}"];
  const guess = () => dashboard.post("operator/session", { password: "guess" });
  for (let count = 0; count < 9; count++) await guess();
  expect(await entries()).toEqual([signIn]);
  for (let count = 0; count < 9; count++) await guess();
  expect(await entries()).toEqual([signIn, lockOut]);
  // One guess per six seconds is allowed, and locks out again.
  for (let count = 0; count < 9; count++) {
    app.advanceClock(6000);
    await guess();
  }
  expect(await entries()).toEqual([signIn, lockOut]);
  app.advanceClock(6000);
  await guess();
  expect(await entries()).toEqual([signIn, lockOut, lockOut]);
});

test("guesses of the operator's password are limited, independent of the API's limits", async () => {
  const app = await testApp();
  const dashboard = browser(app);
  for (let guess = 0; guess < 10; guess++)
    await dashboard.post("operator/session", { password: "guess" });
  const refusal = await dashboard.post("operator/session", { password: "guess" });
  expect([refusal.status, refusal.body.error_code]).toEqual([429, "RATE_LIMIT"]);
  expect(refusal.headers["retry-after"]).toBe("6");
});

test("a rotated secret is written to the server's own file, and the variable is named", async () => {
  const { app, dashboard } = await signedIn();
  const file = join(app.folder, "keys.json");
  const { body } = await rotateFirst(dashboard, 0);
  const { secret } = z.object({ secret: z.string() }).parse(body.keys);
  expect(body.places).toEqual({ file: "renewed", variable: false });
  expect(JSON.parse(readFileSync(file, "utf8")).secret).toBe(secret);

  const appWithSecret = await testApp({ SERVICE_LINK_SECRET: "a-secret-of-the-operator" });
  const other = browser(appWithSecret);
  await other.signIn({ secret: "a-secret-of-the-operator" });
  expect((await rotateFirst(other, 0)).body.places).toMatchObject({
    variable: true,
  });
});

test("guesses are counted over all processes, a client's as well as the operator's", async () => {
  const app = await testApp({ RATE_COUNTERS: "store" });
  const beside = await testApp({ RATE_COUNTERS: "store" }, app.folder);
  const keys = { client_id: app.keys.client_id, secret: app.keys.secret };
  for (let guess = 0; guess < 5; guess++) {
    for (const server of [app, beside]) {
      await browser(server).post("operator/session", { password: "guess" });
      await browser(server).signIn({ ...keys, secret: "guess" });
    }
  }
  for (const server of [app, beside]) {
    const { status } = await browser(server).post("operator/session", { password: "guess" });
    expect([status, (await browser(server).signIn(keys)).status]).toEqual([429, 429]);
  }
});

test("a rotated secret works next to the new one for the chosen time, and no longer", async () => {
  const { app, dashboard } = await signedIn();
  const { body } = await rotateFirst(dashboard, 1);
  const keys = z.object({ secret: z.string() }).parse(body.keys);
  const status = async (secret: string) => (await browser(app).signIn({ secret })).status;
  expect([await status(app.keys.secret), await status(keys.secret)]).toEqual([200, 200]);
  expect(body.client).toMatchObject({
    secrets: [{ ends_at: null }, { ends_at: app.services.clock() + 3_600_000 }],
  });
  app.advanceClock(3_600_000);
  expect([await status(app.keys.secret), await status(keys.secret)]).toEqual([400, 200]);
});

test("ending the old secret ends its sessions, and leaves the new one's", async () => {
  const { app, dashboard } = await signedIn();
  const rotating = browser(app);
  await rotating.signIn();
  const { body } = await rotateFirst(rotating, 24);
  const other = browser(app);
  await other.signIn({ secret: z.object({ secret: z.string() }).parse(body.keys).secret });
  expect((await dashboard.reload()).status).toBe(200);
  const { secrets } = z
    .object({ secrets: z.array(z.object({ secret_id: z.string() })) })
    .parse(body.client);
  const end = await other.post("secret/end", { secret_id: secrets[1]?.secret_id });
  expect(end.body.client).toMatchObject({ secrets: [{ secret_id: secrets[0]?.secret_id }] });
  expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  expect([(await other.reload()).status, (await rotating.reload()).status]).toEqual([200, 200]);
});

test("a session that rotates the secret outlives the old one, and ends with the new one", async () => {
  const { app, dashboard } = await signedIn();
  const beside = await testApp({}, app.folder);
  const other = browser(beside);
  await other.signIn();
  const { body } = await rotateFirst(dashboard, 0);
  expect((await dashboard.reload()).status).toBe(200);
  const cookie = dashboard.cookie();
  expect((await browser(beside).post("me", {}, { cookie })).status).toBe(200);
  // Another process's change is visible after a second.
  beside.advanceClock(1000);
  expect((await other.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  await other.signIn({ secret: z.object({ secret: z.string() }).parse(body.keys).secret });
  await rotateFirst(other, 0);
  app.advanceClock(1000);
  expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
});
