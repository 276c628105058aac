/** @param {number} cents */
export const dollars = (cents) =>
  (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

/** @param {string} number */
export const lastFour = (number) => number.slice(-4);
