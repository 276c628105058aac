import {
  type AccountNumber,
  accountNumberFrom,
  ibanFrom,
  type Line,
  lineFrom,
} from "../../domain/bank-values.ts";
import type { StatementTransaction } from "../statement.ts";

/** The fields of a transaction that come from field 86. */
type Details = Pick<
  StatementTransaction,
  "description" | "payee" | "memo" | "counterpartyAccount" | "reference" | "mandateId" | "code"
>;

/** Parses the lines of a field 86 in the bank's way of joining them. */
export function readDetails(lines: readonly string[], row: Details): Details {
  const text = lines.join("");
  // German banks begin with a business transaction code, and differ in the mark before each number.
  // Polish banks write a title after the code.
  const german = /^\s*(\d{3})?\s*([?<>~^@])(?=\d\d)/.exec(text) ?? TITLED.exec(text);
  if (german) return germanDetails(text, german[1] ?? null, german[2] ?? "?", row, german[3]);
  if (/^\s*\/[A-Z]{3,5}\//.test(text)) return dutchDetails(text, row);
  const words = lines.join(" ").replaceAll(/\s+/g, " ").trim();
  return { ...row, description: lineFrom(words) ?? row.description };
}

/**
 * Adds the lines of a field NS, which has banks' own texts by number: 01 to 14 the purpose, 15 and
 * 16 the name, 17 the title. A line without a number belongs to the purpose.
 */
export function withNonSwift(lines: readonly string[], row: Details): Details {
  const parts = lines.map((line) => /^\s*(\d\d)?(.*)$/.exec(line));
  const join = (from: number, to: number) =>
    parts
      .filter((part) => Number(part?.[1] ?? from) >= from && Number(part?.[1] ?? from) <= to)
      .map((part) => part?.[2]?.trim() ?? "")
      .join(" ")
      .trim();
  return {
    ...row,
    description: row.description ?? lineFrom(join(1, 14)),
    payee: row.payee ?? lineFrom(join(15, 16)),
    memo: row.memo ?? lineFrom(join(17, 17)),
  };
}

/** A code, a title, and the first of at least two subfields with the same mark. */
const TITLED = /^\s*(\d{3}) (?=[^?<>~^@]{1,65}([?<>~^@])\d\d.{0,200}\2\d\d)([^?<>~^@]+)/s;

/** Subfields by number: 00 the bank's title, 20 to 29 and 60 to 63 the purpose, 31 the account, 32 and 33 the name. */
function germanDetails(
  text: string,
  gvc: string | null,
  mark: string,
  row: Details,
  title?: string,
): Details {
  const subfields = new Map<string, string>();
  for (const part of text.split(mark).slice(1))
    if (/^\d\d/.test(part)) subfields.set(part.slice(0, 2), part.slice(2));
  const join = (numbers: readonly string[]) =>
    numbers
      .map((number) => subfields.get(number) ?? "")
      .join("")
      .trim();
  const purpose = join(PURPOSE);
  const sepa = sepaParts(purpose);
  const account = (subfields.get("38") ?? subfields.get("31") ?? sepa.get("IBAN") ?? "").trim();
  return {
    description: lineFrom(sepa.size > 0 ? sepa.get("SVWZ") : purpose) ?? row.description,
    payee: lineFrom(join(["32", "33"])),
    memo: lineFrom(subfields.get("00") ?? title),
    counterpartyAccount: accountIn(account),
    reference: withoutPlaceholder(sepa.get("EREF")) ?? row.reference,
    ...mandateIn(sepa.get("MREF")),
    code: lineFrom(gvc) ?? row.code,
  };
}

const PURPOSE = [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63].map(String);

/** The parts of a purpose by SEPA keyword, as in EREF+123SVWZ+Rent. */
function sepaParts(purpose: string): Map<string, string> {
  const parts = purpose.split(/(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)(?:\+|: )/);
  const found = new Map<string, string>();
  for (let at = 1; at + 1 < parts.length; at += 2)
    found.set(parts[at] ?? "", (parts[at + 1] ?? "").trim());
  const before = parts[0]?.trim();
  if (found.size > 0 && before && !found.has("SVWZ")) found.set("SVWZ", before);
  return found;
}

/**
 * Parts between slashes: /NAME/…, /REMI/…, /IBAN/…, /EREF/…. ING's /CNTP/ contains account, BIC,
 * name and city.
 */
function dutchDetails(text: string, row: Details): Details {
  const parts = new Map<string, string>();
  const pieces = text.split(
    /\/(TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|CNTP|BENM|ORDP|ID|ADDR|MARF|CSID|PURP|ISDT|RTYP|PREF|SVCL|NRTX|RTRN|ULTC|ULTD|BO|BUSP|CDTRREFTP|CDTRREF|CD|SO|ISSUER|INIT|COLREF|PRDT)\//,
  );
  for (let at = 1; at + 1 < pieces.length; at += 2) {
    const [key = "", value = ""] = [pieces[at], pieces[at + 1]];
    if (value.trim() !== "" && !parts.has(key)) parts.set(key, value.trim());
  }
  const counterparty = parts.get("CNTP")?.split("/") ?? [];
  const remittance = parts
    .get("REMI")
    ?.replace(/^(USTD|STRD\/CUR)\/\//, "")
    .replace(/\/$/, "");
  return {
    description: lineFrom(remittance) ?? lineFrom(parts.get("TRTP")) ?? row.description,
    payee: lineFrom(parts.get("NAME") ?? counterparty[2]),
    memo: remittance ? lineFrom(parts.get("TRTP")) : null,
    counterpartyAccount: accountIn(parts.get("IBAN") ?? counterparty[0] ?? ""),
    reference: withoutPlaceholder(parts.get("EREF")) ?? row.reference,
    ...mandateIn(parts.get("MARF")),
    code: row.code,
  };
}

/** The other party's account number. The field is free text, so any other content is ignored. */
const accountIn = (text: string): AccountNumber | null =>
  ibanFrom(text) ?? accountNumberFrom(text.trim());

const mandateIn = (text: string | undefined): Pick<Details, "mandateId"> => {
  const mandateId = withoutPlaceholder(text);
  return mandateId === null ? {} : { mandateId };
};

const withoutPlaceholder = (reference: string | undefined): Line | null =>
  reference === undefined || /^(NOTPROVIDED|NONREF)?$/i.test(reference)
    ? null
    : lineFrom(reference);
