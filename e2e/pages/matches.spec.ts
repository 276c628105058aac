import { expectNoFault, expectNoFaultInBoth } from "../support/accessibility.ts";
import { call, exchange } from "../support/api.ts";
import { callback, openAccountSite, openLink } from "../support/link.ts";
import type { Running } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const entry = (status: "PDNG" | "BOOK", daysAgo: number, amount: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
<BookgDt><Dt>${dayBefore(daysAgo)}</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>Copper Ladle</Nm></Pty>
</Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>`;

/** A report of an account on the last ten days. */
const report = (...entries: string[]) => ({
  name: "report.xml",
  mimeType: "application/xml",
  buffer: Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt><Rpt><Id>SAMPLE-1</Id>
<FrToDt><FrDtTm>${dayBefore(10)}T00:00:00</FrDtTm><ToDtTm>${dayBefore(1)}T00:00:00</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>SAMPLE-1234</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${entries.join("")}</Rpt></BkToCstmrAcctRpt></Document>`,
  ),
});
/** The account site speaks the browser's language. */
const SAME = /^(Same payment|La même opération)$/;
const PENDING = report(entry("PDNG", 6, "20.00"), entry("PDNG", 5, "20.50"));
const POSTED = entry("BOOK", 4, "22.00");

type Transaction = {
  pending: boolean;
  pending_transaction_id: string | null;
  possible_match: { transaction_id: string } | null;
};

const postedOf = async (server: Running, access_token: string) => {
  const { added } = await call(server, "/transactions/sync", { access_token });
  return (added as Transaction[]).filter(({ pending }) => !pending);
};

for (const [language, viewport] of [
  ["en", { width: 1280, height: 800 }],
  ["fr", { width: 390, height: 844 }],
] as const)
  test(`a user says that two transactions are the same, on the account site and in Link, by keyboard: ${language}`, async ({
    page,
    host,
    server,
  }) => {
    await page.setViewportSize(viewport);
    const link = await openLink(
      page,
      host.url({ config: { product: ["transactions"], language } }),
    );
    const connect = async (): Promise<string> => {
      await link.getByTestId("credential-bank").fill("Lantern Bank");
      await link.getByTestId("credential-file").setInputFiles(PENDING);
      await link.getByTestId("submit").press("Enter");
      await link.getByTestId("submit").filter({ hasText: /1/ }).press("Enter");
      await link.getByTestId("finish").press("Enter");
      const [publicToken] = await callback(page, "onSuccess");
      return (await exchange(server, publicToken)).accessToken;
    };
    await link.getByTestId("institution-ins_909999").press("Enter");
    const accessToken = await connect();
    const allOf = async () =>
      (await call(server, "/transactions/sync", { access_token: accessToken })).added;
    await expect.poll(allOf).toHaveLength(2);
    const openUpdate = async (file: ReturnType<typeof report>) => {
      const { public_token: token } = await call(server, "/item/public_token/create", {
        access_token: accessToken,
      });
      const update = await openLink(page, host.url({ config: { token, language } }));
      await update.getByTestId("credential-file").setInputFiles(file);
      await update.getByTestId("submit").press("Enter");
      return update;
    };
    const asked = async () =>
      (await postedOf(server, accessToken)).map(({ possible_match }) => possible_match !== null);

    const update = await openUpdate(report(POSTED));
    await expect(update.getByTestId("finish")).toBeVisible();
    await expect.poll(asked).toEqual([true]);
    const [before] = await postedOf(server, accessToken);
    const site = await openAccountSite(page);
    await site.setViewportSize(viewport);
    const same = site.getByRole("button", { name: SAME });
    await expect(same).toBeVisible();
    await expectNoFault(site);
    if (language === "en") {
      await same.press("Enter");
      await expect(site.locator("#notice")).toBeFocused();
      await expect(same).toHaveCount(0);
    } else {
      const again = await openUpdate(report(POSTED, entry("BOOK", 2, "3.00")));
      await again.getByTestId("choice-0-0").focus();
      await expectNoFaultInBoth(page);
      await page.keyboard.press("Space");
      await again.getByTestId("submit").press("Enter");
      await expect(again.getByTestId("finish")).toBeVisible();
    }
    const links = async () =>
      (await postedOf(server, accessToken)).map(
        ({ pending_transaction_id }) => pending_transaction_id,
      );
    await expect.poll(links).toContain(before?.possible_match?.transaction_id);
  });
