import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** A certificate for connections (QWAC), or for signatures (QSealC). */
export type CertificateKind = "qwac" | "qsealc";

/** The subject of a certificate, as registered by an authority. */
export type CertificateSubject = {
  kind: CertificateKind;
  country: string;
  organization: string;
  /** By ETSI TS 119 495: `PSD`, the country, the authority and the number there. */
  organizationIdentifier: string;
  commonName: string;
  /** The names of servers that a QWAC is for. */
  domains: readonly string[];
  /** The roles that the authority has granted. */
  roles: readonly PspRole[];
  authorityName: string;
};

/** Signs bytes with SHA-256; ECDSA as DER or as the two numbers alone. */
export type Signer = (bytes: Uint8Array) => Promise<Uint8Array>;

/** The roles of PSD2, with their numbers below 0.4.0.19495.1 (ETSI TS 119 495, 5.1). */
const ROLES = { PSP_AS: 1, PSP_PI: 2, PSP_AI: 3, PSP_IC: 4 };
export type PspRole = keyof typeof ROLES;

export const isPspRole = (text: string): text is PspRole => Object.hasOwn(ROLES, text);

const OIDS = {
  country: "2.5.4.6",
  organization: "2.5.4.10",
  commonName: "2.5.4.3",
  extensionRequest: "1.2.840.113549.1.9.14",
  rsaWithSha256: "1.2.840.113549.1.1.11",
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  organizationIdentifier: "2.5.4.97",
  qcStatements: "1.3.6.1.5.5.7.1.3",
  qcType: "0.4.0.1862.1.6",
  psd2: "0.4.0.19495.2",
};

/** The kinds of certificates in the statement of their type (ETSI EN 319 412-5, 4.2.3). */
const QC_TYPES = { qsealc: "0.4.0.1862.1.6.2", qwac: "0.4.0.1862.1.6.3" };

/** The algorithm of a key's SHA-256 signatures; null for a key that gets no certificate. */
const chooseAlgorithm = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) => {
  if (type === "rsa" && (details?.modulusLength ?? 0) >= 2048) return OIDS.rsaWithSha256;
  if (type === "ec" && details?.namedCurve === "prime256v1") return OIDS.ecdsaWithSha256;
  return null;
};

/** Whether a certificate can be requested for a key: RSA of 2048 bits or more, or P-256. */
export const isCertifiable = (key: KeyObject): boolean => chooseAlgorithm(key) !== null;

/** The signer that a private key is, as PEM. */
export const signerBy = (pem: string): Signer => {
  const key = createPrivateKey(pem);
  return async (bytes) => sign("sha256", bytes, key);
};

/**
 * Creates a certificate request (PKCS #10) with the PSD2 statement, as PEM. Throws an Error if a
 * signature does not match the public key.
 */
export const certificateRequest = async (
  subject: CertificateSubject,
  publicKey: KeyObject,
  signer: Signer,
): Promise<string> => {
  // The modules load on demand, since only this command creates requests.
  const [{ AsnConvert }, { Attributes, CertificationRequest, CertificationRequestInfo }, x509] =
    await Promise.all([
      import("@peculiar/asn1-schema"),
      import("@peculiar/asn1-csr"),
      import("@peculiar/asn1-x509"),
    ]);
  const algorithm = chooseAlgorithm(publicKey);
  if (algorithm === null) throw new Error("a key has to be of RSA with 2048 bits, or of P-256");
  const spki = publicKey.export({ format: "der", type: "spki" });
  const info = new CertificationRequestInfo({
    subject: toName(x509, subject),
    subjectPKInfo: AsnConvert.parse(spki, x509.SubjectPublicKeyInfo),
    attributes: new Attributes([
      new x509.Attribute({
        type: OIDS.extensionRequest,
        values: [AsnConvert.serialize(await makeExtensions(x509, AsnConvert, subject))],
      }),
    ]),
  });
  const signature = await checkedSignature(
    publicKey,
    new Uint8Array(AsnConvert.serialize(info)),
    signer,
  );
  const request = new CertificationRequest({
    certificationRequestInfo: info,
    signatureAlgorithm: new x509.AlgorithmIdentifier({
      algorithm,
      // RFC 4055 requires the parameters of RSA as NULL; ECDSA has none (RFC 5758).
      ...(algorithm === OIDS.rsaWithSha256 && { parameters: null }),
    }),
    signature,
  });
  return toPem(AsnConvert.serialize(request));
};

type X509 = typeof import("@peculiar/asn1-x509");
type Convert = typeof import("@peculiar/asn1-schema").AsnConvert;

/** The name of a certificate's subject; a country is a PrintableString (RFC 5280, A.1). */
const toName = (
  { AttributeTypeAndValue, AttributeValue, Name, RelativeDistinguishedName }: X509,
  { country, organization, organizationIdentifier, commonName }: CertificateSubject,
) =>
  new Name(
    [
      [OIDS.country, { printableString: country }] as const,
      [OIDS.organization, { utf8String: organization }] as const,
      [OIDS.organizationIdentifier, { utf8String: organizationIdentifier }] as const,
      [OIDS.commonName, { utf8String: commonName }] as const,
    ].map(
      ([type, value]) =>
        new RelativeDistinguishedName([
          new AttributeTypeAndValue({ type, value: new AttributeValue(value) }),
        ]),
    ),
  );

/** The requested extensions. */
async function makeExtensions(x509: X509, convert: Convert, subject: CertificateSubject) {
  const { OctetString } = await import("@peculiar/asn1-schema");
  const { kind, domains } = subject;
  const { digitalSignature, nonRepudiation } = x509.KeyUsageFlags;
  const isSeal = kind === "qsealc";
  const extension = (extnID: string, value: ArrayBuffer, critical = false) =>
    new x509.Extension({ extnID, critical, extnValue: new OctetString(value) });
  const usage = new x509.KeyUsage(isSeal ? digitalSignature | nonRepudiation : digitalSignature);
  const names = domains.map((dNSName) => new x509.GeneralName({ dNSName }));
  const purposes = new x509.ExtendedKeyUsage([x509.id_kp_clientAuth, x509.id_kp_serverAuth]);
  return new x509.Extensions([
    extension(x509.id_ce_keyUsage, convert.serialize(usage), true),
    ...(isSeal ? [] : [extension(x509.id_ce_extKeyUsage, convert.serialize(purposes))]),
    ...(names.length > 0
      ? [
          extension(
            x509.id_ce_subjectAltName,
            convert.serialize(new x509.SubjectAlternativeName(names)),
          ),
        ]
      : []),
    extension(OIDS.qcStatements, await qcStatements(subject)),
  ]);
}

const toPem = (der: ArrayBuffer): string => {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return [
    "-----BEGIN CERTIFICATE REQUEST-----",
    ...lines,
    "-----END CERTIFICATE REQUEST-----",
    "",
  ].join("\n");
};

/** The statements of a qualified certificate: its type, and the roles of PSD2 with their authority. */
async function qcStatements({
  kind,
  roles,
  authorityName,
  organizationIdentifier,
}: CertificateSubject): Promise<ArrayBuffer> {
  const { ObjectIdentifier, Sequence, Utf8String } = await import("asn1js");
  const oid = (value: string) => new ObjectIdentifier({ value });
  const text = (value: string) => new Utf8String({ value });
  const sequence = (...value: (InstanceType<typeof ObjectIdentifier> | Part)[]) =>
    new Sequence({ value });
  type Part = InstanceType<typeof Sequence> | InstanceType<typeof Utf8String>;
  const granted = roles.map((role) => sequence(oid(`0.4.0.19495.1.${ROLES[role]}`), text(role)));
  const authorityId = /^PSD([A-Z]{2}-[A-Z]{2,8})-/.exec(organizationIdentifier)?.[1] ?? "";
  return sequence(
    sequence(oid(OIDS.qcType), sequence(oid(QC_TYPES[kind]))),
    sequence(
      oid(OIDS.psd2),
      sequence(sequence(...granted), text(authorityName), text(authorityId)),
    ),
  ).toBER();
}

/**
 * Returns a signature in the form of a certificate; DER for ECDSA. Throws an Error if the signature
 * does not match the public key.
 */
async function checkedSignature(
  key: KeyObject,
  bytes: Uint8Array,
  signer: Signer,
): Promise<ArrayBuffer> {
  const signature = await signer(bytes);
  const isRaw = key.asymmetricKeyType === "ec" && signature.length === 64;
  const dsaEncoding = isRaw ? "ieee-p1363" : "der";
  if (!verify("sha256", bytes, { key, dsaEncoding }, signature))
    throw new Error(
      "the signature is not by the key: the public key is another one's, or the hash is not SHA-256",
    );
  return isRaw ? makeSequence(signature) : new Uint8Array(signature).buffer;
}

/** The two numbers of an ECDSA signature in DER. */
async function makeSequence(raw: Uint8Array): Promise<ArrayBuffer> {
  const { Integer, Sequence } = await import("asn1js");
  const numberAt = (from: number) =>
    Integer.fromBigInt(`0x${Buffer.from(raw.slice(from, from + 32)).toString("hex")}`);
  return new Sequence({ value: [numberAt(0), numberAt(32)] }).toBER();
}

/** The public half of a private key, or a public key, as PEM. */
export const publicKeyIn = (pem: string): KeyObject => createPublicKey(pem);
