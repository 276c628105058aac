/**
 * The languages whose month and weekday names are read. Languages of Link's countries come first.
 */
const LOCALES = [
  ...["en", "en-GB", "fr-FR", "de", "de-AT", "es", "it", "nl", "pt", "fi", "sv", "da", "pl", "nb"],
  ...["et", "lt", "lv", "cs", "sk", "hu", "ro", "bg", "el", "tr", "sl", "hr", "uk", "ru"],
  ...["is", "he", "ja", "zh", "ko", "ca", "id"],
];

/** The first letters of months that banks cut on their own, January first. */
const CUT_MONTHS = [
  /^(ja|jän|ene|gen|sty|tam)/,
  /^(f[eé]|hel)/,
  /^(mar|mär|mrz|maa(?!l)|mrt)/,
  /^(ap|av|abr|kwi)/,
  /^(may|mai|mei|mag|maj)/,
  /^(jun|juin|giu|cze)/,
  /^(jul|juil|lug|lip)/,
  /^(au|ao|ag|sie)/,
  /^(se|wrz|syy)/,
  /^(oc|ok|ot|out|paź)/,
  /^(no|lis)/,
  /^(de|dé|di|gru|jou)/,
];

/**
 * Returns the number of a month, from 1, by its name or the name's first letters; null for other
 * words.
 */
export function parseMonth(word: string): number | null {
  const { months } = wordsOfCalendar();
  const [start, known] = [plain(word), months.get(plain(word))];
  if (known !== undefined) return known;
  if (start.length > 2) for (const [month, at] of months) if (month.startsWith(start)) return at;
  const at = CUT_MONTHS.findIndex((start) => start.test(word.toLowerCase()));
  return at < 0 ? null : at + 1;
}

/** Whether a word is a month's name or a language's short form of the name. */
export const isMonth = (word: string): boolean => wordsOfCalendar().months.has(plain(word));

/** Whether a word is a weekday's name or its short form. */
export const isWeekday = (word: string): boolean =>
  word !== "" && wordsOfCalendar().weekdays.has(plain(word));

type CalendarWords = { months: ReadonlyMap<string, number>; weekdays: ReadonlySet<string> };
let words: CalendarWords | null = null;

/**
 * The words by the languages' rules, created at first use. A word of two languages has the first
 * language's meaning.
 */
function wordsOfCalendar(): CalendarWords {
  if (words) return words;
  const months = new Map<string, number>();
  const weekdays = new Set<string>();
  for (const locale of LOCALES)
    for (const style of ["long", "short"] as const) {
      const alone = new Intl.DateTimeFormat(locale, { month: style, timeZone: "UTC" });
      // Slavic languages, Finnish and Greek have another form next to a day.
      const dated = new Intl.DateTimeFormat(locale, {
        ...{ month: style, day: "numeric", timeZone: "UTC" },
      });
      const weekday = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: "UTC" });
      for (let at = 0; at < 12; at += 1) {
        const day = Date.UTC(2026, at, 14);
        const forms = [...alone.formatToParts(day), ...dated.formatToParts(day)];
        for (const { type, value } of forms)
          if (type === "month" && /\p{L}{2}/u.test(value) && !months.has(plain(value)))
            months.set(plain(value), at + 1);
      }
      for (let at = 0; at < 7; at += 1)
        weekdays.add(plain(weekday.format(Date.UTC(2026, 0, 1 + at))));
    }
  words = { months, weekdays };
  return words;
}

const plain = (word: string): string =>
  word
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f.]/g, "")
    .toLowerCase();
