import type { Edit } from "./edit.ts";

/** A change that a version made; all that it does not mention is the same before and after. */
export type Change = {
  /** The change in a sentence for clients. */
  summary: string;
  /** The endpoints that it changes; the server does not start if one does not exist. */
  paths: readonly `/${string}`[];
  /** Upgrades a request from the version before. */
  request?: Edit;
  /** Downgrades a response to the version before. */
  response?: Edit;
  /** Drops fields that only earlier versions have from the responses of this version and later ones. */
  droppedFrom?: Edit;
};

/** A dated version with its changes. */
export type Version = { date: string; changes: readonly Change[] };
