import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { FAULTS } from "../../../demo/bank/faults/switches.mjs";
import type { Bank } from "../../../demo/bank/server.d.mts";
import { startBank } from "../../../demo/bank/server.mjs";
import { accessToken, CLIENT, walkThrough } from "../../../demo/bank/visit.fixture.ts";
import type { CheckResult } from "../../server/institutions/conformance/check.ts";
import { freePorts } from "../../testing/free-ports.ts";
import { runCli } from "../run-cli.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "check-institution-"));
const secretFile = join(folder, "secret");
const tokenFile = join(folder, "token");
const investedTokenFile = join(folder, "invested-token");
let redirectUri: string;
let unregisteredUri: string;
let bank: Bank;

beforeAll(async () => {
  const [port, other] = await freePorts(2);
  redirectUri = `http://127.0.0.1:${port}/return`;
  unregisteredUri = `http://127.0.0.1:${other}/elsewhere`;
  writeFileSync(secretFile, CLIENT.secret);
  const redirectUris = [redirectUri, ...CLIENT.redirectUris];
  bank = await startBank({ port: 0, clients: [{ ...CLIENT, redirectUris }] });
  writeFileSync(tokenFile, await accessToken(bank.issuer));
  writeFileSync(investedTokenFile, await accessToken(bank.issuer, { login: "fern" }));
});
afterEach(() => bank.behave());
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true });
});

/** Runs the command, and visits each address that it shows like a user. */
const check = async (
  options: readonly string[],
  { login = "ada", sharesAtLast = false }: { login?: string; sharesAtLast?: boolean } = {},
) => {
  let output = "";
  const visit = async (address: string, cancels: boolean) => {
    const choice = cancels && !sharesAtLast ? ({ accounts: "cancel" } as const) : {};
    const parameters = await walkThrough(bank.issuer, address, { login, ...choice });
    await fetch(`${redirectUri}?${parameters}`);
  };
  const line = ["check-institution", bank.issuer, "--redirect-uri", redirectUri];
  const client = ["--client-id", CLIENT.id, "--client-secret-file", secretFile];
  return runCli([...line, ...client, ...options], {
    err: {
      write: (text: string) => {
        output += text;
        const [address] = /^ {2}(http\S+)$/m.exec(text) ?? [];
        if (address) void visit(address.trim(), text.includes("press Cancel"));
      },
    },
  }).then((result) => ({ ...result, err: output }));
};

test("a conforming bank passes every check", async () => {
  const { code, out, err } = await check(["--json"]);
  const results: CheckResult[] = JSON.parse(out).results;
  const others = results.filter(({ outcome }) => outcome !== "passed");
  expect(others.filter(({ id }) => !OF_INVESTMENTS.test(id))).toEqual([
    expect.objectContaining({ id: "data-retry-after", outcome: "skipped" }),
  ]);
  expect(code, err).toBe(0);
});

test("the positions and trades of a conforming bank pass every check", async () => {
  const { out } = await check(["--json", "--access-token-file", investedTokenFile]);
  const results: CheckResult[] = JSON.parse(out).results;
  const own = results.filter(({ id }) => OF_INVESTMENTS.test(id));
  expect(own.map(({ id, outcome }) => [id, outcome])).toEqual(own.map(({ id }) => [id, "passed"]));
  expect(own.length).toBe(9);
});

test("a wrong secret or an unregistered redirect URI is reported as the tester's fault, without a sign-in", async () => {
  const wrongSecret = join(folder, "wrong-secret");
  writeFileSync(wrongSecret, "not-the-secret-of-this-client-but-long");
  for (const [options, id] of [
    [["--client-secret-file", wrongSecret], "authorization-client"],
    [["--redirect-uri", unregisteredUri], "authorization-push"],
  ] as const) {
    const { out, err } = await check(["--json", ...options]);
    const results: CheckResult[] = JSON.parse(out).results;
    const failures = results.filter(({ outcome }) => outcome === "failed");
    expect(failures.map((failure) => failure.id)).toEqual([id]);
    expect(err).not.toContain("Open this address");
  }
});

test("a bank without revocation is checked without that sign-in, and its user is asked to cancel", async () => {
  bank.misbehave("metadata-no-revocation");
  const { out, err } = await check(["--json"]);
  expect(err.match(/Open this address|Once more|Again|press Cancel/g)).toEqual([
    "Open this address",
    "Once more",
    "press Cancel",
  ]);
  const results: CheckResult[] = JSON.parse(out).results;
  const cancelled = results.filter(({ id }) => id.startsWith("cancel-"));
  expect(new Set(cancelled.map(({ outcome }) => outcome))).toEqual(new Set(["passed"]));
});

test("a user who shares instead of cancelling is told that Cancel was not checked", async () => {
  const { code, out, err } = await check(["--json"], { sharesAtLast: true });
  expect(err).toContain("what happens on Cancel was not looked at");
  const results: CheckResult[] = JSON.parse(out).results;
  expect(results.find(({ id }) => id === "cancel-error")?.outcome).toBe("skipped");
  expect(code).toBe(0);
});

test.each<[fault: string, option: string[], dpop: boolean]>([
  ["dpop-bearer-only", [], false],
  ["dpop-bearer-accepted", [], true],
  ["dpop-bearer-accepted", ["--no-dpop"], false],
  ["dpop-bearer-only", ["--dpop"], true],
])(
  "the way of tokens in Link is predicted at a bank with %s and %j: DPoP %s",
  async (fault, option, dpop) => {
    bank.misbehave(fault);
    const { out } = await check(["--json", "--once", ...option]);
    const { tokens, results } = JSON.parse(out);
    expect(tokens.dpop).toBe(dpop);
    const opens = results.find(({ id }: CheckResult) => id === "token-works");
    // Link would be refused as well.
    expect(opens.outcome).toBe(fault === "dpop-bearer-only" && dpop ? "failed" : "passed");
  },
);

/** Each fault of the demo bank, and the check that finds the fault. */
const FOUND_BY: Record<string, string> = {
  "metadata-missing": "metadata-readable",
  "metadata-garbled": "metadata-readable",
  "metadata-other-issuer": "metadata-issuer",
  "metadata-no-token-endpoint": "metadata-endpoints",
  "metadata-plain-http": "metadata-tls",
  "metadata-no-code-flow": "metadata-code-flow",
  "metadata-no-pkce": "metadata-pkce",
  "metadata-unsigned": "metadata-id-token-signed",
  "metadata-no-scopes": "metadata-scopes",
  "metadata-no-refresh": "metadata-refresh",
  "metadata-no-client-authentication": "metadata-client-authentication",
  "metadata-no-revocation": "metadata-revocation",
  "keys-missing": "keys-readable",
  "keys-none": "keys-present",
  "keys-private": "keys-public",
  "keys-weak": "keys-strong",
  "keys-same-id": "keys-distinct",
  "authorization-down": "authorization-reachable",
  "authorization-any-redirect": "authorization-redirect-registered",
  "authorization-no-state": "authorization-state",
  "authorization-wrong-state": "authorization-state",
  "authorization-no-issuer": "authorization-issuer",
  "authorization-refusal-no-issuer": "cancel-issuer-named",
  "authorization-wrong-issuer": "authorization-issuer",
  "authorization-no-code": "authorization-code",
  "authorization-late": "token-answer",
  "authorization-server-error": "authorization-code",
  "push-refused": "authorization-push",
  "tokens-down": "token-answer",
  "tokens-garbled": "token-answer",
  "tokens-wrong-types": "token-types",
  "tokens-cacheable": "token-no-store",
  "tokens-no-access-token": "token-access",
  "id-token-missing": "id-token-present",
  "id-token-garbled": "id-token-signature",
  "id-token-unsigned": "id-token-signature",
  "id-token-unknown-key": "id-token-signature",
  "id-token-wrong-issuer": "id-token-issuer",
  "id-token-wrong-audience": "id-token-audience",
  "id-token-wrong-nonce": "id-token-nonce",
  "id-token-expired": "id-token-lifetime",
  "clock-ahead": "clock",
  "scopes-missing": "token-scopes",
  "client-secret-ignored": "token-client-secret",
  "verifier-ignored": "token-verifier",
  "code-reused": "token-code-once",
  "code-reuse-forgiven": "token-code-reuse-revokes",
  "refresh-token-missing": "token-refresh",
  "refresh-refused": "refresh-works",
  "refresh-token-reused": "refresh-once",
  "access-token-expired": "token-works",
  "revocation-ignored": "revocation-works",
  "revocation-ends-others": "revocation-alone",
  "dpop-ignored": "token-proof",
  "dpop-bearer-accepted": "token-proof-needed",
  "dpop-bearer-only": "token-proof-taken",
  "data-down": "data-reachable",
  "data-slow": "data-reachable",
  "data-rate-limited": "data-rate-limit",
  "data-rate-limited-silently": "data-retry-after",
  "data-garbled": "data-json",
  "data-html": "data-json",
  "data-without-token": "data-needs-token",
  "data-no-challenge": "data-challenge",
  "data-scopes-ignored": "data-scope-needed",
  "errors-without-code": "data-error-shape",
  "errors-as-success": "data-error-status",
  "customer-missing": "customer-readable",
  "customer-no-name": "customer-name",
  "accounts-none": "accounts-present",
  "accounts-no-list": "accounts-list",
  "account-no-id": "account-id",
  "account-same-id": "account-id-unique",
  "account-ids-change": "account-id-stable",
  "account-no-type": "account-type",
  "account-no-currency": "account-currency",
  "account-balance-text": "account-balance",
  "account-full-number": "account-mask",
  "account-unlike-list": "account-single",
  "contact-missing": "contact-owners",
  "payment-networks-wrong": "payment-networks",
  "holdings-none": "holdings-list",
  "holding-no-security": "holding-security",
  "holding-wrong-number": "holding-number",
  "holding-value-text": "holding-worth",
  "holding-old-price": "holding-value",
  "holding-lot-missing": "holding-lots",
  "holding-lot-text": "holding-lots",
  "holding-lot-old-value": "holding-lots",
  "holding-lot-no-day": "holding-lot-purchase",
  "holding-lot-unit-cost": "holding-lot-purchase",
  "investment-other-value": "investment-value",
  "trade-no-units": "trade-units",
  "loan-no-principal": "loan-principal",
  "loan-no-payment-day": "loan-terms",
  "loan-small-payment": "loan-payment",
  "card-no-statement": "card-terms",
  "debt-rate-share": "debt-rate",
  "statement-no-pdf": "statement-document",
  "statement-other-balance": "statement-balance",
  "statement-same-id": "statement-id-unique",
  "statements-no-date": "statements",
  "transaction-no-id": "transaction-id",
  "transaction-same-id": "transaction-id-unique",
  "transaction-ids-change": "transaction-id-stable",
  "transaction-amount-text": "transaction-amount",
  "transaction-amount-negative": "transaction-amount-sign",
  "transaction-no-direction": "transaction-direction",
  "transaction-no-time": "transaction-time",
  "transaction-local-time": "transaction-time",
  "transaction-in-future": "transaction-not-in-future",
  "transaction-no-status": "transaction-status",
  "transaction-no-description": "transaction-description",
  "period-ignored": "transaction-period",
  "limit-ignored": "paging-limit",
  "paging-endless": "paging-ends",
  "paging-repeats": "paging-advances",
  "paging-key-refused": "paging-key",
};

test("there is a check for every fault of the demo bank", () => {
  const faults = FAULTS.flatMap((group) => group.faults.map(({ name }) => name));
  expect(Object.keys(FOUND_BY)).toEqual(faults);
});

/** The checks that only need a token from a file. All other checks need a sign-in. */
const BY_TOKEN =
  /^(metadata|keys|data|errors|customer|accounts?|contact|payment|holdings?|investment|trade|loan|card|debt|statements?|transaction|period|limit|paging)-/;

/** The faults that only an investment account shows. */
const OF_INVESTMENTS = /^(holdings?|investment|trade)-/;

test.each(Object.entries(FOUND_BY))("%s is found by %s", async (fault, id) => {
  bank.misbehave(fault);
  const isByToken = BY_TOKEN.test(fault) && fault !== "data-scopes-ignored";
  const options = [
    "--json",
    ...(isByToken
      ? ["--access-token-file", OF_INVESTMENTS.test(fault) ? investedTokenFile : tokenFile]
      : []),
    ...(fault === "data-slow" ? ["--timeout", "1"] : []),
  ];
  const { code, out, err } = await check(options, { login: "cleo" });
  const results: CheckResult[] = JSON.parse(out).results;
  const findings = results.filter(({ outcome }) => /failed|warned/.test(outcome));
  expect(findings.map((finding) => finding.id)).toContain(id);
  expect(code, err).toBe(findings.some(({ outcome }) => outcome === "failed") ? 1 : 0);
});
