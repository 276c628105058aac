import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AUTHORITY, CLIENT_PAIR, SERVER } from "../../../demo/bank/certificates.fixture.ts";
import type { Bank } from "../../../demo/bank/server.d.mts";
import { startBank } from "../../../demo/bank/server.mjs";
import { walkThrough } from "../../../demo/bank/visit.fixture.ts";
import type { CheckResult } from "../../server/institutions/conformance/check.ts";
import { freePorts } from "../../testing/free-ports.ts";
import { runCli } from "../run-cli.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "check-mutual-tls-"));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const TLS = [
  ...["--certificate", file("client.pem", CLIENT_PAIR.certificate)],
  ...["--certificate-key", file("client.key", CLIENT_PAIR.key)],
];
const CA = ["--ca", file("ca.pem", AUTHORITY)];
let bank: Bank;
let redirectUri: string;

beforeAll(async () => {
  const [port] = await freePorts(1);
  redirectUri = `http://127.0.0.1:${port}/return`;
  bank = await startBank({
    port: 0,
    mutualTls: { ...SERVER, authority: AUTHORITY },
    clients: [
      {
        id: "with-certificate",
        name: "With Certificate",
        redirectUris: [redirectUri],
        tls: { commonName: "service-link" },
      },
    ],
  });
});
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true });
});

const check = async (...options: string[]) => {
  const line = ["check-institution", bank.issuer, "--client-id", "with-certificate", "--json"];
  const data = ["--data-url", bank.mutualTlsDataUrl ?? "", "--redirect-uri", redirectUri];
  const visit = async (address: string, cancels: boolean) => {
    const choice = cancels ? ({ accounts: "cancel" } as const) : {};
    const parameters = await walkThrough(bank.issuer, address, choice);
    await fetch(`${redirectUri}?${parameters}`);
  };
  const { out } = await runCli([...line, ...data, ...options], {
    err: {
      write: (text: string) => {
        const [address] = /^ {2}(http\S+)$/m.exec(text) ?? [];
        if (address) void visit(address.trim(), text.includes("press Cancel"));
      },
    },
  });
  const { results }: { results: CheckResult[] } = JSON.parse(out);
  return results.filter(({ outcome }) => outcome === "failed");
};

test("an institution with mutual TLS is checked with the client's certificate", async () => {
  expect(await check(...TLS, ...CA)).toEqual([]);
});

test("without the certificate every call is refused", async () => {
  const wrong = await check(...CA, "--once", "--wait", "1");
  expect(wrong.map(({ found }) => found).join()).toContain("invalid_client");
});
