/** An account that money is put by on, and taken out of once a year; amounts are in cents. */
export type Pot = {
  name: string;
  /** What stays on it when it is emptied. */
  base: number;
  yearlyPercent: number;
  /** After how many months interest is added. */
  interestEvery: 1 | 3;
  /** The month of the year, from 0, at whose start it is emptied. */
  emptiedIn: number;
  /** What is put by in a month. */
  deposit(month: number): number;
};

/** What a month does to a pot: what is taken out at its start, put by and added, and what is there in the end. */
export type PotMonth = { out: number; deposit: number; interest: number; holds: number };

/** What a month does to a pot. It hangs on the months since it was last emptied, and on no other. */
export const potIn = (pot: Pot, month: number): PotMonth => {
  const emptied = month - ((((month - pot.emptiedIn) % 12) + 12) % 12);
  if (month > emptied) return potAfter(pot, emptied, month, pot.base);
  const before = potAfter(pot, emptied - 12, month - 1, pot.base).holds;
  return { ...potAfter(pot, month, month, pot.base), out: before - pot.base };
};

/** What the last of some months does to a pot that holds so much when they begin. */
function potAfter(pot: Pot, from: number, to: number, begun: number): PotMonth {
  let holds = begun;
  let [deposit, interest] = [0, 0];
  for (let month = from; month <= to; month++) {
    const share = month % pot.interestEvery === pot.interestEvery - 1 ? pot.interestEvery : 0;
    interest = Math.round((holds * pot.yearlyPercent * share) / 1200);
    deposit = pot.deposit(month);
    holds += deposit + interest;
  }
  return { out: 0, deposit, interest, holds };
}
