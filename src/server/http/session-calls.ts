import type { FastifyInstance } from "fastify";
import type { CallPath } from "../dashboard/call.ts";
import type { Client } from "../domain/clients/client.ts";
import { opaqueId, type Random } from "../domain/identifiers.ts";

/** API calls that the server makes for a client's Dashboard session. */
export type SessionCalls = {
  findPath(app: FastifyInstance, path: string): CallPath | null;
  /** Returns the client of a Dashboard call; undefined for any other call. */
  clientOf(secret: unknown): Client | undefined;
};

/** The maximum size of a response that a page shows, in bytes. */
const MAX_BODY_BYTES = 512 * 1024;

/**
 * Calls use the API's own routes, with their limits, versions, bills and logs. A random text
 * replaces the secret and identifies the client. The text is valid in this process for one call.
 */
export const createSessionCalls = (random: Random, paths: readonly string[]): SessionCalls => {
  const clients = new Map<string, Client>();
  return {
    clientOf: (secret) => {
      if (clients.size === 0 || typeof secret !== "string") return undefined;
      const client = clients.get(secret);
      clients.delete(secret);
      return client;
    },
    findPath: (app, path) =>
      paths.includes(path)
        ? async (client, version, body) => {
            const secret = opaqueId(random, 43);
            clients.set(secret, client);
            try {
              const answer = await app.inject({
                method: "POST",
                url: path,
                headers: {
                  "content-type": "application/json",
                  "service-client-id": client.clientId,
                  "service-secret": secret,
                  ...(version && { "service-version": version }),
                },
                payload: JSON.stringify(body),
                payloadAsStream: true,
              });
              const content_type = String(answer.headers["content-type"] ?? "");
              const text = await readText(answer.stream());
              const isText = /^(application\/json|text\/)/.test(content_type);
              return { status: answer.statusCode, content_type, body: isText ? text : null };
            } finally {
              clients.delete(secret);
            }
          }
        : null,
  };
};

/** Returns the text of a stream; null for a too long text, without reading the rest. */
async function readText(
  stream: NodeJS.ReadableStream & { destroy(): unknown },
): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MAX_BODY_BYTES) {
      stream.destroy();
      return null;
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}
