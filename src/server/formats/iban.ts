/** Returns the IBAN that a text is, without spaces; null if it has not the form of one. */
export function ibanOf(text: string): string | null {
  const iban = text.replaceAll(" ", "");
  return /^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(iban) ? iban : null;
}
