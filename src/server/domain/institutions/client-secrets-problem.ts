import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import type { ClientSecrets } from "./institution-registration.ts";

const CURVES = ["prime256v1", "secp384r1"];

/** Returns the problem with a client's secrets, without repeating them; null for none. */
export const clientSecretsProblem = (
  { clientSecret, privateKey, certificate, authorities }: ClientSecrets,
  now: number,
): string | null => {
  if (clientSecret !== undefined && privateKey !== undefined)
    return "client_secret and private_key do not go together";
  if (privateKey !== undefined && !isSigningKey(privateKey))
    return "private_key must be a key of RSA, P-256, P-384 or Ed25519, as PEM or JWK";
  if (certificate) {
    const clientCertificate = certificateIn(certificate.certificate);
    const key = keyIn(certificate.key);
    if (!clientCertificate || !key) return "certificate and certificate_key must be PEM";
    if (!clientCertificate.checkPrivateKey(key))
      return "certificate_key is not the key of the certificate";
    if (Date.parse(clientCertificate.validTo) <= now)
      return `certificate was good until ${clientCertificate.validTo}`;
  }
  return authorities !== undefined && !certificateIn(authorities)
    ? "authorities must be certificates, as PEM"
    : null;
};

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
