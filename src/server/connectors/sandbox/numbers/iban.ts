/** The IBAN of a national account number (a BBAN), with the check digits of ISO 13616. */
export const iban = (country: string, bban: string): string => {
  const check = 98 - remainder97(`${bban}${country}00`);
  return `${country}${String(check).padStart(2, "0")}${bban}`;
};

/** A number's remainder by 97, with A to Z as 10 to 35 (ISO 7064). */
export const remainder97 = (text: string): number => {
  const digits = text.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return Number(BigInt(digits) % 97n);
};
