/** The characters of a PDF's standard fonts beyond Latin-1. */
const BEYOND_LATIN_1 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/** Characters that do not decompose into a letter and a diacritic. */
const PLAIN: Record<string, string> = {
  đ: "d",
  Đ: "D",
  ħ: "h",
  Ħ: "H",
  ı: "i",
  ł: "l",
  Ł: "L",
  ŋ: "n",
  Ŋ: "N",
  ŧ: "t",
  Ŧ: "T",
  ẞ: "SS",
  "−": "-",
  "‐": "-",
  "‑": "-",
};

/**
 * Returns a text in the characters of a PDF's standard fonts, those of Western Europe. Other characters lose their
 * diacritics, or become a question mark.
 */
export const printableText = (text: string): string =>
  IS_ASCII.test(text) ? text : Array.from(text.normalize("NFC"), printableLetter).join("");

/** Nearly every text is ASCII and stays as it is. */
const IS_ASCII = /^[\x20-\x7e]*$/;

function printableLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (code === 0xad || (code >= 0x200b && code <= 0x200f) || code === 0xfeff) return "";
  if (code < 0x20 || code === 0x7f || /\s/u.test(letter)) return " ";
  if (code < 0x7f || (code >= 0xa0 && code <= 0xff) || BEYOND_LATIN_1.includes(letter))
    return letter;
  const plain = PLAIN[letter];
  if (plain !== undefined) return plain;
  const [base = "", ...marks] = letter.normalize("NFKD");
  return marks.length > 0 && marks.every((mark) => /\p{M}/u.test(mark))
    ? printableLetter(base)
    : "?";
}
