import { expect, test } from "vitest";
import { readCamt } from "../../formats/camt/read.ts";
import { readMt940 } from "../../formats/mt940/read.ts";
import { EMPTY_LEDGER } from "./file-account.ts";
import { mergeRows, spanOf } from "./merge-rows.ts";

type Entry = {
  day: string;
  name: string;
  id?: string;
  mandate?: string;
  family?: string;
  pending?: boolean;
};

/** A report of an account with entries of the same amount. */
const camt = (entries: readonly Entry[]) =>
  readCamt(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt><Rpt>
<FrToDt><FrDtTm>2026-01-01T00:00:00</FrDtTm><ToDtTm>2026-01-31T00:00:00</ToDtTm></FrToDt>
<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>${entries
      .map(
        ({ day, name, id = "NOTPROVIDED", mandate = "", family = "ICDT", pending = false }) =>
          `<Ntry><Amt Ccy="EUR">20.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>${pending ? "PDNG" : "BOOK"}</Cd></Sts>
<BookgDt><Dt>2026-01-${day}</Dt></BookgDt><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId><MndtId>${mandate}</MndtId></Refs><RltdPties><Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>`,
      )
      .join("")}</Rpt></BkToCstmrAcctRpt></Document>`,
  )[0]?.transactions ?? [];

/** Merges two lists of rows; returns the numbers and days of the rows afterwards. */
const mergeTwo = async (...files: readonly ReturnType<typeof camt>[]) => {
  let ledger = EMPTY_LEDGER;
  for (const rows of files) {
    const span = spanOf("2026-01-01", "2026-01-31", rows) ?? { from: "", to: "" };
    ({ ledger } = await mergeRows(ledger, { rows, span, currency: "EUR" }));
  }
  return ledger.rows.map(({ number, date, pending }) => [number, date.slice(8), pending]);
};

const HELD = { day: "10", name: "Copper Ladle", pending: true };
const BOOKED = { day: "12", name: "Copper Ladle" };

test.each<[string, Entry, Entry, number]>([
  ["without an id", HELD, BOOKED, 1],
  ["of one end-to-end id", { ...HELD, id: "A" }, { ...BOOKED, id: "A" }, 1],
  ["of other end-to-end ids", { ...HELD, id: "A" }, { ...BOOKED, id: "B" }, 2],
  ["of which one has an end-to-end id", { ...HELD, id: "A" }, BOOKED, 1],
  ["of one id under other names", { ...HELD, id: "A" }, { ...BOOKED, id: "A", name: "CL GmbH" }, 1],
  ["of one mandate", { ...HELD, mandate: "M-1" }, { ...BOOKED, mandate: "M-1" }, 1],
  ["of other mandates", { ...HELD, mandate: "M-1" }, { ...BOOKED, mandate: "M-2" }, 2],
  ["of a transfer and of a card", HELD, { ...BOOKED, family: "CCRD" }, 2],
  ["of two codes of cards", { ...HELD, family: "MCRD" }, { ...BOOKED, family: "CCRD" }, 1],
])("entries of camt %s are one payment or two", async (_what, before, after, first) => {
  expect(await mergeTwo(camt([before]), camt([after]))).toEqual([[first, "12", false]]);
});

/** A statement of MT940 with one entry. */
const mt940 = (day: string, references: string) =>
  readMt940(
    `:20:1\n:25:12030000/202051\n:60F:C260101EUR0,00\n:61:2601${day}01${day}D20,00NDDTNONREF\n` +
      `:86:105?20${references}?21SVWZ+Bill?32Copper Ladle\n:62F:D260131EUR20,00\n`,
  )[0]?.transactions ?? [];

test("a payment of MT940 that is booked on another day is known by EREF and MREF", async () => {
  const two = [
    [1, "10", false],
    [2, "12", false],
  ];
  const merged = (before: string, after: string) =>
    mergeTwo(mt940("10", before), mt940("12", after));
  expect(await merged("EREF+A", "EREF+A")).toEqual([[1, "12", false]]);
  expect(await merged("EREF+A", "EREF+B")).toEqual(two);
  expect(await merged("MREF+A", "MREF+A")).toEqual([[1, "12", false]]);
  expect(await merged("MREF+A", "MREF+B")).toEqual(two);
});

test("a mandate of a Dutch bank tells two payments of one name and amount apart", async () => {
  const file = (day: string, mandate: string) =>
    readMt940(
      `:20:1\n:25:NL91ABNA0417164300 EUR\n:60F:C260101EUR0,00\n:61:2601${day}01${day}D20,00NDDTNONREF\n` +
        `:86:/MARF/${mandate}/NAME/Copper Ladle/REMI/Bill\n:62F:D260131EUR20,00\n`,
    )[0]?.transactions ?? [];
  expect(await mergeTwo(file("10", "M-1"), file("12", "M-1"))).toEqual([[1, "12", false]]);
  expect(await mergeTwo(file("10", "M-1"), file("12", "M-2"))).toHaveLength(2);
});
