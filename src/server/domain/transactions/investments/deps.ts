import type { TransactionDeps } from "../deps.ts";
import type { InvestmentStore } from "./investments.ts";

/** The services for investments: those of transactions, and the investments' store. */
export type InvestmentDeps = TransactionDeps & { store: { investments: InvestmentStore } };
