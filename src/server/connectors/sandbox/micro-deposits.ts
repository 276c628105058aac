/** The micro-deposits of the sandbox, in cents, ascending. */
const DEPOSITS = [1, 2];

/** Whether these are the sandbox's two micro-deposit amounts, the same for every account. */
export const matchesSandboxDeposits = async (
  _accountKey: string,
  cents: readonly number[],
): Promise<boolean> => {
  const ascending = cents.toSorted((a, b) => a - b);
  return ascending.length === DEPOSITS.length && ascending.every((sum, at) => sum === DEPOSITS[at]);
};
