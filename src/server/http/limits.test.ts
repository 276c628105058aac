import { describe, expect, test } from "vitest";
import { linkConfig, PAGE, testApp } from "../../testing/test-app/test-app.ts";
import { loadEndpoints } from "../api/index.ts";

const endpoints = await loadEndpoints();

const ON = { RATE_LIMITS: "on" };
type App = Awaited<ReturnType<typeof testApp>>;

const asking = ({ post, keys: { client_id, secret } }: App) => {
  return (path: string, body: object = {}) => post(path, { client_id, secret, ...body });
};

describe("limits", () => {
  test("rate limits are off in the sandbox unless they are asked for", async () => {
    const app = await testApp();
    const { access_token } = await app.link();
    for (let call = 0; call < 60; call++) await app.call("/item/get", { access_token });
  });

  test("an Item's rate limit refuses the call after the last one, and says when the next one is let through", async () => {
    const app = await testApp(ON);
    const ask = asking(app);
    const [first, second] = [await app.link(), await app.link()];
    const { access_token } = first;
    for (let call = 0; call < 40; call++) await app.call("/item/get", { access_token });
    const refusal = await ask("/item/get", { access_token });
    expect([refusal.status, refusal.body.error_type, refusal.body.error_code]).toEqual([
      429,
      "RATE_LIMIT_EXCEEDED",
      "ITEM_GET_LIMIT",
    ]);
    expect(refusal.headers["retry-after"]).toBe("2");
    await app.call("/item/get", { access_token: second.access_token });
    await app.call("/accounts/get", { access_token });
    app.advanceClock(2000);
    await app.call("/item/get", { access_token });
    expect((await ask("/item/get", { access_token })).status).toBe(429);
  });

  test("a client's calls are counted apart from another client's", async () => {
    const app = await testApp(ON);
    const ask = asking(app);
    const page = { count: 1, offset: 0, country_codes: ["US"] };
    for (let call = 0; call < 10; call++) await app.call("/institutions/get", page);
    expect((await ask("/institutions/get", page)).body.error_code).toBe("INSTITUTIONS_GET_LIMIT");
    await app.call("/institutions/get_by_id", { institution_id: "ins_43", country_codes: ["CA"] });
  });

  test("rate limits count no call that was wrong in itself", async () => {
    const app = await testApp(ON);
    const ask = asking(app);
    for (let call = 0; call < 20; call++) await ask("/institutions/get", { count: 0 });
    await app.call("/institutions/get", { count: 1, offset: 0, country_codes: ["US"] });
  });

  test("rate limits can be changed for each path, and taken away", async () => {
    const app = await testApp({
      ...ON,
      RATE_LIMIT_CHANGES: JSON.stringify({
        "/item/get": { item: 0 },
        "/item/remove": { client: 1 },
      }),
    });
    const { access_token } = await app.link();
    for (let call = 0; call < 60; call++) await app.call("/item/get", { access_token });
    const ask = asking(app);
    await app.call("/item/remove", { access_token });
    expect((await ask("/item/remove", { access_token })).body.error_code).toBe("RATE_LIMIT");
  });

  test.each([
    ["not JSON", "RATE_LIMIT_CHANGES: must be JSON"],
    ['{"/item/get":{"items":1}}', "RATE_LIMIT_CHANGES"],
    ['{"/item/gets":{"item":1}}', "RATE_LIMIT_CHANGES names /item/gets, which is no path"],
    ['{"/item/get":{"item":-1}}', "RATE_LIMIT_CHANGES"],
  ])("that are changed by %s stop the start", async (RATE_LIMIT_CHANGES, reason) => {
    await expect(testApp({ RATE_LIMIT_CHANGES })).rejects.toThrow(reason);
  });
});

describe("wrong secrets", () => {
  const query = { institution_id: "ins_109508", country_codes: ["US"] };

  test("after too many wrong secrets every secret is refused unseen, the right one too", async () => {
    const { post, keys, advanceClock } = await testApp(ON);
    const { client_id, secret } = keys;
    const guess = (candidate: string) =>
      post("/institutions/get_by_id", { client_id, secret: candidate, ...query });
    for (let call = 0; call < 10; call++)
      expect((await guess(`guess ${call}`)).body.error_code).toBe("INVALID_API_KEYS");
    for (const candidate of ["another guess", secret]) {
      const { status, body, headers } = await guess(candidate);
      expect([status, body.error_code, headers["retry-after"]]).toEqual([429, "RATE_LIMIT", "6"]);
    }
    advanceClock(6000);
    expect((await guess(secret)).status).toBe(200);
  });

  test("wrong secrets of one client lock out no other, nor the same one elsewhere", async () => {
    const { keys, post, request } = await testApp(ON);
    const { client_id, secret } = keys;
    for (let call = 0; call < 12; call++)
      await post("/institutions/get_by_id", { client_id: "nobody", secret: "x", ...query });
    expect((await post("/institutions/get_by_id", { client_id, secret, ...query })).status).toBe(
      200,
    );
    const from = (remoteAddress: string, guess: string) =>
      request({
        method: "POST",
        url: "/institutions/get_by_id",
        remoteAddress,
        payload: { client_id, secret: guess, ...query },
      });
    for (let call = 0; call < 12; call++) await from("192.0.2.1", "guess");
    expect((await from("192.0.2.1", secret)).statusCode).toBe(429);
    expect((await from("192.0.2.2", secret)).statusCode).toBe(200);
    for (let call = 0; call < 12; call++) await from(`2001:db8:1:2::${call}`, "guess");
    expect((await from("2001:db8:1:2:ffff::1", secret)).statusCode).toBe(429);
    expect((await from("2001:db8:1:3::1", secret)).statusCode).toBe(200);
  });

  test("wrong secrets behind a proxy are counted by the address that the proxy saw, not by forged ones before it", async () => {
    const { keys, request } = await testApp({ ...ON, TLS_PROXY: "true" });
    const { client_id, secret } = keys;
    const from = (address: string, guess: string) =>
      request({
        method: "POST",
        url: "/institutions/get_by_id",
        headers: { "x-forwarded-for": address },
        payload: { client_id, secret: guess, ...query },
      });
    for (let call = 0; call < 12; call++) await from(`192.0.2.${call}, 198.51.100.1`, "guess");
    expect((await from("198.51.100.1", secret)).statusCode).toBe(429);
    expect((await from("198.51.100.2", secret)).statusCode).toBe(200);
  });
});

test("Link sessions of one client start as often as its limit says", async () => {
  const start = starter(await testApp(ON));
  const answers = [];
  for (let at = 0; at < 601; at++) answers.push(await start(`192.0.2.${at % 10}`));
  expect(answers.indexOf(429)).toBe(600);
});

test("Link sessions that start from one address leave room for those from elsewhere", async () => {
  const start = starter(await testApp(ON));
  const answers = [];
  for (let at = 0; at < 700; at++) answers.push(await start("192.0.2.1"));
  expect(answers.indexOf(429)).toBe(120);
  expect(await start("192.0.2.2")).toBe(200);
});

test("Link sessions that start from one network of IPv6 count as from one address", async () => {
  const start = starter(await testApp(ON));
  const answers = [];
  for (let at = 0; at < 130; at++) answers.push(await start(`2001:db8:0:1::${at.toString(16)}`));
  expect(answers.indexOf(429)).toBe(120);
  expect(await start("2001:db8:0:2::1")).toBe(200);
  for (let at = 0; at < 120; at++) await start("::ffff:192.0.2.1");
  expect(await start("192.0.2.1")).toBe(429);
  expect(await start("::ffff:192.0.2.2")).toBe(200);
});

const starter =
  ({ request, keys }: App) =>
  async (remoteAddress: string): Promise<number> => {
    const answer = await request({
      method: "POST",
      url: "/bridge/session/start",
      remoteAddress,
      payload: { config: linkConfig(keys.public_key), origin: PAGE },
    });
    return answer.statusCode;
  };

test("every path says how often it may be called", async () => {
  const { request } = await testApp();
  const { paths } = (await request({ url: "/openapi.json" })).json();
  for (const { path, sandboxOnly } of endpoints)
    if (!sandboxOnly) expect(paths[path].post.description).toMatch(/At most \d+ calls a minute/);
});
