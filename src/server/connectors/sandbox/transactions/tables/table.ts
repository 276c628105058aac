/** The rows of a data file: lines of cells between tabs, with the columns' names first; # begins a comment. */
export const parseRows = (text: string): Record<string, string>[] => {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const [columns = [], ...rows] = lines.map((line) => line.split("\t"));
  return rows.map((cells) =>
    Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""])),
  );
};

/** Returns the row of a country; the row with a star if no row names it. */
export const rowFor = (
  rows: readonly Record<string, string>[],
  country: string,
): Record<string, string> | undefined =>
  rows.find(({ countries = "" }) => countries.split(" ").includes(country)) ??
  rows.find(({ countries }) => countries === "*");
