/** Formats a whole number: `12,000`. Loading `Intl` for it would delay the first view by tens of ms. */
export const numberText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** Formats a part of a whole in percent, rounded to a tenth: `12.5 %`. */
export const percentText = (count: number, of: number): string =>
  `${Math.round((count / of) * 1000) / 10} %`;
