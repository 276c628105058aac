import { expect, test } from "vitest";
import { type KnownAccount, withSepaNumbers } from "./accounts.ts";
import type { Answer } from "./answers.ts";
import { readSegments } from "./segments.ts";
import { readRows } from "./transactions.ts";

const ACCOUNT: KnownAccount = {
  ...{ key: "a", number: "532013000", subAccount: "", bankCode: "37040044" },
  ...{ iban: "", bic: "", currency: "EUR", name: "", kind: 1, orders: null },
};
const answerOf = (text: string): Answer => ({
  ...{ dialogId: "1", segments: readSegments(text) },
  codes: [],
});

test("an account and its sub-account keep their own IBANs, in any order of the list", () => {
  const accounts = [ACCOUNT, { ...ACCOUNT, key: "b", subAccount: "01" }];
  const rows = [
    "J:DE75512108001245126199:COBADEFFXXX:532013000:01:280:37040044",
    "J:DE89370400440532013000:COBADEFFXXX:532013000::280:37040044",
  ];
  for (const list of [rows, rows.toReversed()])
    expect(
      withSepaNumbers(accounts, [answerOf(`HISPA:5:1:3+${list.join("+")}'`)]).map(
        ({ iban }) => iban,
      ),
    ).toEqual(["DE89370400440532013000", "DE75512108001245126199"]);
});

test("an account whose IBAN the bank writes in groups keeps its rows", () => {
  const text =
    '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt><Rpt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct><Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-10</Dt></BookgDt></Ntry></Rpt></BkToCstmrAcctRpt></Document>';
  const list = "HISPA:5:1:3+J:de89 3704 0044 0532 0130 00:COBADEFFXXX:532013000::280:37040044'";
  const [account = ACCOUNT] = withSepaNumbers([ACCOUNT], [answerOf(list)]);
  expect(readRows({ booked: [text], noted: [] }, account).rows).toHaveLength(1);
});
