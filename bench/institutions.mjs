// Makes up as many institutions as are asked for, always the same ones: names as a country with many
// small banks and credit unions has them, out of syllables, so that none is anybody's.

const ONSETS = [
  ...["b", "br", "c", "ch", "cl", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "l", "m", "n"],
  ...["p", "pr", "qu", "r", "s", "sh", "st", "sw", "t", "th", "tr", "v", "w", "wh", "z"],
];
const VOWELS = ["a", "e", "i", "o", "u", "a", "e", "o", "ai", "ea", "ee", "oa", "ou", "y"];
const CODAS = ["", "", "l", "m", "n", "nd", "ng", "r", "rn", "rt", "s", "sk", "st", "t", "ck", "x"];
const ENDINGS = [
  ...["ton", "ville", "field", "ford", "burg", "wood", "dale", "mont", "port", "haven", "ridge"],
  ...["ham", "mere", "shire", "brook", "by", "ley", "side", "view", "crest", "", "", "", ""],
];
const GROUPS = [
  ...["Teachers", "Employees", "Postal", "Firefighters", "Farmers", "Railway", "Municipal"],
  ...["Health", "University", "Telephone", "Steelworkers", "Police", "Airline", "Electrical"],
];
const PATTERNS = [
  { weight: 14, name: ({ place }) => `${place()} Federal Credit Union` },
  { weight: 10, name: ({ place }) => `${place()} Credit Union` },
  { weight: 6, name: ({ place, group }) => `${place()} ${group()} Federal Credit Union` },
  { weight: 5, name: ({ place, group }) => `${place()} ${group()} Credit Union` },
  { weight: 3, name: ({ initials }) => `${initials()} Federal Credit Union` },
  { weight: 8, name: ({ place }) => `${place()} Bank` },
  { weight: 6, name: ({ place }) => `First National Bank of ${place()}` },
  { weight: 5, name: ({ place }) => `${place()} State Bank` },
  { weight: 5, name: ({ place }) => `Bank of ${place()}` },
  { weight: 4, name: ({ place }) => `${place()} Savings Bank` },
  { weight: 4, name: ({ place }) => `${place()} Community Bank` },
  { weight: 3, name: ({ place }) => `${place()} Bank & Trust` },
  { weight: 3, name: ({ place }) => `Citizens Bank of ${place()}` },
  { weight: 3, name: ({ place }) => `Farmers & Merchants Bank of ${place()}` },
  { weight: 2, name: ({ place }) => `${place()} & ${place()} Savings and Loan` },
  { weight: 2, name: ({ place }) => `First ${place()} Bank` },
  { weight: 2, name: ({ place }) => `Peoples Bank of ${place()} County` },
  { weight: 2, name: ({ place }) => `${place()} Building Society` },
  { weight: 1, name: ({ place }) => `Crédit Régional d’${place()}` },
  { weight: 1, name: ({ place }) => `Sparkasse ${place()}-Süd` },
  { weight: 1, name: ({ place }) => `${place()} Wealth Management` },
  { weight: 1, name: ({ place }) => `${place()} - Business Online` },
];
const MARKS = ["arch", "bloom", "crest", "drop", "hill", "knot", "leaf", "tide"];
const PRODUCTS = ["transactions", "auth", "identity", "income", "assets", "balance"];

/** The institutions as an import takes them, most prominent first: in no order of name or id. */
export const madeUpInstitutions = (count, seed = 1) => {
  const draw = generator(seed);
  const pick = (choices) => choices[Math.floor(draw() * choices.length)];
  const syllable = () => pick(ONSETS) + pick(VOWELS) + pick(CODAS);
  const word = () => capital(syllable() + (draw() < 0.6 ? syllable() : "") + pick(ENDINGS));
  const parts = {
    place: () => (draw() < 0.12 ? `${pick(["North", "South", "Lake", "Fort", "New"])} ` : "") + word(),
    group: () => pick(GROUPS),
    initials: () => Array.from({ length: 3 }, () => pick([..."ABCDEFGHKLMNPRSTUVW"])).join(""),
  };
  const patterns = PATTERNS.flatMap(({ weight, name }) => Array.from({ length: weight }, () => name));
  const names = new Set();
  while (names.size < count) names.add(pick(patterns)(parts));
  const ids = new Set();
  while (ids.size < count) ids.add(100_000 + Math.floor(draw() * 140_000));

  return [...names].map((name, at) => {
    const id = [...ids][at];
    return { id, name };
  });
};

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Mulberry32: fractions in [0, 1), the same ones for the same seed. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
