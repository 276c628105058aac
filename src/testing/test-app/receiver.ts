import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { z } from "zod";

/** A received webhook. */
type Delivery = {
  headers: IncomingMessage["headers"];
  /** The exact text. */
  text: string;
  body: Record<string, unknown>;
};

type Answer = (response: ServerResponse, delivery: Delivery) => void;

const Body = z.record(z.string(), z.unknown());

/**
 * An application's webhook receiver on this machine. By default the receiver accepts every webhook.
 */
export const testReceiver = async (port = 0) => {
  const deliveries: Delivery[] = [];
  let answer: Answer = (response) => response.end("thank you");
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString("utf8");
    const one = { headers: request.headers, text, body: Body.parse(JSON.parse(text)) };
    deliveries.push(one);
    answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}/hook`,
    received: deliveries,
    codes: () => deliveries.map(({ body }) => `${body.webhook_type}:${body.webhook_code}`),
    behave: (next: Answer) => {
      answer = next;
    },
    close,
  };
};
