import type { PrepareSessionResponse } from "../protocol/bridge.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import type { Client } from "./client.ts";
import type { Host } from "./host.ts";
import type { State } from "./machine/states.ts";
import type { Table } from "./machine/transition.ts";

/** What is known of a session before it starts, and afterwards. */
export type ShownSession = Omit<PrepareSessionResponse, "at_list">;

/** What sessions need from outside. */
export type SessionOptions = {
  host: Host;
  client: Client;
  /** The institutions to show first, as they came with the document. */
  institutions: InstitutionRow[];
  /** The moves that are known so far. */
  moves(): Table;
  /** Resolves once all of them are, with what solves a proof of work; that rejects when aborted. */
  later(): Promise<{
    solve(
      challenge: Record<string, unknown>,
      signal: AbortSignal,
    ): Promise<Record<string, unknown>>;
  }>;
  /** Searches here in the frame; null until that is possible. */
  searchHere(): ((query: string) => InstitutionRow[]) | null;
  /** Letters and digits, as many as asked for, that nobody can guess. */
  newId(length: number): string;
  /** What was kept for a link token by its frames; what was made, where that is nothing. */
  keptFor(linkToken: string, made: string): string;
  /** Calls when the document goes for good, the tab with it perhaps. */
  whenGone(leave: () => void): void;
  /** Draws a state; `session` is null as long as nothing is known of it. */
  paint(state: State, session: ShownSession | null): void;
  /** Now, in ms since 1970. */
  clock: () => number;
};
