import { expect, test } from "vitest";
import { berlinBank } from "./berlin-bank.fixture.ts";

const PERIOD = { from: "2026-03-01", to: "2026-06-15" };
const CARD = "acc-ada-card";

const bankWithCards = (deviations: object = { cardAccounts: "listed" }) =>
  berlinBank(deviations, { approach: "redirect", cardAccounts: true });

test("cards in a list of their own are read as those among the accounts", async () => {
  const [apart, among] = [await bankWithCards(), await berlinBank({}, { approach: "redirect" })];
  const [one, other] = [await apart.signIn(), await among.signIn()];
  const listKeys = (list: readonly { key: string }[]) => list.map(({ key }) => key).toSorted();
  expect(listKeys(one.accounts)).toEqual(listKeys(other.accounts));
  const toCard = ({ accounts }: typeof one) => accounts.find(({ key }) => key === CARD);
  const same = toCard(other);
  expect(toCard(one)).toEqual({ ...same, balances: { ...same?.balances, limit: 8000 } });
  const fetchRows = async ({ connector }: typeof apart, { login }: typeof one) =>
    (await connector.transactions(login, PERIOD))
      .filter(({ accountKey }) => accountKey === CARD)
      .map(({ key, amount, date, pending }) => [key, amount, date, pending].join(" "))
      .toSorted();
  const rows = await fetchRows(apart, one);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows).toEqual(await fetchRows(among, other));
  const pull = await apart.connector.pull?.(one.login, PERIOD);
  expect(listKeys(pull?.balances ?? [])).toEqual(listKeys(one.accounts));
  const owners = await apart.connector.identity?.(one.login);
  expect(JSON.stringify(owners?.find(({ key }) => key === CARD))).toContain("Ada Rose Winters");
});

test("a card whose debits are positive is read with the signs of all others", async () => {
  const { signIn, connector, responses } = await bankWithCards();
  const amount = { currency: "EUR", amount: "12.50" };
  responses.change = ({ url }) => {
    if (url.pathname === "/v1/card-accounts")
      return Response.json({
        cardAccounts: [
          {
            resourceId: "c-1",
            maskedPan: "1234******5678",
            currency: "EUR",
            debitAccounting: true,
          },
        ],
      });
    if (url.pathname.endsWith("/c-1/balances"))
      return Response.json({ balances: [{ balanceType: "interimBooked", balanceAmount: amount }] });
    if (url.pathname.endsWith("/c-1/transactions"))
      return Response.json({
        cardTransactions: {
          booked: [
            { bookingDate: "2026-06-01", transactionAmount: amount, originalAmount: amount },
          ],
        },
      });
    return null;
  };
  const { login, accounts } = await signIn();
  const card = accounts.find(({ key }) => key === "c-1");
  expect(card).toMatchObject({ type: "credit", mask: "5678", balances: { current: 12.5 } });
  const [row] = (await connector.transactions(login, PERIOD)).filter(
    ({ accountKey }) => accountKey === "c-1",
  );
  expect(row).toMatchObject({ amount: 12.5, date: "2026-06-01", evidence: { kind: "card" } });
});

test("a bank without the list, or a person without cards in it, has no cards", async () => {
  for (const [status, code] of [
    [404, "RESOURCE_UNKNOWN"],
    [403, "SERVICE_BLOCKED"],
    [405, "SERVICE_INVALID"],
  ] as const) {
    const { signIn, responses } = await bankWithCards();
    const body = { tppMessages: [{ category: "ERROR", code }] };
    responses.change = ({ url }) =>
      url.pathname === "/v1/card-accounts" ? Response.json(body, { status }) : null;
    const { accounts } = await signIn();
    expect(accounts.some(({ key }) => key === CARD)).toBe(false);
    expect(accounts.length).toBeGreaterThan(1);
  }
});

test("a card with the id of an account is refused, since one would be read in place of the other", async () => {
  const { signIn, responses, logged } = await bankWithCards();
  const cardAccounts = [{ resourceId: "acc-ada-everyday", maskedPan: "1234", currency: "EUR" }];
  responses.change = ({ url }) =>
    url.pathname === "/v1/card-accounts" ? Response.json({ cardAccounts }) : null;
  await expect(signIn()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(logged.join()).toContain("a card has the id of an account");
});

const NO_TERMS = {
  ...{ aprs: [], is_overdue: null, last_payment_amount: null, last_payment_date: null },
  ...{ next_payment_due_date: null, minimum_payment_amount: null },
};

test("a card owes what its last reporting period has told, wherever its bank lists cards", async () => {
  for (const bank of [await bankWithCards(), await berlinBank({}, { approach: "redirect" })]) {
    const { login } = await bank.signIn();
    const terms = {
      ...NO_TERMS,
      last_statement_issue_date: "2026-05-31",
      last_statement_balance: expect.any(Number),
    };
    expect(await bank.connector.liabilities?.(login)).toEqual([
      { key: CARD, kind: "credit", terms },
    ]);
  }
});

test.each([
  [
    "the closing balance of the last day, whose debit is positive",
    true,
    [
      ["closingBooked", "90.00", "2026-04-30"],
      ["closingBooked", "120.50", "2026-05-31"],
    ],
    ["2026-05-31", 120.5],
  ],
  [
    "an opening balance, in ISO's code",
    false,
    [["OPBD", "-75.10", "2026-06-01"]],
    ["2026-06-01", 75.1],
  ],
  ["a credit", false, [["closingBooked", "5.00", "2026-05-31"]], ["2026-05-31", -5]],
  ["a balance without a day", false, [["closingBooked", "-5.00", undefined]], [null, null]],
  ["balances of the moment alone", true, [["interimBooked", "9.00", "2026-06-15"]], [null, null]],
  ["no balance", true, [], [null, null]],
] as const)("%s makes the terms of a card", async (_, debitAccounting, told, [day, owed]) => {
  const { signIn, connector, responses } = await bankWithCards();
  responses.change = ({ url }) => {
    if (url.pathname === "/v1/card-accounts")
      return Response.json({
        cardAccounts: [
          { resourceId: "c-1", maskedPan: "1234******5678", currency: "EUR", debitAccounting },
        ],
      });
    if (!url.pathname.endsWith("/c-1/balances")) return null;
    return Response.json({
      balances: told.map(([balanceType, amount, referenceDate]) => ({
        ...{ balanceType, referenceDate },
        balanceAmount: { currency: "EUR", amount },
      })),
    });
  };
  const { login } = await signIn();
  const terms = { last_statement_issue_date: day, last_statement_balance: owed };
  expect(await connector.liabilities?.(login)).toEqual([
    { key: "c-1", kind: "credit", terms: { ...NO_TERMS, ...terms } },
  ]);
});
