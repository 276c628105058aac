import type { PendingRule } from "./pending-rule.ts";

type Program = {
  id: string;
  /** The name in the list, and of the grant. */
  name: string;
  /** The program's protocol; `file` for a program that reads its user's files only. */
  door: "simplefin" | "ofx" | "file";
  /** Null if the protocol has no pending transactions. */
  pending: PendingRule | null;
};

/**
 * The programs that people choose by name, with their door and pending rule. docs/doors.md has the
 * reasons.
 */
export const PROGRAMS = [
  { id: "actual", name: "Actual Budget", door: "simplefin", pending: "left_out" },
  { id: "budget_board", name: "Budget Board", door: "simplefin", pending: "left_out" },
  { id: "firefly", name: "Firefly III", door: "simplefin", pending: "left_out" },
  { id: "gnucash", name: "GnuCash", door: "ofx", pending: null },
  { id: "home_assistant", name: "Home Assistant", door: "simplefin", pending: "as_they_are" },
  { id: "quicken", name: "Quicken", door: "file", pending: null },
  { id: "sure", name: "Sure", door: "simplefin", pending: "as_they_are" },
] as const satisfies Program[];

export type ProgramId = (typeof PROGRAMS)[number]["id"];
