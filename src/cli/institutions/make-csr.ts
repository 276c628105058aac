import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { writeFileSync } from "node:fs";
import { signByCommand } from "../../server/connectors/data-api/sign-command.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import {
  type CertificateKind,
  type CertificateSubject,
  certificateRequest,
  isCertifiable,
  isPspRole,
  publicKeyIn,
  type Signer,
  signerBy,
} from "./certificate-request.ts";
import { readSecretFile } from "./secret-files.ts";

type Options = {
  organization: string | undefined;
  organizationIdentifier: string | undefined;
  country: string | undefined;
  commonName: string | undefined;
  domain: readonly string[];
  role: readonly string[];
  authorityName: string | undefined;
  key: string | undefined;
  newKey: string | undefined;
  publicKey: string | undefined;
  signCommand: string | undefined;
  signArgument: readonly string[];
  out: string | undefined;
};

/**
 * Creates a signing request for a qualified certificate with the PSD2 statement. Creates a new key
 * if requested.
 */
export const makeCsr = async (
  kindText: string,
  options: Options,
  { out }: Context,
): Promise<void> => {
  const subject = subjectOf(kindText, options);
  const { publicKey, signer, keep } = readKey(options);
  if (!isCertifiable(publicKey))
    throw new SettingsError("the key must be of RSA with 2048 bits or more, or of P-256");
  const request = await certificateRequest(subject, publicKey, signer).catch((cause: unknown) => {
    if (cause instanceof SettingsError) throw cause;
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`no request could be made: ${problem}`, { cause });
  });
  keep?.();
  if (options.out === undefined) return void out(request);
  writeNew(options.out, request, 0o644);
  out(`${options.out} is the request: send it to your trust service provider\n`);
};

function subjectOf(kindText: string, options: Options): CertificateSubject {
  const { organization, organizationIdentifier, authorityName, domain: domains } = options;
  const kinds: readonly CertificateKind[] = ["qwac", "qsealc"];
  const kind = kinds.find((each) => each === kindText);
  if (kind === undefined)
    throw new SettingsError(`a certificate is a qwac or a qsealc, not ${kindText}`);
  if (organization === undefined) throw missing("--organization", "its registered name");
  if (organizationIdentifier === undefined)
    throw missing("--organization-identifier", "such as PSDDE-BAFIN-123456");
  const [, home = "", authority = ""] =
    /^PSD([A-Z]{2})-([A-Z]{2,8})-[\x21-\x7e]{1,60}$/.exec(organizationIdentifier) ?? [];
  if (home === "")
    throw new SettingsError(
      "--organization-identifier must be PSD, a country, an authority and a number, like PSDDE-BAFIN-123456",
    );
  if (authorityName === undefined)
    throw missing("--authority-name", `the name of ${authority} in full`);
  const { country = home } = options;
  if (!/^[A-Z]{2}$/.test(country))
    throw new SettingsError("--country must be two capital letters, like DE");
  const wrong = domains.find((name) => !DOMAIN.test(name));
  if (wrong !== undefined)
    throw new SettingsError(`--domain must be a name like pay.example.com, not ${wrong}`);
  if (kind === "qsealc" && domains.length > 0)
    throw new SettingsError("--domain is for a qwac: a qsealc is for signatures, not for a server");
  const { commonName = domains[0] ?? organization } = options;
  const texts = { organization, commonName, authorityName };
  for (const [option, value] of Object.entries(texts))
    if (value.length > 64 || /[\p{Cc}]/u.test(value))
      throw new SettingsError(`${NAMES[option]} must be of 64 characters at most, on one line`);
  const roles = options.role.filter(isPspRole);
  if (roles.length < options.role.length)
    throw new SettingsError("--role must be PSP_AS, PSP_PI, PSP_AI or PSP_IC");
  return {
    ...{ kind, country, organizationIdentifier, domains, ...texts },
    roles: roles.length === 0 ? ["PSP_AI"] : [...new Set(roles)],
  };
}

const DOMAIN = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,}$/i;

const NAMES: Record<string, string> = {
  organization: "--organization",
  commonName: "--common-name",
  authorityName: "--authority-name",
};

/** The key of a request: an existing key, a new key, or the key of a signing program. */
function readKey({ key, newKey, publicKey, signCommand, signArgument }: Options): {
  publicKey: KeyObject;
  signer: Signer;
  /** Writes a new key, once the request is made. */
  keep?: () => void;
} {
  if ([key, newKey, signCommand].filter((each) => each !== undefined).length !== 1)
    throw new SettingsError("give one of --key, --new-key and --sign-command", {
      advice: "--new-key FILE makes a key of RSA with 3072 bits",
    });
  if ((signCommand === undefined) !== (publicKey === undefined))
    throw new SettingsError("--sign-command and --public-key go together", {
      advice: "a program signs, and the request names the public half of its key",
    });
  if (signCommand !== undefined && publicKey !== undefined)
    return {
      publicKey: keyIn(publicKey),
      signer: (bytes) => signByCommand(signCommand, signArgument, bytes),
    };
  if (newKey === undefined) {
    const file = key ?? "";
    return { publicKey: keyIn(file), signer: signerBy(readSecretFile(file)) };
  }
  const pair = generateKeyPairSync("rsa", { modulusLength: 3072 });
  const pem = pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  return {
    publicKey: pair.publicKey,
    signer: signerBy(pem),
    keep: () => writeNew(newKey, pem, 0o600),
  };
}

function keyIn(file: string): KeyObject {
  const pem = readSecretFile(file);
  try {
    return publicKeyIn(pem);
  } catch (cause) {
    throw new SettingsError(`${file} must be a key as PEM, without a passphrase`, { cause });
  }
}

/**
 * Writes a new file. An existing file is an error, so that a second request cannot overwrite a key.
 */
function writeNew(file: string, text: string, mode: number): void {
  try {
    writeFileSync(file, text, { mode, flag: "wx" });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`${file} cannot be written: ${reason}`, { cause });
  }
}

const missing = (option: string, words: string): SettingsError =>
  new SettingsError(`${option} is missing: ${words}`);
