import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { CLIENT } from "../../../../../../demo/bank/visit.fixture.ts";
import { Liabilities, LiabilityTerms } from "../../../../../protocol/liabilities.ts";
import { bankApp } from "../../bank-app.fixture.ts";
import { UkCardTerms } from "./liability.ts";

const amount = (Type: string, Amount: string, CreditDebitIndicator = "Debit") => ({
  ...{ Type, CreditDebitIndicator },
  Amount: { Amount, Currency: "GBP" },
});
const statement = (EndDateTime: string, amounts: object[], due?: string) => ({
  ...{ StatementId: EndDateTime, EndDateTime, StatementAmount: amounts },
  ...(due && { StatementDateTime: [{ Type: "UK.OBIE.PaymentDue", DateTime: due }] }),
});
const read = (...statements: unknown[]) => UkCardTerms.parse({ Data: { Statement: statements } });

test("a card has the terms of its newest statement, and null for all that no statement tells", () => {
  const older = statement("2025-12-14T00:00:00Z", [amount("UK.OBIE.ClosingBalance", "9.00")]);
  const newer = statement(
    "2026-01-14T00:00:00Z",
    [
      amount("UK.OBIE.ClosingBalance", "120.50"),
      amount("UK.OBIE.MinimumPaymentDue", "25.00", "Credit"),
    ],
    "2026-02-08T00:00:00Z",
  );
  for (const order of [
    [older, newer],
    [newer, older],
  ])
    expect(read(...order)).toMatchObject({
      kind: "credit",
      terms: {
        ...{ last_statement_issue_date: "2026-01-14", last_statement_balance: 120.5 },
        ...{ minimum_payment_amount: 25, next_payment_due_date: "2026-02-08" },
        ...{ aprs: [], is_overdue: null, last_payment_amount: null },
      },
    });
  const credit = statement("2026-01-14", [amount("ClosingBalance", "5.00", "CRDT")]);
  expect(read(credit).terms).toMatchObject({ last_statement_balance: -5 });
});

const withRates = (...rates: (readonly [string, unknown])[]) => ({
  ...statement("2026-01-14", [
    amount("UK.OBIE.PurchaseClosingBalance", "100.00"),
    amount("UK.OBIE.CashClosingBalance", "20.50"),
  ]),
  StatementRate: rates.map(([type, Rate]) => ({ Type: `UK.OBIE.${type}`, Rate })),
  StatementInterest: [amount("UK.OBIE.Purchase", "1.58"), amount("UK.OBIE.Total", "9.99")],
});
const ratesOf = (...rates: Parameters<typeof withRates>) => {
  const { terms } = read(withRates(...rates));
  return LiabilityTerms.parse({ kind: "credit", terms }).terms;
};

test("a statement tells yearly rates, the balances that bear them, and their interest", () => {
  expect(
    ratesOf(
      ["AnnualPurchase", "0.224"],
      ["AnnualCash", "27.9"],
      ["AnnualBalanceTransferPromo", "0"],
      ["AnnualBalanceTransferAfterPromo", "0.224"],
      ["MonthlyPurchase", "0.017"],
    ),
  ).toMatchObject({
    aprs: [
      {
        ...{ apr_type: "purchase_apr", apr_percentage: 22.4 },
        ...{ balance_subject_to_apr: 100, interest_charge_amount: 1.58 },
      },
      {
        ...{ apr_type: "cash_apr", apr_percentage: 27.9 },
        ...{ balance_subject_to_apr: 20.5, interest_charge_amount: null },
      },
      {
        ...{ apr_type: "special", apr_percentage: 0 },
        ...{ balance_subject_to_apr: null, interest_charge_amount: null },
      },
    ],
  });
});

test.each([...["-3", "0.224 %", "1e3", "", "0.9", "1000", null, {}, [], Number.NaN, 1e9]])(
  "a rate that is no rate, or may be of two meanings, is not told: %j",
  (rate) => {
    expect(ratesOf(["AnnualPurchase", rate])).toMatchObject({ aprs: [] });
  },
);

test("arrears and the day of the last payment are told by a statement that has them", () => {
  const told = {
    ...statement("2026-01-14", [amount("UK.OBIE.ArrearsClosingBalance", "10.00")]),
    StatementDateTime: [{ Type: "UK.OBIE.LastPayment", DateTime: "2026-01-05T09:00:00Z" }],
  };
  expect(read(told).terms).toMatchObject({ is_overdue: true, last_payment_date: "2026-01-05" });
  const none = statement("2026-01-14", [amount("ArrearsClosingBalance", "0.00")]);
  expect(read(none).terms).toMatchObject({ is_overdue: false, last_payment_date: null });
});

test.each([
  ["no statement", {}],
  ["an empty body", { Data: {} }],
  ["wrong types", { Data: { Statement: [{ EndDateTime: 5, StatementAmount: "x" }] } }],
  ["statements that are no list", { Data: { Statement: "none" } }],
])("%s tells no term", (_, body) => {
  const terms = UkCardTerms.parse(body);
  LiabilityTerms.parse(terms);
  expect(terms.terms).toMatchObject({ last_statement_balance: null, minimum_payment_amount: null });
});

test("the cards of a UK bank are liabilities with the balance of their last statement", async () => {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { secret: _, ...registered } = CLIENT;
  const jwk = { ...keys.publicKey.export({ format: "jwk" }), use: "sig", alg: "ES256" };
  const bank = await bankApp({
    ...{ standard: "uk", products: ["balance", "transactions", "liabilities"] },
    client: { ...registered, jwks: { keys: [jwk] } },
    declaration: {
      secrets: { privateKey: keys.privateKey.export({ format: "pem", type: "pkcs8" }).toString() },
    },
  });
  const { access_token } = await bank.linkItem({ products: ["liabilities"] });
  const { accounts, liabilities } = z
    .object({
      accounts: z.array(z.looseObject({ account_id: z.string(), subtype: z.string() })),
      liabilities: Liabilities,
    })
    .parse({ ...(await bank.app.call("/liabilities/get", { access_token })) });
  expect(accounts.map(({ subtype }) => subtype)).toEqual(["credit card"]);
  expect(liabilities.credit).toMatchObject([
    {
      account_id: accounts[0]?.account_id,
      last_statement_issue_date: "2025-12-31",
      last_statement_balance: expect.any(Number),
      minimum_payment_amount: expect.any(Number),
      next_payment_due_date: "2026-01-25",
      aprs: [
        { apr_type: "purchase_apr", apr_percentage: 18.9, interest_charge_amount: null },
        { apr_type: "cash_apr", apr_percentage: 27.9, interest_charge_amount: null },
      ],
    },
  ]);
});
