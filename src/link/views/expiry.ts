const DAY_MS = 86_400_000;

/** The day that lies a number of days after a moment, as people write it in a language. */
export const expiry = (language: string, days: number, now: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(now + days * DAY_MS);
