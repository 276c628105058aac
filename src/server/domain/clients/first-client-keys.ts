import { livingSecrets } from "./client-secret.ts";
import type { ClientDeps } from "./deps.ts";

/** Copies of a client's secret outside the store, in the clear. */
export type FirstClientKeys = {
  /**
   * Writes a new secret next to `keys.json`. Null if the file is missing or belongs to another
   * client. Throws if the write fails.
   */
  prepareFile(clientId: string, secret: string): SecretFile | null;
  /** Whether `keys.json` has the secret with this digest. */
  isInFile(clientId: string, secretDigest: string): boolean;
  /**
   * Whether SERVICE_LINK_SECRET is this secret. The server does not start with an invalid secret.
   */
  isInVariable(clientId: string, secretDigest: string): boolean;
};

/** A new secret in a file next to `keys.json`. */
export type SecretFile = {
  secretDigest: string;
  /** Replaces the previous secret in `keys.json`; idempotent. Throws if the write fails. */
  put(): void;
  /** Deletes the prepared file. `keys.json` keeps the previous secret. */
  discard(): void;
};

/**
 * Writes a rotated secret to its file after the store has the secret; returns `stale` if the write
 * fails. With several rotations at once, the file gets the store's last secret, and the other calls
 * return null.
 */
export const putSecretFile = async (
  { store, clock }: Pick<ClientDeps, "clock"> & { store: Pick<ClientDeps["store"], "transact"> },
  clientId: string,
  file: SecretFile,
): Promise<"renewed" | "stale" | null> => {
  try {
    // One transaction, so that the check and the write see the same secret.
    return await store.transact(async ({ clients }) => {
      const client = await clients.byClientId(clientId);
      const last = client && livingSecrets(client, clock())[0];
      const isLast = last?.digest === file.secretDigest;
      if (isLast) file.put();
      else file.discard();
      return isLast ? "renewed" : null;
    });
  } catch {
    return "stale";
  }
};
