import { LoginResponse } from "../../../protocol/link/bridge.ts";
import type { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };

/** A report of equal booked payments to one merchant on some days of January, in base64. */
export const report = (...days: number[]): string =>
  Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt><Rpt><Id>SAMPLE-1</Id>
<FrToDt><FrDtTm>2026-01-10T00:00:00</FrDtTm><ToDtTm>2026-01-20T00:00:00</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>SAMPLE-1234</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${days
      .map(
        (day) =>
          `<Ntry><Amt Ccy="EUR">20.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-01-${day}</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>Copper Ladle</Nm></Pty></Cdtr>
</RltdPties></TxDtls></NtryDtls></Ntry>`,
      )
      .join("")}</Rpt></BkToCstmrAcctRpt></Document>`,
  ).toString("base64");

/** Links an Item with a report of payments on some days. */
export const linkReport = async (app: Awaited<ReturnType<typeof testApp>>, ...days: number[]) => {
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", FILES);
  const credentials = { bank: "Lantern Bank", file: report(...days) };
  const { body } = await link.bridge("credentials/submit", { ...FILES, credentials });
  const { request_id: _, ...answer } = body;
  const account_ids = LoginResponse.parse(answer).selection?.accounts.map(({ id }) => id);
  const { public_token } = (await link.bridge("accounts/select", { account_ids })).body;
  const tokens = await app.call("/item/public_token/exchange", { public_token });
  const item_id = String(tokens.item_id);
  const [account] = await app.services.store.items.accounts(item_id);
  return {
    ...{ item_id, access_token: String(tokens.access_token) },
    account_id: account?.account.account_id ?? "",
  };
};
