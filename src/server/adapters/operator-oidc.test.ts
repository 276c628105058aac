import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createOperatorOidc } from "./operator-oidc.ts";

test("a token endpoint that the operator's list has not is sent neither code nor secret", async () => {
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
