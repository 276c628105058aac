import type { Vault } from "../vault.ts";
import { certificateEnd, certificateStart } from "./client-secrets-problem.ts";
import { type InstitutionRegistration, openClientSecrets } from "./institution-registration.ts";

/** The end of a certificate that an institution knows this server by, in TLS or by signatures, in ms since 1970. */
export type CertificateEnd = { institutionId: string; until: number };

/** A certificate with what its key needs, as PEM. */
type Certified = { certificate: string };

/** How long before its end a certificate is reported, in days: a new one takes banks weeks to admit. */
export const CERTIFICATE_NOTICE_DAYS = 30;

/** How long before its end a certificate is left for the next one. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** The certificate that is used at a time, of one and the next. */
export const certificateInUse = <Pair extends Certified>(
  pair: Pair | undefined,
  next: Pair | undefined,
  now: number,
): Pair | undefined => {
  if (!pair || !next) return pair ?? next;
  const until = certificateEnd(pair.certificate) ?? 0;
  return now < until - OVERLAP_MS || now < (certificateStart(next.certificate) ?? 0) ? pair : next;
};

/** Whether a certificate has begun, and has not ended, at a time. */
export const isInDates = ({ certificate }: Certified, now: number): boolean =>
  (certificateStart(certificate) ?? 0) <= now && now < (certificateEnd(certificate) ?? 0);

/** The ends of the certificates of connections, the next one first; connections without one are left out. */
export const certificateEnds = (
  vault: Vault,
  connections: readonly Pick<InstitutionRegistration, "institutionId" | "sealedSecrets">[],
): CertificateEnd[] =>
  connections
    .flatMap((connection) => {
      const secrets = openClientSecrets(vault, connection);
      return [
        [secrets.certificate, secrets.nextCertificate],
        [secrets.sealCertificate, secrets.nextSealCertificate],
      ].flatMap((pairs) => {
        const until = lastEnd(pairs);
        return until === null ? [] : [{ institutionId: connection.institutionId, until }];
      });
    })
    .toSorted((a, b) => a.until - b.until);

/** The end of a certificate, or of the next one if that ends later; null without one. */
export const lastEnd = (pairs: readonly (Certified | undefined)[]): number | null => {
  const ends = pairs.flatMap((pair) => (pair ? (certificateEnd(pair.certificate) ?? []) : []));
  return ends.length === 0 ? null : Math.max(...ends);
};
