import type { Problem } from "../dialect.ts";
import { describeAddress, isPostgresAddress } from "./address.ts";
import { REFUSED_BY_FENCE } from "./failures.ts";

const ADDRESS = "check DATABASE_URL";
const CERTIFICATE =
  "name the certificate of who signed it (sslrootcert=/path/ca.pem in DATABASE_URL), " +
  "or take sslmode=require to encrypt without verifying the server";

type Meaning = (place: string, words: string) => Problem;

const unreachable: Meaning = (place, words) => ({
  reason: `${place} cannot be reached (${words})`,
  advice: `start the database server, or ${ADDRESS}`,
});
const refusal: Meaning = (place) => ({
  reason: `${place} does not let this user in`,
  advice: "check user and password in DATABASE_URL",
});
const untrustedCertificate: Meaning = (place, words) => ({
  reason: `the certificate of ${place} is not trusted (${words})`,
  advice: CERTIFICATE,
});
const endOfConnection: Meaning = (place, words) => ({
  reason: `${place} has ended the connection (${words})`,
  advice: "try again; if it keeps failing, look into the log of the database server",
});

/** Explanations of SQLSTATEs and of Node's socket and TLS errors. */
const MEANINGS: Record<string, Meaning> = {
  ECONNREFUSED: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOENT: unreachable,
  EACCES: unreachable,
  ECONNRESET: endOfConnection,
  EPIPE: endOfConnection,
  ERR_STREAM_DESTROYED: endOfConnection,
  ERR_STREAM_WRITE_AFTER_END: endOfConnection,
  "08000": endOfConnection,
  "08003": endOfConnection,
  "08006": endOfConnection,
  "08P01": endOfConnection,
  "25P03": endOfConnection,
  "28P01": refusal,
  "28000": refusal,
  "3D000": (place) => ({
    reason: `${place} is not there`,
    advice: `make it (createdb), or ${ADDRESS}`,
  }),
  "42501": (place, words) => ({
    reason: `this user may not do what the store needs in ${place} (${words})`,
    advice: "let it create and change tables there (grant create on schema public)",
  }),
  "25006": (place) => ({
    reason: `${place} can only be read: it is a standby, or set to read only`,
    advice: "name the primary in DATABASE_URL",
  }),
  "53300": (place) => ({
    reason: `${place} has as many connections as it takes`,
    advice:
      "raise its max_connections, lower pool_size in DATABASE_URL, or put PgBouncer in between",
  }),
  "53100": (place) => ({
    reason: `the disk of ${place} is full`,
    advice: "free some space, and try again",
  }),
  [REFUSED_BY_FENCE]: (place, words) => ({
    reason: `${place} refuses a write: ${words}`,
    advice: "try again once service-link clients move is over",
  }),
  "55P03": (place) => ({
    reason: `${place} is locked by another transaction`,
    advice: "wait until the other server has migrated it, or end what holds it, and try again",
  }),
  "57014": (place, words) => ({
    reason: `${place} took too long (${words})`,
    advice: "look what it is busy with (pg_stat_activity), and try again",
  }),
  "57P01": endOfConnection,
  "57P02": endOfConnection,
  "57P03": (place) => ({
    reason: `${place} is starting or stopping`,
    advice: "try again in a moment",
  }),
  SELF_SIGNED_CERT_IN_CHAIN: untrustedCertificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrustedCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedCertificate,
  UNABLE_TO_GET_ISSUER_CERT: untrustedCertificate,
  CERT_HAS_EXPIRED: (place) => ({
    reason: `the certificate of ${place} has expired`,
    advice: "renew it",
  }),
  ERR_TLS_CERT_ALTNAME_INVALID: (place) => ({
    reason: `the certificate of ${place} is another host's`,
    advice: "name the host as its certificate does, or take sslmode=verify-ca",
  }),
};

/** Failures that the driver reports only as a message. */
const WORDS: [RegExp, Meaning][] = [
  [
    /does not support SSL/,
    (place) => ({
      reason: `${place} does not speak TLS`,
      advice: "switch it on there, or set sslmode=disable in DATABASE_URL for a network you trust",
    }),
  ],
  [/timeout (expired|exceeded)|due to connection timeout/, unreachable],
  [/Query read timeout/, MEANINGS["57014"] ?? endOfConnection],
  [/password must be a (non-empty )?string/, refusal],
  [/^(Connection|Client) /, endOfConnection],
];

/**
 * Explains a failure of PostgreSQL or of its connection; null for any other failure. Never includes
 * the password.
 */
export const explain = (failure: Error, address: string): Problem | null => {
  if (!isPostgresAddress(address)) return null;
  const words = describeFailure(failure);
  const meaning =
    MEANINGS["code" in failure ? String(failure.code) : ""] ??
    WORDS.find(([pattern]) => pattern.test(words))?.[1];
  return meaning?.(`the database ${describeAddress(address)}`, words) ?? null;
};

/** A host with several addresses fails with an error for each address. */
const describeFailure = (failure: Error): string =>
  failure instanceof AggregateError
    ? failure.errors.map(({ message }) => message).join(", ")
    : failure.message;
