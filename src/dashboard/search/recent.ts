/** One line of the results: an address, or something to do. */
export type Option = { href: string; name: string; kind: string; id?: string };

const KEY = "dashboard recent";
const MOST = 5;

/** Returns the rows and results that this browser opened last, newest first. */
export const recentOptions = (): Option[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isOption).slice(0, MOST) : [];
  } catch {
    return [];
  }
};

/** Keeps an opened row or result among the recent ones. */
export const keepRecent = (option: Option): void => {
  const others = recentOptions().filter(({ href }) => href !== option.href);
  try {
    localStorage.setItem(KEY, JSON.stringify([option, ...others].slice(0, MOST)));
  } catch {
    // The next search begins without it.
  }
};

/** Forgets the opened rows, so that the next person who signs in cannot read them. */
export const forgetRecent = (): void => {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // No value was stored either.
  }
};

/** Whether a stored value is a result whose address is on this site. */
const isOption = (value: unknown): value is Option =>
  typeof value === "object" &&
  value !== null &&
  "href" in value &&
  "name" in value &&
  "kind" in value &&
  typeof value.name === "string" &&
  typeof value.kind === "string" &&
  typeof value.href === "string" &&
  /^\/(dashboard|docs)([/?#]|$)/.test(value.href);
