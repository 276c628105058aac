import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** The reply of a mock; an object is sent as JSON. */
export type MockReply = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
};

/** A server on a local socket, whose responses a test decides. */
export const mockServer = async (
  reply: (request: IncomingMessage, url: URL) => MockReply | Promise<MockReply>,
) => {
  const requests: { method: string; url: URL; authorization: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://mock.localhost");
    const { authorization } = request.headers;
    requests.push({ method: request.method ?? "", url, authorization });
    const { status = 200, headers = {}, body = "" } = await reply(request, url);
    const isText = typeof body === "string" || body instanceof Uint8Array;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(isText ? body : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, requests, close };
};
