import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, SignJWT } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { createOperatorOidc } from "./operator-oidc.ts";

test("a token endpoint outside the operator's list gets neither code nor secret", async () => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(String(request.url));
    const { port } = server.address() as AddressInfo;
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        issuer: `http://127.0.0.1:${port}`,
        authorization_endpoint: `http://127.0.0.1:${port}/authorize`,
        token_endpoint: `http://localhost:${port}/token`,
        jwks_uri: `http://127.0.0.1:${port}/keys`,
      }),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const oidc = createOperatorOidc(
    {
      issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      clientId: "dashboard",
      clientSecret: "its-secret",
      allowed: ["ada@example.com"],
      outboundHosts: ["hooks.example"],
    },
    Date.now,
  );
  const { url, progress } = await oidc.start("http://localhost:8080/return");
  const state = new URL(url).searchParams.get("state");
  const back = new URL(`http://localhost:8080/return?code=c&state=${state}`);
  const failure = await oidc.finish(back, progress).catch((cause: unknown) => cause);
  expect(String((failure as Error).cause ?? failure)).toContain(
    "at localhost, too, which is not in OUTBOUND_HOSTS",
  );
  expect(paths).toEqual(["/.well-known/openid-configuration"]);
});

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const REDIRECT_URI = "http://localhost:8080/return";

/** Signs in at a provider whose ID token has wrong claims. */
const signInWith = async (
  changes: Record<string, unknown>,
  { key = privateKey, userinfo }: { key?: typeof privateKey; userinfo?: object } = {},
) => {
  let nonce: string | null = null;
  const server = createServer(async (request, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const claims = { iss: issuer, aud: "dashboard", sub: "ada", nonce, ...changes };
    const answers: Record<string, () => object | Promise<object>> = {
      "/.well-known/openid-configuration": () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        ...(userinfo && { userinfo_endpoint: `${issuer}/userinfo` }),
      }),
      "/keys": async () => ({ keys: [{ ...(await exportJWK(publicKey)), alg: "RS256" }] }),
      "/token": async () => ({
        access_token: "a",
        token_type: "Bearer",
        id_token: await new SignJWT(claims)
          .setProtectedHeader({ alg: "RS256" })
          .setIssuedAt()
          .setExpirationTime("1m")
          .sign(key),
      }),
      "/userinfo": () => userinfo ?? {},
    };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(await answers[request.url ?? ""]?.()));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const oidc = createOperatorOidc(
    {
      issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      clientId: "dashboard",
      clientSecret: "its-secret",
      allowed: ["ada@example.com"],
      outboundHosts: null,
    },
    Date.now,
  );
  const { url, progress } = await oidc.start(REDIRECT_URI);
  const query = new URL(url).searchParams;
  nonce = query.get("nonce");
  return oidc.finish(new URL(`${REDIRECT_URI}?code=c&state=${query.get("state")}`), progress);
};

const ADA = { email: "ada@example.com", email_verified: true };

test("a valid ID token identifies the operator", async () => {
  expect(await signInWith(ADA)).toEqual({ subject: "ada", email: ADA.email });
});

test.each([
  ["another nonce", { nonce: "another" }],
  ["no nonce", { nonce: undefined }],
  ["another audience", { aud: "another" }],
  ["another issuer", { iss: "https://evil.example" }],
  ["no subject", { sub: undefined }],
])("an ID token with %s signs no one in", async (_, changes) => {
  await expect(signInWith({ ...ADA, ...changes })).rejects.toThrow();
});

test("an ID token under another key is refused", async () => {
  const { privateKey: key } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await expect(signInWith(ADA, { key })).rejects.toThrow();
});

test.each([
  ["nowhere", {}, undefined],
  ["in the ID token, without its being verified", { email: ADA.email }, undefined],
  [
    "as a list, called verified in words",
    { email: [ADA.email], email_verified: "true" },
    undefined,
  ],
  ["nowhere, nor next to it", {}, { sub: "ada" }],
])("an address that is %s is not used", async (_, claims, userinfo) => {
  const answer = await signInWith(claims, userinfo && { userinfo });
  expect(answer).toEqual({ subject: "ada", email: null });
});

test("an address from the userinfo endpoint counts only for the same subject", async () => {
  expect(await signInWith({}, { userinfo: { sub: "ada", ...ADA } })).toMatchObject({
    email: ADA.email,
  });
  await expect(signInWith({}, { userinfo: { sub: "eve", ...ADA } })).rejects.toThrow();
});
