import { TextField, Tick } from "../../ui/form-fields.tsx";
import { Time } from "../../ui/time.tsx";
import { connectField, type FieldProblems, type StoredConnection } from "./form-body.ts";

/** The methods of client authentication, in words. */
export const METHODS: Readonly<Record<string, string>> = {
  client_secret_basic: "Client secret, in a header",
  client_secret_post: "Client secret, in the form",
  private_key_jwt: "Private key, which signs for the client",
  tls_client_auth: "Certificate in TLS (mTLS), of an authority",
  self_signed_tls_client_auth: "Certificate in TLS (mTLS), self-signed",
  none: "No authentication: a public client",
};

type SecretFieldsProps = {
  method: string;
  stored: StoredConnection;
  problems: FieldProblems;
};

/** The fields of a client authentication method. A secret is write-only. */
export const SecretFields = ({ method, stored, problems }: SecretFieldsProps) => (
  <>
    {method.startsWith("client_secret") && (
      <TextField
        {...connectField("client_secret", problems)}
        label="Client secret"
        type="password"
        hint={stored?.has_client_secret ? KEPT : "Stored sealed, and never shown again."}
      />
    )}
    {method === "private_key_jwt" && (
      <TextField
        {...connectField("private_key", problems)}
        label="Private key"
        rows={3}
        placeholder="-----BEGIN PRIVATE KEY-----"
        hint={
          stored?.has_private_key
            ? KEPT
            : "RSA, P-256, P-384 or Ed25519, as PEM or as a JWK. Stored sealed, and never shown again."
        }
      />
    )}
    {method.endsWith("tls_client_auth") && <CertificateFields {...{ stored, problems }} />}
  </>
);

const KEPT = "One is stored. Leave this empty to keep it.";

type PairFieldsProps = Pick<SecretFieldsProps, "problems"> & {
  name: string;
  label: string;
  keyLabel: string;
  /** The end of the stored certificate's validity, in ms since 1970; null without a certificate. */
  until: number | null;
  hint: string;
};

/** A certificate and its key, both as PEM. */
const PairFields = ({ name, label, keyLabel, until, hint, problems }: PairFieldsProps) => (
  <>
    <TextField
      {...connectField(name, problems)}
      label={label}
      rows={3}
      placeholder="-----BEGIN CERTIFICATE-----"
      hint={
        until === null ? (
          hint
        ) : (
          <>
            One is stored, good until <Time at={until} />. Leave both empty to keep it.
          </>
        )
      }
    />
    <TextField
      {...connectField(`${name}_key`, problems)}
      label={keyLabel}
      rows={3}
      placeholder="-----BEGIN PRIVATE KEY-----"
      hint="As PEM. Stored sealed, and never shown again."
    />
  </>
);

const FOLLOWS = "As PEM. It is used from the day before the end of the first.";

/** The next certificates, and certificates for seals if the dialect signs requests. */
export const FurtherCertificates = ({
  stored,
  problems,
}: Pick<SecretFieldsProps, "stored" | "problems">) => (
  <>
    {stored?.certificate_until && (
      <PairFields
        {...{ name: "next_certificate", problems, until: null, hint: FOLLOWS }}
        label="Certificate that follows the one in TLS"
        keyLabel="Private key of the certificate that follows"
      />
    )}
    {stored?.signs_requests && (
      <>
        <PairFields
          {...{ name: "seal_certificate", problems, until: stored.seal_certificate_until }}
          label="Certificate for seals (QSealC)"
          keyLabel="Private key of the certificate for seals"
          hint="As PEM, with a key of RSA: requests are signed with it."
        />
        {stored.seal_certificate_until && (
          <>
            <Tick name="forget_seal_certificate">Forget the certificate for seals</Tick>
            <PairFields
              {...{ name: "next_seal_certificate", problems, until: null, hint: FOLLOWS }}
              label="Certificate that follows the one for seals"
              keyLabel="Private key of the next certificate for seals"
            />
          </>
        )}
      </>
    )}
  </>
);

/** A certificate for TLS client authentication, and its key. */
const CertificateFields = ({
  stored,
  problems,
}: Pick<SecretFieldsProps, "stored" | "problems">) => (
  <PairFields
    {...{ name: "certificate", label: "Certificate", keyLabel: "Its private key", problems }}
    {...{ hint: "As PEM.", until: stored?.certificate_until ?? null }}
  />
);

/** A certificate in addition to another authentication method, for certificate-bound tokens. */
export const ExtraCertificate = ({ method, stored, problems }: SecretFieldsProps) =>
  method.endsWith("tls_client_auth") ? null : (
    <>
      <CertificateFields {...{ stored, problems }} />
      {stored?.certificate_until && (
        <Tick name="forget_certificate">Forget the certificate that is stored</Tick>
      )}
    </>
  );
