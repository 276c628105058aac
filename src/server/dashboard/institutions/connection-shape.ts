import { certificateEnd } from "../../domain/institutions/client-secrets-problem.ts";
import {
  type InstitutionConnection,
  openClientSecrets,
} from "../../domain/institutions/connection.ts";
import type { Vault } from "../../domain/vault.ts";

/** How an institution is reached, as its page shows it: of secrets, whether they are there. */
export const connectionShape = (connection: InstitutionConnection, { vault }: { vault: Vault }) => {
  const { clientSecret, privateKey, certificate, authorities } = openClientSecrets(
    vault,
    connection,
  );
  return {
    issuer: connection.issuer,
    client_id: connection.clientId,
    authentication: connection.authentication,
    data_url: connection.dataUrl,
    scopes: connection.scopes,
    resource: connection.resource,
    flow: connection.flow,
    connected_at: connection.connectedAt,
    requests_per_day: connection.quota?.requestsPerDay ?? null,
    requests_counted_by: connection.quota?.countedBy ?? null,
    own_redirect_uri: connection.ownRedirectUri,
    dpop: connection.dpop,
    dpop_by: connection.dpopBy,
    has_client_secret: clientSecret !== undefined,
    has_private_key: privateKey !== undefined,
    certificate_until: certificate ? certificateEnd(certificate.certificate) : null,
    authorities: authorities ?? null,
  };
};
