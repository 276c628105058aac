import { signingKey } from "../../server/connectors/data-api/client-authentication.ts";
import type { ClientSecrets } from "../../server/domain/institutions/institution-registration.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import { readAuthorities, readSecretFile, readTlsPair } from "./secret-files.ts";

/** The files of a client's secrets, as options name them. */
export type ClientSecretFiles = {
  clientSecretFile: string | undefined;
  privateKey: string | undefined;
  certificate: string | undefined;
  certificateKey: string | undefined;
  ca: string | undefined;
};

/** Reads the secrets of a client; throws a SettingsError that names the option or file that is wrong. */
export const readClientSecrets = async (
  { clientSecretFile, privateKey, certificate, certificateKey, ca }: ClientSecretFiles,
  now: number,
): Promise<ClientSecrets> => {
  if (clientSecretFile !== undefined && privateKey !== undefined)
    throw new SettingsError("--client-secret-file and --private-key do not go together");
  if ((certificate === undefined) !== (certificateKey === undefined))
    throw new SettingsError(
      "--certificate and --certificate-key go together: each names a PEM file",
    );
  return {
    ...(clientSecretFile !== undefined && { clientSecret: readSecretFile(clientSecretFile) }),
    ...(privateKey !== undefined && { privateKey: await readPrivateKey(privateKey) }),
    ...(certificate !== undefined &&
      certificateKey !== undefined && {
        certificate: readTlsPair(certificate, certificateKey, now),
      }),
    ...(ca !== undefined && { authorities: readAuthorities(ca, now) }),
  };
};

async function readPrivateKey(file: string): Promise<string> {
  const text = readSecretFile(file);
  await signingKey(text).catch((cause: unknown) => {
    throw new SettingsError(
      `${file} is no private key to sign with: give one of RSA, P-256, P-384 or Ed25519 as PEM or JWK`,
      { cause },
    );
  });
  return text;
}
