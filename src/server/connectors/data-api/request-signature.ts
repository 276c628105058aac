import { createHash, createPrivateKey, sign, X509Certificate } from "node:crypto";
import type { SealCertificate } from "../../domain/institutions/institution-registration.ts";
import { sealByCommand } from "./sign-command.ts";

type Headers = Readonly<Record<string, string>>;

/**
 * Signs requests with a client's seal certificate (QSealC), as NextGenPSD2 requires: HTTP
 * Signatures (draft-cavage-http-signatures) over the body's digest and the covered headers present
 * in a request.
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

/** Signs with a seal's key, which is stored here or used by a program. */
const signerOf = (seal: SealCertificate): ((bytes: Uint8Array) => Promise<Uint8Array>) => {
  if ("program" in seal) return (bytes) => sealByCommand(seal, bytes);
  const privateKey = createPrivateKey(seal.key);
  return async (bytes) => sign("sha256", bytes, privateKey);
};

/**
 * A name in RFC 4514's form within quotes, the most specific part first. Bytes beyond ASCII are
 * escaped, since headers have no UTF-8. Node has a line per part.
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
