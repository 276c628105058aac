import type { TransactionFacts } from "../../../../protocol/transaction.ts";
import { isNumber, wordsOf } from "../../enrichment/words.ts";

/** The facts of a transaction that tell whether another one is the same. */
export type Matchable = Pick<
  TransactionFacts,
  | "transaction_id"
  | "account_id"
  | "amount"
  | "iso_currency_code"
  | "date"
  | "authorized_date"
  | "pending"
  | "name"
  | "merchant_name"
> & {
  original_description?: string | null | undefined;
  unofficial_currency_code?: string | null;
  check_number?: string | null;
};

/** The words that name the other party of a transaction. */
export type Party = {
  /** The first words of its name; none if the description says only how it was paid. */
  head: readonly string[];
  /** All words that may name it. */
  words: ReadonlySet<string>;
  /** The numbers of a shop or a cheque. */
  numbers: ReadonlySet<string>;
  /** The way that the money went, if the description says it. */
  way: Way | null;
};

type Way = "cheque" | "cash" | "transfer";

/** The most words that name a party; places and references follow them. */
const MAX_HEAD = 4;

const list = (words: string): ReadonlySet<string> => new Set(wordsOf(words));

const WAYS: readonly (readonly [Way, ReadonlySet<string>])[] = [
  ["cheque", list("check cheque scheck")],
  ["cash", list("atm withdrawal cash retrait bargeld bancomat geldautomat cajero")],
  [
    "transfer",
    list(
      "transfer transfers zelle venmo bizum swish twint vipps mobilepay uberweisung virement " +
        "transferencia bonifico overboeking przelew",
    ),
  ],
];

/** Words of ways and of services between, which name no party. */
const SERVICES = list(
  "mobile instant faster sent received transaction paypal pp sq tst sp zettle izettle sumup stripe square toast",
);

/** Words of a trade, which many parties share. */
const TRADES = list(
  "hotel hotels inn cafe coffee restaurant ristorante pizzeria pizza bar grill diner bistro burger bakery " +
    "backerei boulangerie panaderia market mercado supermarket supermercado supermarkt store stores shop " +
    "pharmacy apotheke farmacia pharmacie drogaria taxi gas station petrol fuel city central grand royal " +
    "new old big little blue green red golden black white house home super mini express le la el los der die das",
);

/** Single letters that are one word, such as H&M. */
const INITIALS = /(?<!\p{L})\p{L}(?:[&+.'’-]\p{L})+(?!\p{L})/gu;

/** The number of a shop or a cheque. */
const NUMBERED = /(?:#|\b(?:check|cheque|chèque|scheck)\W{0,3})\s?(\d{2,6})\b/giu;

/** Returns the party that a transaction names; `noise` are words of payment, which name no party. */
export const partyOf = (
  {
    name,
    merchant_name,
    original_description,
    check_number,
  }: Pick<Matchable, "name" | "merchant_name" | "original_description" | "check_number">,
  noise: ReadonlySet<string>,
): Party => {
  const texts = [merchant_name, name, original_description]
    .filter((text) => text != null)
    .map((text) => text.replace(INITIALS, (letters) => letters.replace(/[^\p{L}]/gu, "")));
  const way = wayOf(texts.flatMap(wordsOf));
  const namesParty = (word: string) =>
    word.length > 1 &&
    !noise.has(word) &&
    !SERVICES.has(word) &&
    !WAYS.some(([, words]) => words.has(word)) &&
    !isReference(word);
  const [head = []] = texts
    .map((text) => wordsOf(text).filter(namesParty).slice(0, MAX_HEAD))
    .filter((words) => words.length > 0);
  return {
    // After a cash withdrawal comes its place.
    head: way === "cash" ? [] : head,
    words: new Set(texts.flatMap(wordsOf).filter(namesParty)),
    numbers: new Set([
      ...(check_number ? [check_number] : []),
      ...texts.flatMap((text) => [...text.matchAll(NUMBERED)].map(([, number = ""]) => number)),
    ]),
    way,
  };
};

const wayOf = (words: readonly string[]): Way | null =>
  WAYS.find(([, all]) => words.some((word) => all.has(word)))?.[0] ?? null;

/** A word with digits in it: a reference, or the number of a card. */
const isReference = (word: string): boolean => isNumber(word) || word.replace(/\D/g, "").length > 1;

/**
 * How well two parties agree, of 35, and the reason; 0 if they may be the same, but nothing shows it; null if they are
 * different.
 */
export const agreementOf = (a: Party, b: Party): { score: number; reason: string } | null => {
  if (a.way === "cheque" && b.way === "cheque")
    return shares(a.numbers, b.numbers)
      ? { score: 35, reason: "the number of the cheque" }
      : MAYBE_THE_SAME;
  if (a.head.length === 0 || b.head.length === 0)
    return a.way === b.way ? { score: 10, reason: "a description without a name" } : MAYBE_THE_SAME;
  const share = Math.max(shareIn(a, b), shareIn(b, a));
  const beginsAlike = b.words.has(firstOf(a)) || a.words.has(firstOf(b));
  if (!beginsAlike) return null;
  if (share <= 0.5) return MAYBE_THE_SAME;
  return { score: Math.round(35 * share), reason: `the name “${a.head.join(" ")}”` };
};

const MAYBE_THE_SAME = { score: 0, reason: "names that do not tell" };

/** The first word that is not of a trade, if there is one. */
const firstOf = ({ head }: Party): string =>
  head.find((word) => !TRADES.has(word)) ?? head[0] ?? "";

/** The share of one party's first words that the other has. */
const shareIn = ({ head }: Party, { words }: Party): number =>
  head.filter((word) => words.has(word)).length / head.length;

/** Whether two parties have numbers, and none in common. */
export const areNumberedApart = ({ numbers }: Party, other: Party): boolean =>
  numbers.size > 0 && other.numbers.size > 0 && !shares(numbers, other.numbers);

const shares = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((word) => other.has(word));
