import { z } from "zod";
import { dayAt, toDate } from "../../domain/calendar.ts";
import { Fault } from "../../domain/fault.ts";
import { ofxAccountIds } from "../../domain/grants/name-members.ts";
import { ensureFreshFeed } from "../../domain/transactions/ensure-fresh-feed.ts";
import { storedInvestments } from "../../domain/transactions/investments/pull-investments.ts";
import { openStatements } from "../../formats/open-statements.ts";
import { WRITABLE_FORMATS, WRITERS } from "../../formats/writers.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { accountShapes, loadAccounts } from "../item-accounts.ts";
import { loadItem } from "../item-of.ts";
import { Period } from "./get-transactions.ts";

/** An Item's transactions in a period, as a file for other programs. */
export const exportTransactions = endpoint({
  path: "/transactions/export",
  effect: "read",
  products: ["transactions"],
  summary: "Retrieve the transactions of a period as a file.",
  description:
    "Oldest first, account by account, in a format that other programs read; its request_id is in the header " +
    "Service-Request-Id. Money that leaves the account is negative there, unlike in /transactions/get. Formats " +
    "of booked transactions leave pending ones out: all but csv, ledger, hledger and beancount. Refusals are JSON.",
  refusals: [
    "PRODUCTS_NOT_SUPPORTED",
    "ADDITIONAL_CONSENT_REQUIRED",
    "PRODUCT_NOT_READY",
    "ITEM_LOGIN_REQUIRED",
  ],
  limits: {
    item: { perMinute: 10, sandboxPerMinute: 80, code: "TRANSACTIONS_LIMIT" },
    client: { perMinute: 600, code: "TRANSACTIONS_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    format: z.enum(WRITABLE_FORMATS).meta({
      description:
        "OFX 2, QIF, MT940, camt.053, CSV, or a journal of ledger, hledger or beancount.",
      examples: ["ofx"],
    }),
    ...Period,
    options: z.strictObject({ account_ids: AccountIds.optional() }).optional(),
  }),
  response: "*/*",
  async handle({ access_token, format, start_date, end_date, options }, context) {
    if (start_date > end_date)
      throw new Fault("INVALID_FIELD", { message: "start_date must not be after end_date" });
    const itemBefore = await loadItem(access_token, context);
    if (options?.account_ids) await loadAccounts(itemBefore, options.account_ids, context);
    const item = await chargeProduct(itemBefore, "transactions", context);
    const { lastChange } = await ensureFreshFeed(context, item);
    // Read last, since the pull above may have stored newer balances.
    const accounts = await loadAccounts(item, options?.account_ids, context);
    const investments = await storedInvestments(context, item);
    const fileIds = format === "ofx" ? await ofxAccountIds(context, item.itemId) : undefined;
    const today = toDate(dayAt(context.clock()));
    const statements = await openStatements(
      context.store.transactions,
      accountShapes(accounts).map((account) => ({
        itemId: item.itemId,
        lastChange,
        account,
        fileId: fileIds?.get(account.account_id),
        portfolio: investments.get(account.account_id),
      })),
      { from: start_date, to: end_date, today },
    );
    const { write, contentType, extension } = WRITERS[format];
    return {
      type: contentType,
      fileName: `transactions-${start_date}-${end_date}.${extension}`,
      content: write(statements, { day: today }),
    };
  },
});
