import { debtFaults } from "./debts.mjs";

/** @import { Body, Fault } from "./types.d.mts" */

/**
 * A fault of each account in the list. @param {string} name @param {string} description @param {(account: Body,
 * index: number) => object} change @returns {Fault}
 */
const eachAccount = (name, description, change) => ({
  name,
  description,
  data: (path, body) =>
    path === "/accounts" ? { ...body, accounts: body.accounts.map(change) } : body,
});

/**
 * A fault of each position of an investment account. @param {string} name @param {string} description @param
 * {(holding: Body) => object} change @returns {Fault}
 */
const eachHolding = (name, description, change) => ({
  name,
  description,
  data: (path, body) =>
    /^\/accounts\/[^/]+$/.test(path) && body.holdings
      ? { ...body, holdings: body.holdings.map(change) }
      : body,
});

/** The lots of a position, changed. @param {Body} holding @param {(lot: Body) => object} change */
const changeLots = ({ taxLots }, change) => taxLots?.map(change);

let reads = 0;

/** @type {readonly Fault[]} */
export const dataFaults = [
  {
    name: "data-down",
    description: "The data API is down",
    reply: (part) =>
      part === "data" ? { status: 503, body: { code: "503", message: "Down" } } : undefined,
  },
  {
    name: "data-slow",
    description: "The data API never responds",
    reply: (part) => (part === "data" ? "hang" : undefined),
  },
  {
    name: "data-rate-limited",
    description: "Every call is one too many, and Retry-After says when to come back",
    reply: (part) =>
      part === "data"
        ? { status: 429, headers: { "retry-after": "1" }, body: { code: "429", message: "Slowly" } }
        : undefined,
  },
  {
    name: "data-rate-limited-silently",
    description: "Every call is one too many, and nothing says when to come back",
    reply: (part) =>
      part === "data" ? { status: 429, body: { code: "429", message: "Slowly" } } : undefined,
  },
  {
    name: "data-garbled",
    description: "The data API responds with JSON that breaks off",
    reply: (part, { headers }) =>
      part === "data" && headers.authorization
        ? { status: 200, body: '{"accounts": [' }
        : undefined,
  },
  {
    name: "data-html",
    description: "The data API responds with a page",
    reply: (part, { headers }) =>
      part === "data" && headers.authorization
        ? { status: 200, headers: { "content-type": "text/html" }, body: "<p>Welcome</p>" }
        : undefined,
  },
  {
    name: "data-without-token",
    description: "The data API responds without a token",
    forgives: "no token",
  },
  {
    name: "data-no-challenge",
    description: "A refusal for want of a token has no WWW-Authenticate",
    refusal: ({ headers }) => void delete headers["www-authenticate"],
  },
  { name: "data-scopes-ignored", description: "Scopes are not looked at", forgives: "scope" },
  {
    name: "errors-without-code",
    description: "Errors are a sentence only",
    refusal: (refusal) => {
      refusal.body = { error: refusal.body.message };
    },
  },
  {
    name: "errors-as-success",
    description: "Errors come with the status 200",
    refusal: (refusal) => {
      if (refusal.status === 404) refusal.status = 200;
    },
  },
  {
    name: "customer-missing",
    description: "There is no customer",
    reply: (part, { url, headers }) =>
      part === "data" && headers.authorization && url?.includes("/customers/current")
        ? { status: 404, body: { code: "601", message: "No such customer" } }
        : undefined,
  },
  {
    name: "customer-no-name",
    description: "The customer has no name",
    data: (path, { name, ...body }) =>
      path === "/customers/current" ? body : { ...body, ...(name && { name }) },
  },
  {
    name: "accounts-none",
    description: "No account is shared in spite of the customer's choice",
    data: (path, body) => (path === "/accounts" ? { ...body, accounts: [] } : body),
  },
  {
    name: "accounts-no-list",
    description: "The accounts are no list",
    data: (path, body) => (path === "/accounts" ? { ...body, accounts: body.accounts[0] } : body),
  },
  eachAccount("account-no-id", "Accounts have no id", ({ accountId: _, ...account }) => account),
  eachAccount("account-same-id", "All accounts have the same id", (account) => ({
    ...account,
    accountId: "acc-ada-everyday",
  })),
  {
    name: "account-ids-change",
    description: "Accounts have another id each time",
    data: (path, body) => {
      if (path !== "/accounts") return body;
      reads += 1;
      return {
        ...body,
        accounts: body.accounts.map((/** @type {Body} */ account) => ({
          ...account,
          accountId: `${account.accountId}.${reads}`,
        })),
      };
    },
  },
  eachAccount(
    "account-no-type",
    "Accounts have no type",
    ({ accountType: _, ...account }) => account,
  ),
  eachAccount(
    "account-no-currency",
    "Balances have no currency",
    ({ currency: _, ...account }) => account,
  ),
  eachAccount("account-balance-text", "Balances are words", (account) => ({
    ...account,
    currentBalance: `${account.currentBalance} USD`,
  })),
  eachAccount("account-full-number", "What is shown of a number is all of it", (account) => ({
    ...account,
    accountNumberDisplay: "4400187210",
  })),
  {
    name: "account-unlike-list",
    description: "An account by itself is another than in the list",
    data: (path, body) =>
      /^\/accounts\/[^/]+$/.test(path) ? { ...body, accountId: "acc-another" } : body,
  },
  {
    name: "contact-missing",
    description: "Accounts have no owners",
    data: (path, body) => (path.endsWith("/contact") ? { ...body, holders: [] } : body),
  },
  {
    name: "payment-networks-wrong",
    description: "A routing number has a wrong check digit",
    data: (path, body) =>
      path.endsWith("/payment-networks")
        ? {
            ...body,
            paymentNetworks: body.paymentNetworks.map((/** @type {object} */ network) => ({
              ...network,
              bankId: "051900008",
            })),
          }
        : body,
  },
  {
    name: "holdings-none",
    description: "Investment accounts have no list of positions",
    data: (path, { holdings, ...body }) =>
      /^\/accounts\/[^/]+$/.test(path) || !holdings ? body : { ...body, holdings },
  },
  eachHolding(
    "holding-no-security",
    "Positions name no security",
    ({ securityId: _, symbol: __, ...holding }) => holding,
  ),
  eachHolding("holding-wrong-number", "An ISIN is too short", (holding) => ({
    ...holding,
    ...(holding.securityId && { securityId: holding.securityId.slice(1) }),
  })),
  eachHolding("holding-value-text", "Positions are worth words", (holding) => ({
    ...holding,
    marketValue: `${holding.marketValue} USD`,
  })),
  eachHolding("holding-old-price", "Positions are worth another price than theirs", (holding) => ({
    ...holding,
    ...(holding.units && { currentUnitPrice: holding.currentUnitPrice * 1.1 }),
  })),
  eachHolding("holding-lot-missing", "A lot of a position is missing", (holding) => ({
    ...holding,
    taxLots: holding.taxLots?.slice(1),
  })),
  eachHolding("holding-lot-text", "The units of lots are words", (holding) => ({
    ...holding,
    taxLots: changeLots(holding, (lot) => ({ ...lot, quantity: `${lot.quantity} units` })),
  })),
  eachHolding("holding-lot-old-value", "Lots are worth another price", (holding) => ({
    ...holding,
    taxLots: changeLots(holding, (lot) => ({ ...lot, currentValue: lot.currentValue * 1.1 })),
  })),
  eachHolding("holding-lot-no-day", "Lots have no day of purchase", (holding) => ({
    ...holding,
    taxLots: changeLots(holding, ({ originalPurchaseDate: _, ...lot }) => lot),
  })),
  eachHolding("holding-lot-unit-cost", "Lots cost the price of a unit", (holding) => ({
    ...holding,
    taxLots: changeLots(holding, (lot) => ({ ...lot, costBasis: lot.purchasedPrice })),
  })),
  {
    name: "investment-other-value",
    description: "An investment account is worth more than its positions",
    data: (path, body) =>
      /^\/accounts\/[^/]+$/.test(path) && body.currentValue !== undefined
        ? { ...body, currentValue: body.currentValue * 1.2 }
        : body,
  },
  {
    name: "trade-no-units",
    description: "Trades have no units",
    data: (path, body) =>
      path.endsWith("/transactions")
        ? {
            ...body,
            transactions: body.transactions.map((/** @type {Body} */ { units: _, ...row }) => row),
          }
        : body,
  },
  ...debtFaults,
  {
    name: "statement-no-pdf",
    description: "The document of a statement is a page",
    reply: (part, { url, headers }) =>
      part === "data" && headers.authorization && /\/statements\/[^/?]+/.test(url ?? "")
        ? { status: 200, headers: { "content-type": "application/pdf" }, body: "<p>Statement</p>" }
        : undefined,
  },
  {
    name: "statement-other-balance",
    description: "A statement ends with another balance than its transactions leave",
    data: (path, body) =>
      /\/statements\/[^/]+$/.test(path) && Buffer.isBuffer(body)
        ? Buffer.from(
            body
              .toString("latin1")
              .replace(
                /(Closing balance[^\d)]*)(\d)/,
                (_, text, digit) => `${text}${(Number(digit) % 9) + 1}`,
              ),
            "latin1",
          )
        : body,
  },
  {
    name: "statement-same-id",
    description: "All statements have the same id",
    data: (path, body) =>
      path.endsWith("/statements")
        ? {
            ...body,
            statements: body.statements.map((/** @type {Body} */ row) => ({
              ...row,
              statementId: body.statements[0].statementId,
            })),
          }
        : body,
  },
  {
    name: "statements-no-date",
    description: "Statements have no date",
    data: (path, body) =>
      path.endsWith("/statements")
        ? {
            ...body,
            statements: body.statements.map(
              (/** @type {Body} */ { statementDate: _, ...rest }) => rest,
            ),
          }
        : body,
  },
];
