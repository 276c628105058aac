import { expect, test } from "vitest";
import { z } from "zod";
import type { Holding, InvestmentTransaction } from "../../../protocol/investments.ts";
import { readOfx } from "../../formats/ofx/read.ts";
import {
  appWithDoors,
  grantTo,
  INVESTOR,
  linkWithTransactions,
  ofxRequest,
} from "../doors.fixture.ts";

const LIST =
  "<SIGNUPMSGSRQV1><ACCTINFOTRNRQ><TRNUID>7<ACCTINFORQ><DTACCTUP>19700101</ACCTINFORQ></ACCTINFOTRNRQ></SIGNUPMSGSRQV1>";

/** A request for the statement of an investment account. */
const ask = (
  account: string,
  parts = "<INCTRAN><DTSTART>20251001<INCLUDE>Y</INCTRAN><INCOO>N<INCPOS><INCLUDE>Y</INCPOS><INCBAL>Y",
) =>
  `<INVSTMTTRNRQ><TRNUID>8<INVSTMTRQ><INVACCTFROM><BROKERID>1<ACCTID>${account}</INVACCTFROM>${parts}</INVSTMTRQ></INVSTMTTRNRQ>`;
const statements = (...asked: string[]) => `<INVSTMTMSGSRQV1>${asked.join("")}</INVSTMTMSGSRQV1>`;

/** A reader of the accounts of an investor, and the numbers of the investment accounts. */
const reader = async (
  changes: Parameters<typeof grantTo>[2] = {},
  options: Parameters<typeof linkWithTransactions>[2] = INVESTOR,
) => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app, "ins_109508", options);
  const { grant, secret } = await grantTo(app, item, { door: "ofx", ...changes });
  const send = async (messages: string, version = 102) => {
    const payload = ofxRequest({ user: grant.grantId, password: secret, messages, version });
    return (await app.request({ method: "POST", url: "/ofx", payload })).body;
  };
  const list = await send(LIST);
  const numbers = [...list.matchAll(/<INVACCTFROM>.*?<ACCTID>([^<]*)</g)].map(([, id = ""]) => id);
  return { app, item, send, list, numbers };
};

test.each([102, 211])(
  "investment accounts are listed, and their statements read in version %i",
  async (version) => {
    const { app, item, send, list, numbers } = await reader();
    expect(list).toContain("<USPRODUCTTYPE>401K</USPRODUCTTYPE>");
    const own = item.accounts.filter(({ type }) => type === "investment");
    expect(numbers).toHaveLength(own.length);
    const answer = await send(statements(...numbers.map((number) => ask(number))), version);
    const found = readOfx(answer);
    const { holdings } = z
      .object({ holdings: z.array(z.custom<Holding>()) })
      .parse(await app.call("/investments/holdings/get", { access_token: item.access_token }));
    for (const [at, { account_id, balances }] of own.entries()) {
      const { account, investments, balances: shown = [] } = found[at] ?? {};
      expect(account).toMatchObject({ id: numbers[at], currency: "USD", type: "investment" });
      expect(Number(shown.find(({ kind }) => kind === "closing")?.amount)).toBeCloseTo(
        Number(balances.current),
        2,
      );
      const held = holdings.filter((one) => one.account_id === account_id);
      const cash = investments?.cash ?? 0;
      expect([...(investments?.holdings ?? []).map(({ quantity }) => quantity), cash]).toEqual(
        held.map(({ quantity }) => quantity),
      );
      const { investment_transactions: rows } = await app.call("/investments/transactions/get", {
        access_token: item.access_token,
        ...{ start_date: "2025-10-01", end_date: "2026-01-15" },
        options: { account_ids: [account_id], count: 500 },
      });
      expect(new Map(investments?.transactions.map(({ id, amount }) => [id, amount]))).toEqual(
        new Map(
          (rows as InvestmentTransaction[]).map((row) => [
            row.investment_transaction_id,
            row.amount,
          ]),
        ),
      );
      expect(investments?.securities.length).toBeGreaterThan(1);
    }
  },
);

test("a statement has the parts and the days that are asked for", async () => {
  const { send, numbers } = await reader({ fromDate: "2025-12-01" });
  const [number = ""] = numbers;
  const bare = await send(
    statements(ask(number, "<INCTRAN><INCLUDE>N</INCTRAN><INCPOS><INCLUDE>N</INCPOS><INCBAL>N")),
  );
  expect(bare).toContain("<INVSTMTRS>");
  for (const name of ["INVPOSLIST", "INVBAL", "FITID"]) expect(bare).not.toContain(`<${name}>`);
  const rowsFrom = async (range: string) =>
    (
      readOfx(await send(statements(ask(number, `<INCTRAN>${range}<INCLUDE>Y</INCTRAN>`))))[0]
        ?.investments?.transactions ?? []
    )
      .map(({ date }) => date)
      .toSorted();
  const all = await rowsFrom("<DTSTART>20240101");
  expect(all.length).toBeGreaterThan(3);
  // The grant's first day.
  expect(String(all[0]) >= "2025-12-01").toBe(true);
  const some = await rowsFrom("<DTSTART>20251210<DTEND>20251231");
  expect(some).toEqual(all.filter((date) => date >= "2025-12-10" && date <= "2025-12-31"));
  expect(await send(statements(ask(number, "<INCTRAN><DTSTART>soon</INCTRAN>")))).toContain(
    "<CODE>2020</CODE>",
  );
});

test("each investment account is read once in a request, and each statement is a read", async () => {
  const { send, numbers } = await reader();
  const [one = "", other = ""] = numbers;
  const answer = await send(statements(ask(one).repeat(200), ask(other)));
  expect(answer.match(/<INVSTMTRS>/g)).toHaveLength(2);
  expect(answer.match(/<CODE>2000<\/CODE><SEVERITY>ERROR/g)).toHaveLength(199);
  expect(answer.match(/<SECLIST>/g)).toHaveLength(1);
  // 60 reads a minute: one per list, and one per statement.
  for (let read = 0; read < 28; read++)
    expect(await send(statements(ask(one), ask(other)))).toContain("<INVSTMTRS>");
  expect(await send(statements(ask(one), ask(other)))).not.toContain("<INVSTMTRS>");
});

test("an account without investments, and one that the other kind of statement is asked for, get status 2003", async () => {
  const { send, numbers, list } = await reader();
  const [bank = ""] = [...list.matchAll(/<BANKACCTFROM>.*?<ACCTID>([^<]*)</g)].map(([, id]) => id);
  expect(await send(statements(ask(bank)))).toContain("<CODE>2003</CODE>");
  const crossed = `<BANKMSGSRQV1><STMTTRNRQ><TRNUID>8<STMTRQ><BANKACCTFROM><ACCTID>${numbers[0]}</BANKACCTFROM></STMTRQ></STMTTRNRQ></BANKMSGSRQV1>`;
  expect(await send(crossed)).toContain("<CODE>2003</CODE>");
});

test("without the product, an investment account is listed as one of a bank", async () => {
  const { list, item } = await reader({}, { ...INVESTOR, products: ["transactions"] });
  expect(list).not.toContain("INVACCTINFO");
  expect(list.match(/<ACCTINFO>/g)).toHaveLength(item.accounts.length);
});

test("investments that were never read are refused, and not said to be none", async () => {
  const { app, item, send, numbers } = await reader();
  const { investments } = app.services.store;
  investments.find = async () => new Map();
  const answer = await send(statements(ask(numbers[0] ?? "")));
  expect(answer).toContain("The institution tells no investments now");
  expect(answer).not.toContain("<INVSTMTRS>");
  expect(item.accounts.length).toBeGreaterThan(1);
});

const securitiesOf = (...securities: string[]) =>
  `<SECLISTMSGSRQV1><SECLISTTRNRQ><TRNUID>9<SECLISTRQ>${securities.map((one) => `<SECRQ>${one}</SECRQ>`).join("")}</SECLISTRQ></SECLISTTRNRQ></SECLISTMSGSRQV1>`;
const idsIn = (text: string) =>
  [...text.matchAll(/<SECINFO><SECID><UNIQUEID>([^<]*)/g)].map(([, id]) => id).toSorted();

test("securities are listed by themselves: those that are asked for, all, or none that no account has", async () => {
  const { send, numbers } = await reader();
  const all = await send(securitiesOf());
  expect(all).toContain("<SECLISTTRNRS><TRNUID>9</TRNUID><STATUS><CODE>0</CODE>");
  const [first = "", ...others] = idsIn(all).map(String);
  expect(others.length).toBeGreaterThan(0);
  const id = (number: string) => `<SECID><UNIQUEID>${number}<UNIQUEIDTYPE>ISIN</SECID>`;
  expect(idsIn(await send(securitiesOf(id(first))))).toEqual([first]);
  const ticker = /<TICKER>([^<]*)/.exec(all)?.[1] ?? "";
  expect(idsIn(await send(securitiesOf(`<TICKER>${ticker.toLowerCase()}`)))).toHaveLength(1);
  const unknown = await send(securitiesOf(id("ZZ0000000000")));
  expect(unknown).toContain("<CODE>12500</CODE>");
  expect(idsIn(unknown)).toEqual([]);
  // With a statement, one list serves both requests.
  const both = await send(statements(ask(numbers[0] ?? "")) + securitiesOf(id(first)));
  expect(both.match(/<SECLISTMSGSRSV1>/g)).toHaveLength(1);
  expect(idsIn(both)).toContain(first);
});

test("a reader without investment accounts gets no securities", async () => {
  const { send } = await reader({}, {});
  const answer = await send(securitiesOf());
  expect(idsIn(answer)).toEqual([]);
  expect(answer).toContain("<SECLISTTRNRS>");
});
