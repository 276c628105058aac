import { findDialect } from "../../server/connectors/data-api/dialects/index.ts";
import { type Iban, ibanFrom } from "../../server/domain/bank-values.ts";
import {
  type ClientSecrets,
  hasPreStep,
  type InstitutionStandard,
  institutionUrlProblem,
} from "../../server/domain/institutions/institution-registration.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import {
  type ClientAuthentication,
  clientAuthentication,
} from "../../server/institutions/conformance/client-authentication.ts";
import { canReadData } from "../../server/institutions/conformance/consents/shapes.ts";
import type { FileToken } from "../../server/institutions/conformance/gather.ts";
import {
  type ClientSecretFiles,
  readClientSecrets,
  readSecretFile,
} from "../institutions/secret-files.ts";
import { readStandard } from "../institutions/standard-options.ts";

/** The options of a check as typed. */
export type CheckOptions = ClientSecretFiles & {
  clientId: string | undefined;
  clientAuthentication: string | undefined;
  redirectUri: string;
  dialect: string | undefined;
  approach: string | undefined;
  security: string | undefined;
  deviation: readonly string[];
  dataUrl: string | undefined;
  scope: readonly string[];
  resource: string | undefined;
  accessTokenFile: string | undefined;
  refreshTokenFile: string | undefined;
  iban: readonly string[];
  user: string | undefined;
  passwordFile: string | undefined;
  once: boolean;
  dpop: boolean | undefined;
  timeout: string;
  wait: string;
  json: boolean;
};

type SignInStandard = Pick<InstitutionStandard, "approach" | "deviations">;

const SECRET_METHODS = ["client_secret_basic", "client_secret_post"] as const;

const SCOPES = ["openid", "offline_access", "Account", "Customer", "Transactions"];

/** The checked options. Throws a SettingsError that names the invalid option. */
export const readOptions = async (issuer: string, options: CheckOptions, now: number) => {
  requireUrl("the issuer", issuer);
  const { clientId, dataUrl, resource, scope, accessTokenFile, refreshTokenFile } = options;
  if (dataUrl !== undefined) requireUrl("--data-url", dataUrl);
  if (accessTokenFile !== undefined && refreshTokenFile !== undefined)
    throw new SettingsError("--access-token-file and --refresh-token-file do not go together");
  if (clientId === undefined && accessTokenFile === undefined)
    throw new SettingsError("--client-id is missing: what the institution has given out");
  const secrets = await readClientSecrets(options, now);
  const { certificate, authorities } = secrets;
  const { standard, dataUrl: ownDataUrl } = readStandard(
    { ...options, ciba: false },
    issuer,
    secrets,
  );
  const dialect = findDialect(standard);
  if (!canReadData(standard))
    throw new SettingsError(`there are no checks of --dialect ${dialect.name} yet`);
  if (standard.security === "fapi1" && standard.dialect === "fdx")
    throw new SettingsError("there are no checks of --security fapi1 with --dialect fdx yet");
  if (dialect.name !== "fdx" && (accessTokenFile ?? refreshTokenFile) !== undefined)
    throw new SettingsError(
      `a token in a file is not for --dialect ${dialect.name}, whose check begins with a sign-in`,
    );
  const scopes = scope.flatMap((each) => each.split(/[\s,]+/)).filter((each) => each !== "");
  return {
    issuer,
    clientId: clientId ?? "",
    authentication: await readAuthentication(secrets, options.clientAuthentication),
    tls: certificate || authorities !== undefined ? { certificate, authorities } : undefined,
    ...{ dialect, standard },
    scopes: scopes.length > 0 ? scopes : (dialect.scopes ?? SCOPES),
    dataUrl: (dataUrl ?? ownDataUrl).replace(/\/$/, ""),
    resource,
    dpop: options.dpop ?? null,
    fileToken: readToken(options),
    login: readLogin(options, standard),
    accounts: readIbans(options.iban),
    redirectUri: requireLoopback(options.redirectUri),
    timeoutMs: milliseconds("--timeout", options.timeout),
    waitMs: milliseconds("--wait", options.wait),
  };
};

async function readAuthentication(
  { clientSecret: secret, privateKey }: ClientSecrets,
  method: string | undefined,
): Promise<ClientAuthentication> {
  const how = SECRET_METHODS.find(
    (secretMethod) => secretMethod === (method ?? "client_secret_basic"),
  );
  if (how === undefined || (method !== undefined && secret === undefined))
    throw new SettingsError(
      `--client-authentication must be ${SECRET_METHODS.join(" or ")}, and goes with --client-secret-file; ` +
        "other ways follow from --private-key and --certificate",
    );
  return clientAuthentication({ clientSecret: secret, privateKey }, how);
}

function readIbans(texts: readonly string[]): readonly Iban[] | undefined {
  const ibans = texts.flatMap((text) => ibanFrom(text) ?? []);
  if (ibans.length < texts.length)
    throw new SettingsError("--iban must be an IBAN, like DE89370400440532013000");
  return ibans.length > 0 ? ibans : undefined;
}

/**
 * The user for questions at the terminal, if the approach has no site; null for an approach with a
 * site.
 */
function readLogin({ user, passwordFile }: CheckOptions, standard: SignInStandard) {
  const { approach } = standard;
  const isByUser = approach === "decoupled" || approach === "embedded";
  if (isByUser && hasPreStep(standard)) {
    if (user === undefined && passwordFile === undefined) return { name: null, password: null };
    throw new SettingsError(
      "--user and --password-file are not for a bank whose users sign in before (pre-step=oauth)",
    );
  }
  if (isByUser !== (user !== undefined))
    throw new SettingsError(
      isByUser
        ? `--user is missing: the name of a user at the bank, with --approach ${approach}`
        : "--user goes with --approach decoupled or embedded",
    );
  if ((approach === "embedded") !== (passwordFile !== undefined))
    throw new SettingsError(
      approach === "embedded"
        ? "--password-file is missing: the user's password at the bank, with --approach embedded"
        : "--password-file goes with --approach embedded",
    );
  if (user === undefined) return null;
  return {
    name: user,
    password: passwordFile === undefined ? null : readSecretFile(passwordFile),
  };
}

function readToken({ accessTokenFile, refreshTokenFile }: CheckOptions): FileToken {
  if (accessTokenFile !== undefined) return { accessToken: readSecretFile(accessTokenFile) };
  return refreshTokenFile === undefined ? null : { refreshToken: readSecretFile(refreshTokenFile) };
}

function requireUrl(what: string, url: string): void {
  const problem = institutionUrlProblem(url);
  if (problem !== null) throw new SettingsError(`${what} ${problem}`);
}

function requireLoopback(redirectUri: string): string {
  const isLoopback = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\/[^?#]*$/.test(redirectUri);
  if (!isLoopback || !URL.canParse(redirectUri))
    throw new SettingsError(
      "--redirect-uri must be an address of this machine, like http://127.0.0.1:8765/return",
    );
  return redirectUri;
}

function milliseconds(option: string, text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600))
    throw new SettingsError(`${option} must be seconds, from 1 to 3600, not ${text}`);
  return seconds * 1000;
}
