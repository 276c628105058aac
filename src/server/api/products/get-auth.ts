import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Item } from "../../../protocol/item.ts";
import { Numbers } from "../../../protocol/numbers.ts";
import { Fault } from "../../domain/fault.ts";
import type { ItemAccount } from "../../domain/ports.ts";
import { VERIFICATIONS } from "../../domain/verification.ts";
import { endpoint } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { accountShapes, accountsOf, itemOf, itemShape, withProduct } from "../item-of.ts";

/** The account numbers needed to set up debits and payouts, by payment network. */
export const getAuth = endpoint({
  path: "/auth/get",
  summary: "Retrieve account and routing numbers.",
  request: z.strictObject({
    access_token: Token,
    options: z.strictObject({ account_ids: AccountIds.optional() }).optional(),
  }),
  response: z.strictObject({ accounts: z.array(Account), numbers: Numbers, item: Item }),
  async handle({ access_token, options }, context) {
    const found = await itemOf(access_token, context);
    const accounts = await accountsOf(found, options?.account_ids, context);
    const item = await withProduct(found, "auth", context);
    requireProven(accounts, options?.account_ids !== undefined);
    const reachable = accounts.filter(({ numbers }) => Object.keys(numbers).length > 0);
    return {
      accounts: accountShapes(reachable),
      numbers: numbersOf(reachable),
      item: itemShape(item, context),
    };
  },
});

/** Numbers that are to be proven yet are not ready; one that is asked for has to be. */
function requireProven(accounts: readonly ItemAccount[], areAskedFor: boolean): void {
  const isPending = ({ verification }: ItemAccount) =>
    verification !== null && VERIFICATIONS[verification.status].numbers === "pending";
  const some = accounts.some(isPending);
  const none = accounts.every(({ numbers }) => Object.keys(numbers).length === 0);
  if (some && (areAskedFor || none))
    throw new Fault("PRODUCT_NOT_READY", {
      message: "micro-deposits have yet to prove the account numbers",
    });
}

function numbersOf(accounts: readonly ItemAccount[]): Numbers {
  const numbers: Numbers = { ach: [], eft: [], international: [], bacs: [] };
  for (const { account, numbers: own } of accounts) {
    const { account_id } = account;
    if (own.ach) numbers.ach.push({ account_id, ...own.ach });
    if (own.eft) numbers.eft.push({ account_id, ...own.eft });
    if (own.international) numbers.international.push({ account_id, ...own.international });
    if (own.bacs) numbers.bacs.push({ account_id, ...own.bacs });
  }
  return numbers;
}
