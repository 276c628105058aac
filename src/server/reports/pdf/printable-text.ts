/** What a PDF's own fonts have beyond Latin-1. */
const BEYOND_LATIN_1 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/** Letters that do not come apart into a letter and its mark. */
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
 * A text in the letters that a PDF's own fonts have, which are those of Western Europe. Of another
 * letter its mark is left out; where there is no letter to be left, a question mark says so.
 */
export const printableText = (text: string): string =>
  IS_ASCII.test(text) ? text : Array.from(text.normalize("NFC"), printableLetter).join("");

/** Nearly every text is: it stays as it is. */
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
