import type { Page } from "@playwright/test";
import { expectNoFaultInBoth } from "../support/accessibility.ts";
import { call, exchange } from "../support/api.ts";
import { callback, openAccountSite, openLink } from "../support/link.ts";
import { expect, test } from "../support/test.ts";

const DAY_MS = 86_400_000;
const dayBefore = (days: number) =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10).replaceAll("-", "");

/** A statement in OFX with a row for each amount, a day apart. */
const statement = (...amounts: string[]) => ({
  name: "statement.ofx",
  mimeType: "application/x-ofx",
  buffer: Buffer.from(
    `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>SAMPLE-1234
<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>
${amounts.map((amount, at) => `<STMTTRN><DTPOSTED>${dayBefore(20 - at)}<TRNAMT>${amount}<FITID>${at}<NAME>Copper Ladle</STMTTRN>`).join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  ),
});
type File = ReturnType<typeof statement>;

const drop = async (site: Page, { buffer, name }: File) => {
  const dataTransfer = await site.evaluateHandle(
    ([text, fileName]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName));
      return transfer;
    },
    [buffer.toString(), name] as const,
  );
  const place = site.getByRole("region", { name: "Add a newer file" });
  await place.dispatchEvent("dragover", { dataTransfer });
  await place.dispatchEvent("drop", { dataTransfer });
};

test("a user drops a newer file on the account site, and chooses one by keyboard", async ({
  page,
  host,
  server,
}) => {
  const link = await openLink(page, host.url({ config: { product: ["transactions"] } }));
  await link.getByTestId("institution-ins_909999").press("Enter");
  await link.getByTestId("credential-bank").fill("Lantern Bank");
  await link.getByTestId("credential-file").setInputFiles(statement("-1.00", "-2.00"));
  await link.getByTestId("submit").press("Enter");
  await link.getByTestId("submit").filter({ hasText: /1/ }).press("Enter");
  const site = await openAccountSite(page);
  await link.getByTestId("finish").press("Enter");
  const [publicToken] = await callback(page, "onSuccess");
  const { accessToken } = await exchange(server, publicToken);
  const count = async () =>
    ((await call(server, "/transactions/sync", { access_token: accessToken })).added as unknown[])
      .length;
  await expect.poll(count).toBe(2);

  await drop(site, statement("-1.00", "-2.00", "-3.00"));
  await expect(site.locator("#notice")).toHaveText("One transaction was added.");
  await expect(site.locator("#notice")).toBeFocused();
  await expect.poll(count).toBe(3);
  await expectNoFaultInBoth(site);

  const chooser = site.waitForEvent("filechooser");
  await site.getByRole("button", { name: "Choose a file" }).press("Enter");
  await (await chooser).setFiles(statement("-1.00", "not a number"));
  await expect(site.locator("#notice")).toHaveText(
    "Your file has nothing new. One row was left out. Line 6: We cannot read this amount.",
  );
  await drop(site, { ...statement(), buffer: Buffer.from("no statement") });
  await expect(site.getByRole("alert")).toHaveText(/^The sandbox takes its sample files/);
  await drop(site, statement("-1.00", "-2.00"));
  await expect(site.locator("#notice")).toHaveText("Your file has nothing new.");
  expect(await count()).toBe(3);
});
