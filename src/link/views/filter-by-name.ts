import { NOT, plainWords, rankOf } from "../../protocol/name-rank.ts";

/**
 * The rows whose names have in them what was typed, best first: what the search will answer, but for
 * its forgiveness, and in the same order, so that no row moves away under a finger.
 */
export const filterByName = <Row extends { name: string; label?: string | undefined }>(
  query: string,
  rows: readonly Row[],
): Row[] => {
  const needle = plainWords(query);
  const rank = ({ name, label = name }: Row): number =>
    needle ? rankOf(needle, plainWords(label)) : NOT;
  return rows.filter((row) => rank(row) < NOT).sort((one, other) => rank(one) - rank(other));
};
