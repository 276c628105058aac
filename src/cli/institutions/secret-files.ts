import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ClientSecrets } from "../../server/domain/institutions/connection.ts";
import { SettingsError } from "../../server/settings/settings.ts";

/** What stands in a file of a secret, without the line end after it. */
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

/** A certificate and its key, each in a PEM file; throws where they do not belong together. */
export const readTlsPair = (
  certificateFile: string,
  keyFile: string,
): NonNullable<ClientSecrets["certificate"]> => {
  const [certificate, key] = [readSecretFile(certificateFile), readSecretFile(keyFile)];
  try {
    if (new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key)))
      return { certificate, key };
  } catch (cause) {
    throw new SettingsError(
      `${certificateFile} and ${keyFile} must be a certificate and its key, as PEM`,
      {
        cause,
      },
    );
  }
  throw new SettingsError(`${keyFile} is not the key of ${certificateFile}`);
};
