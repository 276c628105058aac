import { expect, test } from "vitest";
import { openFiles, readStatements } from "./index.ts";

const read = async (text: string) => readStatements(openFiles(Buffer.from(text)));
const LONG = 19_900;

/**
 * Files whose reading time once grew with the square of a value's length, or of their number of
 * accounts.
 */
const FILES: [name: string, text: string, refusal: RegExp][] = [
  [
    "an end tag of a million letters before another tag",
    `OFXHEADER:100\n\n<OFX></${"a".repeat(1_000_000)}<b></OFX>`,
    /^line 3: the structure is broken/,
  ],
  [
    "amounts of 19,900 dashes",
    `OFXHEADER:100\n\n<OFX><STMTRS>${`<STMTTRN><DTPOSTED>20260105<TRNAMT>1${"-".repeat(LONG)}1</STMTTRN>`.repeat(100)}</OFX>`,
    /an amount is not valid/,
  ],
  [
    "balances of 19,900 blanks",
    `:20:1\n:25:SAMPLE\n${`:60F:C260101${" ".repeat(LONG)}x\n`.repeat(200)}`,
    /an amount is not valid/,
  ],
];

test.each(FILES)("%s are refused at once", async (_, text, refusal) => {
  const reading = await read(text).catch((failure: Error) => failure);
  const said = reading instanceof Error ? reading.message : reading.leftOut.first[0]?.message;
  expect(said).toMatch(refusal);
});

test("letters that HTML names, also where the name is escaped once more, are letters", async () => {
  const row =
    "<STMTTRN><DTPOSTED>20260105<TRNAMT>-1<NAME>Caf&eacute; &amp;Eacute;t&eacute; &bogus;</STMTTRN>";
  const { statements } = await read(`OFXHEADER:100\n\n<OFX><STMTRS>${row}</OFX>`);
  expect(statements[0]?.transactions[0]?.description).toBe("Café Été &bogus;");
});
