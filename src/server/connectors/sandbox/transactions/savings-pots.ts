/** A savings account with monthly deposits and a yearly withdrawal; amounts are in cents. */
export type SavingsPot = {
  name: string;
  /** The balance after the withdrawal. */
  base: number;
  yearlyPercent: number;
  /** After how many months interest is added. */
  interestEvery: 1 | 3;
  /** The month of the year, from 0, that starts with the withdrawal. */
  withdrawalMonth: number;
  /** The deposit of a month. */
  deposit(month: number): number;
};

/**
 * A month of a savings pot: the withdrawal at the start, the deposit, the interest, and the final
 * balance.
 */
export type PotMonth = { out: number; deposit: number; interest: number; balance: number };

/** The movements of a savings pot in a month. They depend only on the months since its last withdrawal. */
export const potMonthOf = (pot: SavingsPot, month: number): PotMonth => {
  const lastWithdrawal = month - ((((month - pot.withdrawalMonth) % 12) + 12) % 12);
  if (month > lastWithdrawal) return potAfter(pot, lastWithdrawal, month, pot.base);
  const previous = potAfter(pot, lastWithdrawal - 12, month - 1, pot.base).balance;
  return { ...potAfter(pot, month, month, pot.base), out: previous - pot.base };
};

/** The last of some months of a pot with a start balance. */
function potAfter(pot: SavingsPot, from: number, to: number, start: number): PotMonth {
  let balance = start;
  let [deposit, interest] = [0, 0];
  for (let month = from; month <= to; month++) {
    const share = month % pot.interestEvery === pot.interestEvery - 1 ? pot.interestEvery : 0;
    interest = Math.round((balance * pot.yearlyPercent * share) / 1200);
    deposit = pot.deposit(month);
    balance += deposit + interest;
  }
  return { out: 0, deposit, interest, balance };
}
