import type { ReadonlySignal } from "@preact/signals-core";
import type { InstitutionRow } from "../protocol/institution.ts";
import type { PrepareSessionResponse } from "../protocol/link/session-start.ts";
import type { BridgeClient } from "./bridge-client.ts";
import type { Host } from "./host.ts";
import type { Effect, EffectOf } from "./machine/effect.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import type { Table } from "./machine/transition.ts";

/** The known data of a session, before and after its start. */
export type SessionPreview = Omit<PrepareSessionResponse, "at_list">;

/**
 * Calls the bridge for an effect. Resolves with the response's event, or null if the call has
 * already sent its events. `signal` aborts when Link closes; `send` sends events in between.
 */
export type BridgeCall<D extends Effect["do"]> = (
  client: BridgeClient,
  effect: EffectOf<D>,
  signal: AbortSignal,
  send: (event: MachineEvent) => void,
) => Promise<MachineEvent | null>;

/** The calls of the lazy chunk. */
export type BridgeCalls = {
  [D in Exclude<Effect["do"], "emit" | "selectInstitution" | "succeed" | "exit">]: BridgeCall<D>;
};

/** The part of the machine in the lazy chunk: all transitions, and the calls of their effects. */
type LazyMachine = {
  transitionTable: Table;
  calls: BridgeCalls;
};

/** The dependencies of sessions. */
export type SessionOptions = {
  host: Host;
  client: BridgeClient;
  /** The institutions that the document came with, to show first. */
  institutions: InstitutionRow[];
  /** The rest of the machine; null until it is loaded. */
  lazyChunk: ReadonlySignal<LazyMachine | null>;
  /** Resolves once the rest is loaded. */
  loadLazyChunk(): Promise<unknown>;
  /** Returns that many random letters and digits. */
  newId(length: number): string;
  /**
   * The stored id and secret of a link token's session; without stored values, the fresh values.
   */
  resumeCredentials(linkToken: string, fresh: string): string;
  /** Calls `leave` when the document unloads for good. */
  onPageGone(leave: () => void): void;
  /** Now, in ms since 1970. */
  clock: () => number;
};
