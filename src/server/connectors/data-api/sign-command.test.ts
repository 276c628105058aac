import { generateKeyPairSync, randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeProtectedHeader } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import { AUTHORITY, CLIENT_PAIR } from "../../../../demo/bank/certificates.fixture.ts";
import { fapi1Bank } from "./fapi1-bank.fixture.ts";
import { refusalBy } from "./refusals.ts";
import { resignByCommand } from "./sign-command.ts";
import { EC_KEY, RSA_KEY } from "./strict-bank.fixture.ts";

type Format = "der" | "ieee-p1363" | "pss" | "pkcs1";

/** A program that signs by a key of its own, as one in front of an HSM does. */
const programOf = (pem: string, format: Format) => {
  const file = join(tmpdir(), `sign-${randomUUID()}.mjs`);
  onTestFinished(() => rmSync(file));
  const options = {
    der: 'dsaEncoding: "der"',
    "ieee-p1363": 'dsaEncoding: "ieee-p1363"',
    pss: "padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32",
    pkcs1: "padding: constants.RSA_PKCS1_PADDING",
  };
  writeFileSync(
    file,
    `import { constants, sign } from "node:crypto";
     const chunks = [];
     for await (const chunk of process.stdin) chunks.push(chunk);
     const key = { key: ${JSON.stringify(pem)}, ${options[format]} };
     process.stdout.write(sign("sha256", Buffer.concat(chunks), key));`,
  );
  return { program: process.execPath, argumentTexts: [file] };
};

const commandOf = (
  { pem, publicPem }: typeof EC_KEY,
  format: Format,
  keyId: string | null = null,
) => ({
  ...programOf(pem, format),
  ...{ publicKey: publicPem, keyId },
});

test.each([
  ["ECDSA as DER", EC_KEY, "der", "ES256"],
  ["ECDSA as two numbers", EC_KEY, "ieee-p1363", "ES256"],
  ["RSA with PSS", RSA_KEY, "pss", "PS256"],
] as const)(
  "a program signs assertions and request objects by a key that stays with it: %s",
  async (_, key, format, algorithm) => {
    const signCommand = commandOf(key, format, "client-1");
    const { connector, signIn, requests } = await fapi1Bank({
      ...{ response: "hybrid", algorithm },
      declaration: { secrets: { signCommand, certificate: CLIENT_PAIR, authorities: AUTHORITY } },
    });
    const { login } = await signIn();
    expect(await connector.balances(login)).toHaveLength(4);
    const signed = requests.flatMap((body) => {
      const fields = new URLSearchParams(body);
      return ["request", "client_assertion"].flatMap((name) => fields.get(name) ?? []);
    });
    expect(signed.length).toBeGreaterThan(2);
    for (const jwt of signed)
      expect(decodeProtectedHeader(jwt)).toMatchObject({ alg: algorithm, kid: "client-1" });
  },
);

describe("a program is refused, and the log names it", () => {
  test.each([
    ["by another key", RSA_KEY, EC_KEY, "pss"],
    ["without PSS", RSA_KEY, RSA_KEY, "pkcs1"],
  ] as const)("if it signs %s", async (_, declared, own, format) => {
    const command = {
      ...programOf(own.pem, own === EC_KEY ? "der" : format),
      publicKey: declared.publicPem,
      keyId: null,
    };
    await expect(resignByCommand(command, "e30.e30.")).rejects.toMatchObject({
      code: "INSTITUTION_REGISTRATION_REQUIRED",
      cause: { message: expect.stringContaining("does not sign by the key that was declared") },
    });
  });

  test("if it cannot be started while a user signs in", async () => {
    const { start, logged } = await fapi1Bank({
      response: "jarm",
      declaration: {
        secrets: {
          signCommand: { ...commandOf(EC_KEY, "der"), program: "/nowhere/sign" },
          ...{ certificate: CLIENT_PAIR, authorities: AUTHORITY },
        },
      },
    });
    await expect(start()).rejects.toMatchObject({ code: "INSTITUTION_REGISTRATION_REQUIRED" });
    expect(logged.join()).toContain("/nowhere/sign cannot be started");
  });

  test("if it writes what is no signature", async () => {
    const file = join(tmpdir(), `sign-${randomUUID()}.mjs`);
    onTestFinished(() => rmSync(file));
    for (const text of ["", "x", "0".repeat(64), "\u0030\u0006\u0002\u0001\u0001"]) {
      writeFileSync(file, `process.stdin.resume(); process.stdout.write(${JSON.stringify(text)});`);
      const command = {
        program: process.execPath,
        argumentTexts: [file],
        publicKey: EC_KEY.publicPem,
        keyId: null,
      };
      await expect(resignByCommand(command, "e30.e30.")).rejects.toMatchObject({
        code: "INSTITUTION_REGISTRATION_REQUIRED",
      });
    }
  });
});

test("many signatures of ECDSA are read from DER, short numbers included", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const command = {
    ...programOf(privateKey.export({ format: "pem", type: "pkcs8" }).toString(), "der"),
    publicKey: publicKey.export({ format: "pem", type: "spki" }).toString(),
    keyId: null,
  };
  for (let round = 0; round < 4; round++)
    expect(await resignByCommand(command, `e30.${round}.`)).toMatch(/^e30\.\d\.[\w-]{86}$/);
});

test("a refusal of the client's certificate by the data API is named by its code", () => {
  expect(refusalBy("client refused", "CERTIFICATE_REVOKED")).toMatchObject({
    code: "INSTITUTION_REGISTRATION_REQUIRED",
    cause: { message: expect.stringContaining("CERTIFICATE_REVOKED") },
  });
});
