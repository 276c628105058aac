import { createServer } from "node:http";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { CLIENT, walkThrough } from "../../../../demo/bank/visit.fixture.ts";
import { InstitutionCheckView } from "../../../protocol/dashboard/dashboard-institutions.ts";
import { browser, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { BANK_ID, bankApp } from "../../connectors/data-api/bank-app.fixture.ts";
import {
  KEY_CLIENT,
  privateKey,
} from "../../institutions/conformance/consents/wire-check.fixture.ts";

/** Serves malicious metadata; returns its address. */
const hostileServer = async () => {
  const server = createServer(({ url = "", headers }, response) => {
    const [, kind] = url.split("/");
    if (kind === "long") {
      const issuer = `http://${headers.host}/long`;
      const authorization_endpoint = `${issuer}/${"a".repeat(9000)}`;
      const metadata = { issuer, authorization_endpoint, token_endpoint: `${issuer}/token` };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(metadata));
      return;
    }
    if (kind === "circle") response.writeHead(302, { location: url }).end();
    else if (kind === "deep")
      response.writeHead(200, { "content-type": "text/html" }).end("[".repeat(1_000_000));
    else response.writeHead(200, { "content-type": "application/json" });
    if (kind === "broken") response.end('{"issuer": ');
    if (kind === "endless") Readable.from(pieces()).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
};

function* pieces() {
  for (;;) yield '{"issuer": "'.repeat(10_000);
}

const checkable = async (options: Parameters<typeof bankApp>[0] = {}) => {
  const bank = await bankApp(options);
  const dashboard = browser(bank.app);
  await signInOperator(bank.app, dashboard);
  const post = async (path: string, body: object = {}) =>
    (await dashboard.post(`institutions/check/${path}`, { institution_id: BANK_ID, ...body })).body;
  const show = async () => {
    const { session_ends_in: _, request_id: __, ...view } = await post("show");
    return InstitutionCheckView.parse(view);
  };
  /** Returns the view once a condition holds. */
  const until = async (holds: (view: InstitutionCheckView) => boolean) => {
    for (;;) {
      const view = await show();
      if (holds(view)) return view;
      await setTimeout(20);
    }
  };
  /** Signs in as the check requires, on a given server; returns the final page. */
  const visit = async (app = bank.app, choice: Parameters<typeof walkThrough>[2] = {}) => {
    const { running } = await until((view) => Boolean(view.running?.sign_in_url));
    const parameters = await walkThrough(bank.issuer, running?.sign_in_url ?? "", choice);
    return app.request({
      method: "GET",
      url: `/oauth/return?${parameters}`,
      headers: { accept: "text/html" },
    });
  };
  return { ...bank, dashboard, post, show, until, visit };
};

test("a check runs as a job with three sign-ins and a cancel, and its results are kept with their date", async () => {
  const { app, post, visit, show, until } = await checkable();
  expect(await show()).toEqual({ running: null, interrupted: null, last: null });
  expect(await post("start", { sign_ins: 4 })).toMatchObject({
    running: { step: "metadata", sign_in_url: null },
    last: null,
  });
  expect((await post("start", { sign_ins: 4 })).display_message).toBe(
    "A check of it is under way.",
  );
  const jobs = app.runJobs();
  for (let sign = 0; sign < 3; sign++) expect((await visit()).statusCode).toBe(200);
  expect((await visit(app, { accounts: "cancel" })).statusCode).toBe(200);
  await jobs;
  const { running, last } = await until((view) => view.running === null);
  expect(running).toBeNull();
  expect(last).toMatchObject({ sign_ins: 4, ended_at: app.services.clock() });
  // The bank's tokens use this machine's clock, but the app uses the test's clock.
  expect(last?.points.filter(({ id, outcome }) => outcome === "failed" && id !== "clock")).toEqual(
    [],
  );
  expect(last?.points.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(80);
  const json = JSON.stringify(await app.services.store.institutionChecks.get(BANK_ID));
  expect(json).not.toMatch(new RegExp(`${CLIENT.secret}|eyJ|code=`));
  expect((await app.services.store.audit.last(1))[0]).toMatchObject({
    action: "institution.check",
    subject: BANK_ID,
    details: JSON.stringify({ sign_ins: 4, address: "127.0.0.1" }),
  });
});

test("a check without a sign-in names a fault and its fix", async () => {
  const { app, post, show, misbehave } = await checkable();
  misbehave("metadata-no-pkce");
  await post("start", { sign_ins: 0 });
  await app.runJobs();
  const { last } = await show();
  expect(last?.points.filter(({ outcome }) => outcome === "failed")).toEqual([
    {
      ...{ id: "metadata-pkce", area: "Metadata", outcome: "failed", found: "offers plain" },
      what: "offers PKCE with S256",
      fix: "support it, and list S256 in code_challenge_methods_supported",
    },
  ]);
});

test.each(["uk", "berlin-group"] as const)(
  "a bank of %s is checked by its consent, as a job with one sign-in",
  async (standard) => {
    const options = { standard, client: KEY_CLIENT, declaration: { secrets: { privateKey } } };
    const { post, visit, until, app, intents } = await checkable(options);
    await post("start", { sign_ins: 1 });
    const jobs = app.runJobs();
    expect((await visit()).statusCode).toBe(200);
    await jobs;
    const { last } = await until((view) => view.running === null);
    expect(
      last?.points.filter(({ outcome, id }) => outcome === "failed" && id !== "clock"),
    ).toEqual([]);
    const passed = last?.points.filter(({ outcome }) => outcome === "passed").map(({ id }) => id);
    expect(passed).toEqual(expect.arrayContaining(["consent-authorized", "consent-over-data"]));
    expect(intents()).toEqual([]);
  },
);

test("a return is accepted once, on any server of the store, and only for the state that was sent", async () => {
  const { app, post, visit, until } = await checkable();
  const beside = await testApp({}, app.folder, () => undefined);
  await post("start", { sign_ins: 1 });
  const jobs = app.runJobs();
  const forgery = await beside.request({ method: "GET", url: "/oauth/return?state=forged&code=x" });
  expect(forgery.statusCode).toBe(400);
  expect((await visit(beside)).statusCode).toBe(200);
  await jobs;
  const { last } = await until((view) => view.running === null);
  expect(last).toMatchObject({ sign_ins: 1 });
  await beside.server.close();
});

test("stopping a check keeps the results of the one before", async () => {
  const { app, post, until } = await checkable();
  await post("start", { sign_ins: 0 });
  await app.runJobs();
  const before = (await until((view) => view.last !== null)).last;
  expect((await post("stop")).display_message).toBe("No check of it is under way.");
  await post("start", { sign_ins: 1 });
  const jobs = app.runJobs();
  await until((view) => Boolean(view.running?.sign_in_url));
  expect(await post("stop")).toMatchObject({ running: null, last: before });
  await jobs;
  expect((await until(() => true)).last).toEqual(before);
});

test("a check whose worker died is over when its job runs again, and keeps the earlier results", async () => {
  const { app, post, show } = await checkable();
  await post("start", { sign_ins: 0 });
  await app.runJobs();
  const { last } = await show();
  expect(last?.points.length).toBeGreaterThan(75);
  await post("start", { sign_ins: 1 });
  const { institutionChecks } = app.services.store;
  const check = await institutionChecks.get(BANK_ID);
  await institutionChecks.claim(BANK_ID, check?.checkId ?? "");
  await app.runJobs();
  expect(await show()).toMatchObject({
    running: null,
    interrupted: { problem: "It was interrupted, since its server stopped. Run it again." },
    last,
  });
  await post("start", { sign_ins: 0 });
  await app.runJobs();
  expect((await show()).interrupted).toBeNull();
});

test("disconnecting, removing or moving an institution drops its check and its results", async () => {
  for (const [path, body] of [
    ["institutions/disconnect", {}],
    ["institutions/remove", {}],
    [
      "institutions/connect",
      { issuer: "https://other.example", issued_client_id: "we", client_secret: "s3cret" },
    ],
  ] as const) {
    const { app, dashboard, post, show, until } = await checkable();
    await post("start", { sign_ins: 0 });
    await app.runJobs();
    await post("start", { sign_ins: 1 });
    const jobs = app.runJobs();
    const { running } = await until((view) => Boolean(view.running?.sign_in_url));
    const { body: answer } = await dashboard.post(path, { institution_id: BANK_ID, ...body });
    expect(answer.error_code).toBeUndefined();
    await jobs;
    expect(await show()).toEqual({ running: null, interrupted: null, last: null });
    const state = new URL(running?.sign_in_url ?? "").searchParams.get("state") ?? "none";
    const late = await app.request({ method: "GET", url: `/oauth/return?state=${state}&code=x` });
    expect(late.statusCode).toBe(400);
  }
});

test("endless, circular and malformed metadata are reported as unreadable", async () => {
  const { app, dashboard, post, show } = await checkable();
  const hostile = await hostileServer();
  for (const [path, found] of [
    ["endless", /more than \d+ (MB|bytes)/],
    ["circle", /responds 302/],
    ["broken", /JSON that cannot be parsed/],
    ["deep", /responds with text\/html instead of JSON/],
  ] as const) {
    const connection = { issued_client_id: "we", client_secret: "s3cret" };
    const issuer = `${hostile}/${path}`;
    await dashboard.post("institutions/connect", {
      ...{ institution_id: BANK_ID, issuer, ...connection },
    });
    await post("start", { sign_ins: 3 });
    await app.runJobs();
    const { last, interrupted } = await show();
    expect(interrupted).toBeNull();
    expect(last?.points.find(({ id }) => id === "metadata-readable")?.found).toMatch(found);
  }
});

test("an authorization address that is too long for browsers is not shown", async () => {
  const { dashboard, app, post, show } = await checkable();
  const connection = { issued_client_id: "we", client_secret: "s3cret" };
  const issuer = `${await hostileServer()}/long`;
  await dashboard.post("institutions/connect", {
    ...{ institution_id: BANK_ID, issuer, ...connection },
  });
  await post("start", { sign_ins: 1 });
  await app.runJobs();
  expect((await show()).interrupted?.problem).toBe(
    "The address to sign in at is longer than browsers take.",
  );
});

test("a check ends if its user does not sign in", async () => {
  const { app, post, until } = await checkable();
  await post("start", { sign_ins: 1 });
  const jobs = app.runJobs();
  await until((view) => Boolean(view.running?.sign_in_url));
  app.advanceClock(5 * 60_000 + 1);
  await jobs;
  const { interrupted, last } = await until((view) => view.running === null);
  expect(interrupted).toMatchObject({
    sign_ins: 1,
    problem: "The user did not sign in within 5 minutes.",
  });
  expect(interrupted?.points.some(({ outcome }) => outcome === "passed")).toBe(true);
  expect(last).toBeNull();
});

test("a check refuses an institution that is not connected, and sign-ins at one that is approved in an app", async () => {
  const none = await checkable({ connects: false });
  expect((await none.post("start", { sign_ins: 0 })).display_message).toBe("It is not connected.");
  const ciba = await checkable({ declaration: { flow: "ciba" } });
  expect((await ciba.post("start", { sign_ins: 3 })).display_message).toMatch(
    /^Its users approve in its app/,
  );
});
