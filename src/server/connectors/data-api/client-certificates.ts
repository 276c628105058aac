import { certificateInUse } from "../../domain/institutions/certificate-ends.ts";
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
 * Opens the HTTP client of an institution. It shows the certificate in use: the next one from the day on which the first
 * ends, or as soon as the institution refuses the first, so that no request is lost while one is replaced.
 */
export const openCertified = (
  http: InstitutionHttp,
  connection: InstitutionRegistration,
  { certificate, nextCertificate, authorities }: ClientSecrets,
  clock: () => number,
): InstitutionClient => {
  const { privateHosts } = connection;
  const hosts = declaredHosts(connection);
  const open = (pair: CertificatePair | undefined) => ({
    pair,
    client: http.open({ hosts, privateHosts, certificate: pair, authorities }),
  });
  let isRefused = false;
  const pairNow = () =>
    isRefused ? nextCertificate : certificateInUse(certificate, nextCertificate, clock());
  let shown = open(pairNow());
  const clientNow = (): InstitutionClient => {
    const pair = pairNow();
    if (pair === shown.pair) return shown.client;
    void shown.client.close();
    shown = open(pair);
    return shown.client;
  };
  return {
    fetch: async (url, request) => {
      const client = clientNow();
      const { pair } = shown;
      try {
        return await client.fetch(url, request);
      } catch (failure) {
        const isOfCertificate =
          failure instanceof Error && failure.cause instanceof CertificateRefusal;
        if (!isOfCertificate || !nextCertificate || pair === nextCertificate) throw failure;
        isRefused = true;
        return clientNow().fetch(url, request);
      }
    },
    close: () => shown.client.close(),
  };
};
