import {
  type Currency,
  type Day,
  type Id,
  lineFrom,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";
import { idIn } from "../file-values.ts";
import type { StatementSecurity } from "../investments.ts";
import type { BrokerCells } from "./broker-cells.ts";
import { ISIN } from "./column-roles.ts";

/** A CUSIP of a bond. It begins with a digit, unlike tickers. */
const CUSIP = /^\d[A-Z\d*@#]{7}\d$/;

/**
 * The columns that may have a number of a security, the most reliable first, and the kind of their numbers if
 * their form does not show it.
 */
const NUMBERS = [
  ["isin", "NAME"],
  ["cusip", "CUSIP"],
  ["sedol", "SEDOL"],
  ["symbol", "NAME"],
  ["wkn", "WKN"],
  ["name", "NAME"],
] as const;

type Type = NonNullable<StatementSecurity["type"]>;

/** The types of securities by brokers' words. */
const TYPES: readonly [words: RegExp, type: Type][] = [
  [/crypto|krypto/i, "cryptocurrency"],
  [/option|warrant|future|derivat|certificate|zertifikat|turbo/i, "derivative"],
  [/\betfs?\b|exchange traded/i, "etf"],
  [/fund|fonds|fondo/i, "mutual fund"],
  [/bond|fixed income|anleihe|oblig|treasur|\bcds?\b/i, "fixed income"],
  [/stock|equit|share|aktie|action|azioni|accion/i, "equity"],
];

export const isCashWord = (text: string): boolean =>
  /^(cash|bargeld|liquidit|kontanter?|contant|esp[eè]ces|contanti|liquidez|efectivo|held in |money (market|accounts?)|guthaben)/i.test(
    text.trim(),
  );

/** Returns the security of a row; null without a column for it. */
export function brokerSecurity(
  cells: BrokerCells,
  currency: Currency | null,
  close: { price: number | null; day: Day | null },
): StatementSecurity | null {
  const numbers = NUMBERS.flatMap(([role, kind]) => {
    const cell =
      cells
        .text(role)
        ?.replace(/^-(?=[A-Z])|\*+$/g, "")
        .trim() ?? "";
    return /[\p{L}\d]/u.test(cell) ? [{ role, kind: readKind(cell, kind), cell }] : [];
  });
  const [first] = numbers;
  if (!first) return null;
  const id = idIn(first.cell, { line: cells.line, field: first.role });
  if (id === null) return null;
  const ticker = numbers.find(({ role, kind }) => role !== "name" && kind === "NAME")?.cell ?? null;
  const assetType = cells.text("assetType") ?? "";
  return {
    ...{ key: toKey(first.kind, id), idType: ownLine(first.kind), id },
    name: cells.shown("name") ?? (first.kind === "NAME" ? lineFrom(first.cell) : null),
    ...{ ticker: lineFrom(ticker, 64), institutionId: null },
    type: TYPES.find(([words]) => words.test(assetType))?.[1] ?? null,
    ...{ subtype: null, price: close.price, priceDay: close.day, currency },
    ...{ option: null, bond: null },
  };
}

const readKind = (cell: string, kind: string): string =>
  ISIN.test(cell) ? "ISIN" : kind === "NAME" && CUSIP.test(cell) ? "CUSIP" : kind;

const toKey = (kind: string, id: Id): Id => ownId(`${kind} ${id}`);
