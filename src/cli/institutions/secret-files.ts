import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { signingKey } from "../../server/connectors/data-api/client-authentication.ts";
import {
  canSignJwts,
  resignByCommand,
  sealByCommand,
} from "../../server/connectors/data-api/sign-command.ts";
import type {
  ClientSecrets,
  SealCertificate,
} from "../../server/domain/institutions/institution-registration.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";

/** The files of a client's secrets by option. */
export type ClientSecretFiles = {
  clientSecretFile: string | undefined;
  privateKey: string | undefined;
  certificate: string | undefined;
  certificateKey: string | undefined;
  ca: string | undefined;
  /** The certificate with which requests are signed. */
  sealCertificate?: string | undefined;
  sealKey?: string | undefined;
  sealSignCommand?: string | undefined;
  sealSignArgument?: readonly string[] | undefined;
  /** The next certificates for transport and signatures. */
  nextCertificate?: string | undefined;
  nextCertificateKey?: string | undefined;
  nextSealCertificate?: string | undefined;
  nextSealKey?: string | undefined;
  nextSealSignCommand?: string | undefined;
  nextSealSignArgument?: readonly string[] | undefined;
  /** The signing program, and the public part of its key. */
  signCommand?: string | undefined;
  signArgument?: readonly string[] | undefined;
  publicKey?: string | undefined;
  keyId?: string | undefined;
};

/**
 * Reads the secrets of a client. Throws a SettingsError with the name of a wrong option or file.
 */
export const readClientSecrets = async (
  { clientSecretFile, privateKey, certificate, certificateKey, ca, ...seal }: ClientSecretFiles,
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
        certificate: readPair(certificate, certificateKey, now),
      }),
    ...(ca !== undefined && { authorities: readAuthorities(ca, now) }),
    ...(await readSignCommand({ privateKey, clientSecretFile, ...seal })),
    ...(await readSeals(seal, now)),
    ...readNext({ certificate, ...seal }, now),
  };
};

/**
 * Reads a signing program, and lets it sign once. Throws a SettingsError if the signature does not
 * match the program's key.
 */
async function readSignCommand({
  signCommand: program,
  signArgument: argumentTexts = [],
  publicKey: file,
  keyId,
  ...others
}: Partial<ClientSecretFiles>): Promise<Pick<ClientSecrets, "signCommand">> {
  if (program === undefined && file === undefined) return {};
  if (program === undefined || file === undefined)
    throw new SettingsError("--sign-command and --public-key go together");
  if (others.privateKey !== undefined || others.clientSecretFile !== undefined)
    throw new SettingsError("--sign-command is in place of --private-key and --client-secret-file");
  const publicKey = readSecretFile(file);
  const command = { program, argumentTexts: [...argumentTexts], publicKey, keyId: keyId ?? null };
  try {
    if (!canSignJwts(publicKey)) throw new Error("the key must be of RSA with 2048 bits, or P-256");
    await resignByCommand(command, "e30.e30.");
  } catch (failure) {
    const cause = failure instanceof Error && failure.cause ? failure.cause : failure;
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`--sign-command with ${file}: ${problem}`, { cause });
  }
  return { signCommand: command };
}

/** Reads the certificate in TLS that will replace a client's. */
function readNext(
  {
    certificate: first,
    nextCertificate: certificate,
    nextCertificateKey: key,
  }: Pick<ClientSecretFiles, "certificate" | "nextCertificate" | "nextCertificateKey">,
  now: number,
): Pick<ClientSecrets, "nextCertificate"> {
  if (certificate === undefined && key === undefined) return {};
  if (certificate === undefined || key === undefined)
    throw new SettingsError(
      "--next-certificate and --next-certificate-key go together: each names a PEM file",
    );
  if (first === undefined)
    throw new SettingsError("--next-certificate follows --certificate: give both");
  return { nextCertificate: readPair(certificate, key, now) };
}

/**
 * Reads the certificates for signatures. Throws a SettingsError with the name of a wrong option or
 * file.
 */
const readSeals = async (
  files: Partial<ClientSecretFiles>,
  now: number,
): Promise<Pick<ClientSecrets, "sealCertificate" | "nextSealCertificate">> => {
  const seal = await readSeal(
    "seal",
    {
      ...{ certificate: files.sealCertificate, key: files.sealKey },
      ...{ program: files.sealSignCommand, argumentTexts: files.sealSignArgument },
    },
    now,
  );
  const hasNext = files.nextSealCertificate !== undefined || files.nextSealKey !== undefined;
  if (hasNext && !seal)
    throw new SettingsError("--next-seal-certificate follows --seal-certificate: give both");
  const next = await readSeal(
    "next-seal",
    {
      ...{ certificate: files.nextSealCertificate, key: files.nextSealKey },
      ...{ program: files.nextSealSignCommand, argumentTexts: files.nextSealSignArgument },
    },
    now,
  );
  return {
    ...(seal && { sealCertificate: seal }),
    ...(next && { nextSealCertificate: next }),
  };
};

/** The files and the program of a certificate for signatures. */
type SealFiles = {
  certificate: string | undefined;
  key: string | undefined;
  program: string | undefined;
  argumentTexts: readonly string[] | undefined;
};

/** Reads a certificate for signatures with its key, or with a program that signs a test text. */
const readSeal = async (
  prefix: string,
  { certificate, key, program, argumentTexts = [] }: SealFiles,
  now: number,
): Promise<SealCertificate | undefined> => {
  const options = { certificate: `--${prefix}-certificate`, key: `--${prefix}-key` };
  const command = `--${prefix}-sign-command`;
  if (certificate === undefined && key === undefined && program === undefined) return undefined;
  if (key !== undefined && program !== undefined)
    throw new SettingsError(`${command} is in place of ${options.key}`);
  if (certificate === undefined || (key === undefined && program === undefined))
    throw new SettingsError(
      `${options.certificate} and ${options.key} go together: each names a PEM file; ${command} may stand for the key`,
    );
  if (key !== undefined) {
    const pair = readPair(certificate, key, now);
    requireRsa(createPrivateKey(pair.key), key);
    return pair;
  }
  if (program === undefined) return undefined;
  const seal = {
    ...{ certificate: readSecretFile(certificate), program },
    argumentTexts: [...argumentTexts],
  };
  const parsed = readCertificate(seal.certificate, certificate);
  requireGood(certificate, parsed, now);
  requireRsa(parsed.publicKey, certificate);
  try {
    await sealByCommand(seal, new TextEncoder().encode("digest: a test"));
  } catch (failure) {
    const cause = failure instanceof Error && failure.cause ? failure.cause : failure;
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`${command} with ${certificate}: ${problem}`, { cause });
  }
  return seal;
};

function readCertificate(text: string, file: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch (cause) {
    throw new SettingsError(`${file} must be a certificate, as PEM`, { cause });
  }
}

function requireRsa(key: KeyObject, file: string): void {
  if (key.asymmetricKeyType === "rsa") return;
  throw new SettingsError(`${file} must be a key of RSA, with which banks let requests be signed`);
}

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

/**
 * Returns a certificate and its key from PEM files. Throws if they do not match, or if the
 * certificate has expired.
 */
const readPair = (
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

/**
 * Returns the authorities' certificates in a PEM file. Throws for a file without certificates, and
 * for an expired certificate.
 */
const readAuthorities = (file: string, now: number): string => {
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
