import { Fault } from "../fault.ts";
import { digest, isSameDigest, opaqueId, type Random } from "../identifiers.ts";
import { isRestricted, type SecretRestrictions, UNRESTRICTED } from "./secret-restrictions.ts";

/** The maximum number of secrets of one client that work at the same time. */
export const MAX_SECRETS = 20;

/** The longest name of a secret, in characters. */
export const MAX_SECRET_NAME_LENGTH = 60;

/** A secret of a client; only its digest is stored. Times are ms since 1970. */
export type ClientSecret = {
  secretId: string;
  /** The operator's name for the secret; may be empty. */
  name: string;
  digest: string;
  /** Its last four characters; empty if an earlier version of the store did not keep them. */
  lastFour: string;
  createdAt: number;
  /** The last use, to the minute; null before the first one. */
  usedAt: number | null;
  /** The time from which the secret is refused; null without an end. */
  endsAt: number | null;
  restrictions: SecretRestrictions;
};

type Origin = { random: Random; clock: () => number };

/** A new secret in the clear. */
export const generateSecret = (random: Random): string => opaqueId(random, 40);

/** The choices about a new secret. */
type SecretChoices = Partial<Pick<ClientSecret, "name" | "endsAt" | "restrictions">>;

/** Returns a new secret's row. By default the secret has no restrictions and no end. */
export const newSecret = (
  secret: string,
  { random, clock }: Origin,
  { name = "", endsAt = null, restrictions = UNRESTRICTED }: SecretChoices = {},
): ClientSecret => ({
  secretId: opaqueId(random, 12),
  name,
  digest: digest(secret),
  // Four characters would reveal much of a short secret.
  lastFour: secret.length >= 16 ? secret.slice(-4) : "",
  createdAt: clock(),
  usedAt: null,
  endsAt,
  restrictions,
});

/** Returns the working secrets at a moment. The secret that replaces the others comes first. */
export const livingSecrets = (
  { secrets }: { secrets: readonly ClientSecret[] },
  now: number,
): ClientSecret[] => secrets.filter((secret) => isLiving(secret, now)).sort(byReplacement);

/** Finds a working secret by its digest, comparing in constant time. */
export const secretWith = (
  client: { secrets: readonly ClientSecret[] } | null,
  secretDigest: string,
  now: number,
): ClientSecret | null => {
  let found: ClientSecret | null = null;
  // Each API call compares every secret, without a sort or a copy.
  for (const secret of client?.secrets ?? [])
    if (isSameDigest(secret.digest, secretDigest) && isLiving(secret, now)) found ??= secret;
  return found;
};

/**
 * Returns the secrets with an added secret. The others end at `othersEnd`, unless they already end;
 * null keeps them. Throws INVALID_FIELD above `MAX_SECRETS`.
 */
export const afterAdding = (
  secrets: readonly ClientSecret[],
  added: ClientSecret,
  { othersEnd, now }: { othersEnd: number | null; now: number },
): ClientSecret[] => {
  const others = secrets
    .map((secret) => ({ ...secret, endsAt: secret.endsAt ?? othersEnd }))
    .filter((secret) => isLiving(secret, now));
  return requireStanding(secrets, requireRoom([...others, added]), now);
};

/**
 * Returns the secrets with a replacement for one secret, with the same name, restrictions and end.
 * The old secret ends at `endsAt`, unless it ends earlier.
 */
export const afterRotating = (
  secrets: readonly ClientSecret[],
  replacement: ClientSecret,
  { secretId, endsAt, now }: { secretId: string; endsAt: number; now: number },
): ClientSecret[] => {
  const old = requireSecret(secrets, secretId, now);
  const { name, restrictions, endsAt: end } = old;
  const added = { ...replacement, name, restrictions, endsAt: end };
  const others = secrets
    .map((secret) =>
      secret.secretId === secretId
        ? { ...secret, endsAt: Math.min(secret.endsAt ?? endsAt, endsAt) }
        : secret,
    )
    .filter((secret) => isLiving(secret, now));
  return requireStanding(secrets, requireRoom([...others, added]), now);
};

/**
 * Returns the secrets without a secret that ends now. The last unrestricted secret without an end
 * stays, unless `evenLast` is true.
 */
export const afterEnding = (
  secrets: readonly ClientSecret[],
  secretId: string,
  { evenLast, now }: { evenLast: boolean; now: number },
): ClientSecret[] => {
  requireSecret(secrets, secretId, now);
  const others = secrets.filter((secret) => secret.secretId !== secretId && isLiving(secret, now));
  return evenLast ? others : requireStanding(secrets, others, now);
};

/** Returns the secrets with a change to one secret. */
export const afterChanging = (
  secrets: readonly ClientSecret[],
  secretId: string,
  { now, ...choices }: SecretChoices & { now: number },
): ClientSecret[] => {
  requireSecret(secrets, secretId, now);
  const after = secrets.map((secret) =>
    secret.secretId === secretId ? { ...secret, ...choices } : secret,
  );
  return requireStanding(secrets, after, now);
};

/**
 * Returns the changed secrets; throws INVALID_FIELD if the client would lose its last reliable
 * secret.
 */
function requireStanding(
  before: readonly ClientSecret[],
  after: ClientSecret[],
  now: number,
): ClientSecret[] {
  if (standingOf(after, now) >= standingOf(before, now)) return after;
  throw new Fault("INVALID_FIELD", {
    message:
      "it is the last secret that works without restriction and without an end: the client needs one",
    display:
      "This is the last secret that works without restriction and without an end. The client needs one.",
  });
}

/**
 * Returns how reliable a client's secrets are: 3 with an unrestricted secret without end, 0 without
 * a working secret.
 */
function standingOf(secrets: readonly ClientSecret[], now: number): number {
  const standings = secrets.map((secret) => {
    if (!isLiving(secret, now)) return 0;
    if (isRestricted(secret.restrictions)) return 1;
    return secret.endsAt === null ? 3 : 2;
  });
  return Math.max(0, ...standings);
}

function requireRoom(secrets: ClientSecret[]): ClientSecret[] {
  if (secrets.length <= MAX_SECRETS) return secrets;
  throw new Fault("INVALID_FIELD", {
    message: `a client has at most ${MAX_SECRETS} secrets that work; end one of them first`,
    display: `${MAX_SECRETS} secrets work already. End one of them first.`,
  });
}

const isLiving = ({ endsAt }: ClientSecret, now: number): boolean =>
  endsAt === null || now < endsAt;

function requireSecret(
  secrets: readonly ClientSecret[],
  secretId: string,
  now: number,
): ClientSecret {
  const found = secrets.find((secret) => secret.secretId === secretId && isLiving(secret, now));
  if (found) return found;
  throw new Fault("INVALID_FIELD", {
    message: "the client has no such secret, or it has ended",
    display: "This secret has ended already.",
  });
}

/** Orders secrets: unrestricted first, then without end, then newest first. */
const byReplacement = (a: ClientSecret, b: ClientSecret): number =>
  Number(isRestricted(a.restrictions)) - Number(isRestricted(b.restrictions)) ||
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
  /** Returns the uses that are due for a write. */
  drain(): SecretUse[];
};

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
      // Another process may have recorded the use.
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
