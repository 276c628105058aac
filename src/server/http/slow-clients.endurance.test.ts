import { once } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { listening } from "../../testing/test-app/socket.ts";

const HEAD = "POST /categories/get HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";

/** Writes a byte every few ms until the server ends the connection; returns the response. */
const drip = async (socket: Socket, byte: string): Promise<string> => {
  let answer = "";
  socket.on("data", (piece) => {
    answer += piece;
  });
  socket.on("error", () => {});
  const timer = setInterval(() => socket.write(byte), 5);
  await once(socket, "close");
  clearInterval(timer);
  return answer;
};

test("a head that comes byte by byte is cut off in time, however often a byte comes", async () => {
  const { dial, exchange } = await listening({ HEADERS_TIMEOUT: "0.2" });
  const socket = dial();
  socket.write(`${HEAD}x-slow: `);
  const answer = await drip(socket, "a");
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer).toContain("the request did not arrive whole in time");
  expect(await exchange(`${HEAD}connection: close\r\ncontent-length: 2\r\n\r\n{}`)).toMatch(
    /^HTTP\/1.1 200 /,
  );
});

test("a body that comes byte by byte is cut off in time, and its place is free again", async () => {
  const { dial, exchange } = await listening({ REQUEST_TIMEOUT: "0.2", MAX_REQUESTS: "1" });
  const socket = dial();
  socket.write(`${HEAD}content-length: 60000\r\n\r\n`);
  expect(await drip(socket, " ")).toMatch(/^HTTP\/1.1 408 /);
  expect(await exchange(`${HEAD}connection: close\r\ncontent-length: 2\r\n\r\n{}`)).toMatch(
    /^HTTP\/1.1 200 /,
  );
});

test("a client that never reads is cut off, and until then gets no more responses than its connection holds", async () => {
  const { dial, server } = await listening({ ANSWER_TIMEOUT: "1" });
  let answers = 0;
  server.server.on("request", () => {
    answers += 1;
  });
  const socket = dial().on("error", () => {});
  const asks = 20_000;
  socket.pause();
  socket.write("GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(asks));
  const count = () =>
    new Promise<number>((resolve) => server.server.getConnections((_, open) => resolve(open)));
  await once(server.server, "request");
  await expect.poll(count).toBe(0);
  expect(answers).toBeLessThan(asks);
});
