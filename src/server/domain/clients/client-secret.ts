import { Fault } from "../fault.ts";
import { digest, isSameDigest, opaqueId, type Random } from "../identifiers.ts";

/** The most secrets of one client that work at the same time. */
export const MAX_SECRETS = 5;

/** The longest name of a secret, in characters. */
export const MAX_SECRET_NAME_LENGTH = 60;

/** A secret of a client; only its digest is stored. Times are ms since 1970. */
export type ClientSecret = {
  secretId: string;
  /** The operator's name for it; empty for nothing. */
  name: string;
  digest: string;
  /** Its last four characters; empty if an earlier version of the store did not keep them. */
  lastFour: string;
  createdAt: number;
  /** The last use, to the minute; null before the first one. */
  usedAt: number | null;
  /** The time from which it is refused; null while no end is set. */
  endsAt: number | null;
};

type Origin = { random: Random; clock: () => number };

/** A new secret in the clear. */
export const generateSecret = (random: Random): string => opaqueId(random, 40);

/** The row of a secret, not stored yet. */
export const newSecret = (secret: string, { random, clock }: Origin, name = ""): ClientSecret => ({
  secretId: opaqueId(random, 12),
  name,
  digest: digest(secret),
  // An operator's own secret may be so short that four characters give it away.
  lastFour: secret.length >= 16 ? secret.slice(-4) : "",
  createdAt: clock(),
  usedAt: null,
  endsAt: null,
});

/** Returns the secrets that work at a moment, the one that replaces the others first. */
export const livingSecrets = (
  { secrets }: { secrets: readonly ClientSecret[] },
  now: number,
): ClientSecret[] => secrets.filter((secret) => isLiving(secret, now)).sort(byReplacement);

/** The secret with a digest among those that work; every one is compared, each in constant time. */
export const secretWith = (
  client: { secrets: readonly ClientSecret[] } | null,
  secretDigest: string,
  now: number,
): ClientSecret | null => {
  const living = client ? livingSecrets(client, now) : [];
  const same = living.filter((secret) => isSameDigest(secret.digest, secretDigest));
  return same[0] ?? null;
};

/**
 * Returns the secrets with one added. The others end at `othersEnd`, unless they have an end already; with
 * null they remain. Throws INVALID_FIELD for more than `MAX_SECRETS`.
 */
export const afterAdding = (
  secrets: readonly ClientSecret[],
  added: ClientSecret,
  { othersEnd, now }: { othersEnd: number | null; now: number },
): ClientSecret[] => {
  const others = secrets
    .map((secret) => ({ ...secret, endsAt: secret.endsAt ?? othersEnd }))
    .filter((secret) => isLiving(secret, now));
  if (others.length < MAX_SECRETS) return [...others, added];
  throw new Fault("INVALID_FIELD", {
    message: `a client has at most ${MAX_SECRETS} secrets that work; end one of them first`,
    display: `${MAX_SECRETS} secrets work already. End one of them first.`,
  });
};

/** Returns the secrets without one that ends now; the last working one stays unless `evenLast` is true. */
export const afterEnding = (
  secrets: readonly ClientSecret[],
  secretId: string,
  { evenLast, now }: { evenLast: boolean; now: number },
): ClientSecret[] => {
  requireSecret(secrets, secretId, now);
  const others = secrets.filter((secret) => secret.secretId !== secretId && isLiving(secret, now));
  if (others.length > 0 || evenLast) return others;
  throw new Fault("INVALID_FIELD", {
    message: "it is the last secret that works: without it the client can call nothing",
    display: "This is the last secret that works. Without it the client can call nothing.",
  });
};

/** The secrets with another name for one of them. */
export const afterNaming = (
  secrets: readonly ClientSecret[],
  secretId: string,
  { name, now }: { name: string; now: number },
): ClientSecret[] => {
  requireSecret(secrets, secretId, now);
  return secrets.map((secret) => (secret.secretId === secretId ? { ...secret, name } : secret));
};

const isLiving = ({ endsAt }: ClientSecret, now: number): boolean =>
  endsAt === null || now < endsAt;

function requireSecret(secrets: readonly ClientSecret[], secretId: string, now: number): void {
  if (secrets.some((secret) => secret.secretId === secretId && isLiving(secret, now))) return;
  throw new Fault("INVALID_FIELD", {
    message: "the client has no such secret, or it has ended",
    display: "This secret has ended already.",
  });
}

/** Orders secrets without an end first, then the newest. */
const byReplacement = (a: ClientSecret, b: ClientSecret): number =>
  Number(a.endsAt !== null) - Number(b.endsAt !== null) ||
  b.createdAt - a.createdAt ||
  (a.secretId < b.secretId ? -1 : 1);

/** A use of a secret, and its time. */
export type SecretUse = { clientId: string; secretId: string; at: number };

/** The minimum time between two writes of a secret's use, per process. */
const EVERY_MS = 60_000;

/** Collects uses of secrets in memory, so that no request waits for a write. */
export type SecretUses = {
  record(clientId: string, secret: Pick<ClientSecret, "secretId" | "usedAt">): void;
  /** The uses that are due to be written. */
  drain(): SecretUse[];
};

/** Creates an empty collection. */
export const createSecretUses = (clock: () => number): SecretUses => {
  /** The last recorded use of each secret, within `EVERY_MS`. */
  const noted = new Map<string, number>();
  let due: SecretUse[] = [];
  return {
    record: (clientId, { secretId, usedAt }) => {
      const at = clock();
      const key = `${clientId} ${secretId}`;
      const isRecent = (time: number | null | undefined): boolean =>
        time != null && Math.abs(at - time) < EVERY_MS;
      // Another process may have recorded it.
      if (isRecent(noted.get(key)) || isRecent(usedAt)) return;
      noted.set(key, at);
      due.push({ clientId, secretId, at });
    },
    drain: () => {
      if (due.length === 0) return [];
      const uses = due;
      due = [];
      const now = clock();
      for (const [key, at] of noted) if (Math.abs(now - at) >= EVERY_MS) noted.delete(key);
      return uses;
    },
  };
};
