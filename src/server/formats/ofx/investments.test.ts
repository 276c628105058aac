import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { FormatError } from "../format-error.ts";
import { readStatements } from "../index.ts";

const SECURITY = "<SECID><UNIQUEID>000000000<UNIQUEIDTYPE>CUSIP</SECID>";
const ownTrade = (fields = "") =>
  `<INVTRAN><FITID>T1<DTTRADE>20260114120000[-5:EST]${fields}</INVTRAN>${SECURITY}`;
const bought = (fields = "") =>
  `<INVBUY>${ownTrade()}<UNITS>10<UNITPRICE>5.5<COMMISSION>1<FEES>0.5<TOTAL>-56.5${fields}<SUBACCTSEC>CASH<SUBACCTFUND>CASH</INVBUY>`;
const sold = (fields = "") =>
  `<INVSELL>${ownTrade()}<UNITS>-4<UNITPRICE>6<TOTAL>24${fields}<SUBACCTSEC>CASH</INVSELL>`;
const paid = (total: string, fields = "") => `${ownTrade()}${fields}<TOTAL>${total}`;

/** An investment statement in OFX 1, without the end tags of elements. */
const sgml = (
  trades: string,
  rest = "",
) => `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nCHARSET:1252\n
<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20260131<CURDEF>USD
<INVACCTFROM><BROKERID>broker.example<ACCTID>SAMPLE-9</INVACCTFROM>
<INVTRANLIST><DTSTART>20260101<DTEND>20260131
${trades}</INVTRANLIST>
${rest}</INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>`;

const read = (text: string) => readStatements(Buffer.from(text));
const readTrades = (text: string) => read(text).statements[0]?.investments?.transactions;

const transfers = "<UNITS>3<TFERACTION>OUT<POSTYPE>LONG";
test.each([
  ["BUYSTOCK", `${bought()}<BUYTYPE>BUY`, "buy", "buy", 10, 56.5],
  ["BUYMF", `${bought().replace("-56.5", "56.5")}<BUYTYPE>BUY`, "buy", "buy", 10, 56.5],
  ["BUYDEBT", bought("<ACCRDINT>1"), "buy", "buy", 10, 56.5],
  ["BUYOPT", `${bought()}<OPTBUYTYPE>BUYTOCLOSE`, "buy", "buy to cover", 10, 56.5],
  ["BUYOTHER", bought(), "buy", "buy", 10, 56.5],
  ["SELLSTOCK", `${sold()}<SELLTYPE>SELLSHORT`, "sell", "sell short", -4, -24],
  ["SELLMF", sold().replace("<UNITS>-4", "<UNITS>4"), "sell", "sell", -4, -24],
  ["SELLDEBT", sold(), "sell", "sell", -4, -24],
  ["SELLOPT", `${sold()}<OPTSELLTYPE>SELLTOOPEN`, "sell", "sell short", -4, -24],
  ["SELLOTHER", sold(), "sell", "sell", -4, -24],
  ["INCOME", paid("7.25", "<INCOMETYPE>DIV"), "cash", "dividend", 0, -7.25],
  ["INCOME", paid("7", "<INCOMETYPE>CGLONG"), "cash", "long-term capital gain", 0, -7],
  [
    "REINVEST",
    paid("-7", "<INCOMETYPE>DIV<UNITS>0.5<UNITPRICE>14"),
    "buy",
    "dividend reinvestment",
    0.5,
    7,
  ],
  ["TRANSFER", ownTrade() + transfers, "transfer", "transfer", -3, 0],
  [
    "SPLIT",
    `${ownTrade()}<OLDUNITS>10<NEWUNITS>30<NUMERATOR>3<DENOMINATOR>1<FRACCASH>2`,
    "transfer",
    "split",
    20,
    -2,
  ],
  ["RETOFCAP", paid("9"), "cash", "return of principal", 0, -9],
  ["INVEXPENSE", paid("-9"), "fee", "miscellaneous fee", 0, 9],
  ["MARGININTEREST", paid("-9"), "fee", "margin expense", 0, 9],
  ["JRNLFUND", paid("9", "<SUBACCTTO>CASH<SUBACCTFROM>MARGIN"), "transfer", "transfer", 0, 0],
  ["JRNLSEC", `${ownTrade()}<UNITS>9<SUBACCTTO>CASH`, "transfer", "transfer", 0, 0],
  ["CLOSUREOPT", `${ownTrade()}<OPTACTION>EXERCISE<UNITS>2`, "sell", "exercise", -2, 0],
  ["CLOSUREOPT", `${ownTrade()}<OPTACTION>ASSIGN<UNITS>2`, "buy", "assignment", 2, 0],
  [
    "INVBANKTRAN",
    "<STMTTRN><TRNTYPE>DEP<DTPOSTED>20260114<TRNAMT>20<FITID>T1<NAME>Juniper</STMTTRN><SUBACCTFUND>CASH",
    "cash",
    "deposit",
    0,
    -20,
  ],
])("a trade %s is read: %s", (name, fields, type, subtype, quantity, amount) => {
  const trade = { id: "T1", date: "2026-01-14", type, subtype, quantity, amount };
  expect(readTrades(sgml(`<${name}>${fields}</${name}>`))).toMatchObject([trade]);
});

test("a trade that takes back another one names it, and keeps the signs of the file", () => {
  const back = bought()
    .replace("<FITID>T1", "<FITID>T2")
    .replace("</INVTRAN>", "<REVERSALFITID>T1</INVTRAN>")
    .replace("<UNITS>10", "<UNITS>-10")
    .replace("-56.5", "56.5");
  const trades = `<BUYSTOCK>${bought()}</BUYSTOCK><BUYSTOCK>${back}</BUYSTOCK>`;
  expect(readTrades(sgml(trades))).toMatchObject([
    { id: "T1", fees: 1.5, cancels: null },
    { id: "T2", type: "cancel", quantity: -10, amount: -56.5, cancels: "T1" },
  ]);
});

const position = (kind: string, id: string, fields: string) =>
  `<POS${kind}><INVPOS><SECID><UNIQUEID>${id}</UNIQUEID><UNIQUEIDTYPE>ISIN</UNIQUEIDTYPE></SECID><HELDINACCT>CASH</HELDINACCT>${fields}</INVPOS></POS${kind}>`;
const described = (kind: string, id: string, fields: string, more = "") =>
  `<${kind}INFO><SECINFO><SECID><UNIQUEID>${id}</UNIQUEID><UNIQUEIDTYPE>ISIN</UNIQUEIDTYPE></SECID><SECNAME>${kind} ${id}</SECNAME><TICKER>T${id}</TICKER>${fields}</SECINFO>${more}</${kind}INFO>`;
const units = (count: number, value: string) =>
  `<POSTYPE>LONG</POSTYPE><UNITS>${count}</UNITS><UNITPRICE>50</UNITPRICE><MKTVAL>${value}</MKTVAL><DTPRICEASOF>20260130</DTPRICEASOF>`;

/** The list of positions, the balance and the list of securities in OFX 2. */
const POSITIONS = `<INVPOSLIST>${[
  position("STOCK", "A", units(4, "200.00")),
  position(
    "MF",
    "B",
    `${units(2, "100")}<CURRENCY><CURRATE>1.1</CURRATE><CURSYM>EUR</CURSYM></CURRENCY>`,
  ),
  position("OPT", "C", units(1, "30").replace("LONG", "SHORT")),
  position("DEBT", "D", units(1000, "990")),
  position("OTHER", "E", units(1, "10")),
].join(
  "",
)}</INVPOSLIST><INVBAL><AVAILCASH>55.25</AVAILCASH><MARGINBALANCE>-5</MARGINBALANCE><SHORTBALANCE>0</SHORTBALANCE><BALLIST><BAL><NAME>x</NAME></BAL></BALLIST></INVBAL><INVOOLIST><OOBUYSTOCK>${SECURITY}</OOBUYSTOCK></INVOOLIST>`;
const SECURITIES = `<SECLISTMSGSRSV1><SECLIST>${[
  described("STOCK", "A", "<UNITPRICE>50</UNITPRICE><DTASOF>20260130</DTASOF>"),
  described("MF", "B", "<FIID>F1</FIID>"),
  described(
    "OPT",
    "C",
    "",
    "<OPTTYPE>PUT</OPTTYPE><STRIKEPRICE>45</STRIKEPRICE><DTEXPIRE>20260619</DTEXPIRE><SHPERCTRCT>100</SHPERCTRCT><SECID><UNIQUEID>A</UNIQUEID><UNIQUEIDTYPE>ISIN</UNIQUEIDTYPE></SECID>",
  ),
  described(
    "DEBT",
    "D",
    "",
    "<PARVALUE>1000</PARVALUE><COUPONRT>4.5</COUPONRT><DTMAT>20310115</DTMAT>",
  ),
  described("OTHER", "X", ""),
].join("")}</SECLIST></SECLISTMSGSRSV1>`;
const XML = sgml("", POSITIONS).replace(
  /^[^<]*/,
  '<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="220"?>',
);

test.each([
  ["behind the statement", XML.replace("</OFX>", `${SECURITIES}</OFX>`)],
  ["before it", XML.replace("<OFX>", `<OFX>${SECURITIES}`)],
])("positions and their securities are read from a list %s", (_, text) => {
  const [statement] = read(text).statements;
  expect(statement?.account).toMatchObject({
    ...{ id: "SAMPLE-9", bankId: "broker.example", type: "investment", currency: "USD" },
  });
  expect(statement?.balances).toEqual([
    { kind: "closing", amount: "1330.25", date: "2026-01-31" },
    { kind: "available", amount: "55.25", date: "2026-01-31" },
  ]);
  expect(statement?.investments).toMatchObject({
    cash: 55.25,
    marginLoan: 5,
    holdings: [
      { securityKey: "ISIN A", quantity: 4, value: 200, price: 50, priceDay: "2026-01-30" },
      { securityKey: "ISIN B", quantity: 2, value: 100, currency: "EUR", rate: 1.1 },
      { securityKey: "ISIN C", quantity: -1, value: -30 },
      { securityKey: "ISIN D", type: "fixed income", quantity: 1000, value: 990 },
      { securityKey: "ISIN E", type: "other" },
    ],
    securities: [
      { key: "ISIN A", ticker: "TA", type: "equity", price: 50, priceDay: "2026-01-30" },
      { key: "ISIN B", type: "mutual fund", institutionId: "F1" },
      {
        type: "derivative",
        option: { type: "put", strike: 45, expires: "2026-06-19", underlying: "ISIN A" },
      },
      { bond: { coupon: 4.5, matures: "2031-01-15", faceValue: 1000 } },
    ],
  });
});

test("a wrong value is named with its line and field, and the rest is read", () => {
  const good = `<BUYSTOCK>${bought()}</BUYSTOCK>`;
  const wrong = [
    good.replace("<UNITS>10", "<UNITS>ten"),
    good.replace("<DTTRADE>20260114", "<DTTRADE>20261399"),
    good.replace("<TOTAL>-56.5", "").replace("T1", "T3"),
    "<POSSTOCK><UNITS>1<MKTVAL>2</POSSTOCK>",
  ];
  const { statements, leftOut } = read(sgml([good, ...wrong].join("\n")));
  expect(statements[0]?.investments?.transactions).toHaveLength(1);
  expect(leftOut).toMatchObject({
    count: 4,
    first: [
      { line: 10, message: expect.stringContaining('(UNITS "ten")') },
      { line: 11, problem: "INVALID_DATE" },
      { line: 12, message: expect.stringContaining("(TOTAL)") },
      { line: 13, message: expect.stringContaining("(SECID.UNIQUEID)") },
    ],
  });
  expect(() => read(sgml(wrong[0] ?? ""))).toThrow("line 9: an amount is not valid");
});

test("a balance that is wrong, or that has no rate, is left out alone", () => {
  const faulty = read(XML.replace("55.25", "cash")).statements[0];
  expect(faulty).toMatchObject({
    balances: [],
    investments: { cash: null, holdings: [{}, {}, {}, {}, {}] },
  });
  const closing = read(XML.replace("<CURRATE>1.1</CURRATE>", "")).statements[0]?.balances;
  expect(closing).toMatchObject([{ kind: "available" }]);
  const large = read(XML.replace("200.00", "9".repeat(25)));
  expect(large.leftOut.first).toMatchObject([{ problem: "INVALID_AMOUNT" }]);
});

const part = fc.oneof(
  fc.constantFrom("</INVSTMTRS>", "<SECLIST>", "<INVPOSLIST>", "<SECID>", "</SECINFO>", "<INCOME>"),
  fc.constantFrom("<UNITS>1", "<TOTAL>-1e9", "<SPLIT>", "</INVTRAN>", "<STMTTRN>", "\0", "\u202e"),
  fc.string({ maxLength: 8 }),
);
test("a changed file is refused with the problem, or read with finite numbers and real days", () => {
  const text = XML.replace(
    "</INVTRANLIST>",
    `<BUYSTOCK>${bought()}</BUYSTOCK></INVTRANLIST>`,
  ).replace("</OFX>", `${SECURITIES}</OFX>`);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(text.length), part), { maxLength: 6 }), (changes) => {
      const changed = changes.reduce(
        (rest, [at, add]) => rest.slice(0, at) + add + rest.slice(at + add.length),
        text,
      );
      try {
        for (const { investments } of read(changed).statements)
          for (const { securityKey: _, ...values } of investments?.holdings ?? [])
            expect(Object.values(values).filter(Number.isNaN)).toEqual([]);
      } catch (failure) {
        expect(failure).toBeInstanceOf(FormatError);
      }
    }),
    { numRuns: samples(500) },
  );
});

test("trades without a wrapper are an account, and so is a list of them alone", () => {
  expect(
    read(`<INVTRANLIST><BUYSTOCK>${bought()}</BUYSTOCK></INVTRANLIST>`).statements,
  ).toMatchObject([
    { account: { type: "investment", id: null }, investments: { transactions: [{ id: "T1" }] } },
  ]);
});

test("a bank's statement and an investment statement of one number are two accounts of a file", () => {
  const bank =
    "<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>broker.example<ACCTID>SAMPLE-9<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>POS<DTPOSTED>20260114<TRNAMT>-5<FITID>1<NAME>Fee</STMTTRN></BANKTRANLIST></STMTRS>";
  const text = sgml(`<BUYSTOCK>${bought()}</BUYSTOCK>`).replace("<OFX>", `<OFX>${bank}`);
  expect(read(text).statements).toMatchObject([
    { account: { type: "checking" }, transactions: [{ amount: "-5" }] },
    { account: { type: "investment" }, transactions: [], investments: { transactions: [{}] } },
  ]);
});
