import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startBank } from "../../../../demo/bank/server.mjs";
import { CLIENT } from "../../../../demo/bank/visit.fixture.ts";
import { runCli } from "../../../cli/run-cli.fixture.ts";
import { sampleInstitution } from "../../../testing/store-contract/institutions.ts";
import { browser, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { probeDpop } from "./dpop.ts";
import { createCall } from "./reply.ts";

const ID = "ins_500001";

/** A server with an institution and a bank, connected by the command line and the Dashboard. */
const connectable = async () => {
  const app = await testApp();
  const bank = await startBank({ port: 0, clients: [CLIENT] });
  let isOpen = true;
  const closeBank = async () => {
    if (isOpen) await bank.close();
    isOpen = false;
  };
  onTestFinished(closeBank);
  await app.services.store.institutions.put([sampleInstitution(ID, { name: "Corner Bank" })]);
  const dashboard = browser(app);
  await signInOperator(app, dashboard);
  const decision = async () => {
    const [connection] = await app.services.store.institutions.connections();
    return `${connection?.dpop ? "DPoP" : "Bearer"} by ${connection?.dpopBy}`;
  };
  return {
    bank,
    closeBank,
    byCommand: async (...options: string[]) => {
      const line = [
        "institutions",
        "connect",
        ID,
        "--issuer",
        bank.issuer,
        "--client-id",
        CLIENT.id,
      ];
      const { out } = await runCli([...line, ...options, "--data", app.folder]);
      const [, tokens] = /^tokens {10}(.*)$/m.exec(out) ?? [];
      return { decision: await decision(), tokens, out };
    },
    byDashboard: async (changes: object = {}) => {
      const fields = { institution_id: ID, issuer: bank.issuer, issued_client_id: CLIENT.id };
      const { body } = await dashboard.post("institutions/connect", { ...fields, ...changes });
      expect(body).toMatchObject({ connected: true });
      const shown = await dashboard.post("institutions/show", { institution_id: ID });
      const { dpop, dpop_by } = Object(shown.body.connection);
      expect(`${dpop ? "DPoP" : "Bearer"} by ${dpop_by}`).toBe(await decision());
      return decision();
    },
    list: async () => (await runCli(["institutions", "list", "--data", app.folder])).out,
  };
};

test("connect finds by a probe that a data API accepts Bearer only, and keeps that", async () => {
  const { bank, byCommand, byDashboard, closeBank, list } = await connectable();
  bank.misbehave("dpop-bearer-only");
  expect(await byCommand()).toMatchObject({
    decision: "Bearer by probe",
    tokens: "Bearer alone, without DPoP (it treats a token that is sent as DPoP as a missing one)",
  });
  expect(await list()).toContain("without DPoP");
  expect(await byDashboard({ dpop: "probe" })).toBe("Bearer by probe");
  // A new secret is stored while the bank is unreachable, or offline.
  expect((await byCommand("--offline")).decision).toBe("Bearer by probe");
  await closeBank();
  expect((await byCommand()).decision).toBe("Bearer by probe");
  expect(await byDashboard()).toBe("Bearer by probe");
});

test("connect finds that a data API accepts DPoP", async () => {
  const { byCommand, byDashboard, list } = await connectable();
  expect((await byCommand()).decision).toBe("DPoP by probe");
  expect(await byDashboard()).toBe("DPoP by probe");
  expect(await list()).not.toContain("without DPoP");
});

test("the operator's choice overrules a probe, and stays until another choice", async () => {
  const { bank, byCommand, byDashboard } = await connectable();
  expect((await byCommand("--no-dpop")).decision).toBe("Bearer by operator");
  expect((await byCommand()).decision).toBe("Bearer by operator");
  expect(await byDashboard()).toBe("Bearer by operator");
  bank.misbehave("dpop-bearer-only");
  expect((await byCommand("--dpop")).decision).toBe("DPoP by operator");
  expect(await byDashboard({ dpop: "off" })).toBe("Bearer by operator");
  expect(await byDashboard({ dpop: "on" })).toBe("DPoP by operator");
  expect(await byDashboard({ dpop: "probe" })).toBe("Bearer by probe");
});

test("the decision for one data API is not kept for another", async () => {
  const { bank, byCommand } = await connectable();
  await byCommand("--no-dpop");
  const elsewhere = ["--data-url", `${bank.issuer}/fdx/v5`, "--offline"];
  expect((await byCommand(...elsewhere)).decision).toBe("DPoP by metadata");
});

type Reply = { status?: number; challenge?: string; body?: object };

/** A data API's response, by the request's scheme and the presence of a proof. */
type Answer = (scheme: "none" | "bearer" | "dpop", hasProof: boolean) => Reply;

const respond = (response: ServerResponse, { status = 401, challenge, body = {} }: Reply) =>
  response
    .writeHead(status, {
      "content-type": "application/json",
      ...(challenge !== undefined && { "www-authenticate": challenge }),
    })
    .end(JSON.stringify(body));

/** Probes a data API with a given refusal, with or without its own metadata. */
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
    "has metadata that name DPoP, and responses that name Bearer",
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
