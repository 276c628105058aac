import { once } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { listening } from "../../testing/test-app/socket.ts";

const HEAD = "POST /categories/get HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
const SLOW = `${HEAD}content-length: 2\r\nexpect: 100-continue\r\n\r\n`;
const WHOLE = `${HEAD}content-length: 2\r\n\r\n{}`;
const HEALTH = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";

const read = async (socket: Socket) => String((await once(socket, "data"))[0]);
const ask = (socket: Socket, bytes: string) => {
  const answer = read(socket);
  socket.write(bytes);
  return answer;
};

test("a request beyond the bound gets 503 and when to try again; health is answered, and others once one is done", async () => {
  const { dial } = await listening({ MAX_REQUESTS: "2" });
  const slow = [dial(), dial()];
  // Their heads are taken, and their bodies are waited for.
  for (const socket of slow) expect(await ask(socket, SLOW)).toMatch(/^HTTP\/1.1 100 /);
  const other = dial();
  const refusal = await ask(other, WHOLE);
  expect(refusal).toMatch(/^HTTP\/1.1 503 /);
  expect(refusal).toMatch(/\r\nretry-after: 1\r\n/i);
  expect(JSON.parse(refusal.split("\r\n\r\n")[1] ?? "")).toMatchObject({
    error_type: "API_ERROR",
    error_code: "SERVICE_UNAVAILABLE",
    request_id: expect.stringMatching(/^\w{15}$/),
  });
  expect(await ask(other, HEALTH)).toMatch(/^HTTP\/1.1 200 /);
  expect(await ask(slow[0] as Socket, "{}")).toMatch(/^HTTP\/1.1 200 /);
  expect(await ask(dial(), WHOLE)).toMatch(/^HTTP\/1.1 200 /);
});

test("connections beyond the bound take the place of idle ones, and get 503 where there are none", async () => {
  const { dial } = await listening({ MAX_CONNECTIONS: "2" });
  const idle = [dial(), dial()];
  for (const socket of idle) expect(await ask(socket, HEALTH)).toMatch(/^HTTP\/1.1 200 /);
  const closures = Promise.all(idle.map((socket) => once(socket, "close")));
  const next = dial();
  await closures;
  expect(await ask(next, WHOLE)).toMatch(/^HTTP\/1.1 200 /);

  for (const socket of [next, dial()]) expect(await ask(socket, SLOW)).toMatch(/^HTTP\/1.1 100 /);
  const tooMany = dial();
  const answer = await ask(tooMany, WHOLE);
  expect(answer).toMatch(/^HTTP\/1.1 503 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(await ask(dial(), HEALTH)).toMatch(/^HTTP\/1.1 200 /);
});
