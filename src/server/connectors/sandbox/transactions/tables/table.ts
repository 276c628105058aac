/**
 * The rows of a data file: lines of tab-separated cells below a line of column names; # begins a
 * comment.
 */
export const parseRows = (text: string): Record<string, string>[] => {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const [columns = [], ...rows] = lines.map((line) => line.split("\t"));
  return rows.map((cells) =>
    Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""])),
  );
};

/** Returns the row of a country, or the default row with a star. */
export const rowFor = (
  rows: readonly Record<string, string>[],
  country: string,
): Record<string, string> | undefined =>
  rows.find(({ countries = "" }) => countries.split(" ").includes(country)) ??
  rows.find(({ countries }) => countries === "*");
