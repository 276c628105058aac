import fc from "fast-check";
import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { clientOf, json, refusal, scriptedServer, success } from "./client.fixture.ts";
import { parseRetryAfter, wait } from "./retry.ts";

const READ = { access_token: "access-sandbox-1" };
const LINK_TOKEN = {
  client_name: "Shop",
  country_codes: ["US"],
  language: "en",
  user: { client_user_id: "user-1" },
} as const;
/** Replaces the token: a second call would be refused, and the new token lost. */
const WRITE = { access_token: "access-sandbox-1" };

test("a read is retried after 429, 5xx and a lost connection, with backoff and full jitter", async () => {
  const { baseUrl, requests } = await scriptedServer(
    refusal(429, "ACCOUNTS_LIMIT"),
    refusal(500, "INTERNAL_SERVER_ERROR"),
    (response) => response.destroy(),
    (response) => response.writeHead(502).end("<h1>Bad Gateway</h1>"),
    success,
  );
  const { client, waits } = clientOf(baseUrl, { retries: 4 });
  await expect(client.accountsGet(READ)).resolves.toMatchObject({ accounts: [] });
  expect(requests.map(({ body }) => body)).toEqual(Array(5).fill(JSON.stringify(READ)));
  // Half of 500, 1000, 2000 and 4000 ms: the test's random number is 0.5.
  expect(waits).toEqual([250, 500, 1000, 2000]);
});

test("retries are bounded, by default to two, and the last error is thrown, caused by those before", async () => {
  const { baseUrl, requests } = await scriptedServer(refusal(503, "SERVICE_UNAVAILABLE"));
  await expect(clientOf(baseUrl).client.accountsGet(READ)).rejects.toMatchObject({
    error_code: "SERVICE_UNAVAILABLE",
    request_id: "aB3dE6gH9jK2mN5",
    status: 503,
    cause: { status: 503, cause: { status: 503 } },
  });
  expect(requests).toHaveLength(3);
  await clientOf(baseUrl, { retries: 9 })
    .client.accountsGet(READ, { retries: 0 })
    .catch(() => {});
  expect(requests).toHaveLength(4);
});

test("a retry waits for Retry-After, in seconds or as a date, but not for minutes", async () => {
  const now = Date.parse("2026-01-15T12:00:00Z");
  const { baseUrl, requests } = await scriptedServer(
    refusal(429, "ACCOUNTS_LIMIT", { "retry-after": "7" }),
    refusal(503, "SERVICE_UNAVAILABLE", { "retry-after": "Thu, 15 Jan 2026 12:00:30 GMT" }),
    refusal(429, "ACCOUNTS_LIMIT", { "retry-after": "61" }),
  );
  const { client, waits } = clientOf(baseUrl, { retries: 9 }, () => now);
  await expect(client.accountsGet(READ)).rejects.toMatchObject({ status: 429, retryAfter: 61_000 });
  expect(waits).toEqual([7250, 30_500]);
  expect(requests).toHaveLength(3);
});

test("Retry-After is read in every form of the standard, and nothing else is", () => {
  const now = Date.parse("1994-11-06T08:49:00Z");
  const dates = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT"];
  expect(dates.map((date) => parseRetryAfter(date, now))).toEqual([37_000, 37_000]);
  expect(parseRetryAfter("Sun, 06 Nov 1994 08:48:00 GMT", now)).toBe(0);
  expect(parseRetryAfter(" 120 ", now)).toBe(120_000);
  for (const other of [null, "", "-1", "1.5", "soon", "2026-01-15", "Sun, 99 Nov 1994 99:49 GMT"])
    expect([other, parseRetryAfter(other, now)]).toEqual([other, null]);
});

test("a call that may have changed something is retried only after a rate limit and an overload", async () => {
  const patient = { "retry-after": "1" };
  const { baseUrl, requests } = await scriptedServer(
    refusal(429, "RATE_LIMIT", patient),
    refusal(503, "SERVICE_UNAVAILABLE", { ...patient, "service-should-retry": "true" }),
    json(200, { new_access_token: "access-sandbox-2", request_id: "aB3dE6gH9jK2mN5" }),
  );
  const { client, waits } = clientOf(baseUrl);
  await expect(client.itemAccessTokenInvalidate(WRITE)).resolves.toHaveProperty("new_access_token");
  expect(requests).toHaveLength(3);
  expect(waits).toEqual([1250, 1500]);
  for (const answer of [
    refusal(429, "ADDITION_LIMIT"),
    refusal(429, "INSTITUTION_RATE_LIMIT", patient),
    // The store may have failed during the commit.
    refusal(503, "SERVICE_UNAVAILABLE", patient),
    refusal(500, "INTERNAL_SERVER_ERROR", patient),
    (response: { destroy(): unknown }) => void response.destroy(),
  ]) {
    const server = await scriptedServer(answer);
    const { client } = clientOf(server.baseUrl);
    await expect(client.itemAccessTokenInvalidate(WRITE)).rejects.toBeInstanceOf(ApiError);
    expect(server.requests).toHaveLength(1);
    // The server may already have sent the mail.
    const mailed = { ...LINK_TOKEN, hosted_link: { delivery_method: "email" as const } };
    await expect(client.linkTokenCreate(mailed)).rejects.toBeInstanceOf(ApiError);
    expect(server.requests).toHaveLength(2);
  }
});

test("a call is retried like a read if its repetition does no harm", async () => {
  const { baseUrl, requests } = await scriptedServer(
    refusal(500, "INTERNAL_SERVER_ERROR"),
    (response) => response.destroy(),
    success,
  );
  const { client } = clientOf(baseUrl);
  const token = { access_token: "access-sandbox-1" };
  const calls = [
    () => client.transactionsSync(token),
    () => client.itemWebhookUpdate({ ...token, webhook: null }),
    () => client.userCreate({ client_user_id: "user-1" }),
    () => client.linkTokenCreate(LINK_TOKEN),
  ];
  for (const [index, call] of calls.entries()) {
    await expect(call()).resolves.toHaveProperty("request_id");
    expect(requests).toHaveLength(3 + index);
  }
});

test("a write that never reached a server is retried, and the error has the cause", async () => {
  const { baseUrl, close } = await scriptedServer(success);
  close();
  const { client, waits } = clientOf(baseUrl);
  const failure = await client.itemAccessTokenInvalidate(WRITE).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    error_type: "CLIENT_ERROR",
    error_code: "CONNECTION_FAILED",
    error_message: expect.stringContaining(baseUrl),
    request_id: null,
    status: null,
    cause: expect.any(TypeError),
  });
  expect(waits).toHaveLength(2);
});

test("an attempt ends after its timeout, and a read is retried then", async () => {
  let attempts = 0;
  const { client } = clientOf("http://localhost", {
    fetch: (_, request) =>
      new Promise((_resolve, reject) => {
        attempts += 1;
        request?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  });
  await expect(client.accountsGet(READ, { timeout: 1, retries: 1 })).rejects.toMatchObject({
    error_code: "TIMEOUT",
    error_message: "no response from http://localhost within 1 ms",
  });
  expect(attempts).toBe(2);
});

test("a signal ends a call before it, in it and between attempts, with the signal's reason", async () => {
  const reason = new Error("the user left");
  const { baseUrl, requests } = await scriptedServer(() => controller.abort(reason));
  const { client } = clientOf(baseUrl);
  const before = AbortSignal.abort(reason);
  await expect(client.accountsGet(READ, { signal: before })).rejects.toBe(reason);
  expect(requests).toHaveLength(0);
  const controller = new AbortController();
  await expect(client.accountsGet(READ, { signal: controller.signal })).rejects.toBe(reason);
  expect(requests).toHaveLength(1);
  const pause = new AbortController();
  const waiting = wait(2 ** 30, pause.signal);
  pause.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(wait(2 ** 30, before)).rejects.toBe(reason);
  await expect(wait(0, new AbortController().signal)).resolves.toBeUndefined();
});

test("any response is a result or an ApiError with its status, never another error", async () => {
  const status = fc.oneof(
    fc.constantFrom(200, 201, 302, 400, 429, 500, 503),
    fc.integer({ min: 200, max: 599 }),
  );
  const text = fc.oneof(fc.json(), fc.string(), fc.constant('{"request_id":"aB3dE6gH9jK2mN5"}'));
  const header = fc.constantFrom("0", "-1", "soon", "Thu, 01 Jan 1970 00:00:00 GMT", "1e9");
  await fc.assert(
    fc.asyncProperty(status, text, header, async (code, body, retryAfter) => {
      const isEmpty = [204, 205, 304].includes(code);
      const headers = { "retry-after": retryAfter, "service-request-id": "zZ3dE6gH9jK2mN5" };
      const { client } = clientOf("http://localhost", {
        fetch: async () => new Response(isEmpty ? null : body, { status: code, headers }),
      });
      const outcome = await client.accountsGet(READ).catch((error: unknown) => error);
      if (outcome instanceof ApiError)
        expect([outcome.status, outcome.request_id]).toEqual([code, expect.any(String)]);
      else expect(outcome).toHaveProperty("request_id");
    }),
  );
});
