import { describe, expect, test } from "vitest";
import { ISSUER, type Json } from "./authorization-server.fixture.ts";
import { berlinBank } from "./berlin-bank.fixture.ts";
import { answer, type Change, changing, put } from "./changing.fixture.ts";
import { bookedRows, connectedTo, PERIOD, readRows } from "./linked.fixture.ts";

const ACCOUNTS = /^GET .*\/accounts$/;
const ROWS = /^GET .*\/transactions/;
const OF_A1 = /^GET .*\/a1\/transactions/;
const BALANCES = /^GET .*\/balances$/;
const NEW_CONSENT = /^POST .*\/consents$/;
const CONSENT = /^GET .*\/consents\/[^/]+$/;
const EACH = "transactions.booked.*";

/** A linked Berlin Group bank whose responses are changed, from the sign-in on or later. */
const linkedBank = async (
  changes: readonly Change[],
  {
    deviations = [],
    later = [],
  }: { deviations?: readonly string[]; later?: readonly Change[] } = {},
) => {
  let isLinked = false;
  const afterwards = later.map(
    (change): Change =>
      (request, response) =>
        isLinked ? change(request, response) : response,
  );
  const bank = changing(berlinBank(deviations, "redirect"), ...changes, ...afterwards);
  const { link, connector, logged } = connectedTo(bank, "berlin-group", { approach: "redirect" });
  const { accounts, login } = await link();
  isLinked = true;
  const rows = () => connector.transactions(login, PERIOD);
  const owners = async () => JSON.stringify(await connector.identity(login));
  const pull = () => connector.pull?.(login, PERIOD);
  return { bank, accounts, rows, owners, logged, pull };
};

const onNewConsent =
  (header: string): Change =>
  async ({ method }, response) =>
    method === "POST"
      ? new Response(await response.text(), {
          status: 201,
          headers: { "aspsp-sca-approach": header },
        })
      : response;

describe.each<[string, Change[], deviations?: string[]]>([
  ["no lists at all", [put(/a2\/transactions/, "transactions", null)]],
  [
    "standing orders next to its rows",
    [
      put(OF_A1, "transactions.information", [
        { transactionAmount: { amount: "-1.00", currency: "EUR" } },
      ]),
    ],
  ],
  [
    "links of a query alone",
    [
      put(ROWS, "transactions._links.next.href", (link: unknown) =>
        typeof link === "string" ? new URL(link).search : link,
      ),
    ],
  ],
  [
    "links at the root as texts",
    [put(ROWS, "_links.next", (link: { href?: string } | undefined) => link?.href)],
    ["links-at-the-root"],
  ],
  [
    "a plus before credits",
    [
      put(ROWS, "transactions.*", 0),
      put(ROWS, `${EACH}.transactionAmount.amount`, (text: string) =>
        text.startsWith("-") ? text : `+${text}`,
      ),
    ],
  ],
  [
    "currencies in small letters",
    [
      put(ROWS, `${EACH}.transactionAmount.currency`, "eur"),
      put(ACCOUNTS, "accounts.*.currency", "eur"),
    ],
  ],
  [
    "numbers as ids of rows",
    [put(ROWS, `${EACH}.transactionId`, (id: string) => Number(id.replace(/\D/g, "")) + 1)],
  ],
  [
    "ids of 255 characters",
    [put(ROWS, `${EACH}.transactionId`, (id: string) => id.padEnd(255, "x"))],
  ],
  [
    "warnings next to its data",
    [put(ROWS, "tppMessages", [{ category: "WARNING", code: "WARNING" }])],
  ],
  ["accounts without links", [put(ACCOUNTS, "accounts.*._links", undefined)]],
  [
    "unknown words about accounts",
    [
      put(ACCOUNTS, "accounts.1", (account: Json) => ({
        ...account,
        status: "inactive",
        usage: "BOTH",
        cashAccountType: "XYZ1",
      })),
    ],
  ],
  [
    "accounts without a name",
    [
      put(ACCOUNTS, "accounts.*", (account: Json) => ({
        ...account,
        name: undefined,
        product: undefined,
      })),
    ],
  ],
  [
    "empty times of balances",
    [
      put(BALANCES, "balances.*", (balance: Json) => ({
        ...balance,
        lastChangeDateTime: "",
        referenceDate: "",
      })),
    ],
  ],
  ["no balances", [answer(BALANCES, 404)]],
  [
    "balances that the account has not",
    [answer(BALANCES, 400, { tppMessages: [{ category: "ERROR", code: "SERVICE_INVALID" }] })],
  ],
  [
    "a link to its site in other letters",
    [
      put(NEW_CONSENT, "_links", ({ scaRedirect, ...links }: Json) => ({
        ...links,
        scaredirect: scaRedirect,
      })),
    ],
  ],
  ["the word for its approach in small letters", [onNewConsent("redirect")]],
  ["states in capitals", [put(CONSENT, "consentStatus", (word: string) => word.toUpperCase())]],
  [
    "an end of the consent with a time",
    [put(CONSENT, "validUntil", (day: string) => `${day}T00:00:00Z`)],
  ],
])("a bank of the Berlin Group with %s", (_, changes, deviations = []) => {
  test("equals its books, and gives rows the same keys the next time", async () => {
    const { bank, accounts, rows } = await linkedBank(changes, { deviations });
    expect(accounts.map(({ name }) => name.trim())).not.toContain("");
    const first = await rows();
    expect(readRows(first)).toEqual(bookedRows(bank.books));
    const keysOf = (list: typeof first) => list.map(({ key }) => key).toSorted();
    expect(keysOf(await rows())).toEqual(keysOf(first));
  });
});

test("a link to another list, or to another host, ends no list too early", async () => {
  for (const href of [`${ISSUER}/psd2/v1/accounts/a1/balances`, "https://other.example/x"]) {
    const next = put(OF_A1, "transactions._links.next", (given: unknown) => given && { href });
    const { rows, logged } = await linkedBank([next]);
    await expect(rows()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
    expect(logged.join()).toContain("the next page: leads elsewhere");
  }
});

test("rows at another place than the standard's are no empty list", async () => {
  type Body = { transactions: { booked: Json[] } };
  for (const move of [
    ({ transactions }: Body) => transactions,
    ({ transactions }: Body) => ({ transactions: transactions.booked }),
  ]) {
    const moved: Change = async ({ url }, response) =>
      OF_A1.test(`GET ${url.pathname}`) && response.status === 200
        ? Response.json(move((await response.json()) as Body))
        : response;
    const { rows, logged } = await linkedBank([moved]);
    await expect(rows()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
    expect(logged.join()).toContain("the list is elsewhere");
  }
});

test("an IBAN is read in small letters and with blanks, and other numbers have their end alone", async () => {
  const first = async (fields: Json) => {
    const change = put(ACCOUNTS, "accounts.0", (account: Json) => ({ ...account, ...fields }));
    const { accounts } = await linkedBank([change]);
    return accounts[0];
  };
  expect(await first({ iban: "de89 3704 0044 0532 0130 00" })).toMatchObject({
    numbers: { international: { iban: "DE89370400440532013000" } },
  });
  expect(await first({ iban: undefined, bban: "370400440532013000" })).toMatchObject({
    mask: "3000",
    numbers: {},
  });
});

test("the text of a row may be a list of references, and has no line break", async () => {
  const names = async (fields: Json) => {
    const bare = { remittanceInformationUnstructured: undefined, creditorName: "", debtorName: "" };
    const change = put(ROWS, EACH, (row: Json) => ({ ...row, ...bare, ...fields }));
    const { rows } = await linkedBank([change]);
    return new Set((await rows()).flatMap(({ name, pending }) => (pending ? [] : [name])));
  };
  expect(
    await names({ remittanceInformationStructuredArray: ["RF18 5390", { reference: "0075" }] }),
  ).toEqual(new Set(["RF18 5390 0075"]));
  expect(await names({ remittanceInformationUnstructured: "Miete\nMai\u00002026" })).toEqual(
    new Set(["Miete Mai 2026"]),
  );
  expect(await names({})).toEqual(new Set(["Transaction"]));
});

test("owners are those of the list if the bank has no details of accounts", async () => {
  const { owners } = await linkedBank([answer(/^GET .*\/accounts\/a\d$/, 404)]);
  expect(await owners()).toMatch(/Byron/);
});

test.each([
  [401, { tppMessages: [{ category: "ERROR", code: "CONSENT_EXPIRED" }] }],
  [400, { tppMessages: [{ category: "ERROR", code: "CONSENT_UNKNOWN" }] }],
  [
    403,
    {
      tppMessages: [
        { category: "WARNING", code: "NOTE" },
        { category: "ERROR", code: "CONSENT_INVALID" },
      ],
    },
  ],
  [403, { type: "about:blank", title: "over", code: "CONSENT_EXPIRED", additionalErrors: [] }],
])("a refusal with %i %j asks for a new sign-in", async (status, body) => {
  const { rows } = await linkedBank([], { later: [answer(/\/v1\/accounts/, status, body)] });
  await expect(rows()).rejects.toMatchObject({ code: "ITEM_LOGIN_REQUIRED" });
});

test.each([
  [400, { tppMessages: [{ category: "ERROR", code: "FORMAT_ERROR", path: "dateFrom" }] }],
  [403, { tppMessages: [{ category: "ERROR", code: "SERVICE_BLOCKED" }] }],
])(
  "a bank that refuses rows of more than 90 days with %i %j is asked for those",
  async (status, body) => {
    const refusing: Change = ({ url }, response) =>
      ROWS.test(`GET ${url.pathname}`) && (url.searchParams.get("dateFrom") ?? "") < "2026-03-17"
        ? Response.json(body, { status })
        : response;
    const { bank, rows, pull } = await linkedBank([refusing]);
    expect(readRows(await rows())).toEqual(
      expect.arrayContaining(bookedRows(bank.books, { from: "2026-03-20" })),
    );
    // Rows before these days are not gone.
    const days = [...((await pull())?.since?.values() ?? [])];
    expect(days).toHaveLength(Object.keys(bank.books).length);
    for (const day of days) expect(day >= "2026-03-17").toBe(true);
  },
);

test("a list of accounts that is null revokes nothing and has no rows", async () => {
  const { rows } = await linkedBank([], { later: [put(ACCOUNTS, "accounts", null)] });
  expect(await rows()).toEqual([]);
});
