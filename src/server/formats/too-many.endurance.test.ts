import { expect, test } from "vitest";
import { readStatements } from "./index.ts";
import { MAX_TRANSACTIONS } from "./statement.ts";

/** A file with only faulty rows, one more than a file may have. */
const FAULTY = {
  camt: `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${"<Ntry></Ntry>".repeat(MAX_TRANSACTIONS + 1)}</Stmt></BkToCstmrStmt></Document>`,
  mt940: `:20:1\n:25:1\n:60F:C260101EUR1,\n${":61:x\n".repeat(MAX_TRANSACTIONS + 1)}:62F:C260102EUR1,\n`,
  ofx: `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST>${"<STMTTRN></STMTTRN>".repeat(MAX_TRANSACTIONS + 1)}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  qif: `!Type:Bank\n${"Dx\n^\n".repeat(MAX_TRANSACTIONS + 1)}`,
};

for (const [format, text] of Object.entries(FAULTY))
  test(`rows that are left out count against the transactions that a file may have: ${format}`, () => {
    expect(() => readStatements(Buffer.from(text))).toThrow(
      expect.objectContaining({ problem: "TOO_MANY_TRANSACTIONS" }),
    );
  });
