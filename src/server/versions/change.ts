import type { Edit } from "./edit.ts";

/** One thing that a version changed. What is not said here is the same before and after. */
export type Change = {
  /** What changed, in a sentence for clients. */
  summary: string;
  /** The paths it touches; one that does not exist stops the boot. */
  paths: readonly `/${string}`[];
  /** From a request as clients sent it before to one of this version. */
  request?: Edit;
  /** From an answer of this version to one as clients expected it before. */
  response?: Edit;
  /** Leaves out of an answer what only clients from before this version need. */
  removedForNewer?: Edit;
};

/** A dated version and what it changed. */
export type Version = { date: string; changes: readonly Change[] };
