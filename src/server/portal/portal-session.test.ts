import { expect, test } from "vitest";
import { OWN } from "../../testing/test-app/dashboard.ts";
import { appWithMail, portalBrowser, toSecret } from "../../testing/test-app/portal.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { oneTimePath } from "../domain/portal-users/one-time-address.ts";
import { portalActions } from "./index.ts";

const MINUTE = 60_000;

const toCode = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.error_code,
];

const openSession = async () => {
  const app = await testApp();
  const { item_id, access_token } = await app.link();
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  return { app, person, item_id, access_token };
};

test("a one-time address opens one session, and fetching the page does not use it up", async () => {
  const app = await testApp();
  const { item_id } = await app.link();
  const path = oneTimePath(app.services, { itemId: item_id, personId: null });
  for (const method of ["GET", "HEAD"] as const) await app.request({ method, url: path });
  const address = toSecret(path);
  const [person, other] = [portalBrowser(app), portalBrowser(app)];
  const answers = [await person.post("open", { address }), await other.post("open", { address })];
  expect(answers.map(toCode)).toEqual([
    [200, undefined],
    [400, "INVALID_ONE_TIME_ADDRESS"],
  ]);
  expect(other.cookie()).toBe("");
  expect(app.logged.join("\n")).not.toContain(address.slice(0, 40));
});

test("a one-time address that is expired, forged, or of a removed Item opens nothing", async () => {
  const app = await testApp();
  const [first, second] = [await app.link(), await app.link()];
  const toAddress = (itemId: string) =>
    toSecret(oneTimePath(app.services, { itemId, personId: null }));
  const late = toAddress(first.item_id);
  app.advanceClock(30 * MINUTE);
  const removedAddress = toAddress(second.item_id);
  await app.call("/item/remove", { access_token: second.access_token });
  for (const address of [late, removedAddress, toAddress("nobody"), "nonsense", `${late}A`])
    expect(toCode(await portalBrowser(app).post("open", { address }))).toEqual([
      400,
      "INVALID_ONE_TIME_ADDRESS",
    ]);
});

test("a session ends after half an hour without requests, after four hours at last, and by itself", async () => {
  const { app, person } = await openSession();
  for (let n = 0; n < 8; n++) {
    app.advanceClock(29 * MINUTE);
    expect((await person.get("connections")).status).toBe(200);
  }
  app.advanceClock(8 * MINUTE);
  expect(toCode(await person.get("connections"))).toEqual([400, "INVALID_ACCOUNT_SESSION"]);

  const second = await openSession();
  second.app.advanceClock(30 * MINUTE);
  expect(toCode(await second.person.get("connections"))).toEqual([400, "INVALID_ACCOUNT_SESSION"]);

  const third = await openSession();
  const cookie = third.person.cookie();
  await third.person.post("sign-out", {});
  const replay = await third.app.request({ url: "/account/connections", headers: { cookie } });
  expect(replay.json().error_code).toBe("INVALID_ACCOUNT_SESSION");
});

test.each(["connections", "data"])("/account/%s is refused without a session", async (path) => {
  const { app, person } = await openSession();
  const over = person.cookie();
  await person.post("sign-out", {});
  const { sequence } = await app.services.store.audit.head();
  for (const cookie of ["", "account_session=", "account_session=AAAA", "a=b", over]) {
    const answer = await app.request({ url: `/account/${path}`, headers: { cookie } });
    expect([answer.statusCode, answer.json().error_code]).toEqual([400, "INVALID_ACCOUNT_SESSION"]);
    expect(answer.headers["content-disposition"]).toBeUndefined();
  }
  expect((await app.services.store.audit.head()).sequence).toBe(sequence);
});

const BODIES: Record<string, object> = {
  "/account/connection/end": {},
  "/account/connection/stop-sharing": { account_id: "any" },
  "/account/connection/erase": {},
};

test.each(portalActions.map(({ path }) => path))(
  "%s wants a session, and our own page",
  async (path) => {
    const { app, person, item_id, access_token } = await openSession();
    const body = BODIES[path]
      ? { connection_id: item_id, ...BODIES[path] }
      : path.endsWith("/confirm")
        ? { code: "12345678" }
        : path.endsWith("/email")
          ? { email: "ann@mail.example", language: "en" }
          : {};
    for (const cookie of ["", "account_session=", "account_session=AAAA"])
      expect(toCode(await app.post(path, body, { origin: OWN, cookie }))).toEqual([
        400,
        "INVALID_ACCOUNT_SESSION",
      ]);
    for (const origin of ["https://evil.example", "http://localhost:81", "null", ""])
      expect(toCode(await app.post(path, body, { origin, cookie: person.cookie() }))).toEqual([
        400,
        "INVALID_ORIGIN",
      ]);
    await app.call("/accounts/get", { access_token });
  },
);

test.each(Object.entries(BODIES))(
  "%s of another person's connection is refused, and changes nothing",
  async (path, more) => {
    const { app, person } = await openSession();
    const { item_id, access_token } = await app.link();
    const { accounts } = await app.call("/accounts/get", { access_token });
    const [account] = accounts as { account_id: string }[];
    const body = {
      connection_id: item_id,
      ...more,
      ...("account_id" in more && { account_id: account?.account_id }),
    };
    expect(toCode(await person.post(path.slice("/account/".length), body))).toEqual([
      400,
      "ITEM_NOT_FOUND",
    ]);
    expect((await app.call("/accounts/get", { access_token })).accounts).toEqual(accounts);
    expect(JSON.stringify((await person.get("data")).body)).not.toContain(item_id);
  },
);

test("over HTTPS the cookie belongs to this host alone", async () => {
  const app = await testApp({ TLS_PROXY: "true" });
  const { item_id } = await app.link();
  const address = toSecret(oneTimePath(app.services, { itemId: item_id, personId: null }));
  const { headers } = await app.post(
    "/account/open",
    { address },
    { origin: "https://localhost:80", host: "localhost:80" },
  );
  expect(headers["set-cookie"]).toMatch(
    /^__Host-account_session=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
});

test("the old address leads to the site", async () => {
  const app = await testApp();
  const { statusCode, headers } = await app.request({ url: "/my" });
  expect([statusCode, headers.location]).toEqual([302, "/account"]);
});

test("expired sessions are deleted, and so are people without a connection", async () => {
  const { app, confirm } = await appWithMail();
  const { item_id, access_token } = await app.link();
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  await confirm(person, "ann@mail.example");
  const { store } = app.services;
  const session = await store.portalUsers.byId((await fetchPerson(app, item_id)) ?? "");
  expect(session).not.toBeNull();
  await app.call("/item/remove", { access_token });
  app.advanceClock(3 * 24 * 60 * MINUTE);
  await app.runJobs();
  expect(await store.portalUsers.byId(session?.personId ?? "")).toBeNull();
});

/** Returns the person of an Item by the person's confirmed address. */
const fetchPerson = async (app: Awaited<ReturnType<typeof testApp>>, itemId: string) => {
  const { emailDigest } = await import("../domain/portal-users/email.ts");
  const { portalUsers } = app.services.store;
  const person = await portalUsers.byEmailDigest(emailDigest(app.services, "ann@mail.example"));
  const items = await portalUsers.items({ itemId: null, personId: person?.personId ?? null });
  return items.some(({ item }) => item.itemId === itemId) ? person?.personId : null;
};
