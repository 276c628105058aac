import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished } from "vitest";
import { testApp } from "./test-app.ts";

/** Starts the app on a real port, and connects to the port. */
export const listening = async (variables: Record<string, string> = {}) => {
  const app = await testApp(variables);
  await app.server.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    ...app,
    port,
    /** Opens a connection for writes that do not wait for a response. */
    dial: () => {
      const socket = connect({ port, host: "127.0.0.1" });
      onTestFinished(() => void socket.destroy());
      return socket;
    },
    /** Sends bytes. Returns all received bytes when the connection closes without an error. */
    exchange: async (...parts: readonly (string | Buffer)[]): Promise<string> => {
      const socket = connect({ port, host: "127.0.0.1" });
      onTestFinished(() => void socket.destroy());
      const pieces: Buffer[] = [];
      socket.on("data", (piece) => void pieces.push(piece));
      for (const part of parts) socket.write(part);
      await once(socket, "close");
      return Buffer.concat(pieces).toString();
    },
  };
};

/** Returns the responses on a connection with their JSON. */
export const answersIn = (text: string) =>
  text
    .split(/(?=HTTP\/1\.[01] \d{3} )/)
    .filter((answer) => answer !== "")
    .map((answer) => {
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      return { status: Number(head.slice(9, 12)), head, json: JSON.parse(body) };
    });

/** Expects an error response in the catalogue's shape; returns its code and message. */
export const refusalIn = ({ head, json }: ReturnType<typeof answersIn>[number]) => {
  expect(head).toMatch(/content-type: application\/json/i);
  expect(json).toEqual({
    error_type: "INVALID_REQUEST",
    error_code: expect.any(String),
    error_message: expect.any(String),
    display_message: null,
    request_id: expect.stringMatching(/^[0-9A-Za-z]{15}$/),
  });
  expect(head).toContain(`service-request-id: ${json.request_id}`);
  expect(head).toContain("x-content-type-options: nosniff");
  return [json.error_code, json.error_message];
};
