import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CertificationRequest } from "@peculiar/asn1-csr";
import { AsnConvert } from "@peculiar/asn1-schema";
import { Extensions, id_ce_subjectAltName, SubjectAlternativeName } from "@peculiar/asn1-x509";
import {
  Set as AsnSet,
  fromBER,
  ObjectIdentifier,
  PrintableString,
  Sequence,
  Utf8String,
} from "asn1js";
import { describe, expect, onTestFinished, test } from "vitest";
import { signByCommand } from "../../server/connectors/data-api/sign-command.ts";
import { runCli } from "../run-cli.fixture.ts";

const COMPANY = [
  ...["--organization", "Example Payments GmbH"],
  ...["--organization-identifier", "PSDDE-BAFIN-123456"],
  ...["--authority-name", "Bundesanstalt für Finanzdienstleistungsaufsicht"],
];

const openFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-csr-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);
  const file = (name: string, text: string) => {
    writeFileSync(at(name), text);
    return at(name);
  };
  const csr = async (...line: string[]) => runCli(["institutions", "csr", ...line]);
  return { at, file, csr };
};

/** The identifiers and texts in a value, in their order. */
const valuesIn = (bytes: ArrayBuffer): string[] => {
  const walk = (part: unknown): string[] => {
    if (part instanceof Sequence || part instanceof AsnSet)
      return part.valueBlock.value.flatMap((each: unknown) => walk(each));
    if (part instanceof ObjectIdentifier) return [part.valueBlock.toString()];
    return part instanceof Utf8String || part instanceof PrintableString
      ? [part.valueBlock.value]
      : [];
  };
  return walk(fromBER(bytes).result);
};

const EXTENSIONS = "1.2.840.113549.1.9.14";
const QC_STATEMENTS = "1.3.6.1.5.5.7.1.3";

/** Reads a certificate request, and checks its signature with the request's public key. */
const readRequest = (pem: string) => {
  const der = Buffer.from(pem.replace(/-----[^-]+-----/g, ""), "base64");
  const request = AsnConvert.parse(der, CertificationRequest);
  const { certificationRequestInfo: info, certificationRequestInfoRaw: signed } = request;
  const spki = Buffer.from(AsnConvert.serialize(info.subjectPKInfo));
  const key = createPublicKey({ key: spki, format: "der", type: "spki" });
  const isSigned = verify(
    "sha256",
    Buffer.from(signed ?? new ArrayBuffer(0)),
    key,
    Buffer.from(request.signature),
  );
  const asked = info.attributes.find(({ type }) => type === EXTENSIONS)?.values[0];
  const extensions = asked ? AsnConvert.parse(asked, Extensions) : [];
  const statements = extensions.find(({ extnID }) => extnID === QC_STATEMENTS);
  return {
    isSigned,
    key,
    subject: valuesIn(AsnConvert.serialize(info.subject)),
    statements: statements ? valuesIn(statements.extnValue.buffer) : [],
    domains: extensions.flatMap(({ extnID, extnValue }) =>
      extnID === id_ce_subjectAltName
        ? AsnConvert.parse(extnValue.buffer, SubjectAlternativeName).map(({ dNSName }) => dNSName)
        : [],
    ),
  };
};

const keyPair = (kind: "rsa" | "ec") => {
  const { privateKey, publicKey } =
    kind === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    pem: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    publicPem: publicKey.export({ format: "pem", type: "spki" }).toString(),
  };
};

test.each(["rsa", "ec"] as const)(
  "a request for a QWAC by a key of %s has the company, the domain and the statement of PSD2",
  async (kind) => {
    const { file, csr } = openFolder();
    const { pem, publicPem } = keyPair(kind);
    const key = ["--key", file("tls.key", pem), "--domain", "pay.example.com"];
    const { out, err } = await csr("qwac", ...COMPANY, ...key);
    expect(err).toBe("");
    const { isSigned, subject, key: named, statements, domains } = readRequest(out);
    expect(isSigned).toBe(true);
    expect(subject).toEqual([
      ...["2.5.4.6", "DE", "2.5.4.10", "Example Payments GmbH"],
      ...["2.5.4.97", "PSDDE-BAFIN-123456", "2.5.4.3", "pay.example.com"],
    ]);
    expect(domains).toEqual(["pay.example.com"]);
    expect(named.equals(createPublicKey(publicPem))).toBe(true);
    expect(statements).toEqual([
      ...["0.4.0.1862.1.6", "0.4.0.1862.1.6.3"],
      ...["0.4.0.19495.2", "0.4.0.19495.1.3", "PSP_AI"],
      ...["Bundesanstalt für Finanzdienstleistungsaufsicht", "DE-BAFIN"],
    ]);
    expect(out).not.toContain("PRIVATE");
  },
);

test("a new key is made for a QSealC once, readable by its owner alone, and never replaced", async () => {
  const { at, csr } = openFolder();
  const line = ["--new-key", at("seal.key"), "--out", at("seal.csr"), "--role", "PSP_AI"];
  const { out } = await csr("qsealc", ...COMPANY, ...line, "--role", "PSP_PI");
  expect(out).toContain("send it to your trust service provider");
  expect(statSync(at("seal.key")).mode & 0o777).toBe(0o600);
  const { isSigned, statements } = readRequest(readFileSync(at("seal.csr"), "utf8"));
  expect(isSigned).toBe(true);
  expect(statements).toContain("0.4.0.1862.1.6.2");
  expect(statements).toContain("PSP_PI");
  const key = readFileSync(at("seal.key"), "utf8");
  const again = await csr("qsealc", ...COMPANY, "--new-key", at("seal.key"));
  expect(again.err).toContain("cannot be written");
  expect(readFileSync(at("seal.key"), "utf8")).toBe(key);
});

describe("a program that signs", () => {
  /** A program that signs with its own key, like a program in front of an HSM. */
  const program = (file: (name: string, text: string) => string, pem: string, encoding: string) =>
    file(
      "sign.mjs",
      `import { sign } from "node:crypto";
       const chunks = [];
       for await (const chunk of process.stdin) chunks.push(chunk);
       const key = { key: ${JSON.stringify(pem)}, dsaEncoding: "${encoding}" };
       process.stdout.write(sign("sha256", Buffer.concat(chunks), key));`,
    );
  const signWith = (script: string) => [
    ...["--sign-command", process.execPath, "--sign-argument", script],
  ];

  test.each([
    ["rsa", "der"],
    ["ec", "der"],
    ["ec", "ieee-p1363"],
  ] as const)("makes a request by a key of %s that stays with it (%s)", async (kind, encoding) => {
    const { file, csr } = openFolder();
    const { pem, publicPem } = keyPair(kind);
    const key = ["--public-key", file("public.pem", publicPem)];
    const { out, err } = await csr(
      ...["qsealc", ...COMPANY, ...key, ...signWith(program(file, pem, encoding))],
    );
    expect(err).toBe("");
    expect(readRequest(out).isSigned).toBe(true);
  });

  test("is refused if it signs with another key, fails, is missing, or writes nothing", async () => {
    const { file, csr } = openFolder();
    const key = ["--public-key", file("public.pem", keyPair("rsa").publicPem)];
    const other = program(file, keyPair("rsa").pem, "der");
    const script = (text: string) => file(`${text.length}.mjs`, text);
    for (const [command, words] of [
      [signWith(other), "is not by the key"],
      [signWith(script("process.exit(3);")), "fails with the exit code 3"],
      [signWith(script("process.stdin.resume();")), "writes no signature"],
      [signWith(script('process.stdout.write("x".repeat(9000));')), "writes more than 4096 bytes"],
      [["--sign-command", "/nowhere/sign"], "cannot be started"],
    ] as const) {
      const { out, err } = await csr("qsealc", ...COMPANY, ...key, ...command);
      expect(err).toContain(words);
      expect(out).toBe("");
    }
  });

  test("gets its arguments without a shell, and a limited time", async () => {
    const { at, file } = openFolder();
    const script = file("echo.mjs", "process.stdout.write(process.argv[2]);");
    const hostile = `$(touch ${at("made")}); echo \`id\` 'x' | cat`;
    const answer = await signByCommand(process.execPath, [script, hostile], new Uint8Array(1));
    expect(Buffer.from(answer).toString()).toBe(hostile);
    const endless = file("endless.mjs", "setInterval(() => undefined, 1000);");
    await expect(
      signByCommand(process.execPath, [endless], new Uint8Array(1), 200),
    ).rejects.toThrow("has not signed within 0.2 seconds");
  });
});

test.each([
  [["other"], "a certificate is a qwac or a qsealc, not other"],
  [["qwac"], "--organization is missing"],
  [["qwac", "--organization", "A"], "--organization-identifier is missing"],
  [
    ["qwac", "--organization", "A", "--organization-identifier", "DE-1"],
    "must be PSD, a country, an authority and a number",
  ],
  [["qwac", ...COMPANY.slice(0, 4)], "--authority-name is missing: the name of BAFIN in full"],
  [["qwac", ...COMPANY, "--country", "Germany"], "--country must be two capital letters"],
  [["qwac", ...COMPANY, "--domain", "not a name"], "--domain must be a name"],
  [["qsealc", ...COMPANY, "--domain", "a.example"], "--domain is for a qwac"],
  [["qsealc", ...COMPANY, "--role", "PSP_XX"], "--role must be PSP_AS"],
  [["qsealc", ...COMPANY, "--common-name", "x".repeat(65)], "--common-name must be of 64"],
  [["qsealc", ...COMPANY], "give one of --key, --new-key and --sign-command"],
  [["qsealc", ...COMPANY, "--sign-command", "x"], "--sign-command and --public-key go together"],
  [["qsealc", ...COMPANY, "--key", "/nowhere"], "/nowhere cannot be read"],
])("csr %s is refused", async (line, words) => {
  const { err, out } = await openFolder().csr(...line);
  expect(err).toContain(words);
  expect(out).toBe("");
});

test("a key that no certificate is issued for is refused", async () => {
  const { file, csr } = openFolder();
  for (const pair of [
    generateKeyPairSync("rsa", { modulusLength: 1024 }),
    generateKeyPairSync("ed25519"),
  ]) {
    const pem = pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    const { err } = await csr("qsealc", ...COMPANY, "--key", file("weak.key", pem));
    expect(err).toContain("must be of RSA with 2048 bits or more, or of P-256");
  }
});
