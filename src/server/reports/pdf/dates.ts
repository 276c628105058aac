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

/** A date, YYYY-MM-DD, as it is printed: `Jan 5, 2026`. */
export const printedDate = (date: string): string => `${dayOfMonth(date)}, ${date.slice(0, 4)}`;

/** A date without its year: `Jan 5`. */
export const dayOfMonth = (date: string): string => `${shortMonth(date)} ${Number(date.slice(8))}`;

/** The month of a date: `January 2026`. */
export const monthName = (date: string): string => `${names(date)[1]} ${date.slice(0, 4)}`;

/** The month of a date: `Jan`. */
export const shortMonth = (date: string): string => names(date)[0];

/** A moment as it is printed, in UTC: `Jan 5, 2026, 14:05 UTC`. */
export const printedTime = (at: number): string => {
  const iso = new Date(at).toISOString();
  return `${printedDate(iso.slice(0, 10))}, ${iso.slice(11, 16)} UTC`;
};

const names = (date: string): readonly [string, string] =>
  MONTHS[Number(date.slice(5, 7)) - 1] ?? ["", ""];
