import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };

/** A file of 60,000 rows in OFX. */
const FILE = gzipSync(
  `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>SAMPLE-1234
<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>
${Array.from({ length: 60_000 }, (_, n) => `<STMTTRN><DTPOSTED>20260105<TRNAMT>-1.00<FITID>${n}<NAME>Rent</STMTTRN>`).join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
).toString("base64");

test("the share of a file that is read grows while it is read, and is told to its session alone", async () => {
  const app = await testApp();
  const open = async () => {
    const link = await app.startLink({ product: ["transactions"] });
    await link.bridge("institution/select", FILES);
    return link;
  };
  const [link, other] = [await open(), await open()];
  const shareOf = async ({ bridge }: typeof link) =>
    (await bridge("file/progress", {})).body.read as number | null;
  let isRead = false;
  const credentials = { bank: "Lantern Bank", file: FILE };
  const sent = link.bridge("credentials/submit", { ...FILES, credentials }).finally(() => {
    isRead = true;
  });
  const shares: number[] = [];
  while (!isRead) {
    const share = await shareOf(link);
    if (share !== null && share !== shares.at(-1)) shares.push(share);
    expect(await shareOf(other)).toBeNull();
  }
  expect((await sent).body.selection).toMatchObject({ accounts: [{ mask: "1234" }] });
  expect(shares.length).toBeGreaterThan(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(await shareOf(link)).toBeNull();
});
