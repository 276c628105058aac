import { expect, test } from "vitest";
import { sampleClient, sampleSecret } from "../../../testing/store-contract/samples.ts";
import { browser, signedIn } from "../../../testing/test-app/dashboard.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

type Rows = { rows: Record<string, unknown>[]; next: string | null };

test("requests are logged with their outcome, and bodies without secrets, personal data or money", async () => {
  const { app, dashboard } = await signedIn();
  const { access_token } = await app.link("ins_109508", ["auth", "identity"]);
  await app.services.store.clients.setName(app.keys.client_id, "Tally");
  const identity = await app.call("/identity/get", { access_token });
  await app.post("/item/get", { ...app.credentials, access_token: "access-sandbox-nope" });
  await app.writeUsage();
  const all = (await dashboard.post("requests", {})).body as Rows;
  expect(all.rows.map(({ path, status }) => [path, status])).toEqual(
    expect.arrayContaining([
      ["/identity/get", 200],
      ["/item/get", 400],
      ["/item/public_token/exchange", 200],
    ]),
  );
  const [first] = all.rows;
  expect((await dashboard.post("requests", { limit: 1 })).body).toMatchObject({ rows: [first] });
  expect(((await dashboard.post("requests", { failed: true })).body as Rows).rows).toMatchObject([
    { path: "/item/get", error_code: "INVALID_ACCESS_TOKEN", version: "2020-09-14" },
  ]);
  const { body } = await dashboard.post("requests/show", { id: identity.request_id });
  expect(body.request).toMatchObject({ client_name: "Tally" });
  const text = JSON.stringify(body);
  expect(text).toContain("item_id");
  const owner = (identity as { accounts: { owners: { names: string[] }[] }[] }).accounts[0]
    ?.owners[0]?.names[0];
  expect(owner).toEqual(expect.any(String));
  for (const secret of [access_token, app.keys.secret, String(owner)])
    expect(text).not.toContain(secret);
  const storedText = JSON.stringify(all) + text;
  expect(storedText).not.toContain(access_token);
});

test("a request with wrong keys is in no client's log, and a client cannot read another's", async () => {
  const { app, dashboard } = await signedIn();
  const { client_id } = app.keys;
  const wrong = await app.post("/item/get", { client_id, secret: "wrong", access_token: "a" });
  const right = await app.post("/categories/get", {});
  await app.call("/institutions/get", { count: 1, offset: 0, country_codes: ["US"] });
  await app.writeUsage();
  const rows = ((await dashboard.post("requests", {})).body as Rows).rows;
  expect(rows.map(({ path }) => path)).toEqual(["/institutions/get"]);
  for (const { body } of [wrong, right]) {
    const details = await dashboard.post("requests/show", { id: body.request_id });
    expect(details.body.error_code).toBe("NOT_FOUND");
  }
  await app.services.store.clients.add(sampleClient({ secrets: [sampleSecret("their secret")] }));
  const other = browser(app);
  await other.signIn({ client_id: "client-1", secret: "their secret" });
  expect(((await other.post("requests", {})).body as Rows).rows).toEqual([]);
  const id = rows[0]?.request_id;
  expect((await other.post("requests/show", { id })).body.error_code).toBe("NOT_FOUND");
});

test("errors are counted by code, and requests are filtered by one, within a period", async () => {
  const { app, dashboard } = await signedIn();
  for (let count = 0; count < 3; count++)
    await app.post("/item/get", { ...app.credentials, access_token: "access-sandbox-nope" });
  app.advanceClock(30 * 60 * 1000);
  await app.post("/item/get", { ...app.credentials, access_token: 5 });
  await app.call("/institutions/get", { count: 1, offset: 0, country_codes: ["US"] });
  await app.writeUsage();
  const errors = async (body: object, session = dashboard) =>
    (await session.post("requests/errors", body)).body;
  expect(await errors({})).toMatchObject({
    count: 4,
    errors: [
      { error_code: "INVALID_ACCESS_TOKEN", count: 3 },
      { error_code: expect.any(String), count: 1 },
    ],
  });
  app.advanceClock(45 * 60 * 1000);
  await dashboard.signIn();
  expect(await errors({ period: "hour" })).toMatchObject({ count: 1 });
  expect(await errors({ period: "year" })).toMatchObject({ error_code: "INVALID_FIELD" });
  const list = async (body: object) => ((await dashboard.post("requests", body)).body as Rows).rows;
  const error_code = "INVALID_ACCESS_TOKEN";
  expect((await list({ error_code })).map((row) => row.error_code)).toEqual(
    Array(3).fill(error_code),
  );
  expect(await list({ error_code, period: "hour" })).toEqual([]);
  expect(await list({ error_code: "NONE" })).toEqual([]);
  expect(await list({ period: "hour" })).toHaveLength(2);
  expect(await list({ period: "day" })).toHaveLength(5);
  await app.services.store.clients.add(sampleClient({ secrets: [sampleSecret("their secret")] }));
  const other = browser(app);
  await other.signIn({ client_id: "client-1", secret: "their secret" });
  expect(await errors({}, other)).toMatchObject({ count: 0, errors: [] });
  expect((await other.post("requests", { error_code })).body.rows).toEqual([]);
});

test("requests are listed by latency, and Link sessions by outcome, page by page", async () => {
  const { app, dashboard } = await signedIn();
  const { traffic } = app.services.store;
  const now = app.services.clock();
  const request = {
    ...{
      clientId: app.keys.client_id,
      path: "/auth/get",
      status: 200,
      errorCode: null,
      itemId: null,
    },
    ...{ version: null, request: null, response: null },
  };
  const requests = Array.from({ length: 120 }, (_, n) => ({
    ...request,
    requestId: `request.${n}`,
    ms: (n * 37) % 60,
    at: now - n,
  }));
  await traffic.add([{ requests, events: [] }]);
  const pages = async (path: string, body: object) => {
    const rows: Rows["rows"] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = (await dashboard.post(path, { ...body, ...(after && { after }) })).body as Rows;
      rows.push(...page.rows);
      after = page.next;
    }
    return rows;
  };
  const slowest = await pages("requests", { sort: "latency" });
  expect(new Set(slowest.map(({ request_id }) => request_id)).size).toBe(120);
  const latencies = slowest.map(({ ms }) => Number(ms));
  expect(latencies).toEqual(latencies.toSorted((latency, b) => b - latency));
  const fastest = await pages("requests", { sort: "latency", order: "ascending" });
  expect(fastest.map(({ request_id }) => request_id)).toEqual(
    slowest.map(({ request_id }) => request_id).toReversed(),
  );
  for (const after of ["5", "latest.request-1", ".request-1", "5."])
    expect((await dashboard.post("requests", { after })).body.error_code).toBe("INVALID_FIELD");

  const { bridge } = await app.startLink();
  await bridge("session/exit", { status: null });
  await app.startLink();
  await app.writeUsage();
  const outcomes = async (order: string) =>
    (await pages("sessions", { sort: "outcome", order })).map(({ outcome }) => outcome);
  expect(await outcomes("descending")).toEqual(["running", "exited"]);
  expect(await outcomes("ascending")).toEqual(["exited", "running"]);
  const after = `${now}.session`;
  expect((await dashboard.post("sessions", { sort: "outcome", after })).status).toBe(400);
});

test("the page's events are in the timeline while Link is open, each once and in order", async () => {
  const { app, dashboard } = await signedIn();
  const receiver = await testReceiver();
  const { bridge, linkSessionId } = await app.startLink({ webhook: receiver.url });
  const timestamp = new Date(app.services.clock()).toISOString();
  const all = ["OPEN", ...Array(11).fill("TRANSITION_VIEW"), "EXIT"].map((event_name, at) => ({
    event_name,
    event_metadata: { timestamp, institution_id: `ins_${at}` },
  }));
  const details = async () => {
    await app.writeUsage();
    const { body } = await dashboard.post("sessions/show", { link_session_id: linkSessionId });
    return (body.events as Record<string, unknown>[]).filter(
      ({ name }) => name !== "session/start",
    );
  };
  const views = async () => (await details()).map(({ detail }) => detail);
  expect((await bridge("session/events", { from: 0, events: all.slice(0, 2) })).status).toBe(200);
  expect(await views()).toEqual(["ins_0", "ins_1"]);
  // A response was lost in transit.
  await bridge("session/events", { from: 1, events: all.slice(1, 12) });
  expect(await views()).toEqual(all.slice(0, 12).map((_, at) => `ins_${at}`));
  expect(await app.services.store.jobs.count("deliver-webhook")).toBe(0);
  await bridge("session/exit", { status: null });
  await bridge("session/events", { events: all });
  const events = await details();
  expect(events.filter(({ source }) => source === "link").map(({ detail }) => detail)).toEqual(
    all.map((_, at) => `ins_${at}`),
  );
  expect(events.filter(({ source }) => source === "server").map(({ name }) => name)).toEqual(
    expect.arrayContaining(["session/exit", "session/events"]),
  );
  expect(events.filter(({ name }) => name === "session/events")).toHaveLength(1);
});

test("a session that is opened again has the events of both times", async () => {
  const { app, dashboard } = await signedIn();
  const { bridge, linkSessionId } = await app.startLink();
  const open = async (from: number | undefined) => {
    const timestamp = new Date(app.services.clock()).toISOString();
    const event = { event_name: "OPEN", event_metadata: { timestamp } };
    await bridge("session/events", { ...(from !== undefined && { from }), events: [event] });
  };
  await open(0);
  app.advanceClock(1000);
  await open(0);
  await open(undefined);
  await app.writeUsage();
  const { body } = await dashboard.post("sessions/show", { link_session_id: linkSessionId });
  const events = body.events as Record<string, unknown>[];
  expect(events.filter(({ name }) => name === "OPEN")).toHaveLength(2);
});

test("a use of Link is a timeline of calls and events, and outlives its session", async () => {
  const { app, dashboard } = await signedIn();
  const { bridge, linkSessionId } = await app.startLink();
  await app.startLink();
  await bridge("institution/select", { institution_id: "ins_109508" });
  await app.writeUsage();
  const rows = async () => ((await dashboard.post("sessions", {})).body as Rows).rows;
  expect((await rows()).find((row) => row.link_session_id === linkSessionId)).toMatchObject({
    institution_name: "First Platypus Bank",
    reached: "institution",
    outcome: "running",
  });
  app.advanceClock(5000);
  const wrong = { username: "user_bad", password: "wrong" };
  await bridge("credentials/submit", { institution_id: "ins_109508", credentials: wrong });
  await bridge("session/exit", { status: "requires_credentials" });
  const timestamp = new Date(app.services.clock()).toISOString();
  await bridge("session/events", {
    events: [
      {
        event_name: "TRANSITION_VIEW",
        event_metadata: { timestamp, view_name: "CREDENTIAL", request_id: null },
      },
    ],
  });
  await app.writeUsage();
  app.advanceClock(5 * 60 * 60 * 1000);
  await app.startLink();
  await dashboard.signIn();
  const { body } = await dashboard.post("sessions/show", { link_session_id: linkSessionId });
  expect(body.visit).toMatchObject({
    outcome: "exited",
    exit_status: "requires_credentials",
    error_code: "INVALID_CREDENTIALS",
  });
  const events = body.events as Record<string, unknown>[];
  expect(events.map(({ name, error_code }) => [name, error_code])).toEqual(
    expect.arrayContaining([
      ["session/start", null],
      ["institution/select", null],
      ["credentials/submit", "INVALID_CREDENTIALS"],
      ["TRANSITION_VIEW", null],
    ]),
  );
  expect(JSON.stringify(body)).not.toContain("user_bad");
  const { started_at } = body.visit as { started_at: number };
  const begun = async (from: number) =>
    ((await dashboard.post("sessions", { from, until: from + 1 })).body as Rows).rows.length;
  expect([await begun(started_at), await begun(started_at + 1)]).toEqual([2, 0]);
  const funnel = (await dashboard.post("sessions/funnel", {})).body;
  expect(funnel).toMatchObject({
    institutions: [{ institution_name: "First Platypus Bank", chosen: 1, connected: 0 }],
    errors: [{ error_code: "INVALID_CREDENTIALS", count: 1 }],
  });
});

test("a session that ends within a second still names its institution", async () => {
  const { app, dashboard } = await signedIn();
  const { bridge } = await app.startLink();
  await bridge("institution/select", { institution_id: "ins_109508" });
  await bridge("session/exit", { status: "requires_credentials" });
  await app.writeUsage();
  expect(((await dashboard.post("sessions", {})).body as Rows).rows).toMatchObject([
    { institution_name: "First Platypus Bank", reached: "institution", outcome: "exited" },
  ]);
});

test("the log can be switched off, and is deleted after a time and beyond a number", async () => {
  const off = await testApp({ REQUEST_LOG: "off" });
  await off.call("/institutions/get", { count: 1, offset: 0, country_codes: ["US"] });
  await off.writeUsage();
  const all = {
    ...({ after: null, order: "descending", limit: 9, clientId: null, failed: false } as const),
    ...({
      errorCode: null,
      path: null,
      itemId: null,
      since: null,
      until: null,
      sort: "time",
    } as const),
  };
  const { traffic } = off.services.store;
  expect((await traffic.requests(all)).rows).toEqual([]);

  const { post, writeUsage, services } = await testApp();
  for (let count = 0; count < 5; count++) await post("/item/get", {});
  await writeUsage();
  const count = async () => (await services.store.traffic.requests(all)).rows.length;
  expect(await count()).toBe(5);
  await services.store.traffic.purge(0, 5);
  expect(await count()).toBe(5);
  await services.store.traffic.purge(services.clock(), 5);
  expect(await count()).toBe(0);
});
