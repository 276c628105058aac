import { Problem } from "./problem.mjs";

/** @import { Call } from "./bank-service.mjs" */
/** @import { Item, TokenFile } from "./token-file.mjs" */

/**
 * Turns the public token from Link into an access token, and keeps that.
 * @param {Call} call
 * @param {TokenFile} tokens
 * @param {string} publicToken
 */
export const connectBank = async (call, tokens, publicToken) => {
  const { item_id, access_token } = await call(
    "/item/public_token/exchange",
    { public_token: publicToken },
    ["item_id", "access_token"],
  );
  tokens.add({ item_id, access_token });
};

/**
 * What the page shows: every connected bank with its accounts and their numbers.
 * @param {Call} call
 * @param {TokenFile} tokens
 */
export const bankList = async (call, tokens) => ({
  banks: await Promise.all(tokens.all().map((item) => readBank(call, item))),
});

/**
 * @param {Call} call
 * @param {Item} item
 */
async function readBank(call, { item_id, access_token }) {
  const [held, auth] = await Promise.all([
    orProblem(call("/accounts/get", { access_token }, ["accounts", "item"])),
    orProblem(call("/auth/get", { access_token }, ["numbers"])),
  ]);
  const numbers = auth.answer?.numbers ?? {};
  return {
    item_id,
    institution_name: held.answer?.item.institution_name ?? null,
    accounts: (held.answer?.accounts ?? []).map((/** @type {any} */ account) => ({
      account_id: account.account_id,
      name: account.name,
      mask: account.mask,
      type: account.type,
      subtype: account.subtype,
      balances: account.balances,
      numbers: numbersOf(account.account_id, numbers),
    })),
    error: held.problem ?? auth.problem ?? null,
  };
}

/**
 * One bank's refusal must not hide the other banks; a service out of reach concerns them all.
 * @param {Promise<any>} answer
 */
async function orProblem(answer) {
  try {
    return { answer: await answer };
  } catch (error) {
    if (error instanceof Problem && error.facts.code !== null) return { problem: error };
    throw error;
  }
}

/**
 * An account's numbers, one record per payment network that reaches it.
 * @param {string} accountId
 * @param {Record<string, Record<string, string>[]>} numbers
 */
const numbersOf = (accountId, numbers) =>
  Object.values(numbers)
    .flat()
    .filter(({ account_id }) => account_id === accountId)
    .map(({ account_id, ...rest }) => rest);
