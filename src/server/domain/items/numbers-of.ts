import type { Numbers } from "../../../protocol/numbers.ts";
import type { ItemAccount } from "./item.ts";

/** The numbers of accounts by network; a network that none of them has is an empty list. */
export const numbersOf = (accounts: readonly ItemAccount[]): Numbers => {
  const numbers: Numbers = { ach: [], eft: [], international: [], bacs: [] };
  for (const { account, numbers: own } of accounts) {
    const { account_id } = account;
    if (own.ach) numbers.ach.push({ account_id, ...own.ach });
    if (own.eft) numbers.eft.push({ account_id, ...own.eft });
    if (own.international) numbers.international.push({ account_id, ...own.international });
    if (own.bacs) numbers.bacs.push({ account_id, ...own.bacs });
  }
  return numbers;
};
