import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bank } from "../../../demo/bank/server.d.mts";
import { startBank } from "../../../demo/bank/server.mjs";
import { walkThrough } from "../../../demo/bank/visit.fixture.ts";
import type { CheckResult } from "../../server/institutions/conformance/check.ts";
import {
  KEY_CLIENT,
  privateKey,
} from "../../server/institutions/conformance/consents/wire-check.fixture.ts";
import { freePorts } from "../../testing/free-ports.ts";
import { runCli } from "../run-cli.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "check-dialect-"));
const keyFile = join(folder, "key.pem");
let bank: Bank;
let redirectUri: string;

beforeAll(async () => {
  const [port] = await freePorts(1);
  redirectUri = `http://127.0.0.1:${port}/return`;
  writeFileSync(keyFile, privateKey);
  const client = { ...KEY_CLIENT, redirectUris: [redirectUri] };
  bank = await startBank({ port: 0, clients: [client], standard: "uk" });
});
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true });
});

/** Runs the command, and visits each address that it shows like a user. */
const check = async (...options: string[]) => {
  const line = ["check-institution", bank.issuer, "--dialect", "uk", "--client-id", KEY_CLIENT.id];
  const client = ["--private-key", keyFile, "--redirect-uri", redirectUri];
  let shown = "";
  const result = await runCli([...line, ...client, ...options], {
    err: {
      write: (text: string) => {
        shown += text;
        const [address] = /^ {2}(http\S+)$/m.exec(text) ?? [];
        const choice = text.includes("press Cancel") ? ({ accounts: "cancel" } as const) : {};
        if (address)
          void walkThrough(bank.issuer, address.trim(), choice).then((parameters) =>
            fetch(`${redirectUri}?${parameters}`),
          );
      },
    },
  });
  return { ...result, shown };
};

test("a bank of UK Open Banking is checked with a sign-in and a cancel", async () => {
  const { code, out, shown } = await check("--json");
  const results: CheckResult[] = JSON.parse(out).results;
  expect(results.filter(({ outcome }) => /failed|warned/.test(outcome))).toEqual([]);
  expect(results.find(({ id }) => id === "cancel-error")?.outcome).toBe("passed");
  expect(shown.match(/Open this address|Once more|Again|press Cancel/g)).toEqual([
    ...["Open this address", "press Cancel"],
  ]);
  expect(code).toBe(0);
});

test("a deviation of the bank is proposed, and is none once it is declared", async () => {
  bank.misbehave("uk-person-headers-refused");
  const { code, out } = await check("--once");
  expect(out.replaceAll(/\s+/g, " ")).toContain(
    'responds 400 "UK.OBIE.Header.Invalid", and takes it with --deviation person-headers=none',
  );
  expect(code).toBe(1);
  expect((await check("--once", "--deviation", "person-headers=none")).code).toBe(0);
  bank.behave();
});

test.each([
  ["--user is missing", ["--approach", "decoupled"]],
  ["--password-file is missing", ["--approach", "embedded", "--user", "ada"]],
  ["--user goes with --approach decoupled or embedded", ["--user", "ada"]],
  ["--iban must be an IBAN", ["--deviation", "consent=detailed", "--iban", "12345"]],
  [
    "--user and --password-file are not for a bank whose users sign in before",
    [...["--approach", "decoupled", "--user", "ada", "--deviation", "pre-step=oauth"]],
  ],
])("%s is said before anything is sent", async (words, options) => {
  const { code, shown } = await check("--dialect", "berlin-group", ...options);
  expect([code, shown]).toEqual([1, expect.stringContaining(words)]);
});

test("a token in a file is refused, since the check begins with a sign-in", async () => {
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, "token");
  const { code, shown } = await check("--access-token-file", tokenFile);
  expect([code, shown]).toEqual([1, expect.stringContaining("is not for --dialect uk")]);
});

test("a bank of forms is checked with a password in a file, and a method and a code at the terminal", async () => {
  const client = { ...KEY_CLIENT, redirectUris: [redirectUri] };
  const options = { port: 0, clients: [client], approach: "embedded" } as const;
  const forms = await startBank({ ...options, standard: "berlin-group" });
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, "lantern\n");
  const questions: string[] = [];
  const { code, out } = await runCli(
    [
      ...["check-institution", forms.issuer, "--dialect", "berlin-group", "--client-id", client.id],
      ...["--private-key", keyFile, "--redirect-uri", redirectUri, "--approach", "embedded"],
      ...["--user", "ada", "--password-file", passwordFile, "--once"],
    ],
    {
      prompt: async (question) => {
        questions.push(question);
        return question.startsWith("Which method?") ? "2" : "2468";
      },
    },
  );
  await forms.close();
  expect([code, out]).toEqual([0, expect.stringContaining("0 wrong")]);
  expect(questions).toEqual([
    expect.stringContaining("2  A picture with a code"),
    "Type the code in the picture.\nCode: ",
  ]);
  expect(out).not.toContain("lantern\n");
});
