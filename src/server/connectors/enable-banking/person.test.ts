import { expect, test } from "vitest";
import { aggregatorApp, plainBank } from "./aggregator-app.fixture.ts";

const USER = { ip_address: "203.0.113.7", user_agent: "Mozilla/5.0 (X11; Linux x86_64)" };

/** The headers of the last request to a path that name a person. */
const namedIn = (
  requests: readonly { path: string; headers: Record<string, string | string[] | undefined> }[],
  path: RegExp,
) =>
  Object.fromEntries(
    Object.entries(requests.findLast((request) => path.test(request.path))?.headers ?? {}).filter(
      ([name]) => name.startsWith("psu-"),
    ),
  );

test("a bank hears of the person in Link, and of no one in the daily pull", async () => {
  const { aggregator, linkItem, pull } = await aggregatorApp();
  await linkItem();
  expect(namedIn(aggregator.requests, /balances$/)).toMatchObject({
    "psu-ip-address": "127.0.0.1",
  });
  await pull();
  expect(namedIn(aggregator.requests, /transactions$/)).toEqual({});
});

test("an application names the user who waits, whose reads are not counted, and who is not stored", async () => {
  const { app, aggregator, linkItem, pull } = await aggregatorApp();
  aggregator.behaveLike("four-a-day");
  const { access_token } = await linkItem();
  await pull(0);
  for (let reads = 0; reads < 6; reads++)
    await app.call("/accounts/balance/get", { access_token, options: { psu: USER } });
  expect(namedIn(aggregator.requests, /balances$/)).toEqual({
    "psu-ip-address": USER.ip_address,
    "psu-user-agent": USER.user_agent,
  });
  await app.call("/transactions/refresh", { access_token, options: { psu: USER } });
  expect(namedIn(aggregator.requests, /transactions$/)).toHaveProperty("psu-ip-address");
  expect(app.logged.join("")).not.toContain(USER.ip_address);
});

test("a bank that requires headers gets all of them or none", async () => {
  const { app, aggregator, linkItem, pull } = await aggregatorApp({
    banks: [plainBank({ requiredPsuHeaders: ["Psu-Ip-Address", "Psu-Geo-Location"] })],
  });
  const { access_token } = await linkItem();
  await pull(0);
  await app.call("/accounts/balance/get", { access_token, options: { psu: USER } });
  expect(namedIn(aggregator.requests, /balances$/)).toEqual({});
});

test.each([
  ["an IP address with a port", { ...USER, ip_address: "203.0.113.7:443" }],
  ["a line break in the user agent", { ...USER, user_agent: "a\r\nPsu-Referer: b" }],
  ["a field that there is not", { ...USER, referer: "https://shop.example" }],
])("%s is refused", async (_, psu) => {
  const { app, linkItem } = await aggregatorApp();
  const { access_token } = await linkItem();
  const { body } = await app.post("/accounts/balance/get", {
    ...app.credentials,
    access_token,
    options: { psu },
  });
  expect(body).toMatchObject({ error_type: "INVALID_REQUEST" });
  expect(body.error_message).toContain("options.psu");
});
