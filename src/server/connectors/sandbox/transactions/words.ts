import { groupBy } from "../../../domain/group-by.ts";
import type { RoutingScheme } from "../catalogue/institution.ts";
import nameTable from "./tables/names.tsv?raw";
import { parseRows, rowFor } from "./tables/table.ts";
import wordTable from "./tables/words.tsv?raw";

type Country = RoutingScheme["country"];

const COLUMNS = [
  "card",
  "refund",
  "debit",
  "rent",
  "wages",
  "cash",
  "interest",
  "interest charged",
  "to",
  "from",
  "card paid",
  "payment received",
] as const;

/** The banks' words in a country; * stands for the other party. */
export type BankWords = { readonly [C in (typeof COLUMNS)[number]]: string };

/** The names of a kind of shop, payee or payer in a country. */
export type Names = readonly [string, ...string[]];

const WORD_ROWS = parseRows(wordTable);
const NAME_ROWS = groupBy(parseRows(nameTable), ({ kind = "" }) => kind);

const words = new Map<Country, BankWords>();

/** The words of the banks in a country. */
export const bankWords = (country: Country): BankWords => {
  const known = words.get(country);
  if (known) return known;
  const row = rowFor(WORD_ROWS, country);
  const parsed = Object.fromEntries(
    COLUMNS.map((column) => {
      const text = row?.[column];
      if (!text) throw new Error(`words.tsv has no ${column} for ${country}`);
      return [column, text];
    }),
  ) as BankWords;
  words.set(country, parsed);
  return parsed;
};

/** The fictional names of a kind in a country. */
export const listNames = (kind: string, country: Country): Names => {
  const names = rowFor(NAME_ROWS.get(kind) ?? [], country)?.names ?? "";
  const [first, ...others] = names.split(", ");
  if (!first) throw new Error(`names.tsv has no ${kind} for ${country}`);
  return [first, ...others];
};

/** Writes a text about another party as a bank does; # stands for the card's last digits. */
export const writeStatement = (text: string, party: string, card = ""): string =>
  text.replace("*", party).replace("#", card).toUpperCase();
