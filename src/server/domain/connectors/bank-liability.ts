import type { LiabilityTerms } from "../../../protocol/liabilities.ts";
import type { Id, Lines } from "../bank-values.ts";

/** The terms of a debt as the institution reports them, with the account's key. */
export type BankLiability = { key: Id } & Lines<LiabilityTerms>;
