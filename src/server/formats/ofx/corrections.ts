import type { StatementTransaction } from "../statement.ts";
import type { Fields } from "./from-fields.ts";

/** The rows of a statement that later rows replace or delete. */
type Corrections = {
  isDeletion(fields: Fields): boolean;
  /** Records a row that corrects another row. `at` is its position among the kept rows. */
  add(fields: Fields, at: number): void;
  isCorrected(row: StatementTransaction, at: number): boolean;
};

export function createCorrections(): Corrections {
  /**
   * By corrected id: the position of the last correction, and the correction's id if it differs.
   */
  const byId = new Map<string, { last: number; other: string | null }>();
  /** By position of a row: the corrected id. */
  const formerOf = new Map<number, string>();
  const isDeletion = (fields: Fields): boolean =>
    formerIn(fields) !== null && fields.get("CORRECTACTION")?.toUpperCase() === "DELETE";
  return {
    isDeletion,
    add(fields, at) {
      const former = formerIn(fields);
      if (former === null) return;
      const own = fields.get("FITID") ?? "";
      if (!isDeletion(fields)) formerOf.set(at, former);
      const other = own === former ? (byId.get(former)?.other ?? null) : own;
      byId.set(former, { last: at, other });
    },
    isCorrected({ id }, at) {
      const correction = id === null ? undefined : byId.get(id);
      if (!correction) return false;
      // A row cannot correct itself. In a file with the newest rows first, a correction precedes
      // its row.
      const { last, other } = correction;
      return at < last || (other !== null && formerOf.get(at) !== other && formerOf.get(at) !== id);
    },
  };
}

/** The id that a row corrects. Programs write zeros instead of an empty id. */
function formerIn(fields: Fields): string | null {
  const former = fields.get("CORRECTFITID") ?? "";
  return /^0*$/.test(former) ? null : former;
}
