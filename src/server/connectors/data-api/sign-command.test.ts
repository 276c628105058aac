import { generateKeyPairSync, randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeProtectedHeader } from "jose";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AUTHORITY, CLIENT_PAIR } from "../../../../demo/bank/certificates.fixture.ts";
import { fapi1Bank } from "./fapi1-bank.fixture.ts";
import { refusalBy } from "./refusals.ts";
import { resignByCommand, signByCommand } from "./sign-command.ts";
import { EC_KEY, RSA_KEY } from "./strict-bank.fixture.ts";

type Format = "der" | "ieee-p1363" | "pss" | "pkcs1";

/** A program that signs with its own key, as one in front of an HSM does. */
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

const findCommand = (
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
    const signCommand = findCommand(key, format, "client-1");
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
          signCommand: { ...findCommand(EC_KEY, "der"), program: "/nowhere/sign" },
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

const toScript = (text: string): string => {
  const file = join(tmpdir(), `sign-${randomUUID()}.mjs`);
  writeFileSync(file, text);
  onTestFinished(() => rmSync(file));
  return file;
};

test("a program that takes too long ends at the limit, with the programs that it has started", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer((socket) => void socket.resume());
  const started = new Promise<Socket>((resolve) => server.once("connection", resolve));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  // Its child holds the standard output open, and keeps a connection while it lives.
  const script = toScript(
    `import { spawn } from "node:child_process";
     const text = 'require("node:net").connect(${port}, "127.0.0.1")';
     spawn(process.execPath, ["-e", text], { stdio: ["ignore", "inherit", "ignore"] });`,
  );
  const signed = signByCommand(process.execPath, [script], new Uint8Array(1), 10_000, "ignore");
  const refused = expect(signed).rejects.toThrow("has not signed within 10 seconds");
  const socket = await started;
  onTestFinished(() => void socket.destroy());
  const ended = new Promise((resolve) => socket.on("error", () => undefined).on("close", resolve));
  vi.advanceTimersByTime(10_000);
  await refused;
  await ended;
});

test("a server starts 4 programs at once, lets 200 requests wait, and tells the next ones to try again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const hanging = {
    ...{ program: process.execPath, argumentTexts: [toScript("setInterval(() => {}, 1000);")] },
    ...{ publicKey: EC_KEY.publicPem, keyId: null },
  };
  const calls = Array.from({ length: 205 }, () =>
    resignByCommand(hanging, "e30.e30.").catch((fault: unknown) => fault),
  );
  const busy = (words: string) => ({
    code: "INSTITUTION_NOT_RESPONDING",
    cause: { message: expect.stringContaining(words) },
  });
  expect(await calls[204]).toMatchObject(busy("200 more wait for it"));
  vi.advanceTimersByTime(10_000);
  const ended = await Promise.all(calls);
  for (const fault of ended.slice(0, 4))
    expect(fault).toMatchObject({ code: "INSTITUTION_REGISTRATION_REQUIRED" });
  for (const fault of ended.slice(4, 204))
    expect(fault).toMatchObject(busy("has signed for other requests for 10 seconds"));
  const command = findCommand(EC_KEY, "der");
  const signatures = Array.from({ length: 6 }, () => resignByCommand(command, "e30.e30."));
  expect(await Promise.all(signatures)).toHaveLength(6);
});

test("a program gets the variables of an HSM's library, and no secret of the server", async () => {
  vi.stubEnv("MASTER_KEY", "secret-1");
  vi.stubEnv("PKCS11_MODULE_PATH", "/lib/hsm.so");
  vi.stubEnv("SOFTHSM2_CONF", "/etc/hsm.conf");
  onTestFinished(() => void vi.unstubAllEnvs());
  const script = toScript("process.stdout.write(JSON.stringify(process.env));");
  const written = await signByCommand(process.execPath, [script], new Uint8Array(1));
  const variables = JSON.parse(Buffer.from(written).toString());
  expect(variables).toMatchObject({
    PATH: process.env.PATH,
    PKCS11_MODULE_PATH: "/lib/hsm.so",
    SOFTHSM2_CONF: "/etc/hsm.conf",
  });
  expect(variables).not.toHaveProperty("MASTER_KEY");
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
