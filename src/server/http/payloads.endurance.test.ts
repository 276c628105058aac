import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import fastify from "fastify";
import { pino } from "pino";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { JsonPiece } from "../domain/raw-json.ts";
import { answerError } from "./faults.ts";
import { createLoadGate, LOAD_BOUNDS } from "./overload/load-gate.ts";
import { createLoadReport } from "./overload/load-report.ts";
import { createLogController, filePayload, jsonPayload, streamPayload } from "./payloads.ts";
import { createRequestHook } from "./request-hooks.ts";

/** Endless content, the amount read, and whether it was closed. */
const endless = () => {
  const content = { taken: 0, ended: false };
  const iterate = async function* () {
    try {
      for (;;) {
        content.taken += 1;
        yield Buffer.alloc(64 * 1024);
      }
    } finally {
      content.ended = true;
    }
  };
  return { content, iterate };
};

test("a reader who takes nothing holds up the content, and ends it when they have gone", async () => {
  const { content, iterate } = endless();
  const stream = streamPayload(iterate());
  stream.read(0);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(content.taken).toBeLessThanOrEqual(2);
  stream.destroy();
  await nextTurn();
  expect(content.ended).toBe(true);
});

afterEach(() => {
  vi.useRealTimers();
});

test("a reader who takes nothing for too long is left", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { content, iterate } = endless();
  const stream = streamPayload(iterate(), { maxIdleMs: 5000 });
  const failure = new Promise<Error>((resolve) => void stream.once("error", resolve));
  stream.read(0);
  await nextTurn();
  await vi.advanceTimersByTimeAsync(5000);
  expect((await failure).message).toContain("nothing of the answer was taken");
  await nextTurn();
  expect(content.ended).toBe(true);
});

test("content that fails breaks the stream off", async () => {
  const stream = streamPayload(
    (async function* () {
      yield "[";
      throw new Error("broken");
    })(),
  );
  const read = async () => {
    for await (const chunk of stream) void chunk;
  };
  await expect(read()).rejects.toThrow("broken");
});

const fetchAnswer = async (pieces: readonly JsonPiece[]) => {
  const app = fastify();
  onTestFinished(() => app.close());
  app.get("/", async (_, reply) => {
    reply.header("service-request-id", "r1");
    return jsonPayload(reply, pieces);
  });
  const { statusCode, headers, body } = await app.inject({ url: "/" });
  return { statusCode, body, headers };
};

test.each([
  ["texts", ['{"é":', '"é"', "}"]],
  ["bytes between texts", ['{"é":', Buffer.from('"é"'), "}"]],
])(
  "JSON in %s is sent as it is, at its length in bytes, with the headers set before",
  async (_, pieces) => {
    expect(await fetchAnswer(pieces)).toMatchObject({
      statusCode: 200,
      body: '{"é":"é"}',
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-length": "11",
        "service-request-id": "r1",
      },
    });
  },
);

/** A server with a path that returns a file, its log, and a connection. */
const serving = async (pieces: () => AsyncIterable<Uint8Array>) => {
  const errors: string[] = [];
  let note = (_status: unknown): void => {};
  const answer = new Promise<unknown>((resolve) => {
    note = resolve;
  });
  const write = (line: string): void => {
    const { level, msg, status } = JSON.parse(line);
    if (level >= 40) errors.push(msg);
    else if (msg === "answered") note(status);
  };
  const log = pino({ level: "info" }, { write });
  const app = fastify({ loggerInstance: log, logController: createLogController() });
  const posts = new Set(["/file/get"]);
  app.addHook(
    "onRequest",
    createRequestHook({
      log,
      headers: {},
      posts,
      requestIdHeaders: [],
      apiPaths: new Set(),
      load: createLoadGate({
        bounds: LOAD_BOUNDS,
        lateBodyMs: 1000,
        behindProxy: false,
        isStoreBusy: () => false,
        report: createLoadReport({ log, after: () => {} }),
      }),
      isDraining: () => false,
      refresh: () => undefined,
    }),
  );
  app.setErrorHandler(answerError);
  app.post("/file/get", async (_, reply) =>
    filePayload(reply, { type: "application/pdf", fileName: "a.pdf", content: pieces() }),
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { server } = app;
  const address = server.address();
  const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
  onTestFinished(async () => {
    socket.destroy();
    await app.close();
  });
  const ask = (target = "/file/get") =>
    socket.write(
      `POST ${target} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
    );
  return { server, socket, errors, answered: answer, ask };
};

const PIECE = Buffer.from("a piece");

test("a file that fails in the middle is logged, and its connection ends", async () => {
  const { socket, errors, ask } = await serving(async function* () {
    yield PIECE;
    throw new Error("no more");
  });
  ask();
  await once(socket.resume(), "close");
  expect(errors).toEqual(["a file ended too early"]);
});

test("a file that fails before it has begun gets the response of any other error", async () => {
  const { socket, errors, ask } = await serving(async function* () {
    if (PIECE.length === 0) yield PIECE;
    throw new Error("nothing");
  });
  ask();
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 500 /);
  expect(String(answer)).toContain('"error_code":"INTERNAL_SERVER_ERROR"');
  expect(String(answer)).not.toMatch(/content-disposition|application\/pdf/i);
  expect(errors).toEqual(["unexpected error"]);
});

test("a client that leaves before a file ends is no error", async () => {
  let leave = (): void => {};
  const departure = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const { server, socket, errors, ask } = await serving(async function* () {
    try {
      for (;;) yield PIECE;
    } finally {
      leave();
    }
  });
  const close = new Promise((resolve) => {
    server.on("connection", (socket) => socket.once("close", resolve));
  });
  ask();
  await once(socket, "data");
  socket.resetAndDestroy();
  await Promise.all([close, departure]);
  await new Promise(setImmediate);
  expect(errors).toEqual([]);
});

test("a request whose sender left before it was whole is logged without a status", async () => {
  const { socket, answered } = await serving(async function* () {
    yield PIECE;
  });
  const head = "POST /file/get HTTP/1.1\r\nhost: x\r\ncontent-type: application/json";
  socket.write(`${head}\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n`);
  await once(socket, "data");
  socket.destroy();
  expect(await answered).toBeNull();
});
