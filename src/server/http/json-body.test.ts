import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";

/** A connection to a listening server, with everything received on it. */
const dial = async () => {
  const { server, keys } = await testApp();
  await server.listen({ host: "127.0.0.1", port: 0 });
  const address = server.server.address();
  const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  const until = async (words: string): Promise<string> => {
    while (!answer.includes(words)) await new Promise((resolve) => socket.once("data", resolve));
    return answer;
  };
  return { socket, keys, until };
};

const HEAD = "POST /categories/get HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";

test("a body that comes letter by letter is read whole", async () => {
  const { socket, until } = await dial();
  const body = Buffer.from('{"client_id":"é","secret":"ü"}');
  socket.write(`${HEAD}content-length: ${body.length}\r\n\r\n`);
  for (const byte of body) socket.write(Buffer.of(byte));
  expect(await until("}")).toContain("INVALID_API_KEYS");
});

test("a body of unknown length is read no further than it may go, and the connection ends", async () => {
  const { socket, until } = await dial();
  socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
  const close = new Promise((resolve) => socket.once("close", resolve));
  socket.write(`20000\r\n${"x".repeat(0x20000)}\r\n`);
  const answer = await until("}");
  expect(answer).toContain("the body is too large");
  expect(answer).toMatch(/connection: close/i);
  await close;
});

test("two requests that come at once get their responses in order", async () => {
  const { socket, keys, until } = await dial();
  const request = (body: object) => {
    const text = JSON.stringify(body);
    return `${HEAD}content-length: ${text.length}\r\n\r\n${text}`;
  };
  const { client_id, secret } = keys;
  socket.write(`${request({ client_id, secret })}${request({ client_id, secret: "wrong" })}`);
  const answer = await until("INVALID_API_KEYS");
  expect(answer.indexOf("HTTP/1.1 200")).toBe(0);
});
