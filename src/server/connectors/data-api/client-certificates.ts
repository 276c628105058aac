import { certificateInUse, isInDates } from "../../domain/institutions/certificate-ends.ts";
import {
  CertificateRefusal,
  type InstitutionClient,
  type InstitutionHttp,
} from "../../domain/institutions/institution-http.ts";
import {
  type CertificatePair,
  type ClientSecrets,
  declaredHosts,
  type InstitutionRegistration,
} from "../../domain/institutions/institution-registration.ts";

/**
 * Opens an institution's HTTP client. It shows the certificate in use: the next one after the
 * first's end. If the institution refuses a certificate, the other is tried, and used from then on
 * if accepted. An institution may admit the next one late, or revoke the first early; no request is
 * lost.
 */
export const openCertified = (
  http: InstitutionHttp,
  connection: InstitutionRegistration,
  { certificate, nextCertificate, authorities }: ClientSecrets,
  clock: () => number,
): InstitutionClient => {
  const { privateHosts } = connection;
  const hosts = declaredHosts(connection);
  const clients = new Map<CertificatePair | undefined, InstitutionClient>();
  const toClient = (pair: CertificatePair | undefined): InstitutionClient => {
    const client =
      clients.get(pair) ?? http.open({ hosts, privateHosts, certificate: pair, authorities });
    clients.set(pair, client);
    return client;
  };
  /** The certificate that was accepted after the other's refusal. */
  let preferred: CertificatePair | undefined;
  return {
    fetch: async (url, request) => {
      const now = clock();
      const pair =
        preferred && isInDates(preferred, now)
          ? preferred
          : certificateInUse(certificate, nextCertificate, now);
      try {
        return await toClient(pair).fetch(url, request);
      } catch (failure) {
        const other = pair === certificate ? nextCertificate : certificate;
        const isRefused = failure instanceof Error && failure.cause instanceof CertificateRefusal;
        if (!isRefused || !other || !isInDates(other, clock())) throw failure;
        const answer = await toClient(other).fetch(url, request);
        preferred = other;
        return answer;
      }
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
};
