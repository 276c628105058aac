/** The kinds of change in a user's accounts, in the order in which webhooks list them. */
export const CASH_FLOW_INSIGHTS = [
  "LARGE_DEPOSIT_DETECTED",
  "LOW_BALANCE_DETECTED",
  "NEW_LOAN_PAYMENT_DETECTED",
  "NSF_OVERDRAFT_DETECTED",
] as const;
export type CashFlowInsight = (typeof CASH_FLOW_INSIGHTS)[number];
