import { once } from "node:events";
import { connect } from "node:net";
import fastify from "fastify";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { answerError } from "./faults.ts";
import { createLogController, filePayload } from "./file-answer.ts";
import { createLoadGate, LOAD_BOUNDS } from "./load-gate.ts";
import { createLoadReport } from "./load-report.ts";
import { createRequestHook } from "./request-hooks.ts";

/** A server with one path, which answers a file; what it logs, and a connection to it. */
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

test("a file that fails before it has begun is answered as any other error", async () => {
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
