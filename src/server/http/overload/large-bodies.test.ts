import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { answersIn, listening } from "../../../testing/test-app/socket.ts";

const headOf = (length: number) =>
  "POST /items/accounts/notify HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n" +
  `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

test("four large bodies of an address are read at once; the next is refused until one is over", async () => {
  const { dial, exchange, server } = await listening();
  const sockets = [];
  const answers: ServerResponse[] = [];
  for (let n = 0; n < 4; n++) {
    const socket = dial();
    sockets.push(socket);
    socket.write(`${headOf(100_000)}{`);
    const [, answer] = await once(server.server, "request");
    answers.push(answer);
  }
  const full = () => exchange(`${headOf(2)}{}`);
  const [refusal] = answersIn(await full());
  if (!refusal) throw new Error("there is an answer");
  expect([refusal.status, refusal.json.error_code]).toEqual([429, "RATE_LIMIT"]);
  expect(refusal.head).toContain("retry-after: 1");
  const isClosed = answers[0] && once(answers[0], "close");
  sockets[0]?.destroy();
  await isClosed;
  const [answer] = answersIn(await full());
  expect(answer?.status).toBe(401);
});
