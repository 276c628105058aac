import type { TransactionDeps } from "../deps.ts";
import type { InvestmentStore } from "./investments.ts";

/** The services that investments need: those of transactions, and their own store. */
export type InvestmentDeps = TransactionDeps & { store: { investments: InvestmentStore } };
