import { createHash, createPrivateKey, sign, X509Certificate } from "node:crypto";
import type { SealCertificate } from "../../domain/institutions/institution-registration.ts";
import { sealByCommand } from "./sign-command.ts";

type Headers = Readonly<Record<string, string>>;

/**
 * Signs requests with a client's certificate for seals (QSealC), as NextGenPSD2 requires: HTTP
 * Signatures (draft-cavage-http-signatures) over the digest of the body and the covered headers
 * that a request has.
 */
export const requestSigner = (
  seal: SealCertificate,
  covered: readonly string[],
): ((headers: Headers, body: string | Uint8Array | undefined) => Promise<Headers>) => {
  const { serialNumber, issuer, raw } = new X509Certificate(seal.certificate);
  const signBytes = signerOf(seal);
  const keyId = `SN=${serialNumber},CA=${distinguishedName(issuer)}`;
  return async (headers, body = "") => {
    const digest = `SHA-256=${createHash("sha256").update(body).digest("base64")}`;
    const values = new Map<string, string>([...Object.entries(headers), ["digest", digest]]);
    const names = covered.filter((name) => values.has(name));
    // Headers are sent in Latin-1.
    const text = names.map((name) => `${name}: ${values.get(name)}`).join("\n");
    const bytes = await signBytes(Buffer.from(text, "latin1"));
    const signature = Buffer.from(bytes).toString("base64");
    return {
      digest,
      signature: `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(" ")}",signature="${signature}"`,
      "tpp-signature-certificate": raw.toString("base64"),
    };
  };
};

/** Signs by the key of a seal, which is here, or with a program. */
const signerOf = (seal: SealCertificate): ((bytes: Uint8Array) => Promise<Uint8Array>) => {
  if ("program" in seal) return (bytes) => sealByCommand(seal, bytes);
  const privateKey = createPrivateKey(seal.key);
  return async (bytes) => sign("sha256", bytes, privateKey);
};

/**
 * A name as RFC 4514 writes it, the most specific part first, inside of quotes; bytes beyond ASCII are escaped, since a
 * header has no UTF-8. Node has a line for each part.
 */
const distinguishedName = (lines: string): string =>
  lines
    .split("\n")
    .toReversed()
    .join(",")
    .replaceAll('"', '\\"')
    .replace(/[^\x20-\x7e]/gu, (character) =>
      Buffer.from(character)
        .toString("hex")
        .toUpperCase()
        .replace(/../g, (byte) => `\\${byte}`),
    );
