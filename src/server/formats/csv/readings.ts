import { isOutgoing, plainWord } from "./cell-words.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { isSigned, splitPairs } from "./fill-columns.ts";
import type { ColumnGuess } from "./guess-columns.ts";

type Rows = readonly (readonly string[])[];

/**
 * Yields the possible mappings of a table: other columns, other signs, an added fee, or an account
 * per currency.
 */
export function* readingsOf(
  mapping: CsvMapping,
  guess: ColumnGuess,
  rows: Rows,
): Generator<CsvMapping> {
  for (const columns of balanceColumns(mapping, guess))
    for (const source of sourcesOf({ ...mapping, columns }, guess, rows))
      for (const signed of listSigns(source, rows))
        for (const fee of guess.fee === null ? [undefined] : [undefined, guess.fee]) {
          const reading = { ...signed, columns: withRole(signed.columns, "fee", fee) };
          yield reading;
          if (reading.columns.currency !== undefined)
            yield { ...reading, isOneAccount: !reading.isOneAccount };
          else
            for (const at of listCodes(reading.columns, guess))
              yield { ...reading, columns: withRole(reading.columns, "currency", at) };
          const product = reading.columns.product === undefined ? guess.product : undefined;
          if (product !== null)
            yield { ...reading, columns: withRole(reading.columns, "product", product) };
          if (guess.account !== null && reading.columns.account === undefined)
            yield { ...reading, columns: toOwnAccount(reading.columns, guess.account) };
        }
}

type Columns = CsvMapping["columns"];

function withRole(columns: Columns, role: keyof Columns, at: number | undefined): Columns {
  const { [role]: _, ...rest } = columns;
  return at === undefined ? rest : { ...rest, [role]: at };
}

/** The columns with a number of either party used as the account's number. */
const toOwnAccount = (columns: Columns, account: number): Columns =>
  withRole(
    columns.counterpartyAccount === account
      ? withRole(columns, "counterpartyAccount", undefined)
      : columns,
    "account",
    account,
  );

/** The columns of currency codes without a role, such as the currency of a wallet. */
const listCodes = (columns: Columns, { kinds }: ColumnGuess): number[] =>
  kinds.flatMap(({ kind }, at) =>
    kind === "currency" && !Object.values(columns).includes(at) ? [at] : [],
  );

/** The balance column, or each amount column without a role. */
export const balanceColumns = ({ columns }: CsvMapping, { amounts }: ColumnGuess): Columns[] => [
  columns,
  ...amounts
    .filter((at) => columns.balance === undefined && !Object.values(columns).includes(at))
    .map((balance) => ({ ...columns, balance })),
];

/**
 * The columns that may contain the amounts: the guessed column, any other column, pairs, and a
 * column next to a direction.
 */
function* sourcesOf(mapping: CsvMapping, guess: ColumnGuess, rows: Rows): Generator<CsvMapping> {
  yield mapping;
  const { amount: _, debit, credit, direction, ...rest } = mapping.columns;
  if (debit !== undefined && credit !== undefined)
    yield { ...mapping, columns: { ...mapping.columns, debit: credit, credit: debit } };
  for (const [out, into] of splitPairs(guess.kinds, rows, rest)) {
    yield { ...mapping, columns: { ...rest, debit: out, credit: into } };
    yield { ...mapping, columns: { ...rest, debit: into, credit: out } };
  }
  for (const amount of guess.amounts) {
    if (amount === rest.balance) continue;
    yield { ...mapping, columns: { ...rest, amount } };
    for (const { at, outWords } of listDirections(guess, rows))
      yield {
        ...mapping,
        columns: { ...rest, amount, direction: at },
        ...(outWords && { outWords }),
      };
    if (direction !== undefined) yield { ...mapping, columns: { ...rest, amount, direction } };
  }
}

/** Columns with exactly two words, one of which may mean outflows. */
function listDirections(
  { kinds }: ColumnGuess,
  rows: Rows,
): { at: number; outWords: string[] | null }[] {
  return kinds.flatMap(({ kind, fill }, at) => {
    if (fill < 0.9 || (kind !== "text" && kind !== "direction")) return [];
    const words = [...new Set(rows.map((row) => plainWord(row[at] ?? "")))];
    if (words.length !== 2) return [];
    const isKnown = words.every((word) => isOutgoing(word) !== null);
    return [
      ...(isKnown ? [{ at, outWords: null }] : []),
      ...words.map((word) => ({ at, outWords: [word] })),
    ];
  });
}

/**
 * The possible signs of outflows. A column without a minus allows one sign only, regardless of its
 * name.
 */
function listSigns(mapping: CsvMapping, rows: Rows): CsvMapping[] {
  const { debit, credit } = mapping.columns;
  if (debit === undefined || credit === undefined)
    return [mapping, { ...mapping, isNegated: !mapping.isNegated }];
  const before = mapping.negativeColumns ?? [];
  const turned = (...roles: ("debit" | "credit")[]): CsvMapping => ({
    ...mapping,
    negativeColumns: (["debit", "credit"] as const).filter(
      (role) => before.includes(role) !== roles.includes(role),
    ),
  });
  const hasMinus = (at: number) => rows.some((row) => isSigned(row[at]));
  return [
    mapping,
    turned("debit", "credit"),
    ...(hasMinus(debit) ? [turned("debit")] : []),
    ...(hasMinus(credit) ? [turned("credit")] : []),
  ];
}
