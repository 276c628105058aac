import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";

/** A webhook in the form that an application receives. */
export type SignedWebhook = { body: string; headers: Record<string, string> };

/** The public part of a signing key, in the shape of `/webhook_verification_key/get`. */
export type VerificationKey = {
  alg: "ES256";
  crv: "P-256";
  kid: string;
  kty: "EC";
  use: "sig";
  x: string;
  y: string;
  created_at: number;
  expired_at: number | null;
};

/** Signs webhooks with its own key, to test an application's signature check. */
export type WebhookSigner = {
  readonly key: VerificationKey;
  /** Signs a webhook. The signature's time is `issuedAt`, or now. */
  sign(webhook: object | string, options?: { issuedAt?: Date }): Promise<SignedWebhook>;
};

export type WebhookSignerOptions = {
  /** The name in the header `Service-Verification` under another brand; default `Service`. */
  brand?: string;
};

/** Creates a signer with a new ES256 key. */
export const createWebhookSigner = async ({
  brand = "Service",
}: WebhookSignerOptions = {}): Promise<WebhookSigner> => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign", "verify"],
  );
  const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", publicKey);
  const kid = crypto.randomUUID();
  return {
    key: {
      alg: "ES256",
      crv: "P-256",
      kid,
      kty: "EC",
      use: "sig",
      x,
      y,
      created_at: seconds(new Date()),
      expired_at: null,
    },
    sign: async (webhook, { issuedAt = new Date() } = {}) => {
      const body = typeof webhook === "string" ? webhook : JSON.stringify(webhook);
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
      const claims = {
        request_body_sha256: Buffer.from(digest).toString("hex"),
        iat: seconds(issuedAt),
      };
      const content = [{ alg: "ES256", kid, typ: "JWT" }, claims].map(encode).join(".");
      const signature = await crypto.subtle.sign(
        { name: "ECDSA", hash: "SHA-256" },
        privateKey,
        new TextEncoder().encode(content),
      );
      return {
        body,
        headers: {
          "content-type": "application/json",
          [`${brand.toLowerCase()}-verification`]: `${content}.${Buffer.from(signature).toString("base64url")}`,
        },
      };
    },
  };
};

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A received webhook: its JSON, and the exact text and headers for a check of the signature. */
export type ReceivedWebhook = {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that it knows from the reference.
  json: Record<string, any>;
  body: string;
  headers: IncomingHttpHeaders;
  /** The status of the response. A refused webhook is sent again. */
  status: number;
};

/** The fields that a webhook must have, or a predicate. */
export type WebhookFilter = Record<string, unknown> | ((webhook: ReceivedWebhook) => boolean);

/** Receives webhooks at an address of this machine. */
export type WebhookReceiver = {
  readonly url: string;
  /** All received webhooks in order, including repeated attempts. */
  readonly received: readonly ReceivedWebhook[];
  /**
   * Resolves with the first matching webhook that no earlier call returned. Rejects after `timeout`
   * ms (default 10,000) with the names of the received webhooks.
   */
  next(filter?: WebhookFilter, options?: { timeout?: number }): Promise<ReceivedWebhook>;
  /** Sets the status of later responses, to test refusals; default 200. */
  respond(status: number): void;
  /** Forgets all webhooks. */
  clear(): void;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Starts a receiver on a free port of this machine. */
export const receiveWebhooks = async (): Promise<WebhookReceiver> => {
  const received: ReceivedWebhook[] = [];
  const taken = new WeakSet<ReceivedWebhook>();
  const waiting = new Set<() => void>();
  let status = 200;
  // An ES import of `node:http` makes Node load an entire HTTP client as well.
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const webhook = { json: parse(body), body, headers: request.headers, status };
    response.writeHead(status).end();
    received.push(webhook);
    for (const check of [...waiting]) check();
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;

  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };

  return {
    url: `http://localhost:${port}/webhook`,
    received,
    next: (filter = {}, { timeout = 10_000 } = {}) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = received.find((webhook) => !taken.has(webhook) && matches(webhook, filter));
          if (!found) return;
          taken.add(found);
          waiting.delete(check);
          clearTimeout(timer);
          resolve(found);
        };
        const timer = setTimeout(() => {
          waiting.delete(check);
          const names = received.map(({ json }) => `${json.webhook_type} ${json.webhook_code}`);
          reject(
            new Error(
              `no such webhook came within ${timeout} ms; those that came: ${names.join(", ") || "none"}`,
            ),
          );
        }, timeout);
        waiting.add(check);
        check();
      }),
    respond: (next) => {
      status = next;
    },
    clear: () => {
      received.length = 0;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
};

function parse(body: string): ReceivedWebhook["json"] {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

const matches = (webhook: ReceivedWebhook, filter: WebhookFilter): boolean =>
  typeof filter === "function"
    ? filter(webhook)
    : Object.entries(filter).every(([name, value]) => webhook.json[name] === value);
