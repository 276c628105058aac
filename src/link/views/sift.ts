import { fold } from "../../protocol/fold.ts";

/**
 * The rows whose names have in them what was typed, best first: what the search will answer, but for
 * its forgiveness, and in the same order, so that no row moves away under a finger.
 */
export const sift = <Row extends { name: string; label?: string | undefined }>(
  query: string,
  rows: readonly Row[],
): Row[] => {
  const wanted = fold(query.trim());
  const rank = ({ name, label = name }: Row): number => {
    const at = ` ${fold(label)}`.indexOf(` ${wanted}`);
    if (at > 0) return 1;
    if (at === 0) return 0;
    return fold(label).includes(wanted) ? 2 : 3;
  };
  return rows.filter((row) => rank(row) < 3).sort((one, other) => rank(one) - rank(other));
};
