import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { clientSecretsProblem } from "../../domain/institutions/client-secrets-problem.ts";
import {
  CLIENT_AUTHENTICATIONS,
  type ClientAuthentication,
  type ClientSecrets,
  declareConnection,
} from "../../domain/institutions/connection.ts";
import { institutionUrlProblem } from "../../domain/institutions/institution-url.ts";
import { issuerChange } from "../../domain/institutions/issuer-change.ts";
import { outboundHostProblem } from "../../domain/outbound-hosts.ts";
import type { Services } from "../../domain/services.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";

const InstitutionId = z.string().min(1).max(100);
const Pem = z.string().trim().max(20_000);

const ConnectRequest = z.strictObject({
  institution_id: InstitutionId,
  issuer: z.string().trim().min(1).max(500),
  /** What the institution calls this server; a call's own `client_id` names one of our clients. */
  issued_client_id: z.string().trim().min(1).max(500),
  client_secret: z.string().trim().max(2000).optional(),
  private_key: Pem.optional(),
  certificate: Pem.optional(),
  certificate_key: Pem.optional(),
  authorities: Pem.optional(),
  authentication: z.enum(CLIENT_AUTHENTICATIONS).optional(),
  data_url: z.string().trim().max(500).optional(),
  scopes: z.string().trim().max(1000).optional(),
  resource: z.string().trim().max(500).optional(),
  ciba: z.boolean().optional(),
});

/**
 * Connects an institution of the operator's own by its data API, in place of its connection before.
 * Secrets are sealed, and never shown again.
 */
export const connectInstitution = dashboardCall({
  path: "/dashboard/api/institutions/connect",
  about: "operator",
  request: ConnectRequest,
  response: z.object({ connected: z.literal(true) }),
  run: async (body, _, context) => {
    const { vault, clock, store } = context;
    const institutionId = body.institution_id;
    const secrets = secretsOf(body);
    const problem = problemOf(body, secrets, context);
    if (problem !== null) throw invalid(problem);
    const scopes = (body.scopes ?? "").split(/\s+/).filter((scope) => scope !== "");
    const before = (await store.institutions.connections()).find(
      (one) => one.institutionId === institutionId,
    );
    const connection = declareConnection(
      vault,
      {
        institutionId,
        issuer: body.issuer,
        clientId: body.issued_client_id,
        secrets,
        authentication: body.authentication,
        dataUrl: body.data_url || undefined,
        ...(scopes.length > 0 && { scopes: [...new Set(scopes)] }),
        resource: body.resource || undefined,
        flow: body.ciba ? "ciba" : "code",
        // What the command line declares besides stays as it is.
        quota: before?.quota ?? undefined,
        ownRedirectUri: before?.ownRedirectUri,
      },
      clock(),
    );
    const { issuer, clientId, authentication, dataUrl } = connection;
    const details = { issuer, client_id: clientId, authentication, data_url: dataUrl };
    const change = { action: "institution.connect", subject: institutionId, details } as const;
    await changeWithAudit(context, change, async (services) => {
      const { before: issuerBefore, liveItems = 0 } =
        (await issuerChange(services.store.institutions, connection)) ?? {};
      if (liveItems > 0)
        throw invalid(
          `${liveItems} ${liveItems === 1 ? "Item is" : "Items are"} linked by ${issuerBefore}; where it has moved, ` +
            "connect it on the command line with --another-issuer",
        );
      if (!(await services.store.institutions.connect(connection)))
        throw invalid(`there is no ${institutionId} of your own to connect`);
    });
    return { connected: true as const };
  },
});

/** Takes the connection of an institution away, unless Items are linked by it. */
export const disconnectInstitution = dashboardCall({
  path: "/dashboard/api/institutions/disconnect",
  about: "operator",
  request: z.strictObject({ institution_id: InstitutionId }),
  response: z.object({ disconnected: z.literal(true) }),
  run: async ({ institution_id: institutionId }, _, context) => {
    const change = { action: "institution.disconnect", subject: institutionId } as const;
    await changeWithAudit(context, change, async ({ store, clock }) => {
      const { removed, liveItems } = await store.institutions.disconnect(institutionId, clock());
      if (liveItems > 0)
        throw invalid(
          `${liveItems} ${liveItems === 1 ? "Item is" : "Items are"} linked there, and could not be read any more; remove them first`,
        );
      if (!removed) throw invalid("it is not connected");
    });
    return { disconnected: true as const };
  },
});

function secretsOf(body: z.output<typeof ConnectRequest>): ClientSecrets {
  const { client_secret, private_key, certificate, certificate_key, authorities } = body;
  return {
    ...(client_secret && { clientSecret: client_secret }),
    ...(private_key && { privateKey: private_key }),
    ...(certificate && certificate_key && { certificate: { certificate, key: certificate_key } }),
    ...(authorities && { authorities }),
  };
}

/** What each way to authenticate needs. */
const NEEDS: { readonly [A in ClientAuthentication]: [string, keyof ClientSecrets | null] } = {
  client_secret_basic: ["client_secret", "clientSecret"],
  client_secret_post: ["client_secret", "clientSecret"],
  private_key_jwt: ["private_key", "privateKey"],
  tls_client_auth: ["certificate", "certificate"],
  self_signed_tls_client_auth: ["certificate", "certificate"],
  none: ["", null],
};

function problemOf(
  body: z.output<typeof ConnectRequest>,
  secrets: ClientSecrets,
  { clock, outboundHosts }: Pick<Services, "clock" | "outboundHosts">,
): string | null {
  const { issuer, data_url, resource, scopes, authentication, certificate, certificate_key } = body;
  for (const [name, url] of Object.entries({ issuer, data_url })) {
    const problem = url
      ? (institutionUrlProblem(url) ?? outboundHostProblem(url, outboundHosts))
      : null;
    if (problem !== null) return `${name} ${problem}`;
  }
  if (resource && !URL.canParse(resource)) return "resource must be a URL";
  if (scopes && !/^[\x20\x21\x23-\x5b\x5d-\x7e\s]+$/.test(scopes))
    return "scopes has characters that no scope may have";
  if (!certificate !== !certificate_key) return "certificate and certificate_key go together";
  const [field, secret] = authentication ? NEEDS[authentication] : ["", null];
  if (secret !== null && secrets[secret] === undefined) return `${authentication} needs ${field}`;
  return clientSecretsProblem(secrets, clock());
}

const invalid = (problem: string): Fault =>
  new Fault("INVALID_FIELD", {
    message: problem,
    display: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`,
  });
