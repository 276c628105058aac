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

/** A certificate for TLS client authentication, and its key. */
const CertificateFields = ({
  stored,
  problems,
}: Pick<SecretFieldsProps, "stored" | "problems">) => (
  <>
    <TextField
      {...connectField("certificate", problems)}
      label="Certificate"
      rows={3}
      placeholder="-----BEGIN CERTIFICATE-----"
      hint={
        stored?.certificate_until ? (
          <>
            One is stored, good until <Time at={stored.certificate_until} />. Leave both empty to
            keep it.
          </>
        ) : (
          "As PEM."
        )
      }
    />
    <TextField
      {...connectField("certificate_key", problems)}
      label="Its private key"
      rows={3}
      placeholder="-----BEGIN PRIVATE KEY-----"
      hint="As PEM. Stored sealed, and never shown again."
    />
  </>
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
