import type { NewJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";

/** The stored state of an Item's connector. */
export type SealedState = {
  sealed: string;
  /** The optimistic lock: the number of changes, from 1. */
  revision: number;
};

/** The port for connector states, one per Item. */
export type ConnectorStateStore = {
  byItemId(itemId: string): Promise<SealedState | null>;
  /**
   * Compare-and-set: `revision` is the revision that the caller read, or 0 without a state. Adds
   * the jobs in the same transaction. False without changes if another call wrote first, or the
   * Item was removed.
   */
  replace(
    itemId: string,
    revision: number,
    sealed: string,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
  /** Returns some of the states that an earlier version stored unencrypted. */
  plaintextStates(): Promise<{ itemId: string; state: string }[]>;
  /** Replaces an unencrypted state by its sealed form. */
  seal(itemId: string, sealed: string): Promise<void>;
};

/** Seals an Item's connector state, for this Item only. */
export const sealState = (
  { vault }: Pick<Runtime, "vault">,
  itemId: string,
  state: string,
): string => vault.seal(sealPurpose(itemId), state);

/** Opens the state of an Item's connector. */
export const openState = (
  { vault }: Pick<Runtime, "vault">,
  itemId: string,
  { sealed }: Pick<SealedState, "sealed">,
): string => vault.open(sealPurpose(itemId), sealed);

/**
 * Seals the states that an earlier version stored unencrypted. A server calls this before it
 * starts.
 */
export const sealConnectorStates = async ({
  store,
  vault,
}: Pick<Runtime, "vault"> & { store: { connectorStates: ConnectorStateStore } }): Promise<void> => {
  for (;;) {
    const some = await store.connectorStates.plaintextStates();
    if (some.length === 0) return;
    for (const { itemId, state } of some)
      await store.connectorStates.seal(itemId, sealState({ vault }, itemId, state));
  }
};

const sealPurpose = (itemId: string): string => `connector-state:${itemId}`;
