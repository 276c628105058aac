import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../test-app.ts";

/** What a server that really listens answers to bytes. */
const sendBytes = async (bytes: string): Promise<string> => {
  const { server } = await testApp();
  await server.listen({ host: "127.0.0.1", port: 0 });
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    onTestFinished(() => void socket.destroy());
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
};

test.each([
  ["nonsense", "nonsense\r\n\r\n", "this is not a valid HTTP request"],
  ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n", "this is not a valid HTTP request"],
  ["a header without a name", "POST / HTTP/1.1\r\n: x\r\n\r\n", "this is not a valid HTTP request"],
  [
    "two lengths",
    "POST /item/get HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    "this is not a valid HTTP request",
  ],
  [
    "a length and chunks",
    "POST /item/get HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    "this is not a valid HTTP request",
  ],
  [
    "headers without end",
    `GET / HTTP/1.1\r\nhost: x\r\n${"name: value\r\n".repeat(3000)}`,
    "the request's headers are too large",
  ],
])("%s is refused in the one shape of errors", async (_, bytes, message) => {
  const answer = await sendBytes(bytes);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(head).toContain("content-type: application/json");
  expect(head).toContain("connection: close");
  const error = JSON.parse(body);
  expect(error).toEqual({
    error_type: "INVALID_REQUEST",
    error_code: "INVALID_HEADERS",
    error_message: message,
    display_message: null,
    request_id: expect.stringMatching(/^[0-9A-Za-z]{15}$/),
  });
  expect(head).toContain(`service-request-id: ${error.request_id}`);
});

test("a connection on which there was no HTTP ends, also where its other side never does", async () => {
  const { server } = await testApp();
  await server.listen({ host: "127.0.0.1", port: 0 });
  const ended = new Promise<void>((resolve) => {
    server.server.on("connection", (socket) => socket.once("close", () => resolve()));
  });
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.resume().write("nonsense\r\n\r\n");
  await ended;
});
