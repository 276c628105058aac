import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Bank } from "../../../demo/bank/server.d.mts";
import { startBank } from "../../../demo/bank/server.mjs";
import { accessToken, authorize, CLIENT, exchange } from "../../../demo/bank/visit.fixture.ts";
import { clientForm } from "../../server/institutions/conformance/client-authentication.ts";
import { freePorts } from "../../testing/free-ports.ts";
import { runCli } from "../run-cli.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "check-options-"));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const keys = await generateKeyPair("ES256", { extractable: true });
let bank: Bank;

beforeAll(async () => {
  const jwks = { keys: [await exportJWK(keys.publicKey)] };
  const { redirectUris } = CLIENT;
  const withKeys = { id: "with-keys", name: "With Keys", jwks, redirectUris };
  bank = await startBank({ port: 0, clients: [CLIENT, withKeys] });
});
afterEach(() => bank.behave());
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true });
});

const check = (...options: string[]) => runCli(["check-institution", bank.issuer, ...options]);

test("a token in a file is enough to check the data without a sign-in", async () => {
  const token = await accessToken(bank.issuer);
  const { code, out, err } = await check("--access-token-file", file("token", token));
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("✓ lists accounts");
  expect(out).not.toContain(token);
  expect(out).not.toContain("Winters");
});

test("a refresh token in a file is replaced by the next one", async () => {
  const { body } = await exchange(bank.issuer, await authorize(bank.issuer));
  const tokenFile = file("refresh", `${body.refresh_token}\n`);
  const line = ["--client-id", CLIENT.id, "--client-secret-file", file("secret", CLIENT.secret)];
  const run = () => check(...line, "--refresh-token-file", tokenFile);
  expect((await run()).code).toBe(0);
  expect(readFileSync(tokenFile, "utf8").trim()).not.toBe(body.refresh_token);
  expect((await run()).code).toBe(0);
});

test("a client signs with a private key", async () => {
  const pem = file("key.pem", await exportPKCS8(keys.privateKey));
  const { body } = await check(
    ...["--client-id", "with-keys", "--private-key", pem, "--json"],
    ...["--refresh-token-file", file("none", "not-a-token")],
  ).then(({ out }) => ({ body: JSON.parse(out) }));
  const refresh = body.results.find(({ id }: { id: string }) => id === "refresh-works");
  // An unknown client would be refused as invalid_client before.
  expect(refresh.found).toBe("responds 400 (invalid_grant)");
});

test("a secret is sent in the form if the institution asks for that", async () => {
  const client = { clientId: "x", issuer: bank.issuer };
  const how = "client_secret_post" as const;
  const authentication = { by: "secret" as const, secret: "the secret", how };
  const { body, headers } = await clientForm({ ...client, authentication }, { code: "1" });
  expect([String(body), headers]).toEqual(["code=1&client_id=x&client_secret=the+secret", {}]);
  const line = ["--client-id", CLIENT.id, "--client-secret-file", file("secret", CLIENT.secret)];
  const { out } = await check(
    ...[...line, "--client-authentication", how, "--json"],
    ...["--refresh-token-file", file("none", "not-a-token")],
  );
  const { results } = JSON.parse(out);
  expect(results.find(({ id }: { id: string }) => id === "refresh-works").found).toBe(
    "responds 400 (invalid_grant)",
  );
});

test("a fault is printed with its fix, wrapped at the terminal's width", async () => {
  const token = file("token", await accessToken(bank.issuer));
  bank.misbehave("account-balance-text", "metadata-no-revocation");
  const line = ["check-institution", bank.issuer, "--access-token-file", token];
  const { code, out, err } = await runCli(line, { columns: 60 });
  expect(code).toBe(1);
  expect(out).toContain(
    [
      "  ✗ says what each account holds, as a number",
      "      in all 4",
      "    → make currentBalance a JSON number, such as 12.5, or",
      "      currentValue of an investment account",
      "      account-balance",
      "",
    ].join("\n"),
  );
  expect(out).toContain("  ! names where tokens are revoked\n      has no revocation_endpoint\n");
  const longest = Math.max(...out.split("\n").map((text) => text.length));
  expect(longest).toBeLessThanOrEqual(60);
  expect(err).toBe(`service-link: one thing is wrong at ${bank.issuer}\n`);
});

test("a sign-in without a callback is reported", async () => {
  const [port] = await freePorts(1);
  const redirectUri = `http://127.0.0.1:${port}/return`;
  const clients = [{ ...CLIENT, redirectUris: [redirectUri] }];
  const { issuer, close } = await startBank({ port: 0, clients });
  onTestFinished(close);
  const { code, out, err } = await runCli([
    ...["check-institution", issuer, "--client-id", CLIENT.id],
    ...["--client-secret-file", file("secret", CLIENT.secret)],
    ...["--redirect-uri", redirectUri, "--wait", "0.2", "--json"],
  ]);
  expect(code).toBe(1);
  expect(err).toContain(`  ${issuer}/authorize?`);
  const { results } = JSON.parse(out);
  const returns = results.find(({ id }: { id: string }) => id === "authorization-returns");
  expect(returns.found).toBe("the user did not come back in time");
});

test.each([
  [["--client-id", "x", "--redirect-uri", "https://app.example/return"], "--redirect-uri must be"],
  [["--client-id", "x", "--timeout", "soon"], "--timeout must be seconds"],
  [["--client-id", "x", "--private-key", "nothing.pem"], "nothing.pem cannot be read"],
  [["--client-id", "x", "--data-url", "here"], "--data-url"],
  [
    ["--client-id", "x", "--certificate", "a.pem"],
    "--certificate and --certificate-key go together",
  ],
  [["--client-id", "x", "--ca", "nothing.pem"], "nothing.pem cannot be read"],
  [
    ["--client-id", "x", "--client-authentication", "client_secret_post"],
    "goes with --client-secret-file",
  ],
  [[], "--client-id is missing"],
])("%j is refused", async (options, message) => {
  const { code, out, err } = await check(...options);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(message);
});

test("an issuer that is no address is refused", async () => {
  const { err } = await runCli(["check-institution", "bank", "--client-id", "x"]);
  expect(err).toMatch(/^service-link: the issuer /);
});
