import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ClientSecrets } from "../../server/domain/institutions/institution-registration.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";

/** Returns the contents of a file with a secret, without its last line end. */
export const readSecretFile = (file: string): string => {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`${file} cannot be read: ${reason}`, { cause });
  }
  if (text === "") throw new SettingsError(`${file} is empty`);
  return text;
};

/** Returns a certificate and its key, each from a PEM file; throws if they do not match or have expired. */
export const readTlsPair = (
  certificateFile: string,
  keyFile: string,
  now: number,
): NonNullable<ClientSecrets["certificate"]> => {
  const [certificate, key] = [readSecretFile(certificateFile), readSecretFile(keyFile)];
  let isPair = false;
  try {
    isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch (cause) {
    throw new SettingsError(
      `${certificateFile} and ${keyFile} must be a certificate and its key, as PEM`,
      {
        cause,
      },
    );
  }
  if (!isPair) throw new SettingsError(`${keyFile} is not the key of ${certificateFile}`);
  requireGood(certificateFile, new X509Certificate(certificate), now);
  return { certificate, key };
};

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Returns the certificates of authorities in a PEM file; throws if there is none, or one has expired. */
export const readAuthorities = (file: string, now: number): string => {
  const certificates = readSecretFile(file).match(CERTIFICATES) ?? [];
  if (certificates.length === 0)
    throw new SettingsError(`${file} must have the certificates of authorities, as PEM`);
  for (const text of certificates) {
    let certificate: X509Certificate;
    try {
      certificate = new X509Certificate(text);
    } catch (cause) {
      throw new SettingsError(`${file} has a certificate that cannot be read`, { cause });
    }
    requireGood(file, certificate, now);
  }
  return `${certificates.join("\n")}\n`;
};

function requireGood(file: string, { validTo }: X509Certificate, now: number): void {
  if (Date.parse(validTo) <= now)
    throw new SettingsError(`${file} has a certificate that was good until ${validTo}`);
}
