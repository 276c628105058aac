import { describe, expect, test } from "vitest";
import { bankApp } from "../../bank-app.fixture.ts";
import { compareBooks } from "../../compare-books.fixture.ts";
import { berlinBank } from "./berlin-bank.fixture.ts";

const PERIOD = { from: "2026-05-01", to: "2026-06-15" };

describe("at a bank that lists no transactions", () => {
  for (const format of ["json", "camt", "mt940"] as const)
    test(`its ${format} files are read, and the store is equal to its books`, async () => {
      const { app, linkItem } = await bankApp({ standard: "berlin-group", rowsInFile: format });
      const { access_token } = await linkItem({ products: ["transactions"] });
      const { stored, booked, rows } = await compareBooks(app, access_token);
      expect(rows).toBeGreaterThan(500);
      // MT940 has no pending rows.
      const isHeld = (row: string) => format !== "mt940" || row.endsWith("false");
      expect(stored).toEqual(
        booked.map((account) => ({ ...account, rows: account.rows.filter(isHeld) })),
      );
    });
});

const CAMT_ROW = (day: string, account = "a", amount = "4.50") =>
  `<Stmt><Id>1</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt>
<AcctSvcrRef>r-1</AcctSvcrRef></Ntry></Stmt>`;
const camt = (...statements: string[]) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>${statements.join("")}</BkToCstmrStmt></Document>`;

/** A bank whose lists are links to files with a response. */
const fileBank = async (
  href: unknown = "/v1/files/1",
  file: () => Response = () => new Response(camt(CAMT_ROW("2026-06-01"))),
  basePath?: string,
) => {
  const bank = await berlinBank({}, basePath === undefined ? {} : { basePath });
  const { login } = await bank.signIn();
  const before = bank.calls.length;
  bank.responses.change = ({ url }) => {
    if (url.pathname.endsWith("/transactions"))
      return Response.json({ _links: { download: href } });
    return url.pathname.endsWith("/accounts") ? null : file();
  };
  return {
    read: () => bank.connector.transactions(login, PERIOD),
    files: () =>
      bank.calls
        .slice(before)
        .filter(({ url }) => !/\/(accounts|balances|transactions)$/.test(url.pathname)),
  };
};

describe("a link to a file", () => {
  test("is followed with the token, the consent and an id of the request", async () => {
    const { read, files } = await fileBank({ href: "/v1/files/1" });
    const rows = await read();
    expect(rows[0]).toMatchObject({ amount: 4.5, date: "2026-06-01", pending: false });
    const [first] = files();
    expect(first?.headers).toMatchObject({
      authorization: expect.stringMatching(/^Bearer /),
      "consent-id": expect.stringMatching(/^intent-/),
      "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(first?.headers).not.toHaveProperty("psu-ip-address");
  });

  test("behind a gateway may lack the gateway's path", async () => {
    const { read, files } = await fileBank("/v1/files/1", undefined, "/gateway/v1");
    expect((await read()).length).toBeGreaterThan(0);
    expect(files()[0]?.url.pathname).toBe("/gateway/v1/files/1");
  });

  test("to another origin is refused, and nothing is sent there", async () => {
    for (const href of [
      "https://files.example/v1/files/1",
      "//files.example/v1/files/1",
      "http://localhost:1/v1/files/1",
      "file:///v1/files/1",
      "data:application/json,{}",
    ]) {
      const { read, files } = await fileBank({ href });
      await expect(read(), href).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
      expect(files(), href).toEqual([]);
    }
  });

  test.for<[string, () => Response, string]>([
    ["is being made", () => new Response("", { status: 202 }), "PRODUCT_NOT_READY"],
    ["is missing", () => new Response("", { status: 404 }), "UNSUPPORTED_RESPONSE"],
    ["is a page", () => new Response("<html><body>Log in</body></html>"), "UNSUPPORTED_RESPONSE"],
    ["is a table", () => new Response("Date,Amount\n2026-06-01,-4.50\n"), "UNSUPPORTED_RESPONSE"],
    [
      "has several accounts",
      () => new Response(camt(CAMT_ROW("2026-06-01"), CAMT_ROW("2026-06-01", "b"))),
      "UNSUPPORTED_RESPONSE",
    ],
    [
      "has an unreadable row",
      () => new Response(camt(CAMT_ROW("2026-06-01"), CAMT_ROW("2026-06-01", "a", "much"))),
      "UNSUPPORTED_RESPONSE",
    ],
    [
      "is a link to a further one",
      () => Response.json({ _links: { download: { href: "/v1/files/2" } } }),
      "UNSUPPORTED_RESPONSE",
    ],
    [
      "is for another user",
      () => Response.json({ tppMessages: [{ code: "CONSENT_INVALID" }] }, { status: 401 }),
      "ITEM_LOGIN_REQUIRED",
    ],
  ])("whose file %s is no list", async ([, file, code]) => {
    const { read } = await fileBank({ href: "/v1/files/1" }, file);
    await expect(read()).rejects.toMatchObject({ code });
  });
});
