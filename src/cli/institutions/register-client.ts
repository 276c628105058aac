import { randomBytes, X509Certificate } from "node:crypto";
import { createInstitutionHttp } from "../../server/adapters/institution-http.ts";
import { createIssuerClients } from "../../server/connectors/data-api/issuer-client.ts";
import { toFault } from "../../server/connectors/data-api/refusals.ts";
import {
  type ClientAuthentication,
  declareRegistration,
  institutionUrlProblem,
} from "../../server/domain/institutions/institution-registration.ts";
import { createVault } from "../../server/domain/vault.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import {
  bankWords,
  registerClient,
  type SoftwareStatement,
  softwareStatementIn,
} from "../../server/institutions/register-client.ts";
import type { Context } from "../context.ts";
import { type ClientSecretFiles, readClientSecrets, readSecretFile } from "./secret-files.ts";
import { readStandard } from "./standard-options.ts";

type Options = Omit<ClientSecretFiles, "clientSecretFile"> & {
  issuer: string | undefined;
  ssa: string | undefined;
  clientId: string | undefined;
  clientAuthentication: string | undefined;
  redirectUri: readonly string[];
  keyId: string | undefined;
  subjectDn: string | undefined;
  audience: string | undefined;
  dialect: string | undefined;
  deviation: readonly string[];
  scope: readonly string[];
};

/** Names the registration among sealed secrets; no institution of a store is meant. */
const INSTITUTION_ID = "register";

/** Registers this software at an issuer with a software statement, or renews the registration. */
export const registerAtIssuer = async (
  options: Options,
  { out, clock }: Context,
): Promise<void> => {
  const { issuer, clientId, keyId, subjectDn, audience } = options;
  if (issuer === undefined)
    throw new SettingsError("--issuer is missing: what its metadata begins with");
  const problem = institutionUrlProblem(issuer);
  if (problem !== null) throw new SettingsError(`--issuer ${problem}`);
  const statement = readStatement(options.ssa);
  const redirectUris = listRedirectUris(options.redirectUri, statement);
  const secrets = await readClientSecrets({ ...options, clientSecretFile: undefined }, clock());
  const { privateKey, certificate } = secrets;
  if (privateKey === undefined)
    throw new SettingsError("--private-key is missing: it signs the request");
  if (certificate === undefined)
    throw new SettingsError("--certificate is missing: the bank knows the software by it");
  const { dialect = "uk", deviation } = options;
  const security = "fapi1";
  const { standard, dataUrl } = readStandard(
    { dialect, security, deviation, approach: undefined, ciba: false, dpop: undefined },
    issuer,
    secrets,
  );
  const http = createInstitutionHttp({ environment: "production", outboundHosts: null });
  const vault = createVault({ current: randomBytes(32) }, randomBytes);
  const connection = declareRegistration(
    vault,
    {
      ...{ institutionId: INSTITUTION_ID, issuer, secrets, dataUrl, standard },
      clientId: clientId ?? "unregistered",
      authentication: readAuthentication(options.clientAuthentication),
      mayBePrivate: () => true,
    },
    clock(),
  );
  try {
    const client = await createIssuerClients({ http, vault, clock, random: randomBytes })(
      connection,
    );
    const scope = options.scope.length > 0 ? options.scope.join(" ") : "openid accounts";
    const registered = await registerClient(
      client,
      {
        ...{ statement, redirectUris, privateKey, keyId, scope },
        certificate: new X509Certificate(certificate.certificate),
        subject: subjectDn,
        audience: audience ?? issuer,
      },
      clientId ?? null,
    );
    const method = registered.token_endpoint_auth_method ?? connection.authentication;
    const addresses = registered.redirect_uris ?? redirectUris;
    out(
      `${clientId === undefined ? "registered" : "renewed"} at ${issuer}\n` +
        `client id       ${bankWords(registered.client_id)}\n` +
        `authentication  ${bankWords(method)}\n` +
        `response        ${client.responseForm}\n` +
        `redirect URIs   ${addresses.map(bankWords).join(", ")}\n`,
    );
  } catch (failure) {
    const fault = toFault(failure);
    const words = fault.cause instanceof Error ? fault.cause.message : fault.message;
    throw new SettingsError(`${issuer} does not register it: ${words}`, { cause: failure });
  } finally {
    await http.close();
  }
};

function readStatement(file: string | undefined): SoftwareStatement {
  if (file === undefined)
    throw new SettingsError(
      "--ssa is missing: a file with the software statement of the directory",
    );
  const statement = softwareStatementIn(readSecretFile(file));
  if ("problem" in statement) throw new SettingsError(`${file} ${statement.problem}`);
  return statement;
}

function listRedirectUris(
  wanted: readonly string[],
  { redirectUris }: SoftwareStatement,
): readonly string[] {
  const other = wanted.find((address) => !redirectUris.includes(address));
  if (other === undefined) return wanted.length > 0 ? [...new Set(wanted)] : redirectUris;
  throw new SettingsError(`--redirect-uri ${other} is not in the software statement`, {
    advice: `enter it at the directory first; the statement has ${redirectUris.join(", ")}`,
  });
}

function readAuthentication(text: string = "private_key_jwt"): ClientAuthentication {
  if (text === "private_key_jwt" || text === "tls_client_auth") return text;
  throw new SettingsError(
    `--client-authentication must be private_key_jwt or tls_client_auth, not ${text}`,
  );
}
