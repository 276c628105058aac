import { z } from "zod";
import type { Account } from "../../../protocol/account.ts";
import { StatementsAccount } from "../../../protocol/statements.ts";
import { ensureStatements } from "../../domain/transactions/statements/pull-statements.ts";
import type { Statement } from "../../domain/transactions/statements/statement.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint, INSTITUTION_REFUSALS } from "../endpoint.ts";
import { InstitutionId, ItemId, Token } from "../fields.ts";
import { accountShapes, loadAccounts } from "../item-accounts.ts";
import { loadItem } from "../item-of.ts";

/** Lists the statements of an Item. */
export const getStatements = endpoint({
  path: "/statements/list",
  effect: "read",
  products: ["statements"],
  summary: "List the statements of an Item's accounts.",
  description:
    "Newest first, of the last two years unless the link_token has set a period. The list is read again on " +
    "each later day; /statements/download returns the document of a statement.",
  refusals: INSTITUTION_REFUSALS,
  limits: {
    item: { perMinute: 10, sandboxPerMinute: 100, code: "RATE_LIMIT" },
    client: { perMinute: 1000, code: "RATE_LIMIT" },
  },
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({
    accounts: z.array(StatementsAccount),
    institution_id: InstitutionId,
    institution_name: z.string().meta({ examples: ["First Platypus Bank"] }),
    item_id: ItemId,
  }),
  async handle({ access_token }, context) {
    const itemBefore = await loadItem(access_token, context);
    const item = await chargeProduct(itemBefore, "statements", context);
    const statements = await ensureStatements(context, item);
    const accounts = accountShapes(await loadAccounts(item, undefined, context));
    const { institutionId, name } = context.directory.get(item.institutionId);
    return {
      accounts: accounts.flatMap((account) => {
        const own = statements.filter(({ accountId }) => accountId === account.account_id);
        return own.length > 0 ? [withStatements(account, own)] : [];
      }),
      institution_id: institutionId,
      institution_name: name,
      item_id: item.itemId,
    };
  },
});

const withStatements = (account: Account, statements: readonly Statement[]): StatementsAccount => ({
  account_id: account.account_id,
  account_mask: account.mask ?? "",
  account_name: account.name,
  account_official_name: account.official_name ?? account.name,
  account_subtype: account.subtype ?? "",
  account_type: account.type,
  statements: statements.map(({ statementId, date }) => ({
    statement_id: statementId,
    date_posted: date,
    month: Number(date.slice(5, 7)),
    year: Number(date.slice(0, 4)),
  })),
});
