import { z } from "zod";
import type { LiabilityTerms } from "../../../../../protocol/liabilities.ts";
import type { Lines } from "../../../../domain/bank-values.ts";
import { roundTo, Timestamp } from "../../values.ts";
import { Direction, UkAmount } from "./account.ts";

const Kind = z.string().max(100).nullish().catch(null);
const Time = Timestamp.nullish().catch(null);

/** A text of at most three digits and four decimals; some banks send a number. */
const Rate = z
  .union([z.string().regex(/^\d{1,3}(\.\d{1,4})?$/), z.number().min(0).max(999)])
  .transform((rate) => toPercent(Number(rate)));

const Statement = z.object({
  EndDateTime: Time,
  StatementAmount: z
    .array(z.object({ Type: Kind, CreditDebitIndicator: Direction, Amount: UkAmount }))
    .max(100)
    .nullish()
    .catch(null),
  StatementDateTime: z
    .array(z.object({ Type: Kind, DateTime: Time }))
    .max(100)
    .nullish()
    .catch(null),
  StatementRate: z
    .array(z.object({ Type: Kind, Rate: Rate.nullish().catch(null) }))
    .max(100)
    .nullish()
    .catch(null),
  StatementInterest: z
    .array(z.object({ Type: Kind, CreditDebitIndicator: Direction, Amount: UkAmount }))
    .max(100)
    .nullish()
    .catch(null),
});
type Statement = z.infer<typeof Statement>;

/** The maximum number of statements of a page that are looked through. */
const MAX_STATEMENTS = 1000;

/**
 * The terms of a card that its newest statement of UK Open Banking contains: its day and its
 * balance, the minimum payment and its due day, the day of the last payment, arrears, and yearly rates.
 */
export const UkCardTerms = z
  .object({
    Data: z
      .object({ Statement: z.array(Statement).max(MAX_STATEMENTS).nullish().catch(null) })
      .prefault({}),
  })
  .transform(({ Data }) => toTerms(newestOf(Data.Statement ?? [])));

const newestOf = (statements: readonly Statement[]): Statement | null =>
  statements.reduce<Statement | null>(
    (newest, statement) =>
      (statement.EndDateTime?.day ?? "") > (newest?.EndDateTime?.day ?? "") ? statement : newest,
    null,
  );

function toTerms(statement: Statement | null): Lines<LiabilityTerms> {
  return {
    kind: "credit",
    terms: {
      aprs: toAprs(statement),
      is_overdue: isOverdue(statement),
      last_payment_amount: null,
      last_payment_date: toDay(statement, "LastPayment"),
      next_payment_due_date: toDay(statement, "PaymentDue"),
      last_statement_issue_date: statement?.EndDateTime?.day ?? null,
      last_statement_balance: findAmount(statement, "ClosingBalance"),
      minimum_payment_amount: findAmount(statement, "MinimumPaymentDue"),
    },
  };
}

/** The largest rate that can be a part of one. */
const MAX_PART = 0.6;

/**
 * A rate in percent: the documents write 0.224 for 22.4 %, and banks 22.4 as well. Null for one between that may be
 * either.
 */
function toPercent(rate: number): number | null {
  if (rate > MAX_PART && rate < 1) return null;
  return Number((rate < 1 ? rate * 100 : rate).toFixed(4));
}

type Apr = Extract<LiabilityTerms, { kind: "credit" }>["terms"]["aprs"][number];

/** The yearly rates of a statement, with the balance that bears each and its interest. */
const RATES: readonly [rate: string, apr: Apr["apr_type"], kind: string | null][] = [
  ["AnnualPurchase", "purchase_apr", "Purchase"],
  ["AnnualCash", "cash_apr", "Cash"],
  ["AnnualBalanceTransfer", "balance_transfer_apr", "BalanceTransfer"],
  ["AnnualPurchasePromo", "special", null],
  ["AnnualBalanceTransferPromo", "special", null],
];

const toAprs = (statement: Statement | null): Apr[] =>
  RATES.flatMap(([rate, apr_type, kind]) => {
    const found = statement?.StatementRate?.find(({ Type }) => isOfType(Type, rate))?.Rate;
    if (found == null) return [];
    return {
      ...{ apr_type, apr_percentage: found },
      balance_subject_to_apr: kind === null ? null : findAmount(statement, `${kind}ClosingBalance`),
      interest_charge_amount: kind === null ? null : amountIn(statement?.StatementInterest, kind),
    };
  });

/** Whether a payment was in arrears when the statement was made; null if it does not say. */
function isOverdue(statement: Statement | null): boolean | null {
  const arrears = findAmount(statement, "ArrearsClosingBalance");
  return arrears === null ? null : arrears > 0;
}

/** Banks of 3.1 write UK.OBIE before the name of a type, and some of 4.0 UK.OB. */
const isOfType = (type: string | null | undefined, name: string): boolean =>
  type?.split(".").at(-1) === name;

const findAmount = (statement: Statement | null, type: string): number | null =>
  amountIn(statement?.StatementAmount, type);

/** An amount of a statement, which is owed if it is a debit. */
function amountIn(amounts: Statement["StatementAmount"], type: string): number | null {
  const found = amounts?.find(({ Type }) => isOfType(Type, type));
  if (!found) return null;
  const size = Math.abs(found.Amount.Amount);
  const isOwed = found.CreditDebitIndicator === "debit" || type === "MinimumPaymentDue";
  return roundTo(isOwed ? size : 0 - size, found.Amount.Currency ?? null);
}

const toDay = (statement: Statement | null, type: string) =>
  statement?.StatementDateTime?.find(({ Type }) => isOfType(Type, type))?.DateTime?.day ?? null;
