import { expect, test } from "vitest";
import { BridgeRefusal, createBridgeClient } from "./bridge-client.ts";

type SentRequest = {
  path: string;
  body: Record<string, unknown>;
  authorization: string | null;
  language: string | null;
  requestId: string | null;
};

const OPENING = { config: {}, origin: "https://shop.example" };
const SESSION = { session_token: "secret-session", link_session_id: "one" };

/** A client on a network with scripted responses, each used once. */
const clientOn = (...answers: (Response | Error)[]) => {
  const requests: SentRequest[] = [];
  const pauses: number[] = [];
  const network = { offline: false, language: "en" };
  let ids = 0;
  const client = createBridgeClient({
    fetch: async (path, init) => {
      requests.push({
        path: String(path),
        body: JSON.parse(String(init?.body)),
        authorization: new Headers(init?.headers).get("authorization"),
        language: new Headers(init?.headers).get("accept-language"),
        requestId: new Headers(init?.headers).get("service-request-id"),
      });
      const answer = answers.shift() ?? new Error("the network is gone");
      if (answer instanceof Error) throw answer;
      return answer;
    },
    pause: async (ms) => pauses.push(ms),
    isOffline: () => network.offline,
    language: () => network.language,
    newId: (length) => `${length === 15 ? "request" : "submission"}-${++ids}`,
  });
  return { client, sent: requests, pauses, network };
};

const ok = (body: object) => Response.json({ request_id: "r", ...body });
const networkError = () => new TypeError("failed to fetch");

test("a submission that is lost on the way is sent again under the same id", async () => {
  const { client, sent, pauses } = clientOn(
    ok(SESSION),
    networkError(),
    networkError(),
    ok({ challenge: null }),
  );
  await client.start(OPENING);
  await client.submit("credentials/submit", { credentials: { password: "p" } });
  const submissions = sent.slice(1);
  expect(submissions).toHaveLength(3);
  expect(new Set(submissions.map(({ body }) => body.submission_id))).toEqual(
    new Set(["submission-3"]),
  );
  expect(pauses).toEqual([500, 1000]);
});

test("every call names the user's current language", async () => {
  const { client, sent, network } = clientOn(ok(SESSION), ok({}));
  await client.start(OPENING);
  network.language = "fr";
  await client.call("institution/select", {});
  expect(sent.map(({ language }) => language)).toEqual(["en", "fr"]);
});

test("a second action of the user is a submission of its own", async () => {
  const { client, sent } = clientOn(ok(SESSION), ok({}), ok({}));
  await client.start(OPENING);
  await client.submit("mfa/submit", { answers: ["1234"] });
  await client.submit("mfa/submit", { answers: ["1234"] });
  expect(sent.slice(1).map(({ body }) => body.submission_id)).toEqual([
    "submission-3",
    "submission-4",
  ]);
});

test("each session start sends a new request id, and no other call sends one", async () => {
  const { client, sent } = clientOn(networkError(), ok(SESSION), ok({}), ok(SESSION));
  expect(client.requestId).toBe("request-1");
  const starting = client.start(OPENING);
  expect(client.requestId).toBe("request-2");
  await starting;
  await client.submit("mfa/submit", { answers: ["1234"] });
  expect(client.requestId).toBe("r");
  const again = client.start(OPENING);
  expect(client.requestId).toBe("request-4");
  await again;
  expect(sent.map(({ requestId }) => requestId)).toEqual([
    "request-2",
    "request-2",
    null,
    "request-4",
  ]);
});

test("a proxy's 502, 503 or 200 page counts as a lost response", async () => {
  const { client, sent, pauses } = clientOn(
    ok(SESSION),
    new Response("<h1>Bad gateway</h1>", { status: 502 }),
    Response.json({ error: "busy" }, { status: 503, headers: { "retry-after": "3" } }),
    new Response("<h1>Welcome to the airport</h1>"),
    ok({ institutions: [] }),
  );
  await client.start(OPENING);
  await client.call("institutions/search", { query: "one" });
  expect(sent).toHaveLength(5);
  expect(pauses).toEqual([500, 3000, 2000]);
});

const BUSY = {
  error_type: "API_ERROR",
  error_code: "SERVICE_UNAVAILABLE",
  error_message: "busy",
  display_message: null,
};

/** The bridge's own refusal under load. */
const busy = (retryAfter: string) =>
  Response.json(
    { ...BUSY, request_id: "r" },
    { status: 503, headers: { "retry-after": retryAfter } },
  );

test("a call is repeated after the Retry-After of the bridge", async () => {
  const { client, sent, pauses } = clientOn(ok(SESSION), busy("7"), busy("0"), ok({ done: 1 }));
  await client.start(OPENING);
  expect(await client.submit("mfa/submit", { answers: [] })).toEqual({ done: 1 });
  expect(pauses).toEqual([7000, 1000]);
  expect(new Set(sent.slice(1).map(({ body }) => body.submission_id)).size).toBe(1);
});

test.each(["61", "", "soon"])(
  "a busy bridge with Retry-After %j is not waited for",
  async (retryAfter) => {
    const { client, sent, pauses } = clientOn(ok(SESSION), busy(retryAfter));
    await client.start(OPENING);
    await expect(client.call("institution/select", {})).rejects.toMatchObject({ body: BUSY });
    expect([sent.length, pauses]).toEqual([2, []]);
  },
);

test("a bridge that stays busy fails with its own error", async () => {
  const { client, pauses } = clientOn(ok(SESSION), ...Array.from({ length: 6 }, () => busy("2")));
  await client.start(OPENING);
  await expect(client.call("institution/select", {})).rejects.toMatchObject({ body: BUSY });
  expect(pauses).toEqual([2000, 2000, 2000, 4000, 8000]);
});

test("the end of a session is not sent again to a busy bridge", async () => {
  const { client, sent } = clientOn(ok(SESSION), busy("1"));
  await client.start(OPENING);
  await expect(client.exit(null)).rejects.toMatchObject({ body: BUSY });
  expect(sent).toHaveLength(2);
});

test.each([500, 501, 403, 404])(
  "a proxy's page with the status %i is an error, and the call is not repeated",
  async (status) => {
    const { client, sent, pauses } = clientOn(
      ok(SESSION),
      new Response("<h1>Sorry</h1>", { status, headers: { "content-type": "text/html" } }),
    );
    await client.start(OPENING);
    await expect(client.call("institution/select", {})).rejects.toMatchObject({
      body: { error_code: "LINK_UNREACHABLE" },
    });
    expect([sent.length, pauses]).toEqual([2, []]);
  },
);

test("a refused call is not repeated", async () => {
  const refusal = {
    error_type: "ITEM_ERROR",
    error_code: "INVALID_CREDENTIALS",
    error_message: "no",
    display_message: null,
  };
  const { client, sent } = clientOn(
    ok(SESSION),
    Response.json({ ...refusal, request_id: "r" }, { status: 400 }),
  );
  await client.start(OPENING);
  const outcome = client.submit("credentials/submit", {});
  await expect(outcome).rejects.toMatchObject({ body: { error_code: "INVALID_CREDENTIALS" } });
  await expect(outcome).rejects.toBeInstanceOf(BridgeRefusal);
  expect(sent).toHaveLength(2);
});

test("a bridge that stays unreachable fails with LINK_UNREACHABLE", async () => {
  const { client, pauses } = clientOn(ok(SESSION));
  await client.start(OPENING);
  await expect(client.call("institution/select", {})).rejects.toMatchObject({
    body: { error_code: "LINK_UNREACHABLE" },
  });
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000]);
});

test("a call is repeated without limit while the browser is offline", async () => {
  const many = Array.from({ length: 40 }, networkError);
  const { client, sent, pauses, network } = clientOn(ok(SESSION), ...many, ok({ name: "Form" }));
  await client.start(OPENING);
  network.offline = true;
  expect(await client.call("institution/select", {})).toEqual({ name: "Form" });
  expect(sent).toHaveLength(42);
  expect(pauses).toEqual(many.map(() => 2000));
});

test("the exit call is sent once and not waited for", async () => {
  const { client, sent } = clientOn(ok(SESSION), networkError());
  await client.start(OPENING);
  await expect(client.exit(null)).rejects.toThrow(BridgeRefusal);
  expect(sent).toHaveLength(2);
});

test("an aborted search is neither a refusal nor sent again", async () => {
  const controller = new AbortController();
  const { client, sent } = clientOn(ok(SESSION), new DOMException("stop", "AbortError"));
  await client.start(OPENING);
  const search = client.call("institutions/search", { query: "one" }, controller.signal);
  controller.abort();
  await expect(search).rejects.toMatchObject({ name: "AbortError" });
  expect(sent).toHaveLength(2);
});

test("the session's token goes with every call but the first, and only in its header", async () => {
  const { client, sent } = clientOn(ok(SESSION), ok({}));
  await client.start({ ...OPENING, config: { clientName: "Shop" } });
  await client.call("institution/select", {});
  expect(sent.map(({ authorization }) => authorization)).toEqual([null, "Bearer secret-session"]);
  expect(JSON.stringify(sent.map(({ path, body }) => [path, body]))).not.toContain("secret");
});
