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
    },
  ]);
});
