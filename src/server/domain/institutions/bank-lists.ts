import { z } from "zod";
import { Operator } from "./bank-operator.ts";
import { Condition, List } from "./bank-request.ts";

/** Which amounts leave the account: those below or above zero, or those that a field marks. */
export const MoneyOut = z.union([z.enum(["negative", "positive"]), Condition], {
  error: 'must be "negative", "positive", or {"of","is"}',
});

/** The id of an entry's account, in a list of all accounts: such a list is requested once. */
export const OverAll = { account: Operator.optional() };

/** A list of pending transactions alone, each of which may have no id. */
export const PendingList = z.strictObject({
  ...List,
  ...OverAll,
  fields: z.strictObject({
    id: Operator.optional(),
    amount: Operator,
    date: Operator,
    description: Operator,
    made: Operator.optional(),
    currency: Operator.optional(),
    merchant: Operator.optional(),
    card: Operator.optional(),
  }),
  /** The sign of outflows; by default the same as in the list of all transactions. */
  money_out: MoneyOut.optional(),
});
