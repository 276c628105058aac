import type { Dispatcher } from "undici";
import type { OutboundHttp } from "../domain/webhooks/outbound-http.ts";
import {
  isAllowedAddress,
  type OutboundRules,
  webhookUrlProblem,
} from "../domain/webhooks/webhook-url.ts";
import { checkedLookup, type LookUp, systemLookUp } from "./checked-lookup.ts";

/** The spec's time limit for a receiver's response. The time begins with the connection. */
const RESPONSE_LIMIT_MS = 10_000;

/** The maximum number of bytes that are read of a response. */
const EXCERPT_BYTES = 4096;

/** More than any honest server sends. */
const HEADER_LIMIT_BYTES = 16 * 1024;

/** The HTTP client, loaded on first use. */
type Client = { agent: Dispatcher; request: typeof import("undici").request };

type Options = OutboundRules & { responseLimit?: number; lookUp?: LookUp };

/**
 * Sends requests to clients' URLs, guarded against SSRF. Names are resolved here, and the
 * connection goes to the checked address, which defeats DNS rebinding. Redirects are not followed,
 * and only the beginning of a response is read. Every failure is an outcome; no exception is
 * thrown.
 */
export const createOutboundHttp = ({
  environment,
  outboundHosts,
  responseLimit = RESPONSE_LIMIT_MS,
  lookUp: find = systemLookUp,
}: Options): OutboundHttp => {
  let client: Promise<Client> | undefined;
  const open = async (): Promise<Client> => {
    const { Agent, request } = await import("undici");
    const agent = new Agent({
      connect: {
        lookup: checkedLookup((_, address) => isAllowedAddress(address, environment), find),
        timeout: responseLimit,
      },
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: responseLimit,
      bodyTimeout: responseLimit,
    });
    return { agent, request };
  };
  return {
    post: async (url, { headers, body }) => {
      const startedAt = performance.now();
      const outcome = (answer: {
        status: number | null;
        failure: string | null;
        excerpt: string;
      }) => ({
        ms: Math.round(performance.now() - startedAt),
        ...answer,
      });
      const problem = webhookUrlProblem(url, { environment, outboundHosts });
      if (problem !== null)
        return outcome({ status: null, failure: `the URL ${problem}`, excerpt: "" });
      client ??= open();
      const { agent, request } = await client;
      const signal = AbortSignal.timeout(responseLimit);
      try {
        const answer = await request(url, {
          dispatcher: agent,
          method: "POST",
          headers,
          body,
          signal,
        });
        const excerpt = await readBeginning(answer.body);
        return outcome({ status: answer.statusCode, failure: null, excerpt });
      } catch (failure) {
        const reason = signal.aborted
          ? `no response in ${responseLimit} ms`
          : describeFailure(failure);
        return outcome({ status: null, failure: reason, excerpt: "" });
      }
    },
    close: async () => (await client)?.agent.destroy(),
  };
};

/** Returns the beginning of a response's body: the bytes that arrived in time. */
async function readBeginning(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      length += bytes.length;
      if (length >= EXCERPT_BYTES) break;
    }
  } catch {
    // The status is enough.
  }
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString("utf8");
}

/** Returns the message of a failure, or its first cause's message. */
function describeFailure(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const [first] = failure instanceof AggregateError ? failure.errors : [];
  return failure.message || (first instanceof Error ? first.message : failure.name);
}
