import type { NewJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";

/** The state of an Item's connector as it is stored. */
export type SealedState = {
  sealed: string;
  /** Optimistic lock: counts changes, from 1. */
  revision: number;
};

/** The port for the state that connectors have of Items. */
export type ConnectorStateStore = {
  byItemId(itemId: string): Promise<SealedState | null>;
  /**
   * Compare-and-set: `revision` is the one that was read, 0 if there was no state. Adds the jobs in the same
   * transaction. Returns false and changes nothing if another call wrote first, or if the Item was removed.
   */
  replace(
    itemId: string,
    revision: number,
    sealed: string,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
  /** Returns some of the states that an earlier version stored in the clear. */
  plaintextStates(): Promise<{ itemId: string; state: string }[]>;
  /** Replaces a state in the clear by its sealed form. */
  seal(itemId: string, sealed: string): Promise<void>;
};

/** Seals a connector's state of an Item; it opens for that Item only. */
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

/** Seals the states that an earlier version stored in the clear; a server does so before it starts. */
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
