import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { DAY_MS } from "../../server/domain/calendar.ts";
import { readTlsFiles } from "../../server/host/settings/tls-files.ts";
import { type Finding, type Start, tryCheck } from "./finding.ts";

/** An automatic renewal of a certificate happens 30 days before its end. */
const SOON_MS = 14 * DAY_MS;

/**
 * Checks that the certificate and its key match. The certificate must be valid now, and for the
 * public host name.
 */
export const checkTls = async ({ settings, now }: Start): Promise<Finding> => {
  const { tls: files, behindProxy, host, publicUrl } = settings;
  if (!files)
    return {
      is: "right",
      says: behindProxy ? "is the proxy's" : `not needed on ${host}, which is this machine`,
    };
  const read = await tryCheck(() => readTlsFiles(files));
  if ("failure" in read)
    return { advice: "name PEM files that this user may read", ...read.failure };
  const certificate = new X509Certificate(read.value.cert);
  const from = Date.parse(certificate.validFrom);
  const until = Date.parse(certificate.validTo);
  const name = `the certificate in TLS_CERT (${files.certFile})`;
  const days = Math.floor((until - now) / DAY_MS);
  if (now >= until)
    return {
      is: "wrong",
      says: `${name} expired on ${toDay(until)}`,
      advice: "renew it, and check the clock of this machine",
    };
  if (now < from)
    return {
      is: "wrong",
      says: `${name} is not valid before ${toDay(from)}`,
      advice: "check the clock of this machine, or use one that is valid now",
    };
  if (until - now < SOON_MS)
    return {
      is: "odd",
      says: `${name} expires on ${toDay(until)}, in ${days} days`,
      advice: "renew it",
    };
  const publicName = publicUrl && new URL(publicUrl).hostname;
  if (publicName && !isFor(certificate, publicName))
    return {
      is: "odd",
      says: `${name} is for ${certificate.subjectAltName ?? "no name"}, not for ${publicName} of PUBLIC_URL`,
      advice: "use one for that name, or correct PUBLIC_URL",
    };
  return {
    is: "right",
    says: `${files.certFile}, until ${toDay(until)}, from ${files.minVersion} on`,
  };
};

const isFor = (certificate: X509Certificate, name: string): boolean =>
  (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined;

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Checks that every path with a changed rate limit exists in the API; null without changes. */
export const checkRateLimitChanges = async ({ settings }: Start): Promise<Finding | null> => {
  // Only this check loads all routes of the server.
  if (Object.keys(settings.limitChanges).length === 0) return null;
  const { requireKnownPaths } = await import("../../server/host/app.ts");
  const result = await tryCheck(() => requireKnownPaths(settings));
  return "failure" in result ? result.failure : null;
};
