import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
};

/**
 * The pauses before retries of a lost call, in ms. They cover a server's restart on a slow machine.
 */
const BACKOFF_MS = [50, 100, 200, 400, 800, 1600, ...Array<number>(30).fill(3200)];

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Posts once; rejects without a complete response. `isNew` uses a new connection. */
export const post = (
  port: number,
  path: string,
  body: object,
  { headers = {}, isNew = false }: { headers?: Record<string, string>; isNew?: boolean } = {},
) =>
  new Promise<Answer>((resolve, reject) => {
    const outgoing = request({
      host: "127.0.0.1",
      port,
      path,
      method: "POST",
      agent: isNew ? false : agent,
      headers: { "content-type": "application/json", ...headers },
    });
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on("data", (piece: Buffer) => void pieces.push(piece));
      incoming.once("error", reject);
      incoming.once("close", () => {
        if (!incoming.complete) reject(new Error("the answer ended too early"));
      });
      incoming.once("end", () => {
        const text = Buffer.concat(pieces).toString();
        try {
          const { statusCode: status = 0, headers: responseHeaders } = incoming;
          resolve({ status, headers: responseHeaders, body: JSON.parse(text) });
        } catch (cause) {
          reject(new Error(`no JSON: ${text}`, { cause }));
        }
      });
    });
    outgoing.end(JSON.stringify(body));
  });

/** The responses that a caller accepts, and the observer of each response. */
export type Persistence = {
  /** Whether a 503 is retried, too. */
  retries503?: boolean;
  observe?: Observe | undefined;
};

/** Observes a call: its status, or null without a response, and its duration in ms. */
export type Observe = (status: number | null, ms: number) => void;

/** Returns a response after reporting it to an observer. */
export const observed = async (
  answering: Promise<Answer>,
  observe: Observe = () => {},
): Promise<Answer> => {
  const start = performance.now();
  let status: number | null = null;
  try {
    const answer = await answering;
    ({ status } = answer);
    return answer;
  } finally {
    observe(status, performance.now() - start);
  }
};

/**
 * Posts until the server itself responds. Returns the response, and the number of earlier attempts.
 * With `retries503` a 503 is retried, as by an application that follows Retry-After.
 */
export const postUntilAnswered = async (
  port: () => number,
  path: string,
  body: object,
  { headers = {}, retries503 = false, observe }: Persistence & { headers?: Record<string, string> },
): Promise<Answer & { losses: number }> => {
  for (let losses = 0; ; losses++)
    try {
      const answer = await observed(post(port(), path, body, { headers }), observe);
      if (answer.body.request_id === undefined) throw new Error("an answer of a proxy");
      if (retries503 && answer.status === 503) throw new Error(JSON.stringify(answer.body));
      return { ...answer, losses };
    } catch (failure) {
      const pause = BACKOFF_MS[losses];
      if (pause === undefined) throw failure;
      await setTimeout(pause);
    }
};
