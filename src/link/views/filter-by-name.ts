import { NO_MATCH, plainWords, rankOf } from "../../protocol/search/name-rank.ts";

/**
 * Filters rows by name, best first. The ranking equals the full search without typo tolerance, so
 * no row moves when the results arrive.
 */
export const filterByName = <Row extends { name: string; label?: string | undefined }>(
  query: string,
  rows: readonly Row[],
): Row[] => {
  const needle = plainWords(query);
  const rank = ({ name, label = name }: Row): number =>
    needle ? rankOf(needle, plainWords(label)) : NO_MATCH;
  return rows.filter((row) => rank(row) < NO_MATCH).sort((row, other) => rank(row) - rank(other));
};
