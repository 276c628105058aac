import { DEFAULTS } from "../server/host/settings/defaults.ts";
import { eitherFlag, flag, optionalText, text, texts } from "./command.ts";

/** Options that several commands have. */
export const DATA = text("--data <folder>", "folder of everything durable", DEFAULTS.data);
export const BRAND = optionalText(
  "--brand <name>",
  "your own name in place of ours, like Acme; comes before SERVICE_BRAND",
);
export const ENV = flag("--env", "print the keys as lines for a shell or a .env file");
export const ALLOW_ORIGIN = texts(
  "--allow-origin <origin>",
  "let pages of this origin show Link, like https://shop.example; may be repeated",
);
export const ALLOW_REDIRECT_URI = texts(
  "--allow-redirect-uri <uri>",
  "let users come back to this page from their institution, like https://shop.example/return; may be repeated",
);
export const PARTNER = optionalText("--partner <on|off>", "whether it may use processor tokens");
export const PRODUCTION_ACCESS = optionalText(
  "--production-access <on|off>",
  "whether it may use a production server; it asks for that on the Dashboard",
);
export const INSTITUTIONS = optionalText(
  "--institutions <ids>",
  "institutions that it acts for, like ins_1001,ins_1002, or none: it imports their Items and notifies of changes",
);
export const LEGACY_USER_API = optionalText(
  "--legacy-user-api <on|off>",
  "whether /user/create responds in the legacy schema unless asked for the new one",
);
export const SELECT_ACCOUNT = optionalText(
  "--select-account <how>",
  "disabled, one, several or all: whether its users pick what they share, unless a session says so",
);
export const DEFAULT_VERSION = optionalText(
  "--default-version <date>",
  "respond in this version, like 2020-09-14, if a request names none",
);
/**
 * The files with a client's credentials at an institution, and with the institution's trusted
 * authorities.
 */
export const CLIENT_SECRET_FILES = {
  clientSecretFile: optionalText("--client-secret-file <file>", "has the client's secret in it"),
  privateKey: optionalText("--private-key <file>", "signs for the client: a PEM or a JWK"),
  certificate: optionalText("--certificate <file>", "certificate of the client in TLS, as PEM"),
  certificateKey: optionalText("--certificate-key <file>", "the key of that certificate"),
  ca: optionalText(
    "--ca <file>",
    "has the authorities, as PEM, that certify its servers if no public one does",
  ),
};

/** A program that signs with a key that never leaves it, such as a program in front of an HSM. */
export const SIGN_COMMAND = {
  signCommand: optionalText(
    "--sign-command <program>",
    "program that signs by SHA-256: it reads the bytes from its standard input and writes the signature to its standard output",
  ),
  signArgument: texts(
    "--sign-argument <text>",
    "argument of that program, like --sign-argument=dgst; may be repeated",
  ),
  publicKey: optionalText(
    "--public-key <file>",
    "public half, as PEM, of the key that it signs with",
  ),
};

/** The files of the next certificates of a client. */
export const NEXT_FILES = {
  nextCertificate: optionalText(
    "--next-certificate <file>",
    "certificate that follows --certificate on the day before its end, or when the bank refuses that, as PEM",
  ),
  nextCertificateKey: optionalText("--next-certificate-key <file>", "the key of that certificate"),
  nextSealCertificate: optionalText(
    "--next-seal-certificate <file>",
    "certificate that follows --seal-certificate on the day before its end, as PEM",
  ),
  nextSealKey: optionalText("--next-seal-key <file>", "the key of that certificate, of RSA"),
  nextSealSignCommand: optionalText(
    "--next-seal-sign-command <program>",
    "program that signs by that key, in place of the file",
  ),
  nextSealSignArgument: texts(
    "--next-seal-sign-argument <text>",
    "argument of that program; may be repeated",
  ),
};

/** The files of the certificate with which a client signs its requests. */
export const SEAL_FILES = {
  sealCertificate: optionalText(
    "--seal-certificate <file>",
    "certificate (QSealC) with which the client signs its requests, as PEM",
  ),
  sealKey: optionalText("--seal-key <file>", "the key of that certificate, of RSA"),
  sealSignCommand: optionalText(
    "--seal-sign-command <program>",
    "program that signs by that key, in place of the file: PKCS #1 v1.5 with SHA-256",
  ),
  sealSignArgument: texts(
    "--seal-sign-argument <text>",
    "argument of that program; may be repeated",
  ),
};

/** The operator's choice whether tokens are bound to a key. Both options set the same value. */
export const DPOP = {
  dpop: eitherFlag(
    "--dpop",
    "bind its tokens to a key (DPoP) if its metadata offer that; by default as a probe of its data API finds",
  ),
  noDpop: eitherFlag("--no-dpop", "its data API takes Authorization: Bearer alone"),
};
/** The standard of an institution's data API, and the bank's deviations from the standard. */
export const STANDARD = {
  dialect: optionalText(
    "--dialect <name>",
    "standard of its data, such as uk for UK Open Banking; by default fdx",
  ),
  approach: optionalText(
    "--approach <approach>",
    "how its users authorize a consent: oauth (the default), redirect (at its site without OAuth), decoupled (in its app) or embedded (by a form of Link)",
  ),
  security: optionalText(
    "--security <profile>",
    "security profile that it is held to: none (the default), fapi1 or fapi2",
  ),
  deviation: texts(
    "--deviation <name=value>",
    "deviation of the bank from its standard, such as header:x-fapi-financial-id=0015; may be repeated",
  ),
};
export const SECRET = optionalText(
  "--secret <id>",
  "which one: its id, or its last four characters; keys list shows them",
);
export const EVEN_LAST = flag(
  "--even-last",
  "also the last one that does everything and has no end: the client needs another then",
);
export const YES = flag("--yes", "without being asked");
