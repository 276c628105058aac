import { expect, test } from "vitest";
import { MAX_ACCOUNTS } from "../../formats/statement.ts";
import { addFile } from "./add-file.ts";

const statements = (ids: readonly string[]) =>
  `<OFX>${ids.map((id) => `<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>${id}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>POS<DTPOSTED>20260114<TRNAMT>-4.50<FITID>1<NAME>Moonbean</STMTTRN></BANKTRANLIST></STMTRS>`).join("")}</OFX>`;

const add = (text: string, state: string | null) =>
  addFile({
    ...{ file: Buffer.from(text).toString("base64"), state, bank: "First Bank", now: 0 },
    ...{ samplesOnly: false, newKey: "new" },
  });

test("an Item has as many accounts as a file at most, whatever the number of its files", async () => {
  const ids = Array.from({ length: MAX_ACCOUNTS }, (_, at) => `${1000 + at}`);
  const first = await add(statements(ids), null);
  if (first.at !== "done") throw new Error("the file was not added");
  expect(first.accounts).toHaveLength(MAX_ACCOUNTS);
  expect(await add(statements(["1000"]), first.state)).toMatchObject({ at: "done", added: 0 });
  await expect(add(statements(["2000"]), first.state)).rejects.toThrow(
    "the file has too many accounts",
  );
});
