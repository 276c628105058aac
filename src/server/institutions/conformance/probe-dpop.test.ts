import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { probeDpop } from "./probe-dpop.ts";
import { createCall } from "./reply.ts";

type Reply = { status?: number; challenge?: string; body?: object };

/** The response of a data API by the request's scheme and whether it has a proof. */
type Answer = (scheme: "none" | "bearer" | "dpop", hasProof: boolean) => Reply;

const respond = (response: ServerResponse, { status = 401, challenge, body = {} }: Reply) =>
  response
    .writeHead(status, {
      "content-type": "application/json",
      ...(challenge !== undefined && { "www-authenticate": challenge }),
    })
    .end(JSON.stringify(body));

/** Probes a data API that refuses in some way, with or without metadata of its own. */
const probe = async (answer: Answer, metadata: object | null = null) => {
  const handle = ({ url, headers }: IncomingMessage, response: ServerResponse) => {
    if (url === "/.well-known/oauth-protected-resource/fdx/v6")
      return respond(response, metadata ? { status: 200, body: metadata } : { status: 404 });
    const [scheme = "none"] = (headers.authorization ?? "none").toLowerCase().split(" ");
    const known = scheme === "dpop" || scheme === "bearer" ? scheme : "none";
    return respond(response, answer(known, headers.dpop !== undefined));
  };
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const call = createCall({ send: fetch, timeoutMs: 60_000, clock: Date.now });
  return (await probeDpop(`http://127.0.0.1:${port}/fdx/v6`, call)).takes;
};

const unauthorized = (message: string) => ({ body: { code: "401", message } });

test.each<[behaviour: string, takes: string, answer: Answer, metadata?: object]>([
  [
    "looks for Bearer alone, and names no scheme",
    "bearer",
    (scheme) => unauthorized(scheme === "bearer" ? "the token is wrong" : "a token is missing"),
  ],
  ["names Bearer alone", "bearer", () => ({ challenge: 'Bearer realm="a, DPoP b"' })],
  [
    "names Bearer alone, and reads both schemes",
    "dpop",
    (scheme) => ({
      challenge: scheme === "none" ? "Bearer" : 'Bearer error="invalid_token"',
    }),
  ],
  ["names both schemes", "dpop", () => ({ challenge: 'Bearer, DPoP algs="ES256"' })],
  [
    "names DPoP to a proof alone",
    "dpop",
    (scheme) => ({ challenge: scheme === "dpop" ? 'dpop error="invalid_token"' : "Bearer" }),
  ],
  [
    "asks for a nonce",
    "dpop",
    (_, hasProof) => ({ challenge: hasProof ? 'DPoP error="use_dpop_nonce"' : "Bearer" }),
  ],
  [
    "has metadata that name DPoP, and answers that name Bearer",
    "dpop",
    () => ({ challenge: "Bearer" }),
    { dpop_signing_alg_values_supported: ["ES256"] },
  ],
  [
    "has metadata that require DPoP",
    "dpop",
    () => ({}),
    { dpop_bound_access_tokens_required: true },
  ],
  ["says nothing", "unknown", () => ({})],
  ["is down", "unknown", () => ({ status: 503, challenge: "Bearer" })],
  [
    "is down for tokens",
    "unknown",
    (scheme) => ({ status: scheme === "none" ? 401 : 500, challenge: "Bearer" }),
  ],
])("an API that %s is found to accept: %s", async (_, takes, answer, metadata) => {
  expect(await probe(answer, metadata)).toBe(takes);
});

test("a probe of a data API that does not respond decides nothing", async () => {
  const call = createCall({ send: fetch, timeoutMs: 60_000, clock: Date.now });
  expect((await probeDpop("http://127.0.0.1:1/fdx/v6", call)).takes).toBe("unknown");
});
