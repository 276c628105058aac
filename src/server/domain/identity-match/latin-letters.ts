/** Letters of other scripts, and those that the Unicode normalization does not take apart, as they are written in Latin. */
const LATIN = new Map(
  (
    "ß ss ø o æ ae œ oe ł l đ d ð d þ th ı i " +
    // Cyrillic: Russian, Ukrainian, Bulgarian, Serbian and Macedonian.
    "а a б b в v г g ґ g д d ђ dj е e є ye ж zh з z ѕ dz и i і i ј j к k л l љ lj м m н n њ nj о o п p р r с s т t " +
    "ћ c у u ф f х kh ц ts ч ch џ dz ш sh щ shch ы y э e ю yu я ya " +
    // Greek.
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o"
  )
    .split(" ")
    .reduce<[string, string][]>((pairs, text, at) => {
      const last = pairs.at(-1);
      if (at % 2 === 1 && last) last[1] = text;
      else pairs.push([text, ""]);
      return pairs;
    }, []),
);

/** Signs that are not written in Latin. */
const SILENT = /[ъь]/g;

/** Returns a text in lower case in Latin letters without accents, as passports spell names: Жуков is zhukov. */
export const latinLetters = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(SILENT, "")
    .replace(/ου/g, "ou")
    .replace(/[^\p{ASCII}]/gu, (letter) => LATIN.get(letter) ?? letter);
