import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createApiListener } from "./api-listener.ts";

/** A server with one path, which answers a file; what it logs, and a connection to it. */
const serving = async (pieces: () => AsyncIterable<Uint8Array>) => {
  const errors: string[] = [];
  let note = (_status: unknown): void => {};
  const answered = new Promise<unknown>((resolve) => {
    note = resolve;
  });
  const write = (line: string): void => {
    const { level, msg, status } = JSON.parse(line);
    if (level >= 50) errors.push(msg);
    else note(status);
  };
  const log = pino({ level: "info" }, { write });
  const answersApi = createApiListener({
    routes: new Map([
      [
        "/file/get",
        async () => ({ type: "application/pdf", fileName: "a.pdf", content: pieces() }),
      ],
    ]),
    random: randomBytes,
    log,
    headers: {},
    bodyLimit: 100,
    behindProxy: false,
    refresh: () => undefined,
    isClosing: () => false,
  });
  const server = createServer((incoming, response) => {
    if (!answersApi(incoming, response)) response.writeHead(404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const ask = (target = "/file/get") =>
    socket.write(
      `POST ${target} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
    );
  return { server, socket, errors, answered, ask };
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

test("whoever goes away before a file ends is no error", async () => {
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const { server, socket, errors, ask } = await serving(async function* () {
    try {
      for (;;) yield PIECE;
    } finally {
      leave();
    }
  });
  const closed = new Promise((resolve) => {
    server.on("connection", (served) => served.once("close", resolve));
  });
  ask();
  await once(socket, "data");
  socket.resetAndDestroy();
  await Promise.all([closed, left]);
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
