import { type Draw, type Texts, words } from "./draw.fixture.ts";

const GIVEN = words(
  "Anna Thomas Maria Peter Sofia Lukas Emma Paul Julia Martin Clara Simon Laura David Nina Oliver Eva Daniel Ruth Victor " +
    "Alice Hugo Grace Henry Irene Oscar Nora Felix Ines Arthur Marta Leon Helen Marco Lucia Adam Vera Robert Elena George",
);
const FAMILY = words(
  "Castellan Novak Berger Rossi Martin Keller Dubois Nielsen Garcia Kowalski Walsh Schneider Moreau Ferrari Lindgren " +
    "Fischer Lopez Murphy Bakker Virtanen Horvat Weber Laurent Costa Jansen Olsen Pereira Wagner Hughes Romano Larsen " +
    "Becker Simon Bianchi Vogel Turner Morel Ricci Hansen Baker",
);
const ACCENTED: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ["José", "Jose"],
  ["Zoë", "Zoe"],
  ["François", "Francois"],
  ["Søren", "Soren"],
  ["Łukasz", "Lukasz"],
  ["Núria", "Nuria"],
  ["Çelik", "Celik"],
  ["Dvořák", "Dvorak"],
  ["Ibáñez", "Ibanez"],
  ["Håkansson", "Hakansson"],
];
const UMLAUTS: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ["Müller", "Mueller"],
  ["Schröder", "Schroeder"],
  ["Jäger", "Jaeger"],
  ["Weiß", "Weiss"],
  ["Bjørn", "Bjoern"],
  ["Åberg", "Aaberg"],
  ["Kühn", "Kuehn"],
  ["Grün", "Gruen"],
];
const SCRIPTS: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ["Иван Петров", "Ivan Petrov"],
  ["Ольга Смирнова", "Olga Smirnova"],
  ["Дмитрий Соколов", "Dmitriy Sokolov"],
  ["Наталья Юрьева", "Natalya Yuryeva"],
  ["Сергей Жуков", "Sergey Zhukov"],
  ["Тарас Шевченко", "Taras Shevchenko"],
  ["Γιώργος Παπαδόπουλος", "Giorgos Papadopoulos"],
  ["Ελένη Νικολάου", "Eleni Nikolaou"],
  ["Μαρία Δημητρίου", "Maria Dimitriou"],
  ["Милан Ђорђевић", "Milan Djordjevic"],
];
const SHORT: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ["Robert", "Bob"],
  ["William", "Bill"],
  ["Elizabeth", "Liz"],
  ["Katherine", "Kate"],
  ["Alexander", "Sasha"],
  ["Giuseppe", "Beppe"],
  ["Francisco", "Paco"],
  ["Margaret", "Peggy"],
  ["Maximilian", "Max"],
  ["Dorothy", "Dot"],
  ["Edward", "Ted"],
  ["Giovanni", "Gianni"],
  ["Johannes", "Hannes"],
  ["Dolores", "Lola"],
];
/** Different first names that are spelled nearly alike. */
const NEAR: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ["Martin", "Martina"],
  ["Mario", "Maria"],
  ["Christian", "Christina"],
  ["Daniel", "Daniela"],
  ["Paul", "Paula"],
  ["Eric", "Erica"],
  ["Joan", "John"],
  ["Alessandro", "Alessandra"],
  ["Franz", "Franzi"],
  ["Jean", "Joan"],
  ["Andrea", "Andreas"],
  ["Karl", "Karla"],
];

const two = (draw: Draw, from: Texts): [string, string] => {
  const first = draw.pick(from);
  let second = draw.pick(from);
  while (second === first) second = draw.pick(from);
  return [first, second];
};

/** Swaps two letters in the middle of a word, or leaves one out. */
const mistyped = (draw: Draw, word: string): string => {
  const at = 1 + draw.whole(Math.max(1, word.length - 3));
  const letters = [...word];
  if (draw.whole(2) === 0) letters.splice(at, 1);
  else letters.splice(at, 2, letters[at + 1] ?? "", letters[at] ?? "");
  return letters.join("");
};

/** A name that an application has, and one that an institution has. */
export type Names = (draw: Draw) => readonly [given: string, known: string];

const person = (draw: Draw) => ({
  first: draw.pick(GIVEN),
  middle: draw.pick(GIVEN),
  family: draw.pick(FAMILY),
  family2: draw.pick(FAMILY),
});

/** Names of one person. */
export const SAME_NAMES: Readonly<Record<string, Names>> = {
  "upper case": (draw) => {
    const { first, family } = person(draw);
    return [`${first} ${family}`, `${first} ${family}`.toUpperCase()];
  },
  "family name first": (draw) => {
    const { first, family } = person(draw);
    return [`${first} ${family}`, draw.whole(2) ? `${family}, ${first}` : `${family} ${first}`];
  },
  "middle name missing": (draw) => {
    const { first, middle, family } = person(draw);
    return [`${first} ${family}`, `${first} ${middle} ${family}`];
  },
  "middle initial": (draw) => {
    const { first, middle, family } = person(draw);
    return [`${first} ${middle} ${family}`, `${first} ${middle.charAt(0)}. ${family}`];
  },
  "first initial": (draw) => {
    const { first, family } = person(draw);
    return [`${first} ${family}`, `${first.charAt(0)} ${family}`];
  },
  accents: (draw) => {
    const [accented, plain] = draw.pick(ACCENTED);
    const { family } = person(draw);
    return [`${accented} ${family}`, `${plain} ${family}`];
  },
  umlauts: (draw) => {
    const [umlaut, plain] = draw.pick(UMLAUTS);
    const { first } = person(draw);
    return [`${first} ${umlaut}`, `${first} ${plain}`];
  },
  "another script": (draw) => draw.pick(SCRIPTS),
  nickname: (draw) => {
    const [whole, short] = draw.pick(SHORT);
    const { family } = person(draw);
    return [`${short} ${family}`, `${whole} ${family}`];
  },
  title: (draw) => {
    const { first, family } = person(draw);
    return [
      `${first} ${family}`,
      `${draw.pick(["Mr", "Mrs.", "Dr.", "Herr", "Mme", "Sig."])} ${first} ${family}`,
    ];
  },
  "two family names": (draw) => {
    const { first, family, family2 } = person(draw);
    return [
      `${first} ${family}`,
      draw.whole(2) ? `${first} ${family} ${family2}` : `${first} ${family}-${family2}`,
    ];
  },
  "two owners in one name": (draw) => {
    const { first, middle, family } = person(draw);
    return [`${first} ${family}`, `${first} ${family} and ${middle} ${family}`];
  },
  "one letter": (draw) => {
    const { first, family } = person(draw);
    return [`${first} ${family}`, `${first} ${mistyped(draw, family)}`];
  },
};

/** Names of two. */
export const OTHER_NAMES: Readonly<Record<string, Names>> = {
  "nothing in common": (draw) => {
    const [first, first2] = two(draw, GIVEN);
    const [family, family2] = two(draw, FAMILY);
    return [`${first} ${family}`, `${first2} ${family2}`];
  },
  "same family": (draw) => {
    const [first, first2] = two(draw, GIVEN);
    const { family } = person(draw);
    return [`${first} ${family}`, `${first2} ${family}`];
  },
  "same first name": (draw) => {
    const [family, family2] = two(draw, FAMILY);
    const { first } = person(draw);
    return [`${first} ${family}`, `${first} ${family2}`];
  },
  "first names nearly alike": (draw) => {
    const [first, first2] = draw.pick(NEAR);
    const { family } = person(draw);
    return [`${first} ${family}`, `${first2} ${family}`];
  },
  "a shared middle name": (draw) => {
    const [first, first2] = two(draw, GIVEN);
    const [family, family2] = two(draw, FAMILY);
    const middle = draw.pick(GIVEN);
    return [`${first} ${middle} ${family}`, `${first2} ${middle} ${family2}`];
  },
  "same family, other initial": (draw) => {
    const { family } = person(draw);
    let [first, first2] = two(draw, GIVEN);
    while (first.charAt(0) === first2.charAt(0)) [first, first2] = two(draw, GIVEN);
    return [`${first} ${family}`, `${first2.charAt(0)}. ${family}`];
  },
  "a company of the family": (draw) => {
    const { first, family } = person(draw);
    return [
      `${first} ${family}`,
      `${family} ${draw.pick(["Holdings LLC", "Consulting GmbH", "& Sons Ltd"])}`,
    ];
  },
};
