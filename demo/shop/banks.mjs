import { Problem } from "./problem.mjs";

/** @import { Call } from "./bank-service.mjs" */
/** @import { Item, Tokens } from "./token-file.mjs" */

/**
 * Turns the public token from Link into an access token, and keeps that.
 * @param {Call} call
 * @param {Tokens} tokens
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
 * The ways to an account without signing in at its bank, each with the product that it needs.
 * @type {Record<string, { institution_id: string, products: string[] }>}
 */
const WAYS = {
  file: { institution_id: "ins_909999", products: ["transactions"] },
  numbers: { institution_id: "ins_900000", products: ["auth"] },
};

/** The shop's one customer; numbers by hand are asked for with the name and the address of their owner. */
const GROWER = { legal_name: "Juniper Moss", email_address: "juniper@fernweather.example" };

/**
 * Returns a link token with which Link opens at a file of a bank, or at account numbers by hand. Two small deposits
 * confirm numbers, for which the visitor comes back, so that the token names them.
 * @param {Call} call
 * @param {string} way
 * @param {string} visitor
 */
export const openWay = async (call, way, visitor) => {
  const fields = Object.hasOwn(WAYS, way) && WAYS[way];
  if (!fields) throw new Problem(400, "There is no such way to connect an account.");
  const body = {
    ...{ client_name: "Fernweather", language: "en", country_codes: ["US"] },
    user: { client_user_id: visitor, ...GROWER },
    ...fields,
  };
  const { link_token } = await call("/link/token/create", body, ["link_token"]);
  return { link_token };
};

/** The error codes for an Item that the bank service no longer has. */
const GONE_CODES = ["INVALID_ACCESS_TOKEN", "ITEM_NOT_FOUND"];

/**
 * Ends the Item at the bank service, so that it can no longer be read, and then deletes its token.
 * @param {Call} call
 * @param {Tokens} tokens
 * @param {string} itemId
 */
export const forgetBank = async (call, tokens, itemId) => {
  const item = tokens.all().find(({ item_id }) => item_id === itemId);
  if (!item) return;
  const { access_token } = item;
  const { problem } = await orProblem(call("/item/remove", { access_token }, []));
  if (problem && !GONE_CODES.includes(problem.facts.code ?? "")) throw problem;
  tokens.remove(itemId);
};

/**
 * Keeps the account that the customer wants to be paid into.
 * @param {Call} call
 * @param {Tokens} tokens
 * @param {string} accountId
 */
export const chooseAccount = async (call, tokens, accountId) => {
  const { banks } = await bankList(call, tokens);
  const account = banks
    .flatMap(({ accounts }) => accounts)
    .find((account) => account.account_id === accountId);
  if (!account?.numbers.length) throw new Problem(400, "Money cannot be sent to that account.");
  tokens.payInto(accountId);
  return { paid_into: accountId };
};

/**
 * Returns the data of the page: every connected bank with its accounts and their numbers, and which account
 * was chosen to be paid into.
 * @param {Call} call
 * @param {Tokens} tokens
 */
export const bankList = async (call, tokens) => ({
  banks: await Promise.all(tokens.all().map((item) => readBank(call, item))),
  paid_into: tokens.paidInto(),
});

/**
 * @param {Call} call
 * @param {Item} item
 */
async function readBank(call, { item_id, access_token }) {
  const [balances, auth] = await Promise.all([
    orProblem(call("/accounts/get", { access_token }, ["accounts", "item"])),
    orProblem(call("/auth/get", { access_token }, ["numbers"])),
  ]);
  const numbers = auth.answer?.numbers ?? {};
  const hasEnded = balances.problem?.facts.code === ENDED_CODE;
  const { answer } = hasEnded
    ? await orProblem(call("/item/get", { access_token }, ["item"]))
    : balances;
  return {
    item_id,
    institution_name: answer ? toName(answer.item, balances.answer?.accounts ?? []) : null,
    logo: answer ? await fetchLogo(call, answer.item.institution_id) : null,
    accounts: (balances.answer?.accounts ?? []).map((/** @type {any} */ account) => ({
      account_id: account.account_id,
      name: account.name,
      mask: account.mask,
      type: account.type,
      subtype: account.subtype,
      balances: account.balances,
      numbers: numbersOf(account.account_id, numbers),
    })),
    error: hasEnded ? ENDED : (balances.problem ?? toFailure(auth.problem)),
  };
}

/**
 * The name of a bank: of a file, the one that its customer typed, which stands before the names of its accounts.
 * @param {{ institution_id: string | null, institution_name: string | null }} item
 * @param {{ name: string, official_name: string | null }[]} accounts
 */
function toName({ institution_id, institution_name }, [account]) {
  const whole = account?.official_name ?? "";
  const isTyped =
    institution_id === WAYS.file?.institution_id && whole.endsWith(` ${account?.name}`);
  return isTyped ? whole.slice(0, -` ${account?.name}`.length) : institution_name;
}

/**
 * The logo of a bank, as a PNG in base64; null if it has none, or the service does not tell.
 * @param {Call} call
 * @param {string | null} institutionId
 */
async function fetchLogo(call, institutionId) {
  if (!institutionId) return null;
  const fields = {
    institution_id: institutionId,
    country_codes: COUNTRIES,
    options: { include_optional_metadata: true },
  };
  const { answer } = await orProblem(call("/institutions/get_by_id", fields, ["institution"]));
  return answer?.institution.logo ?? null;
}

/** The countries on the page. */
const COUNTRIES = ["US", "CA", "GB", "FR", "DE", "IE", "IT", "NL", "ES"];

/**
 * Accounts of a file have no numbers, and those of numbers by hand none before they are confirmed: neither is a failure.
 * @param {Problem | undefined} problem
 */
const toFailure = (problem) =>
  problem && WITHOUT_NUMBERS.includes(problem.facts.code ?? "") ? null : (problem ?? null);
const WITHOUT_NUMBERS = ["PRODUCTS_NOT_SUPPORTED", "PRODUCT_NOT_READY", "NO_AUTH_ACCOUNTS"];

/** The error code of an Item whose sharing the customer has ended elsewhere. */
const ENDED_CODE = "USER_PERMISSION_REVOKED";

/** The customer's own decision is no failure, and has no facts for developers. */
const ENDED = {
  message: "You have ended this connection. Connect the bank again, or disconnect it here too.",
};

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
