import { createHash, verify, X509Certificate } from "node:crypto";
import { toText } from "./body.mjs";
import { BerlinRefusal } from "./refusal.mjs";

/** @import { IncomingMessage } from "node:http" */

/** The headers that a signature has to cover, of those that a request has. */
const COVERED = ["digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri"];

/**
 * Checks the signature of a request by the certificate that comes with it; throws a Refusal.
 * @param {IncomingMessage} request
 */
export const requireSignature = async (request) => {
  const { headers } = request;
  const header = (/** @type {string} */ name) => String(headers[name] ?? "");
  const refuse = (/** @type {string} */ why) => new BerlinRefusal(401, "SIGNATURE_INVALID", why);
  if (!headers.signature || !headers.digest || !headers["tpp-signature-certificate"])
    throw new BerlinRefusal(401, "SIGNATURE_MISSING", "The request has no signature.");
  const hash = createHash("sha256").update(await toText(request));
  if (header("digest") !== `SHA-256=${hash.digest("base64")}`)
    throw refuse("The digest is of another body.");
  const fields = new Map(
    [...header("signature").matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const covered = String(fields.get("headers") ?? "").split(" ");
  if (COVERED.some((name) => headers[name] !== undefined && !covered.includes(name)))
    throw refuse("The signature leaves a header out.");
  const certificate = certificateIn(header("tpp-signature-certificate"));
  if (!certificate) throw new BerlinRefusal(401, "CERTIFICATE_INVALID", "It is no certificate.");
  if (!String(fields.get("keyId")).startsWith(`SN=${certificate.serialNumber},CA=`))
    throw refuse("keyId names another certificate.");
  const text = covered.map((name) => `${name}: ${header(name)}`).join("\n");
  const signature = Buffer.from(String(fields.get("signature")), "base64");
  if (!verify("sha256", Buffer.from(text), certificate.publicKey, signature))
    throw refuse("The signature is of another request.");
};

/** @param {string} base64 */
function certificateIn(base64) {
  try {
    return new X509Certificate(Buffer.from(base64, "base64"));
  } catch {
    return undefined;
  }
}
