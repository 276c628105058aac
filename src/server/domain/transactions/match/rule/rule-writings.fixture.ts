import { type Facts, type Play, toDate } from "./rule-world.fixture.ts";

/** The texts of a payment while pending and once posted. */
export type Writing = readonly [pending: Texts, booked: Texts];
type Texts = Pick<Facts, "text" | "merchant" | "original">;

/**
 * The ways in which a payment's texts may change while its names still agree and no number differs.
 */
export const AGREEING: Readonly<Record<string, (name: string, play: Play) => Writing>> = {
  "unchanged texts": (name) => [{ text: name }, { text: name }],
  "prefix of a processor": (name, { pick, town }) => [
    { text: `${pick(["SQ *", "TST* ", "SP ", "PAYPAL *", "SUMUP *", "IZ *"])}${name}` },
    { text: `${name} ${town()}` },
  ],
  "words of a bank": (name, { pick, town }) => [
    { text: `${pick(["POS DEBIT", "CARD PURCHASE", "VISA", "AUTH", "PENDING"])} ${name}` },
    { text: `${pick(["VISA PURCHASE", "DEBIT CARD", "MASTERCARD"])} ${name} ${town()}` },
  ],
  "words of a bank in other languages": (name, { pick }) => [
    {
      text: `${pick(["KARTENZAHLUNG", "PAIEMENT CARTE", "COMPRA TARJETA", "BETAALAUTOMAAT", "KORTKÖP"])} ${name}`,
    },
    { text: `${name} ${pick(["GMBH", "SARL", "BV", "AB", "LTDA"])}` },
  ],
  "upper and lower case": (name) => [{ text: titled(name) }, { text: name }],
  "written together": (name, { pick }) => [
    { text: pick([name.replace(" ", ""), name.replace(" ", "-")]) },
    { text: name },
  ],
  "number of a shop that comes": (name, { number, pick, town }) => [
    { text: name },
    { text: `${name} ${pick(["#", ""])}${number(4)} ${town()}` },
  ],
  "number of a shop written otherwise": (name, { number, town }) => {
    const shop = number(3);
    return [{ text: `${name} ${shop}` }, { text: `${name} #0${shop} ${town()}` }];
  },
  "card in the text": (name, { number, pick }) => {
    const card = number(4);
    return [
      { text: pick([`${name} XXXX${card}`, `CARD ${card} ${name}`]) },
      { text: pick([`VISA PURCHASE ${card} ${name}`, `${name} *${card}`]) },
    ];
  },
  "number that stays": (name, { number, pick, town }) => {
    const written = pick([`F${number(4)}`, `INV ${number(5)}`, `${number(3)}-555-0${number(3)}`]);
    return [{ text: `${name} ${written}` }, { text: `${name} ${written} ${town()}` }];
  },
  accents: (_, { pick, town }) => {
    const [accented, plain] = pick(ACCENTED);
    return [{ text: accented }, { text: pick([plain, `${plain} ${town()}`]) }];
  },
  "letters that were not written": (_, { pick }) => {
    const [accented, plain] = pick(ACCENTED);
    return [
      { text: `${accented.replace(/[^\w\s]/u, "?")} MUELLER` },
      { text: pick([`${accented} MÜLLER`, `${plain} MUELLER`]) },
    ];
  },
  "text that is cut": (name, { int }) => {
    const whole = `${name} CONSERVATORY COOKERY`;
    return [{ text: whole.slice(0, Math.max(20, name.length + int(4, 11))) }, { text: whole }];
  },
  "number that is cut at its end": (name, { int, number }) => {
    const whole = `${name} CONSERVATORY ${number(10)}`;
    return [{ text: whole.slice(0, whole.length - int(1, 4)) }, { text: whole }];
  },
  apostrophe: (name, { pick }) => {
    const [first, second] = name.split(" ");
    return [
      { text: `${first}'S ${second}` },
      { text: pick([`${first}S ${second}`, `${first}’S ${second}`]) },
    ];
  },
  initials: (name, { pick, town }) => {
    const initials = name
      .split(" ")
      .map(([letter]) => letter)
      .join("&");
    return [
      { text: `${initials} CASUAL` },
      { text: pick([`${initials} CASUAL`, `${initials} CASUAL ${town()}`]) },
    ];
  },
  "name of the merchant apart": (name, { number, town }) => [
    { text: `SQ *${name}`, merchant: null },
    { text: `SQ *${name} ${number(4)} ${town()}`, merchant: titled(name) },
  ],
  "original description": (name, { number, town }) => [
    { text: titled(name), original: `POS ${number(6)} ${name}` },
    { text: titled(name), original: `${name} ${town()} CARD ${number(4)}` },
  ],
  "day in the text": (name, { int, pick }) => {
    const day = toDate(int(0, 20));
    const [year, month, number] = day.split("-");
    const written = pick([day, `${number}.${month}.${year}`]);
    return [{ text: name }, { text: `${name} ${written}` }];
  },
  "time in the text": (name, { int }) => [
    { text: `${name} ${int(10, 23)}:${int(10, 59)}` },
    { text: name },
  ],
  "reference beside a shop": (name, { number, pick }) => [
    { text: `${name} ${pick(["REF", "AUTH", "TRACE"])} ${number(6)}` },
    { text: `${name} ${number(3)}` },
  ],
  "amount in the text": (name, { int }) => [
    { text: `${name} ${int(10, 99)},${int(10, 99)}` },
    { text: `${name} ${int(10, 99)},${int(10, 99)}` },
  ],
};

const ACCENTED: readonly (readonly [accented: string, plain: string])[] = [
  ["CRÊPERIE BRETONNE", "CREPERIE BRETONNE"],
  ["Bäckerei Sonntag", "BAECKEREI SONNTAG"],
  ["Mørk Kontor", "MOERK KONTOR"],
  ["Blåbær Kiosk", "BLAABAER KIOSK"],
  ["Weißbräu Stube", "WEISSBRAEU STUBE"],
  ["Peluquería Niza", "PELUQUERIA NIZA"],
];

/** A name with only its words' first letters in capitals. */
const titled = (name: string): string =>
  name.toLowerCase().replace(/\b\w/g, (letter) => letter.toUpperCase());
