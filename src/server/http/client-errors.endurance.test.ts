import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { answersIn, listening, refusalIn } from "../../testing/test-app/socket.ts";

/** A path for each of the two kinds of handlers, and an unknown path. */
const PATHS = ["/item/get", "/bridge/session/start", "/nowhere"];
const JSON_TYPE = "content-type: application/json\r\n";

/** Sends bytes; returns the single response, after which the connection ends. */
const only = async (bytes: string) => {
  const { exchange, logged } = await listening();
  const answers = answersIn(await exchange(bytes));
  expect(answers).toHaveLength(1);
  expect(logged.filter((line) => line.includes("unexpected error"))).toEqual([]);
  const [answer] = answers;
  if (!answer) throw new Error("there was no answer");
  expect(answer.head).toMatch(/connection: close/i);
  return { ...answer, refusal: refusalIn(answer) };
};

const NOT_HTTP = "this is not a valid HTTP request";
const TARGET = "the request's target is not a path";

test.each([
  ["nonsense", "nonsense\r\n\r\n", 400, "the request has no method that HTTP knows"],
  ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n", 400, "the request has no method that HTTP knows"],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01", 400, "the request has no method that HTTP knows"],
  ["HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, NOT_HTTP],
  [
    "an unknown method",
    "BREW / HTTP/1.1\r\nhost: x\r\n\r\n",
    400,
    "the request has no method that HTTP knows",
  ],
  ["a target that is no path", "GET nowhere HTTP/1.1\r\nhost: x\r\n\r\n", 400, TARGET],
  ["a header without a name", "POST / HTTP/1.1\r\n: x\r\n\r\n", 400, NOT_HTTP],
  [
    "two lengths",
    "POST /item/get HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    400,
    NOT_HTTP,
  ],
  [
    "a length and chunks",
    "POST /item/get HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
    NOT_HTTP,
  ],
  [
    "headers without end",
    `GET / HTTP/1.1\r\nhost: x\r\n${"name: value\r\n".repeat(3000)}`,
    431,
    "the request's headers are too large",
  ],
])("%s is refused in the one shape of errors", async (_, bytes, status, message) => {
  const answer = await only(bytes);
  expect([answer.status, ...answer.refusal]).toEqual([status, "INVALID_HEADERS", message]);
});

describe.each(PATHS)("%s", (path) => {
  test.each([
    ["no Host", "", "the request has no Host header"],
    ["two Hosts", "host: one\r\nHost: two\r\n", "the request has more than one Host header"],
    ["an invalid Host", "host: a/b\r\n", "the Host header is not a host"],
  ])("refuses a request with %s", async (_, hosts, message) => {
    for (const method of ["GET", "POST"]) {
      const { status, refusal } = await only(`${method} ${path} HTTP/1.1\r\n${hosts}\r\n`);
      expect([status, ...refusal]).toEqual([400, "INVALID_HEADERS", message]);
    }
  });

  test("refuses an Expect header that it cannot meet", async () => {
    const { status, refusal } = await only(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nexpect: a miracle\r\n${JSON_TYPE}content-length: 2\r\n\r\n{}`,
    );
    expect([status, ...refusal]).toEqual([
      417,
      "INVALID_HEADERS",
      "the Expect header can be 100-continue only",
    ]);
  });

  test("refuses to be a tunnel", async () => {
    for (const target of [path, "shop.example:443"]) {
      const { status, refusal } = await only(`CONNECT ${target} HTTP/1.1\r\nhost: x\r\n\r\n`);
      expect([status, ...refusal]).toEqual([
        405,
        "METHOD_NOT_ALLOWED",
        "this server opens no tunnels: CONNECT is refused",
      ]);
    }
  });

  test("every method of HTTP gets a response in JSON", async () => {
    const { exchange } = await listening();
    for (const method of [
      "GET",
      "TRACE",
      "OPTIONS",
      "QUERY",
      "PROPFIND",
      "PURGE",
      "M-SEARCH",
      "LINK",
    ]) {
      const [answer, ...more] = answersIn(
        await exchange(`${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
      );
      if (!answer) throw new Error(`${method} got no response`);
      expect(more).toEqual([]);
      const [code] = refusalIn(answer);
      expect([method, answer.status, code]).toEqual(
        path === "/nowhere" ? [method, 404, "NOT_FOUND"] : [method, 405, "METHOD_NOT_ALLOWED"],
      );
    }
  });

  test("a path is found by its whole URL, in HTTP/1.0, and with an Upgrade that is not taken up", async () => {
    const { exchange } = await listening();
    const body = `connection: close\r\n${JSON_TYPE}content-length: 2\r\n\r\n{}`;
    const upgrade = "connection: Upgrade, close\r\nupgrade: websocket\r\n";
    const answers = await Promise.all(
      [
        `POST ${path} HTTP/1.1\r\nhost: x\r\n${body}`,
        `POST http://elsewhere.example${path}?x=1 HTTP/1.1\r\nhost: x\r\n${body}`,
        `POST ${path} HTTP/1.0\r\n${body}`,
        `POST ${path} HTTP/1.1\r\nhost: x\r\n${upgrade}${JSON_TYPE}content-length: 2\r\n\r\n{}`,
      ].map(async (bytes) => {
        const [answer, ...more] = answersIn(await exchange(bytes));
        if (!answer) throw new Error("there was no answer");
        expect(more).toEqual([]);
        return [answer.status, ...refusalIn(answer)];
      }),
    );
    expect(answers[0]?.[1]).toBe(path === "/nowhere" ? "NOT_FOUND" : "MISSING_FIELDS");
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test("a body whose chunks are broken is refused, and affects no later request", async () => {
    const { status, refusal } = await only(
      `POST ${path} HTTP/1.1\r\nhost: x\r\n${JSON_TYPE}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
    );
    expect([status, ...refusal]).toEqual([
      400,
      "INVALID_BODY",
      "the body's chunks are not well formed",
    ]);
  });

  test("a request gets its response although no HTTP follows it", async () => {
    const { exchange } = await listening();
    const request = `POST ${path} HTTP/1.1\r\nhost: x\r\n${JSON_TYPE}content-length: 2\r\n\r\n{}`;
    const answers = answersIn(await exchange(`${request}${request}nonsense\r\n\r\n`));
    expect(answers.map((answer) => refusalIn(answer)[0])).toEqual([
      ...(path === "/nowhere" ? ["NOT_FOUND", "NOT_FOUND"] : ["MISSING_FIELDS", "MISSING_FIELDS"]),
      "INVALID_HEADERS",
    ]);
  });

  test("a request whose body does not come in time is refused with that reason", async () => {
    const { exchange, server } = await listening();
    Object.assign(server.server, { requestTimeout: 1, headersTimeout: 1 });
    const answers = answersIn(
      await exchange(`POST ${path} HTTP/1.1\r\nhost: x\r\n${JSON_TYPE}content-length: 20\r\n\r\n{`),
    );
    // For an unknown path, the server does not wait for the body.
    const refusal =
      path === "/nowhere"
        ? [404, "NOT_FOUND"]
        : [408, "INVALID_HEADERS", "the request did not arrive whole in time"];
    expect(answers.map((answer) => [answer.status, ...refusalIn(answer)])).toEqual([
      path === "/nowhere" ? [...refusal, expect.any(String)] : refusal,
    ]);
  });
});

test.each(["/item/get", "/bridge/session/start"])(
  "a client that sends far too much to %s can read the refusal",
  async (path) => {
    const { port } = await listening();
    const chunk = Buffer.alloc(1 << 20, "x");
    for (const length of [`content-length: ${32 << 20}\r\n`, "transfer-encoding: chunked\r\n"]) {
      const socket = connect({ port, host: "127.0.0.1" });
      onTestFinished(() => void socket.destroy());
      socket.pause();
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${JSON_TYPE}${length}\r\n`);
      const isChunked = length.startsWith("transfer");
      // All requests are sent before a response is read, as many clients do.
      for (let count = 0; count < 32; count++) {
        if (isChunked) socket.write("100000\r\n");
        const isFlushed = socket.write(chunk);
        if (isChunked) socket.write("\r\n");
        if (!isFlushed) await once(socket, "drain");
      }
      let text = "";
      socket.on("data", (piece) => {
        text += piece;
      });
      socket.resume();
      await once(socket, "end");
      const [answer] = answersIn(text);
      if (!answer) throw new Error("there was no answer");
      expect([answer.status, ...refusalIn(answer)]).toEqual([
        400,
        "INVALID_BODY",
        "the body is too large",
      ]);
    }
  },
);

test.each(["/item/get", "/bridge/session/start"])(
  "%s says what is wrong with a compressed body, and with a field of prototypes",
  async (path) => {
    const { post } = await listening();
    const gzipAnswer = await post(path, "{}", { "content-encoding": "gzip" });
    expect([gzipAnswer.status, gzipAnswer.body.error_message]).toEqual([
      400,
      "the body must be sent as it is, without a content-encoding",
    ]);
    for (const body of ['{"__proto__":{}}', '{"a":[{"constructor":{"prototype":1}}]}']) {
      const answer = await post(path, body);
      expect([answer.status, answer.body.error_code, answer.body.error_message]).toEqual([
        400,
        "INVALID_BODY",
        "the body has a field named __proto__, or constructor with a prototype in it",
      ]);
    }
    expect((await post(path, '{"__proto__":{}')).body.error_message).toBe(
      "the body is not valid JSON",
    );
  },
);

test("while the server stops, late requests are served as always", async () => {
  const { server, dial } = await listening();
  const socket = dial();
  const request = "GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n";
  socket.write(request);
  await once(socket, "data");
  socket.write(request);
  const [[answer]] = await Promise.all([once(socket, "data"), server.close()]);
  const [reply] = answersIn(String(answer));
  if (!reply) throw new Error("there was no answer");
  expect([reply.status, refusalIn(reply)[0]]).toEqual([404, "NOT_FOUND"]);
});

test("a connection without HTTP ends, even if its other side never does", async () => {
  const { server, port } = await listening();
  const end = new Promise<void>((resolve) => {
    server.server.on("connection", (socket) => socket.once("close", () => resolve()));
  });
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.resume().write("nonsense\r\n\r\n");
  await end;
});
