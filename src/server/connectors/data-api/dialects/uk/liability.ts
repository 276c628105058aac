import { z } from "zod";
import type { LiabilityTerms } from "../../../../../protocol/liabilities.ts";
import type { Lines } from "../../../../domain/bank-values.ts";
import { roundTo, Timestamp } from "../../values.ts";
import { Direction, UkAmount } from "./account.ts";

const Kind = z.string().max(100).nullish().catch(null);
const Time = Timestamp.nullish().catch(null);

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
});
type Statement = z.infer<typeof Statement>;

/** The maximum number of statements of a page that are looked through. */
const MAX_STATEMENTS = 1000;

/**
 * The terms of a card that its newest statement of UK Open Banking contains: its day and its
 * balance, the minimum payment, and its due day.
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
      aprs: [],
      is_overdue: null,
      last_payment_amount: null,
      last_payment_date: null,
      next_payment_due_date: toDay(statement, "PaymentDue"),
      last_statement_issue_date: statement?.EndDateTime?.day ?? null,
      last_statement_balance: findAmount(statement, "ClosingBalance"),
      minimum_payment_amount: findAmount(statement, "MinimumPaymentDue"),
    },
  };
}

/** Banks of 3.1 write UK.OBIE before the name of a type, and some of 4.0 UK.OB. */
const isOfType = (type: string | null | undefined, name: string): boolean =>
  type?.split(".").at(-1) === name;

/** An amount of a statement, which is owed if it is a debit. */
function findAmount(statement: Statement | null, type: string): number | null {
  const found = statement?.StatementAmount?.find(({ Type }) => isOfType(Type, type));
  if (!found) return null;
  const size = Math.abs(found.Amount.Amount);
  const isOwed = found.CreditDebitIndicator === "debit" || type === "MinimumPaymentDue";
  return roundTo(isOwed ? size : 0 - size, found.Amount.Currency ?? null);
}

const toDay = (statement: Statement | null, type: string) =>
  statement?.StatementDateTime?.find(({ Type }) => isOfType(Type, type))?.DateTime?.day ?? null;
