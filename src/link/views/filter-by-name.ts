import { NOT, plainWords, rankOf } from "../../protocol/search/name-rank.ts";

/**
 * Filters rows by name, best first: same ranking as the full search, without typo tolerance, so no
 * row moves when the results arrive.
 */
export const filterByName = <Row extends { name: string; label?: string | undefined }>(
  query: string,
  rows: readonly Row[],
): Row[] => {
  const needle = plainWords(query);
  const rank = ({ name, label = name }: Row): number =>
    needle ? rankOf(needle, plainWords(label)) : NOT;
  return rows.filter((row) => rank(row) < NOT).sort((row, other) => rank(row) - rank(other));
};
