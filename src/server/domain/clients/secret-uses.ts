import type { ClientSecret } from "./client-secret.ts";

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
