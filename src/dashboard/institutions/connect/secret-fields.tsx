import { Time } from "../../ui/time.tsx";
import { Field, type FieldProblems, Switch } from "./field.tsx";
import type { StoredConnection } from "./form-body.ts";

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
      <Field
        name="client_secret"
        label="Client secret"
        kind="secret"
        problems={problems}
        hint={stored?.has_client_secret ? KEPT : "Stored sealed, and never shown again."}
      />
    )}
    {method === "private_key_jwt" && (
      <Field
        name="private_key"
        label="Private key"
        kind="long"
        placeholder="-----BEGIN PRIVATE KEY-----"
        problems={problems}
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
    <Field
      name="certificate"
      label="Certificate"
      kind="long"
      placeholder="-----BEGIN CERTIFICATE-----"
      problems={problems}
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
    <Field
      name="certificate_key"
      label="Its private key"
      kind="long"
      placeholder="-----BEGIN PRIVATE KEY-----"
      problems={problems}
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
        <Switch name="forget_certificate">Forget the certificate that is stored</Switch>
      )}
    </>
  );
