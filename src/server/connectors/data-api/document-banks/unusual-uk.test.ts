import { describe, expect, test } from "vitest";
import { ISSUER, type Json } from "./authorization-server.fixture.ts";
import { answer, type Change, changing, put } from "./changing.fixture.ts";
import { bookedRows, connectedTo, PERIOD, readRows } from "./linked.fixture.ts";
import { ukBank } from "./uk-bank.fixture.ts";

const ACCOUNTS = /^GET .*\/accounts$/;
const ROWS = /^GET .*\/transactions/;
const OF_A1 = /^GET .*\/a1\/transactions/;
const PARTIES = /^GET .*\/part(y|ies)$/;
const EACH = "Data.Transaction.*";
const BASE = `${ISSUER}/open-banking/v4.0/aisp`;

/** A linked UK bank with changed responses. */
const linkedBank = async (changes: readonly Change[], declared: object = {}) => {
  const bank = changing(ukBank([]), ...changes);
  const { link, connector, logged } = connectedTo(bank, "uk", { deviations: declared });
  const { accounts, login } = await link();
  const rows = () => connector.transactions(login, PERIOD);
  const owners = async () => JSON.stringify(await connector.identity(login));
  const pull = () => connector.pull?.(login, PERIOD);
  return { bank, accounts, rows, owners, logged, pull };
};

const small = (text: string) => text.toLowerCase();
const ofLink = (to: (url: URL) => string) => (link: unknown) =>
  typeof link === "string" ? to(new URL(link)) : link;

describe.each<[string, ...Change[]]>([
  [
    "links of a query alone",
    put(
      ROWS,
      "Links.Next",
      ofLink(({ search }) => search),
    ),
  ],
  [
    "links without the period",
    put(
      ROWS,
      "Links.Next",
      ofLink((url) => `?page=${url.searchParams.get("page")}`),
    ),
  ],
  ["empty links at the end", put(ROWS, "Links.Next", (link: unknown) => link ?? "")],
  ["no data in place of an empty list", put(/a2\/transactions/, "Data", null)],
  [
    "currencies in small letters",
    put(ROWS, `${EACH}.Amount.Currency`, small),
    put(ACCOUNTS, "Data.Account.*.Currency", small),
  ],
  ["accounts without a currency", put(ACCOUNTS, "Data.Account.*.Currency", undefined)],
  [
    "ISO's codes of directions",
    put(ROWS, `${EACH}.CreditDebitIndicator`, (word: string) =>
      word === "Debit" ? "DBIT" : "CRDT",
    ),
  ],
  [
    "states in small letters",
    put(ROWS, `${EACH}.Status`, (word: string) => (word === "BOOK" ? "booked" : "pending")),
  ],
  [
    "days in place of times",
    put(ROWS, `${EACH}.BookingDateTime`, (time: string) => time.slice(0, 10)),
  ],
  [
    "fractions and offsets without a colon",
    put(ROWS, `${EACH}.BookingDateTime`, (time: string) => `${time.slice(0, 19)}.123456+0000`),
  ],
  [
    "value dates alone",
    put(ROWS, EACH, ({ BookingDateTime, ...row }: Json) => ({
      ...row,
      ValueDateTime: BookingDateTime,
    })),
  ],
  [
    "numbers as ids of rows",
    put(ROWS, `${EACH}.TransactionId`, (id: string) => Number(id.replace(/\D/g, ""))),
  ],
  [
    "ids of 210 characters",
    put(ROWS, `${EACH}.TransactionId`, (id: string) => id.padEnd(210, "x")),
  ],
  [
    "an id that two payments of an account have",
    put(OF_A1, "Data.Transaction.4.TransactionId", "a1-t0005"),
  ],
  [
    "rows of another account",
    put(OF_A1, "Data.Transaction", (rows: Json[]) => [
      ...rows,
      { ...rows[0], AccountId: "a2", TransactionId: "other" },
    ]),
  ],
  [
    "an account that is listed twice",
    put(ACCOUNTS, "Data.Account", (list: Json[]) => [...list, list[0]]),
  ],
  [
    "kinds and numbers that nobody knows",
    put(ACCOUNTS, "Data.Account.1", (account: Json) => ({
      ...account,
      AccountTypeCode: "ISAX",
      Account: [{ SchemeName: "UK.Lantern.Ref", Identification: "1" }],
    })),
  ],
  [
    "codes of merchants as numbers",
    put(ROWS, `${EACH}.MerchantDetails`, { MerchantName: "Shop", MerchantCategoryCode: 5411 }),
  ],
  ["incomplete balances in rows", put(ROWS, `${EACH}.Balance`, { Type: "ITBD" })],
])("a bank of the UK with %s", (_, ...changes) => {
  test("equals its books, and gives rows the same keys the next time", async () => {
    const { bank, rows } = await linkedBank(changes);
    const first = await rows();
    expect(readRows(first)).toEqual(bookedRows(bank.books));
    const keysOf = (list: typeof first) => list.map(({ key }) => key).toSorted();
    expect(keysOf(await rows())).toEqual(keysOf(first));
  });
});

test("a link to another list, or to another host, ends no list too early", async () => {
  for (const link of [
    `${BASE}/accounts/a1/balances`,
    `${BASE}/accounts`,
    "https://other.example/x",
  ]) {
    const next = put(OF_A1, "Links.Next", (given: unknown) => given && link);
    const { rows, logged } = await linkedBank([next]);
    await expect(rows()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
    expect(logged.join()).toContain("the next page: leads elsewhere");
  }
});

test("rows at another place than the standard's are no empty list", async () => {
  type Body = { Data: { Transaction: Json[] } };
  for (const move of [({ Data }: Body) => Data, ({ Data }: Body) => ({ Data: Data.Transaction })]) {
    const moved: Change = async ({ url }, response) =>
      OF_A1.test(`GET ${url.pathname}`) && response.status === 200
        ? Response.json(move((await response.json()) as Body))
        : response;
    const { rows, logged } = await linkedBank([moved]);
    await expect(rows()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
    expect(logged.join()).toContain("the list is elsewhere");
  }
});

test("rows that are all of accounts by other ids are no empty list", async () => {
  const { rows, logged } = await linkedBank([
    put(OF_A1, `${EACH}.AccountId`, (id: string) => `00${id}`),
  ]);
  await expect(rows()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(logged.join()).toContain("all of accounts by other ids");
  const ofOthers = await linkedBank([answer(ROWS, 200, listOf("00a1"))], {
    bulk: ["transactions"],
  });
  expect(await ofOthers.pull()).toMatchObject({ transactions: [], since: new Map() });
  const ofThese = await linkedBank([answer(ROWS, 200, listOf("a1"))], { bulk: ["transactions"] });
  expect((await ofThese.pull())?.transactions).toHaveLength(1);
});

/** The list of all accounts' rows, with a row of one account. */
const listOf = (AccountId: string) => ({
  Data: {
    Transaction: [
      {
        ...{ AccountId, TransactionId: "t-1", CreditDebitIndicator: "Debit", Status: "BOOK" },
        ...{ BookingDateTime: "2026-06-01T00:00:00Z" },
        Amount: { Amount: "4.50", Currency: "GBP" },
      },
    ],
  },
});

test("rows that are not booked may lack a date, and an unknown status is not booked", async () => {
  for (const pending of [{ BookingDateTime: undefined }, { Status: "Held" }]) {
    const change = put(ROWS, EACH, (row: Json) =>
      row.Status === "PDNG" ? { ...row, ...pending } : row,
    );
    const { bank, rows } = await linkedBank([change]);
    const booked = (await rows()).filter((row) => !row.pending);
    expect(readRows(booked)).toEqual(bookedRows(bank.books, { hasPending: false }));
  }
  const { rows } = await linkedBank([put(ROWS, `${EACH}.BookingDateTime`, undefined)]);
  await expect(rows()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
});

describe("balances at a bank of the UK", () => {
  const OF_BALANCES = /^GET .*\/a1\/balances$/;
  const available = async (to: unknown, place = "Data.Balance.*.CreditLine") => {
    const { accounts } = await linkedBank([put(OF_BALANCES, place, to)]);
    return accounts.find(({ key }) => key === "a1")?.balances;
  };
  const line = (Type: string, size?: string) => ({
    ...{ Included: true, Type },
    ...(size !== undefined && { Amount: { Amount: size, Currency: "GBP" } }),
  });

  test("lose the credit that they include, and are left out if its size is unknown", async () => {
    expect(
      await available([line("Pre-Agreed", "500.00"), line("Temporary", "100.00")]),
    ).toMatchObject({ available: 600 });
    expect(await available([line("Pre-Agreed")])).toMatchObject({
      current: 1234.56,
      available: null,
    });
    const alone = (list: Json[]) => [{ ...list[1], CreditLine: [line("Pre-Agreed", "500.00")] }];
    expect(await available(alone, "Data.Balance")).toMatchObject({ current: 700, available: 700 });
  });

  test("are none if the bank has none, and are in the currency of their account", async () => {
    for (const [place, value] of [
      ["Data", null],
      ["Data.Balance", null],
      ["Data.Balance.*.Type", "Own"],
    ] as const)
      expect(await available(value, place)).toMatchObject({ current: null, available: null });
    const others = (list: Json[]) => [
      { ...list[0], Amount: { Amount: "7.00", Currency: "EUR" } },
      ...list,
    ];
    expect(await available(others, "Data.Balance")).toMatchObject({ current: 1234.56 });
  });
});

test("numbers of accounts are read in the forms that banks write", async () => {
  const numbersOf = async (place: string, to: unknown) => {
    const { accounts } = await linkedBank([put(ACCOUNTS, `Data.Account.0.Account.${place}`, to)]);
    return accounts[0]?.numbers;
  };
  for (const text of ["12-34-56 12345678", "123456-12345678", "12 34 56 12345678"])
    expect(await numbersOf("0.Identification", text)).toMatchObject({
      bacs: { sort_code: "123456", account: "12345678" },
    });
  for (const text of ["12345678", "1234561234567", "123456123456789"])
    expect(await numbersOf("0.Identification", text)).not.toHaveProperty("bacs");
  expect(await numbersOf("1.Identification", "gb29 nwbk 6016 1331 9268 19")).toMatchObject({
    international: { iban: "GB29NWBK60161331926819" },
  });
  const { accounts } = await linkedBank([
    put(ACCOUNTS, "Data.Account.2.Account.0.Identification", "4929123456784321"),
  ]);
  expect(JSON.stringify(accounts)).not.toContain("4929");
});

describe("owners at a bank of the UK", () => {
  test.each<[string, Change]>([
    ["lists one party alone", put(/\/parties$/, "Data.Party", (list: unknown[]) => list[0])],
    ["tells legal names alone", put(PARTIES, "Data.Party.*.Name", undefined)],
    ["has no parties", answer(PARTIES, 404)],
    ["has no parties yet", answer(PARTIES, 501)],
    ["shares no parties", answer(PARTIES, 403, { Errors: [{ ErrorCode: "U008" }] })],
    ["has null for parties", put(PARTIES, "Data", null)],
  ])("are named if it %s", async (_, change) => {
    const { owners } = await linkedBank([change]);
    expect(await owners()).toMatch(/Byron/);
  });
});

test.each([
  [403, {}],
  [403, { Errors: [{ ErrorCode: "UK.OBIE.Resource.ConsentMismatch" }] }],
  [400, { Code: "bad_request.outside_sca", Message: "too long ago", Errors: [] }],
  [400, { Errors: [{ ErrorCode: "UK.OBIE.Field.Invalid", Path: "fromBookingDateTime" }] }],
])(
  "a bank that refuses rows of more than 90 days with %i %j is asked for those",
  async (status, body) => {
    const refusing: Change = ({ url }, response) =>
      ROWS.test(`GET ${url.pathname}`) &&
      (url.searchParams.get("fromBookingDateTime") ?? "") < "2026-03-17"
        ? Response.json(body, { status })
        : response;
    const { bank, rows } = await linkedBank([refusing]);
    expect(readRows(await rows())).toEqual(
      expect.arrayContaining(bookedRows(bank.books, { from: "2026-03-20" })),
    );
  },
);

test("an account that is refused for every period is refused as at first", async () => {
  const { rows } = await linkedBank([answer(ROWS, 403)]);
  await expect(rows()).rejects.toMatchObject({ code: "ACCESS_NOT_GRANTED" });
});
