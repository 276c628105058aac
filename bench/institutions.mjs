// Creates the same fictional institutions each time. The names consist of syllables, like those in
// a country with many small banks and credit unions, so that no real bank has such a name.

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
const PRODUCTS = ["transactions", "auth", "identity", "income", "assets", "balance"];
const COLORS = ["#12437a", "#7a1f1f", "#0f5f4b", "#4b2a7b", "#8a5a00", "#2a2a2a"];

/**
 * Institutions in the format of an import file, in random order. As in any long list, few have an
 * alias or a colour.
 */
export const madeUpInstitutions = (count, seed = 1) => {
  const draw = generator(seed);
  const pick = (choices) => choices[Math.floor(draw() * choices.length)];
  const some = (share, make) => (draw() < share ? make() : undefined);
  const syllable = () => pick(ONSETS) + pick(VOWELS) + pick(CODAS);
  const word = () => capital(syllable() + (some(0.6, syllable) ?? "") + pick(ENDINGS));
  const before = () =>
    some(0.12, () => `${pick(["North", "South", "Lake", "Fort", "New"])} `) ?? "";
  const initials = () => Array.from({ length: 3 }, () => pick([..."ABCDEFGHKLMNPRSTUVW"])).join("");
  const parts = { place: () => before() + word(), group: () => pick(GROUPS), initials };
  const patterns = PATTERNS.flatMap(({ weight, name }) =>
    Array.from({ length: weight }, () => name),
  );
  const names = distinct(count, () => pick(patterns)(parts));
  const ids = distinct(count, () => 500_000 + Math.floor(draw() * 140_000));
  return names.map((name, at) => ({
    institution_id: `ins_${ids[at]}`,
    name,
    country_codes: ["US"],
    products: PRODUCTS.filter((product) => product === "auth" || draw() < 0.8),
    routing_numbers: [routingNumber(draw)],
    url: `https://bank-${ids[at]}.example`,
    primary_color: some(0.05, () => pick(COLORS).slice(0, -2) + pick(["10", "2f", "47", "5b"])),
    aliases: some(0.05, () => [initials()]) ?? [],
    oauth: draw() < 0.1,
  }));
};

/** The institutions as an importable CSV file. */
export const institutionsCsv = (institutions) => {
  const columns = Object.keys(institutions[0] ?? {});
  const cell = (value = "") => (Array.isArray(value) ? value.join(" ") : String(value));
  const line = (cells) => `${cells.join(",")}\n`;
  return [
    columns,
    ...institutions.map((institution) => columns.map((name) => cell(institution[name]))),
  ]
    .map(line)
    .join("");
};

function distinct(count, make) {
  const names = new Set();
  while (names.size < count) names.add(make());
  return [...names];
}

function routingNumber(draw) {
  const eight = `80${String(Math.floor(draw() * 1e6)).padStart(6, "0")}`;
  const sum = [...eight].reduce((total, digit, at) => total + Number(digit) * [3, 7, 1][at % 3], 0);
  return `${eight}${(10 - (sum % 10)) % 10}`;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Mulberry32: pseudo-random fractions in [0, 1), determined by the seed. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
