import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { testApp } from "../testing/test-app/test-app.ts";
import type { ClientOptions } from "./client-types.ts";
import { createClientIn } from "./create-client.ts";

/** A client of a server that records its waits instead of waiting. */
export const clientOf = (
  baseUrl: string,
  options: Partial<ClientOptions> = {},
  clock = Date.now,
) => {
  const waits: number[] = [];
  const keys = { clientId: "client", secret: "not-to-be-seen" };
  const environment = { clock, random: () => 0.5, wait: async (ms: number) => void waits.push(ms) };
  const client = createClientIn(environment, { baseUrl, ...keys, ...options });
  return { client, waits };
};

/** The real app on a port, with a client of the app. */
export const clientApp = async (
  variables: Record<string, string> = {},
  options: Partial<ClientOptions> = {},
) => {
  const app = await testApp(variables);
  const baseUrl = await app.server.listen({ host: "127.0.0.1", port: 0 });
  const { client_id: clientId, secret } = app.keys;
  return {
    app,
    baseUrl,
    ...clientOf(baseUrl, { clientId, secret, ...options }, () => app.services.clock()),
  };
};

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that sends these responses in order, and then repeats the last response. */
export const scriptedServer = async (...answers: Answer[]) => {
  const requests: { url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push({ url: request.url ?? "", headers: request.headers, body });
    answer?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, requests, close };
};

/** Responds with a status, JSON and headers. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };

/** Responds with an error of the API. */
export const refusal = (status: number, error_code: string, headers?: Record<string, string>) =>
  json(
    status,
    {
      error_type: "API_ERROR",
      error_code,
      error_message: "try again",
      display_message: null,
      request_id: "aB3dE6gH9jK2mN5",
    },
    headers,
  );

/** Responds to a read of accounts. */
export const success = json(200, { accounts: [], request_id: "aB3dE6gH9jK2mN5" });

/** Iterates to the end; returns everything that came. */
export const collect = async <Element>(elements: AsyncIterable<Element>): Promise<Element[]> => {
  const list: Element[] = [];
  for await (const element of elements) list.push(element);
  return list;
};
