/** What the sandbox deposits to prove an account, in cents and in order. */
const DEPOSITS = [1, 2];

/** Whether these are the amounts of the sandbox's two deposits, the same for every account. */
export const areSandboxDeposits = async (
  _accountKey: string,
  cents: readonly number[],
): Promise<boolean> => {
  const inOrder = cents.toSorted((one, other) => one - other);
  return inOrder.length === DEPOSITS.length && inOrder.every((sum, at) => sum === DEPOSITS[at]);
};
