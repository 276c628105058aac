import { lastFour } from "../money.mjs";
import { bookOf, currentBalance, pendingBalance } from "../people/balances.mjs";
import { positionsOf } from "../people/portfolio.mjs";
import { closingBalance, statementMonths } from "../people/statements.mjs";

/** @import { AccountSeed, Booking, Customer } from "../people/types.d.mts" */

/** A routing number whose check digit is right, and which no bank has. */
const ROUTING_NUMBER = "051900007";

/**
 * An account in FDX 6 JSON: flat, with a field for its category.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {number} now
 */
export const accountJson = (customer, account, now) => ({
  accountCategory: account.category,
  accountId: account.id,
  accountType: account.accountType,
  accountNumberDisplay: lastFour(account.number),
  productName: account.productName,
  status: "OPEN",
  currency: { currencyCode: "USD" },
  accountOpenDate: "2024-01-01",
  balanceAsOf: new Date(now).toISOString(),
  ...details[account.category](customer, account, now),
});

/** @type {Record<AccountSeed["category"], (customer: Customer, account: AccountSeed, now: number) => object>} */
const details = {
  DEPOSIT_ACCOUNT: (customer, account, now) => {
    const current = currentBalance(customer, account, now);
    return {
      currentBalance: amount(current),
      // Pending debits are no longer available; pending credits are not available yet.
      availableBalance: amount(Math.min(current, pendingBalance(customer, account, now))),
    };
  },
  LOC_ACCOUNT: (customer, account, now) => {
    const line = account.line ?? 0;
    const payment = lastPayment(customer, account, now);
    const end = startOfMonth(now);
    const owed = closingBalance(customer, account, end, now);
    return {
      currentBalance: amount(currentBalance(customer, account, now)),
      lastStmtBalance: amount(owed),
      lastStmtDate: toDate(end - DAY_MS),
      minimumPaymentAmount: amount(Math.max(0, Math.min(owed, 25_00))),
      nextPaymentDate: toDate(end + 24 * DAY_MS),
      creditLine: amount(line),
      availableCredit: amount(line - pendingBalance(customer, account, now)),
      purchasesApr: 18.9,
      ...(payment && {
        lastPaymentAmount: amount(payment.cents),
        lastPaymentDate: toDate(payment.at),
      }),
    };
  },
  INVESTMENT_ACCOUNT: (customer, account, now) => {
    const cash = currentBalance(customer, account, now);
    const positions = positionsOf(customer, account, now);
    const worth = positions.reduce((sum, { value }) => sum + value, cash);
    return {
      currentBalance: amount(worth),
      currentValue: amount(worth),
      availableCashBalance: amount(cash),
      holdings: [
        ...positions.map((position) => holdingJson(account, position, now)),
        {
          holdingId: `${account.id}-cash`,
          holdingName: "Cash",
          holdingType: "OTHER",
          holdingSubType: "CASH",
          cashAccount: true,
          marketValue: amount(cash),
        },
      ],
    };
  },
  LOAN_ACCOUNT: (customer, account, now) => {
    const balance = amount(currentBalance(customer, account, now));
    const { principal = 0, rate, payment = 0, months } = account.loan ?? {};
    return {
      currentBalance: balance,
      principalBalance: balance,
      originalPrincipal: amount(principal),
      interestRate: rate,
      interestRateType: "FIXED",
      loanTerm: months,
      nextPaymentAmount: amount(payment),
      nextPaymentDate: monthAfter(lastPayment(customer, account, now)?.at ?? now),
    };
  },
};

const DAY_MS = 86_400_000;

/** @param {number} at */
const toDate = (at) => new Date(at).toISOString().slice(0, 10);

/** @param {number} now */
const startOfMonth = (now) => {
  const day = new Date(now);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
};

/**
 * The same day of the month after.
 * @param {number} at
 */
const monthAfter = (at) => {
  const day = new Date(at);
  return toDate(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()));
};

/**
 * The last payment for a debt.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {number} now
 */
const lastPayment = (customer, account, now) =>
  bookOf(customer, account, now).findLast(({ direction }) => direction === "CREDIT");

/**
 * An account as a list has it: without its positions.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {number} now
 */
export const listedAccountJson = (customer, account, now) => {
  const { holdings: _, ...json } = /** @type {{ holdings?: unknown }} */ (
    accountJson(customer, account, now)
  );
  return json;
};

/**
 * The owner of an account, with contacts.
 * @param {Customer} customer
 * @param {AccountSeed} account
 */
export const contactJson = (customer, { holders = [] }) => ({
  holders: [
    { relationship: holders.length > 0 ? "PRIMARY_JOINT" : "PRIMARY", name: customer.name },
    ...holders.map((name) => ({ relationship: "SECONDARY_JOINT", name })),
  ],
  emails: [customer.email],
  addresses: [addressJson(customer)],
  telephones: [telephoneJson(customer)],
});

/**
 * The customer who signed in, with the accounts that they share.
 * @param {Customer} customer
 * @param {readonly AccountSeed[]} accounts
 */
export const customerJson = (customer, accounts) => ({
  customerId: customer.id,
  type: "CONSUMER",
  name: customer.name,
  email: [customer.email],
  addresses: [addressJson(customer)],
  telephones: [telephoneJson(customer)],
  accounts: accounts.map(({ id, holders }) => ({
    accountId: id,
    relationship: holders ? "PRIMARY_JOINT" : "PRIMARY",
  })),
});

/**
 * The numbers by which money reaches an account: for money, not for debts.
 * @param {AccountSeed} account
 */
export const paymentNetworksJson = ({ id, number, category, accountType }) =>
  (category === "DEPOSIT_ACCOUNT" ? ["US_ACH", "US_FEDWIRE"] : []).map((type) => ({
    id: `${id}-${type}`,
    bankId: ROUTING_NUMBER,
    identifier: number,
    type,
    transferIn: true,
    transferOut: accountType === "CHECKING",
  }));

/**
 * A statement for each month that is over, newest first.
 * @param {AccountSeed} account
 * @param {number} now
 */
export const statementsJson = ({ id }, now) =>
  statementMonths(now).map(({ name, start, end }) => ({
    id: `${id}-${name}`,
    accountId: id,
    statementId: `${id}-${name}`,
    statementDate: new Date(end).toISOString().slice(0, 10),
    description: `Statement for ${new Date(start).toLocaleDateString("en-US", { month: "long", year: "numeric", timeZone: "UTC" })}`,
    status: "AVAILABLE",
  }));

/**
 * @param {AccountSeed} account
 * @param {ReturnType<typeof positionsOf>[number]} position
 * @param {number} now
 */
const holdingJson = ({ id }, { symbol, isin, name, type, units, price, value, lots }, now) => ({
  holdingId: `${id}-${symbol}`,
  securityId: isin,
  securityIdType: "ISIN",
  holdingName: name,
  holdingType: type,
  symbol,
  units: units / 1000,
  currentUnitPrice: amount(price),
  currentUnitPriceDate: new Date(now).toISOString().slice(0, 10),
  marketValue: amount(value),
  taxLots: lots.map((lot) => ({
    originalPurchaseDate: new Date(lot.at).toISOString().slice(0, 10),
    quantity: lot.units / 1000,
    purchasedPrice: amount(lot.price),
    costBasis: amount(lot.cost),
    currentValue: amount(lot.value),
    positionType: "LONG",
  })),
});

/** @param {Customer} customer */
const addressJson = ({ address }) => ({ type: "HOME", ...address, country: "US" });

/** @param {Customer} customer */
const telephoneJson = ({ telephone }) => ({
  type: "PERSONAL",
  country: "1",
  number: telephone,
  network: "CELLULAR",
});

/** @param {number} cents */
const amount = (cents) => cents / 100;
