import { livingSecrets } from "./client-secret.ts";
import type { ClientDeps } from "./deps.ts";

/** What becomes of a client's secret beside the store, where the server has it in the clear. */
export type FirstClientKeys = {
  /**
   * Writes another secret beside `keys.json`; null where that file is of another client, or is not there.
   * Throws where it cannot be written.
   */
  prepareFile(clientId: string, secret: string): SecretFile | null;
  /** Whether `keys.json` has the client's secret of this digest. */
  isInFile(clientId: string, secretDigest: string): boolean;
  /** Whether SERVICE_LINK_SECRET has it: without a secret that works the server does not start. */
  isInVariable(clientId: string, secretDigest: string): boolean;
};

/** A secret that was written beside `keys.json`. */
export type SecretFile = {
  secretDigest: string;
  /** Puts it in place of the one before; idempotent. Throws where it cannot be put there. */
  put(): void;
  /** Removes it, and leaves the one before. */
  discard(): void;
};

/**
 * Puts a rotated secret in place once the store has it; `stale` where that cannot be done. Of several rotations
 * at once the store's last one gets the file, and null is answered to the others.
 */
export const putSecretFile = async (
  { store, clock }: Pick<ClientDeps, "clock"> & { store: Pick<ClientDeps["store"], "transact"> },
  clientId: string,
  file: SecretFile,
): Promise<"renewed" | "stale" | null> => {
  try {
    // No rotation comes between the look and the file.
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
