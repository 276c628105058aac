import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { EC_KEY, RSA_KEY } from "../../server/connectors/data-api/strict-bank.fixture.ts";
import { readClientSecrets } from "./secret-files.ts";

const NONE = {
  ...{ clientSecretFile: undefined, privateKey: undefined, certificate: undefined },
  ...{ certificateKey: undefined, ca: undefined },
};

const openFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-sign-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
};

test("a program that signs by its key is declared in place of a private key", async () => {
  const file = openFolder();
  const script = file(
    "sign.mjs",
    `import { sign } from "node:crypto";
     const chunks = [];
     for await (const chunk of process.stdin) chunks.push(chunk);
     process.stdout.write(sign("sha256", Buffer.concat(chunks), ${JSON.stringify(EC_KEY.pem)}));`,
  );
  const publicKey = file("public.pem", EC_KEY.publicPem);
  const options = { ...NONE, publicKey, signCommand: process.execPath, signArgument: [script] };
  expect(await readClientSecrets({ ...options, keyId: "key-1" }, 0)).toEqual({
    signCommand: {
      program: process.execPath,
      argumentTexts: [script],
      publicKey: EC_KEY.publicPem.trim(),
      keyId: "key-1",
    },
  });
  const other = { ...options, publicKey: file("other.pem", RSA_KEY.publicPem) };
  await expect(readClientSecrets(other, 0)).rejects.toThrow("does not sign by the key");
  const broken = { ...options, signArgument: [file("broken.mjs", "process.exit(2);")] };
  await expect(readClientSecrets(broken, 0)).rejects.toThrow("fails with the exit code 2");
  const key = file("signing.pem", EC_KEY.pem);
  await expect(readClientSecrets({ ...options, privateKey: key }, 0)).rejects.toThrow(
    "--sign-command is in place of --private-key",
  );
  await expect(readClientSecrets({ ...NONE, publicKey }, 0)).rejects.toThrow("go together");
  const text = { ...options, publicKey: file("text.pem", "no key") };
  await expect(readClientSecrets(text, 0)).rejects.toThrow("--sign-command with ");
});

test("a next certificate needs its key and the one that it follows", async () => {
  const file = openFolder();
  const next = file("next.pem", "x");
  await expect(readClientSecrets({ ...NONE, nextCertificate: next }, 0)).rejects.toThrow(
    "--next-certificate and --next-certificate-key go together",
  );
  await expect(
    readClientSecrets({ ...NONE, nextCertificate: next, nextCertificateKey: next }, 0),
  ).rejects.toThrow("--next-certificate follows --certificate: give both");
  await expect(
    readClientSecrets({ ...NONE, nextSealCertificate: next, nextSealKey: next }, 0),
  ).rejects.toThrow("--next-seal-certificate follows --seal-certificate: give both");
});
