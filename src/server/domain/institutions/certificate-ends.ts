import type { Vault } from "../vault.ts";
import { certificateEnd } from "./client-secrets-problem.ts";
import { type InstitutionRegistration, openClientSecrets } from "./institution-registration.ts";

/** The end of a certificate that an institution knows this server by, in TLS or by signatures, in ms since 1970. */
export type CertificateEnd = { institutionId: string; until: number };

/** How long before its end a certificate is reported, in days: a new one takes banks weeks to admit. */
export const CERTIFICATE_NOTICE_DAYS = 30;

/** The ends of the certificates of connections, the next one first; connections without one are left out. */
export const certificateEnds = (
  vault: Vault,
  connections: readonly Pick<InstitutionRegistration, "institutionId" | "sealedSecrets">[],
): CertificateEnd[] =>
  connections
    .flatMap((connection) => {
      const { certificate, sealCertificate } = openClientSecrets(vault, connection);
      return [certificate, sealCertificate].flatMap((pair) => {
        const until = pair ? certificateEnd(pair.certificate) : null;
        return until === null ? [] : [{ institutionId: connection.institutionId, until }];
      });
    })
    .toSorted((a, b) => a.until - b.until);
