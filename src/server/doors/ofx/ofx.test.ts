import { expect, test } from "vitest";
import { endGrant } from "../../domain/grants/make-grant.ts";
import { readOfx } from "../../formats/ofx/read.ts";
import {
  appWithDoors,
  CARD_HOLDER,
  grantTo,
  linkWithTransactions,
  ofxRequest,
} from "../doors.fixture.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;

/** A reader of all accounts of an Item by OFX. */
const reader = async (changes: Parameters<typeof grantTo>[2] = {}) => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const { grant, secret } = await grantTo(app, item, { door: "ofx", ...changes });
  const send = async (messages: string, version = 102, password = secret) =>
    (await post(app, ofxRequest({ user: grant.grantId, password, messages, version }))).body;
  return { app, item, grant, secret, send };
};

const post = (app: App, payload: string) =>
  app.request({
    method: "POST",
    url: "/ofx",
    headers: { "content-type": "application/x-ofx" },
    payload,
  });

const LIST =
  "<SIGNUPMSGSRQV1><ACCTINFOTRNRQ><TRNUID>7<ACCTINFORQ><DTACCTUP>19700101</ACCTINFORQ></ACCTINFOTRNRQ></SIGNUPMSGSRQV1>";

const bankStatement = (account: string, range = "<DTSTART>20251201<INCLUDE>Y") =>
  `<BANKMSGSRQV1><STMTTRNRQ><TRNUID>8<STMTRQ><BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>CHECKING` +
  `</BANKACCTFROM><INCTRAN>${range}</INCTRAN></STMTRQ></STMTTRNRQ></BANKMSGSRQV1>`;

const cardStatement = (account: string) =>
  `<CREDITCARDMSGSRQV1><CCSTMTTRNRQ><TRNUID>9<CCSTMTRQ><CCACCTFROM><ACCTID>${account}</CCACCTFROM>` +
  "<INCTRAN><INCLUDE>Y</INCTRAN></CCSTMTRQ></CCSTMTTRNRQ></CREDITCARDMSGSRQV1>";

/** The ids of accounts in a list, by their description. */
const accountsIn = (list: string) =>
  new Map(
    [...list.matchAll(/<DESC>([^<]*)<\/DESC>.*?<ACCTID>([^<]*)<\/ACCTID>/g)].map(
      ([, name = "", id = ""]) => [name.replace(/ \(.*/, ""), id],
    ),
  );

test.each([102, 211])("accounts are listed and statements read in version %i", async (version) => {
  const { item, send } = await reader();
  const list = await send(LIST, version);
  expect(list).toContain(version < 200 ? "VERSION:102\r\n" : 'VERSION="211"');
  expect(list).toContain("<TRNUID>7</TRNUID><STATUS><CODE>0</CODE>");
  const ids = accountsIn(list);
  expect([...ids.keys()].toSorted()).toEqual(item.accounts.map(({ name }) => name).toSorted());
  for (const id of ids.values()) expect(id).toMatch(/^\w{10,22}$/);

  const checking = ids.get("Checking") ?? "";
  const [statement] = readOfx(await send(bankStatement(checking), version));
  const account = item.accounts.find(({ name }) => name === "Checking");
  expect(statement?.account).toMatchObject({ id: checking, currency: "USD", type: "checking" });
  expect(statement?.balances.find(({ kind }) => kind === "closing")?.amount).toBe(
    String(account?.balances.current),
  );
  expect(statement?.transactions.length).toBeGreaterThan(10);
});

test("an account has the same ACCTID by the door and in a file", async () => {
  const { app, item, send } = await reader();
  const { bytes } = await app.post("/transactions/export", {
    ...{ ...app.credentials, access_token: item.access_token, format: "ofx" },
    ...{ start_date: "2025-12-01", end_date: "2026-01-15" },
  });
  const inFile = [...String(bytes).matchAll(/<ACCTID>([^<]*)</g)].map(([, id]) => id);
  expect(inFile.length).toBeGreaterThan(1);
  expect(new Set(inFile)).toEqual(new Set(accountsIn(await send(LIST, 102)).values()));
});

test("the balance of a card is negative by what is owed", async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app, "ins_109508", CARD_HOLDER);
  const { grant, secret } = await grantTo(app, item, { door: "ofx" });
  const send = async (messages: string) => {
    const keys = { user: grant.grantId, password: secret };
    return (await post(app, ofxRequest({ ...keys, messages, version: 102 }))).body;
  };
  const card = item.accounts.find(({ type }) => type === "credit");
  const id = accountsIn(await send(LIST)).get(String(card?.name)) ?? "";
  const [statement] = readOfx(await send(cardStatement(id)));
  expect(statement?.account.type).toBe("credit card");
  expect(Number(statement?.balances.find(({ kind }) => kind === "closing")?.amount)).toBe(
    -Number(card?.balances.current),
  );
  expect(await send(bankStatement(id))).toContain("<CODE>2003</CODE>");
});

test("FITIDs are those of the API's posted transactions, and stay over calls and days", async () => {
  const { app, item, send } = await reader();
  const checking = accountsIn(await send(LIST)).get("Checking") ?? "";
  const fitIds = async () =>
    (readOfx(await send(bankStatement(checking)))[0]?.transactions ?? []).map(({ id, amount }) => [
      id,
      Number(amount),
    ]);
  const first = await fitIds();
  const account = item.accounts.find(({ name }) => name === "Checking");
  const { transactions } = await app.call("/transactions/get", {
    access_token: item.access_token,
    start_date: "2025-12-01",
    end_date: "2026-01-15",
    options: { count: 500, account_ids: [account?.account_id] },
  });
  const posted = (
    transactions as {
      transaction_id: string;
      pending_transaction_id: string | null;
      amount: number;
      pending: boolean;
    }[]
  ).filter(({ pending }) => !pending);
  expect(new Map(first as [string, number][])).toEqual(
    new Map(
      posted.map((transaction) => [
        transaction.pending_transaction_id ?? transaction.transaction_id,
        0 - transaction.amount,
      ]),
    ),
  );
  app.advanceClock(3 * 86_400_000);
  await app.runJobs();
  const later = new Map((await fitIds()) as [string, number][]);
  for (const [id, amount] of first) expect(later.get(String(id))).toBe(amount);
});

test("a statement has the days that are asked for, in any zone, or none", async () => {
  const { send } = await reader();
  const checking = accountsIn(await send(LIST)).get("Checking") ?? "";
  const days = async (range: string) =>
    (readOfx(await send(bankStatement(checking, range)))[0]?.transactions ?? []).map(
      ({ date }) => date,
    );
  const some = await days("<DTSTART>20251210<DTEND>20251219235959.000[-5:EST]<INCLUDE>Y");
  expect(some.length).toBeGreaterThan(0);
  for (const day of some) expect(day >= "2025-12-10" && day <= "2025-12-20").toBe(true);
  expect(await days("<DTSTART>20251210<INCLUDE>N")).toEqual([]);
  expect(await send(bankStatement(checking, "<DTSTART>yesterday<INCLUDE>Y"))).toContain(
    "<CODE>2020</CODE>",
  );
});

test("each account is read once in a request, and each statement is a read", async () => {
  const { app, send } = await reader();
  const ids = accountsIn(await send(LIST));
  const [checking = "", savings = ""] = ["Checking", "Savings"].map((name) => ids.get(name));
  const ask = (id: string) =>
    `<STMTTRNRQ><TRNUID>8<STMTRQ><BANKACCTFROM><ACCTID>${id}</BANKACCTFROM><INCTRAN></STMTRQ></STMTTRNRQ>`;
  const [one, other] = [ask(checking), ask(savings)];
  const reads: string[] = [];
  const { transactions } = app.services.store;
  const { inPeriod } = transactions;
  transactions.inPeriod = (itemId, period, accountId) => {
    reads.push(`${accountId} ${period.from}`);
    return inPeriod(itemId, period, accountId);
  };
  const answer = await send(`<BANKMSGSRQV1>${one.repeat(400)}${other}</BANKMSGSRQV1>`);
  expect(answer.match(/<CODE>2000<\/CODE><SEVERITY>ERROR/g)).toHaveLength(399);
  expect(answer.match(/<STMTRS>/g)).toHaveLength(2);
  expect(answer).toContain("A request is for each account once");
  expect(answer.length).toBeLessThan(500_000);
  // Each account is read twice: for its balances and for its rows.
  for (const read of reads)
    expect(reads.filter((each) => each === read).length).toBeLessThanOrEqual(2);
  const lists = await send(
    LIST.replace(/<ACCTINFOTRNRQ>.*<\/ACCTINFOTRNRQ>/, (all) => all.repeat(300)),
  );
  expect(lists.match(/<ACCTINFORS>/g)).toHaveLength(1);
  // 60 reads a minute: one per list, and one per statement.
  for (let read = 0; read < 28; read++)
    expect(await send(`<BANKMSGSRQV1>${one}${other}</BANKMSGSRQV1>`)).toContain("<STMTRS>");
  expect(await send(`<BANKMSGSRQV1>${one}${other}</BANKMSGSRQV1>`)).not.toContain("<STMTRS>");
});

test("a wrong password, another door's grant and an ended grant get status 15500, and no account", async () => {
  const { app, item, grant, send } = await reader();
  const refused = "<CODE>15500</CODE><SEVERITY>ERROR</SEVERITY>";
  const wrong = await send(LIST, 102, "wrong");
  expect([wrong.includes(refused), wrong.includes("ACCTID")]).toEqual([true, false]);
  const other = await grantTo(app, item);
  const crossed = ofxRequest({
    user: other.grant.grantId,
    password: other.secret,
    messages: LIST,
    version: 102,
  });
  expect((await post(app, crossed)).body).toContain(refused);
  expect(await send(LIST)).not.toContain(refused);
  await endGrant(app.services, grant.grantId, { kind: "operator", name: "test" });
  const over = await send(LIST);
  expect([over.includes(refused), over.includes("ACCTID")]).toEqual([true, false]);
});

test("an account that is not shared gets status 2003, and a body that is no request 400", async () => {
  const { app, item, send } = await reader();
  const few = await grantTo(app, item, {
    door: "ofx",
    accounts: item.accounts
      .slice(1, 2)
      .map(({ account_id }) => ({ itemId: item.item_id, accountId: account_id })),
  });
  const checking = accountsIn(await send(LIST)).get("Checking") ?? "";
  const answer = await post(
    app,
    ofxRequest({
      user: few.grant.grantId,
      password: few.secret,
      messages: bankStatement(checking),
      version: 102,
    }),
  );
  expect(answer.body).toContain("<TRNUID>8</TRNUID><STATUS><CODE>2003</CODE>");
  expect(answer.body).not.toContain("<STMTTRN>");
  for (const body of ["", "hello", "<OFX", `<OFX>${"<A>".repeat(50)}`, "<OFX><!DOCTYPE x></OFX>"])
    expect((await post(app, body)).statusCode).toBe(400);
});
