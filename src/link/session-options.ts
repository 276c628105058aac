import type { ReadonlySignal } from "@preact/signals-core";
import type { PrepareSessionResponse } from "../protocol/bridge.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import type { BridgeClient } from "./bridge-client.ts";
import type { Host } from "./host.ts";
import type { Effect, EffectOf } from "./machine/effect.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import type { Table } from "./machine/transition.ts";

/** What is known of a session before it starts, and afterwards. */
export type SessionPreview = Omit<PrepareSessionResponse, "at_list">;

/**
 * How an effect calls the bridge: it resolves with the event that the answer is, or null where it has sent that
 * itself. `signal` aborts when Link closes; `send` is for what happens meanwhile.
 */
export type BridgeCall<D extends Effect["do"]> = (
  client: BridgeClient,
  effect: EffectOf<D>,
  signal: AbortSignal,
  send: (event: MachineEvent) => void,
) => Promise<MachineEvent | null>;

/** The calls that come after the first view. */
export type BridgeCalls = {
  [D in Exclude<Effect["do"], "emit" | "selectInstitution" | "succeed" | "exit">]: BridgeCall<D>;
};

/** The part of the machine that comes after the first view: every transition, and the calls of their effects. */
type LazyMachine = {
  transitionTable: Table;
  calls: BridgeCalls;
};

/** What sessions need from outside. */
export type SessionOptions = {
  host: Host;
  client: BridgeClient;
  /** The institutions to show first, as they came with the document. */
  institutions: InstitutionRow[];
  /** The rest of the machine; null as long as it is not here. */
  lazyChunk: ReadonlySignal<LazyMachine | null>;
  /** Resolves once it is. */
  loadLazyChunk(): Promise<unknown>;
  /** Letters and digits, as many as asked for, that nobody can guess. */
  newId(length: number): string;
  /** The id and the secret of a link token's session that this browser has, or else the new ones. */
  resumeCredentials(linkToken: string, fresh: string): string;
  /** Calls when the document goes for good, the tab with it perhaps. */
  onPageGone(leave: () => void): void;
  /** Now, in ms since 1970. */
  clock: () => number;
};
