import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CLIENT_PAIR, SEAL_PAIR } from "../../../demo/bank/certificates.fixture.ts";
import { readClientSecrets } from "./secret-files.ts";
import { readStandard } from "./standard-options.ts";

const NOW = Date.UTC(2026, 11, 1);
const NONE = {
  ...{ clientSecretFile: undefined, privateKey: undefined, ca: undefined },
  ...{ certificate: undefined, certificateKey: undefined },
};

/** Files of these texts. */
const listFiles = (...texts: string[]): string[] => {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return texts.map((text, at) => {
    const file = join(folder, `${at}.pem`);
    writeFileSync(file, text);
    return file;
  });
};

const read = (sealCertificate?: string, sealKey?: string, now = NOW) =>
  readClientSecrets({ ...NONE, sealCertificate, sealKey }, now);

test("a certificate for signatures is read with its key, and a wrong pair is refused with its reason", async () => {
  const [certificate = "", key = ""] = listFiles(SEAL_PAIR.certificate, SEAL_PAIR.key);
  const { sealCertificate } = await read(certificate, key);
  expect(sealCertificate).toEqual({
    certificate: SEAL_PAIR.certificate.trim(),
    key: SEAL_PAIR.key.trim(),
  });
  const [other = "", otherKey = ""] = listFiles(CLIENT_PAIR.certificate, CLIENT_PAIR.key);
  await expect(read(certificate)).rejects.toThrow("go together");
  await expect(read(certificate, otherKey)).rejects.toThrow("is not the key of");
  await expect(read(other, otherKey)).rejects.toThrow("must be a key of RSA");
  await expect(read(certificate, key, Date.UTC(2127, 0, 1))).rejects.toThrow("was good until");
});

test("a certificate for signatures is for a standard whose requests are signed", () => {
  const standard = (dialect: string) =>
    readStandard(
      {
        ...{ dialect, security: undefined, approach: undefined },
        ...{ deviation: [], ciba: false, dpop: undefined },
      },
      "https://bank.example",
      { sealCertificate: SEAL_PAIR },
    ).standard;
  expect(standard("berlin-group").dialect).toBe("berlin-group");
  expect(() => standard("uk")).toThrow("--seal-certificate is not for uk");
});
