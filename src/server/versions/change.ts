import type { Edit } from "./edit.ts";

/** A change of a version. Everything else is equal before and after the change. */
export type Change = {
  /** The change in a sentence for clients. */
  summary: string;
  /** The endpoints of the change. The server does not start with an unknown endpoint. */
  paths: readonly `/${string}`[];
  /** Upgrades a request from the version before. */
  request?: Edit;
  /** Downgrades a response to the version before. */
  response?: Edit;
  /** Drops fields of earlier versions from the responses of this version and later versions. */
  droppedFrom?: Edit;
};

/** A dated version with its changes. */
export type Version = { date: string; changes: readonly Change[] };
