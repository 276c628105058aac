import { expect, test } from "vitest";
import type { KnownAccount } from "./accounts.ts";
import { readRows } from "./transactions.ts";

const ACCOUNT: KnownAccount = {
  ...{ key: "a", number: "532013000", subAccount: "", bankCode: "37040044" },
  ...{ iban: "", bic: "", currency: "EUR", name: "", kind: 1, orders: null },
};
const row = (amount: string, status: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>2026-01-14</Dt></BookgDt></Ntry>`;
const camt = (...rows: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt><Rpt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${rows.join("")}</Rpt></BkToCstmrAcctRpt></Document>`;

test("a pending row in both lists of a bank is one, and equal ones of one list are several", () => {
  const { rows, problems } = readRows(
    {
      booked: [camt(row("3.00", "BOOK"), row("2.00", "PDNG"))],
      noted: [camt(row("2.00", "PDNG"), row("2.00", "PDNG"), row("4.00", "PDNG"))],
    },
    ACCOUNT,
  );
  expect(problems).toEqual([]);
  expect(rows.map(({ amount, pending }) => [Number(amount), pending])).toEqual([
    ...[[-3, false], ...[-2, -2, -4].map((amount) => [amount, true])],
  ]);
});
