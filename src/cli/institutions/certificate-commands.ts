import { defineCommand, optionalText, texts } from "../command.ts";
import { CLIENT_SECRET_FILES, SIGN_COMMAND, STANDARD } from "../options.ts";

/** `service-link institutions csr`. */
export const csr = defineCommand({
  name: "csr",
  summary: "make a request for a qualified certificate (QWAC or QSealC) with the statement of PSD2",
  details:
    "<KIND> is qwac, for connections, or qsealc, for signatures. The request is for a trust service provider, which checks " +
    "it and issues the certificate. The private key stays where it is: in a file, or in an HSM whose program signs.",
  operand: "<KIND>",
  options: {
    organization: optionalText("--organization <name>", "registered name of the company"),
    organizationIdentifier: optionalText(
      "--organization-identifier <id>",
      "its number at its authority, like PSDDE-BAFIN-123456",
    ),
    authorityName: optionalText("--authority-name <name>", "name of that authority in full"),
    country: optionalText(
      "--country <code>",
      "country of the company, like DE; by default that of its number",
    ),
    commonName: optionalText(
      "--common-name <name>",
      "common name of the certificate; by default the first domain, or the company's name",
    ),
    domain: texts("--domain <name>", "name of a server that a qwac is for; may be repeated"),
    role: texts(
      "--role <role>",
      "role that the authority has granted: PSP_AI (the default), PSP_PI, PSP_IC or PSP_AS; may be repeated",
    ),
    key: optionalText("--key <file>", "private key of the certificate, as PEM"),
    newKey: optionalText("--new-key <file>", "make a key of RSA with 3072 bits in this file"),
    ...SIGN_COMMAND,
    out: optionalText("--out <file>", "file for the request; by default standard output"),
  },
  run: async ({ operand, values, context }) => {
    const { makeCsr } = await import("./make-csr.ts");
    await makeCsr(operand, values, context);
  },
});

/** `service-link institutions register`. */
export const register = defineCommand({
  name: "register",
  summary: "register this software as a client of a bank by a software statement (DCR)",
  details:
    "A directory, as that of UK Open Banking, issues the statement (SSA). Give the client id to renew a registration: its " +
    "keys and redirect addresses are then those of the statement. Changes nothing on this server: connect the bank with the " +
    "client id after it.",
  options: {
    issuer: optionalText("--issuer <url>", "address of its metadata, like https://bank.example"),
    ssa: optionalText("--ssa <file>", "has the software statement in it, a signed JWT"),
    privateKey: CLIENT_SECRET_FILES.privateKey,
    keyId: optionalText(
      "--key-id <kid>",
      "id of that key at the directory, if the key is no JWK with its kid",
    ),
    certificate: CLIENT_SECRET_FILES.certificate,
    certificateKey: CLIENT_SECRET_FILES.certificateKey,
    ca: CLIENT_SECRET_FILES.ca,
    clientId: optionalText("--client-id <id>", "id of a client whose registration is renewed"),
    clientAuthentication: optionalText(
      "--client-authentication <method>",
      "private_key_jwt (the default) or tls_client_auth",
    ),
    subjectDn: optionalText(
      "--subject-dn <name>",
      "subject of the certificate as the bank writes it; by default as RFC 4514 does",
    ),
    redirectUri: texts(
      "--redirect-uri <uri>",
      "address of the statement to register; by default all of them; may be repeated",
    ),
    audience: optionalText(
      "--audience <name>",
      "name of the bank in the request, such as its id at the directory; by default the issuer",
    ),
    ...{ dialect: STANDARD.dialect, deviation: STANDARD.deviation },
    scope: texts("--scope <scope>", "scope to register; by default openid and accounts"),
  },
  run: async ({ values, context }) => {
    const { registerAtIssuer } = await import("./register-client.ts");
    await registerAtIssuer(values, context);
  },
});
