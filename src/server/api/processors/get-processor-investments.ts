import { z } from "zod";
import { InvestmentAccount } from "../../../protocol/investments.ts";
import { Fault } from "../../domain/fault.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { ProcessorToken } from "../fields.ts";
import {
  getHoldings,
  getInvestmentTransactions,
  HOLDINGS,
  INVESTMENT_TRANSACTIONS,
  InvestmentPage,
  investmentAccount,
  readHoldings,
  readInvestmentTransactions,
} from "../products/get-investments.ts";
import { Period } from "../products/get-transactions.ts";
import { PROCESSOR_REFUSALS, processorAccount } from "./processor-account.ts";

/** The holdings of the processor's account. */
export const getProcessorHoldings = endpoint({
  path: "/processor/investments/holdings/get",
  effect: "read",
  products: ["investments"],
  summary: "Retrieve the investments that the account of a processor_token holds.",
  description: "For processors; the application is billed.",
  refusals: [...new Set([...PROCESSOR_REFUSALS, ...(getHoldings.refusals ?? [])])],
  request: z.strictObject({ processor_token: ProcessorToken }),
  response: z.strictObject({ account: InvestmentAccount, ...HOLDINGS }),
  async handle({ processor_token }, context) {
    const { item, itemAccount } = await requireInvestments(processor_token, context);
    const { answer, marginLoans } = await readHoldings(
      item,
      [itemAccount.account.account_id],
      context,
    );
    const current = await processorAccount(processor_token, "investments", context);
    return { account: investmentAccount(current.itemAccount.account, marginLoans), ...answer };
  },
});

/** The investment transactions of the processor's account. */
export const getProcessorInvestmentTransactions = endpoint({
  path: "/processor/investments/transactions/get",
  effect: "read",
  products: ["investments"],
  summary: "Retrieve the investment transactions of the account of a processor_token in a period.",
  description: "A page at a time, newest first. For processors; the application is billed.",
  refusals: [...new Set([...PROCESSOR_REFUSALS, ...(getInvestmentTransactions.refusals ?? [])])],
  request: z.strictObject({
    processor_token: ProcessorToken,
    ...Period,
    options: InvestmentPage.optional(),
  }),
  response: z.strictObject({ account: InvestmentAccount, ...INVESTMENT_TRANSACTIONS }),
  async handle({ processor_token, options, ...period }, context) {
    const { item, itemAccount } = await requireInvestments(processor_token, context);
    const account_ids = [itemAccount.account.account_id];
    const choice = { ...options, account_ids };
    const { answer, marginLoans } = await readInvestmentTransactions(item, period, choice, context);
    const current = await processorAccount(processor_token, "investments", context);
    return { account: investmentAccount(current.itemAccount.account, marginLoans), ...answer };
  },
});

/**
 * Returns the Item and account of a processor token; NO_INVESTMENT_ACCOUNTS for any other kind of
 * account.
 */
async function requireInvestments(token: string, context: ApiContext) {
  const found = await processorAccount(token, "investments", context);
  if (found.itemAccount.account.type !== "investment")
    throw new Fault("NO_INVESTMENT_ACCOUNTS", { message: "the account is no investment account" });
  return found;
}
