import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bank } from "./server.d.mts";
import { startBank } from "./server.mjs";
import {
  accessToken,
  authorizationRequest,
  authorize,
  CLIENT,
  callData,
  callToken,
  exchange,
  RETURN_ADDRESS,
  walkThrough,
} from "./visit.fixture.ts";

const keyClient = await generateKeyPair("ES256", { extractable: true });
let bank: Bank;
let issuer: string;

beforeAll(async () => {
  const jwks = { keys: [await exportJWK(keyClient.publicKey)] };
  const second = { id: "with-keys", name: "With Keys", jwks, redirectUris: [RETURN_ADDRESS] };
  bank = await startBank({ port: 0, clients: [CLIENT, second] });
  issuer = bank.issuer;
});
afterAll(() => bank.close());

test("a customer signs in, shares, and the client gets tokens for the accounts", async () => {
  const authorization = await authorize(issuer);
  expect(authorization.returned.get("state")).toBe("state-1");
  expect(authorization.returned.get("iss")).toBe(issuer);
  const { status, body } = await exchange(issuer, authorization);
  expect(status).toBe(200);
  const keys = createRemoteJWKSet(new URL(`${issuer}/keys`));
  const { payload } = await jwtVerify(body.id_token, keys, { issuer, audience: CLIENT.id });
  expect(payload).toMatchObject({ sub: "cust-ada", nonce: authorization.nonce });
  expect(body).toMatchObject({ token_type: "Bearer", refresh_token: expect.any(String) });
});

test("a code is valid once, and a second use revokes the tokens of the first", async () => {
  const authorization = await authorize(issuer);
  const first = await exchange(issuer, authorization);
  expect((await callData(issuer, "/accounts", first.body.access_token)).status).toBe(200);
  expect((await exchange(issuer, authorization)).body.error).toBe("invalid_grant");
  expect((await callData(issuer, "/accounts", first.body.access_token)).status).toBe(401);
});

test("a code needs the verifier of its request", async () => {
  const authorization = await authorize(issuer);
  const verifier = "another-verifier-that-is-long-enough-to-be-one";
  const { status, body } = await exchange(issuer, { ...authorization, verifier });
  expect([status, body.error]).toEqual([400, "invalid_grant"]);
});

test("a refresh token rotates, and its second use ends the grant", async () => {
  const { body } = await exchange(issuer, await authorize(issuer));
  const refresh = (refresh_token: string) =>
    callToken(issuer, { grant_type: "refresh_token", refresh_token });
  const next = await refresh(body.refresh_token);
  expect(next.body.refresh_token).not.toBe(body.refresh_token);
  expect((await callData(issuer, "/accounts", next.body.access_token)).status).toBe(200);
  expect((await refresh(body.refresh_token)).body.error).toBe("invalid_grant");
  expect((await callData(issuer, "/accounts", next.body.access_token)).status).toBe(401);
});

test("a revoked refresh token is no longer valid", async () => {
  const { body } = await exchange(issuer, await authorize(issuer));
  const revocation = await fetch(`${issuer}/token/revoke`, {
    method: "POST",
    body: new URLSearchParams({ token: body.refresh_token }),
    headers: { authorization: `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}` },
  });
  expect(revocation.status).toBe(200);
  const fields = { grant_type: "refresh_token", refresh_token: body.refresh_token };
  expect((await callToken(issuer, fields)).body.error).toBe("invalid_grant");
});

test("a request that was pushed is gone through with its reference alone", async () => {
  const { query, verifier, nonce } = authorizationRequest();
  const push = await fetch(`${issuer}/authorize/push`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}` },
    body: query,
  });
  expect(push.status).toBe(201);
  const { request_uri } = await push.json();
  const short = new URLSearchParams({ client_id: CLIENT.id, request_uri });
  const parameters = await walkThrough(issuer, `${issuer}/authorize?${short}`);
  expect((await exchange(issuer, { returned: parameters, verifier, nonce })).status).toBe(200);
});

test("a client with keys signs its own assertion", async () => {
  const { returned, verifier } = await authorize(issuer, {
    parameters: { client_id: "with-keys" },
  });
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: "ES256" })
    .setIssuer("with-keys")
    .setSubject("with-keys")
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime("1m")
    .sign(keyClient.privateKey);
  const fields = {
    grant_type: "authorization_code",
    code: returned.get("code") ?? "",
    redirect_uri: RETURN_ADDRESS,
    code_verifier: verifier,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: assertion,
  };
  expect((await callToken(issuer, fields, {})).status).toBe(200);
});

test("a token that is bound to a key takes a proof, once, and no bearer", async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const prove = (htm: string, htu: string, claims = {}) =>
    new SignJWT({ htm, htu, jti: randomUUID(), ...claims })
      .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
      .setIssuedAt()
      .sign(privateKey);
  const { returned, verifier } = await authorize(issuer);
  const { body } = await callToken(
    issuer,
    {
      grant_type: "authorization_code",
      code: returned.get("code") ?? "",
      redirect_uri: RETURN_ADDRESS,
      code_verifier: verifier,
    },
    {
      authorization: `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}`,
      dpop: await prove("POST", `${issuer}/token`),
    },
  );
  expect(body.token_type).toBe("DPoP");
  expect((await callData(issuer, "/accounts", body.access_token)).status).toBe(401);
  const ath = createHash("sha256").update(body.access_token).digest("base64url");
  const dpop = await prove("GET", `${issuer}/fdx/v6/accounts`, { ath });
  const call = () =>
    fetch(`${issuer}/fdx/v6/accounts`, {
      headers: { authorization: `DPoP ${body.access_token}`, dpop },
    });
  expect((await call()).status).toBe(200);
  expect((await call()).status).toBe(401);
});

test.each([
  ["who cancels", { accounts: "cancel" as const }],
  ["who has no account", { login: "dov" }],
  ["who may not share", { login: "esme" }],
])("a customer %s is sent back with access_denied", async (_, visit) => {
  const { returned } = await authorize(issuer, visit);
  expect(returned.get("error")).toBe("access_denied");
  expect(returned.get("iss")).toBe(issuer);
  expect(returned.has("code")).toBe(false);
});

test("a token reads the accounts that were chosen, and no other", async () => {
  const token = await accessToken(issuer, { accounts: ["acc-ada-card"] });
  const { body } = await callData(issuer, "/accounts", token);
  expect(body.accounts.map((each: { accountId: string }) => each.accountId)).toEqual([
    "acc-ada-card",
  ]);
  expect((await callData(issuer, "/accounts/acc-ada-car", token)).status).toBe(404);
});

test("a token without a scope is refused with the scope that it lacks", async () => {
  const token = await accessToken(issuer, { scope: "openid Account" });
  const { status, headers, body } = await callData(issuer, "/customers/current", token);
  expect(status).toBe(403);
  expect(headers.get("www-authenticate")).toContain('scope="Customer"');
  expect(body).toEqual({ code: "602", message: "The access token lacks the scope Customer." });
});

test("a restart keeps consents", async () => {
  const folder = mkdtempSync(`${tmpdir()}/bank-`);
  const options = { port: 0, clients: [CLIENT], file: `${folder}/bank.json` };
  const first = await startBank(options);
  const { body } = await exchange(first.issuer, await authorize(first.issuer));
  await first.close();
  const second = await startBank(options);
  expect((await callData(second.issuer, "/accounts", body.access_token)).status).toBe(200);
  await second.close();
  rmSync(folder, { recursive: true });
});

test("every page that the bank shows keeps its window to itself, also one that refuses", async () => {
  for (const path of [
    "/",
    "/faults",
    "/sharing",
    "/authorize?client_id=nobody",
    "/sign-in/nothing",
  ]) {
    const { headers } = await fetch(`${issuer}${path}`);
    expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin");
    expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
  }
});
