/** Whether a text is an American routing number: nine digits whose weighed sum is divisible by ten. */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && text !== "000000000" && countChecksum(text) % 10 === 0;

/** The routing number that begins with eight digits. */
export const toRoutingNumber = (eight: string): string =>
  `${eight}${(10 - (countChecksum(eight) % 10)) % 10}`;

const WEIGHTS = [3, 7, 1];

function countChecksum(digits: string): number {
  return [...digits].reduce((sum, digit, at) => sum + Number(digit) * (WEIGHTS[at % 3] ?? 0), 0);
}
