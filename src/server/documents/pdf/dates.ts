const MONTHS = [
  ["Jan", "January"],
  ["Feb", "February"],
  ["Mar", "March"],
  ["Apr", "April"],
  ["May", "May"],
  ["Jun", "June"],
  ["Jul", "July"],
  ["Aug", "August"],
  ["Sep", "September"],
  ["Oct", "October"],
  ["Nov", "November"],
  ["Dec", "December"],
] as const;

/** Returns a date, YYYY-MM-DD, as the report has it: `Jan 5, 2026`. */
export const printedDate = (date: string): string => `${dayOfMonth(date)}, ${date.slice(0, 4)}`;

/** Returns a date without its year: `Jan 5`. */
export const dayOfMonth = (date: string): string => `${shortMonth(date)} ${Number(date.slice(8))}`;

/** Returns the month of a date: `January 2026`. */
export const monthName = (date: string): string => `${names(date)[1]} ${date.slice(0, 4)}`;

/** Returns the short month of a date: `Jan`. */
export const shortMonth = (date: string): string => names(date)[0];

/** Returns a time in UTC as the report has it: `Jan 5, 2026, 14:05 UTC`. */
export const printedTime = (at: number): string => {
  const iso = new Date(at).toISOString();
  return `${printedDate(iso.slice(0, 10))}, ${iso.slice(11, 16)} UTC`;
};

const names = (date: string): readonly [string, string] =>
  MONTHS[Number(date.slice(5, 7)) - 1] ?? ["", ""];
