import { livingSecrets } from "./client-secret.ts";
import type { ClientDeps } from "./deps.ts";

/** The copies of a client's secret outside the store, which the server has in the clear. */
export type FirstClientKeys = {
  /**
   * Writes another secret next to `keys.json`; null if that file belongs to another client, or does not
   * exist. Throws if it cannot be written.
   */
  prepareFile(clientId: string, secret: string): SecretFile | null;
  /** Whether `keys.json` has the client's secret of this digest. */
  isInFile(clientId: string, secretDigest: string): boolean;
  /** Whether SERVICE_LINK_SECRET is this secret: without a valid secret the server does not start. */
  isInVariable(clientId: string, secretDigest: string): boolean;
};

/** A secret that was written next to `keys.json`. */
export type SecretFile = {
  secretDigest: string;
  /** Replaces the previous secret by it; idempotent. Throws if that fails. */
  put(): void;
  /** Removes the prepared secret, and keeps the previous one. */
  discard(): void;
};

/**
 * Puts a rotated secret into its file after the store has it; returns `stale` if that fails. If several
 * rotations run at once, the file gets the store's last secret, and the others return null.
 */
export const putSecretFile = async (
  { store, clock }: Pick<ClientDeps, "clock"> & { store: Pick<ClientDeps["store"], "transact"> },
  clientId: string,
  file: SecretFile,
): Promise<"renewed" | "stale" | null> => {
  try {
    // Runs in a transaction, so that the check and the write see the same secret.
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
