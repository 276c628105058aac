/** A number of North America as cards write it, with its groups apart. */
const GROUPED =
  /(?<![\d-])(?:\+?1[-. ]?)?\(?([2-9]\d{2})\)?[-. ]?(?<=[-.) ])([2-9]\d{2})[-.](\d{4})(?![\d-])/;

/** A number of North America that is free to call, which needs no groups to be known. */
const TOLL_FREE = /(?<!\d)1?(8(?:00|33|44|55|66|77|88))([2-9]\d{2})(\d{4})(?!\d)/;

/** A number with the code of its country; its groups may be apart. */
const INTERNATIONAL = /\+([1-9]\d{0,2}(?:[ -]?\d{2,12}){1,4})(?!\d)/;

const LONGEST = 15;

/** Returns the phone number in a description, in E.164; null if there is none. */
export const phoneNumberIn = (description: string): string | null => {
  const text = description.slice(0, 500);
  const international = INTERNATIONAL.exec(text)?.[1]?.replace(/\D/g, "");
  if (international && international.length >= 8 && international.length <= LONGEST)
    return `+${international}`;
  const [, area, exchange, line] = GROUPED.exec(text) ?? TOLL_FREE.exec(text) ?? [];
  return line === undefined ? null : `+1${area}${exchange}${line}`;
};
