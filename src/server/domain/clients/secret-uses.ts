import type { ClientSecret } from "./client-secret.ts";

/** A secret that was used, and when. */
export type SecretUse = { clientId: string; secretId: string; at: number };

/** A use is written no more often than this, for each secret and process. */
const EVERY_MS = 60_000;

/** Collects in memory which secrets are used, so that no request waits for a write. */
export type SecretUses = {
  record(clientId: string, secret: Pick<ClientSecret, "secretId" | "usedAt">): void;
  /** The uses that are due to be written. */
  drain(): SecretUse[];
};

/** No uses yet. */
export const createSecretUses = (clock: () => number): SecretUses => {
  /** When each secret was noted last, within `EVERY_MS`. */
  const noted = new Map<string, number>();
  let due: SecretUse[] = [];
  return {
    record: (clientId, { secretId, usedAt }) => {
      const at = clock();
      const key = `${clientId} ${secretId}`;
      const isRecent = (time: number | null | undefined): boolean =>
        time != null && Math.abs(at - time) < EVERY_MS;
      // Another process may have written it.
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
