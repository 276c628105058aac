/** Returns a whole number with its thousands apart: `12,000`. `Intl` takes tens of ms of the first view to be loaded. */
export const numberText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** Returns a part in percent with one digit after the point, if it has one: `12.5 %`. */
export const percentText = (count: number, of: number): string =>
  `${Math.round((count / of) * 1000) / 10} %`;
