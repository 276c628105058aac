import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import type {
  CertificatePair,
  ClientSecrets,
  SealCertificate,
} from "./institution-registration.ts";

const CURVES = ["prime256v1", "secp384r1"];

/** Returns the problem with a client's secrets, without repeating them; null for none. */
export const clientSecretsProblem = (
  { clientSecret, privateKey, authorities, ...certificates }: ClientSecrets,
  now: number,
): string | null => {
  if (clientSecret !== undefined && privateKey !== undefined)
    return "client_secret and private_key do not go together";
  if (privateKey !== undefined && !isSigningKey(privateKey))
    return "private_key must be a key of RSA, P-256, P-384 or Ed25519, as PEM or JWK";
  // One that has ended may stay where another has followed it.
  const isFollowed = (field: Field) =>
    PAIRS.some(([next, , before]) => before?.[0] === field && certificates[next] !== undefined);
  for (const [field, name, before] of PAIRS) {
    const pair = certificates[field];
    if (!pair) continue;
    if (before && !certificates[before[0]]) return `${name} must follow a ${before[1]}: give both`;
    const problem =
      pairProblem(name, pair) ?? (isFollowed(field) ? null : endProblem(name, pair, now));
    if (problem !== null) return problem;
  }
  return authorities !== undefined && !certificateIn(authorities)
    ? "authorities must be certificates, as PEM"
    : null;
};

type Field = "certificate" | "nextCertificate" | "sealCertificate" | "nextSealCertificate";

/** The certificates of a client, their names in problems, and the one that each follows. */
const PAIRS: readonly [Field, name: string, before?: readonly [Field, string]][] = [
  ["certificate", "certificate"],
  ["nextCertificate", "next_certificate", ["certificate", "certificate"]],
  ["sealCertificate", "seal_certificate"],
  ["nextSealCertificate", "next_seal_certificate", ["sealCertificate", "seal_certificate"]],
];

type Pair = CertificatePair | SealCertificate;

function pairProblem(name: string, pair: Pair): string | null {
  const certificate = certificateIn(pair.certificate);
  const key = "key" in pair ? keyIn(pair.key) : certificate?.publicKey;
  if (!certificate || !key) return `${name} and ${name}_key must be PEM`;
  if ("key" in pair && !certificate.checkPrivateKey(key))
    return `${name}_key is not the key of the certificate`;
  if (name.includes("seal") && key.asymmetricKeyType !== "rsa")
    return `${name}_key must be a key of RSA, with which banks let requests be signed`;
  return null;
}

function endProblem(name: string, pair: Pair, now: number): string | null {
  const until = certificateIn(pair.certificate)?.validTo ?? "";
  return Date.parse(until) <= now ? `${name} was good until ${until}` : null;
}

/** Returns the end of a certificate's validity, in ms since 1970; null for text that is not a certificate. */
export const certificateEnd = (certificate: string): number | null => {
  const parsed = certificateIn(certificate);
  return parsed && Date.parse(parsed.validTo);
};

/** Returns the start of a certificate's validity, in ms since 1970; null for text that is not a certificate. */
export const certificateStart = (certificate: string): number | null => {
  const parsed = certificateIn(certificate);
  return parsed && Date.parse(parsed.validFrom);
};

function isSigningKey(text: string): boolean {
  const key = keyIn(text);
  if (!key) return false;
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  return type === "ec"
    ? CURVES.includes(details?.namedCurve ?? "")
    : type === "rsa" || type === "rsa-pss" || type === "ed25519";
}

function keyIn(text: string): KeyObject | null {
  try {
    return text.trimStart().startsWith("{")
      ? createPrivateKey({ key: JSON.parse(text), format: "jwk" })
      : createPrivateKey(text);
  } catch {
    return null;
  }
}

function certificateIn(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text);
  } catch {
    return null;
  }
}
