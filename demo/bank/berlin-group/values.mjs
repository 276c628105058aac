import { currentBalance, pendingBalance } from "../people/balances.mjs";
import { closingBalance, statementMonths } from "../people/statements.mjs";

/** @import { AccountSeed, Booking, Customer } from "../people/types.d.mts" */

/** A bank code that no bank has. */
const BANK_CODE = "99940004";
const BIC = "LANTDE2L";

const KINDS = { CHECKING: "CACC", SAVINGS: "SVGS", CREDITCARD: "CARD" };

/**
 * An account; its owner only if the consent asks for that.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {boolean} hasOwner
 */
export const accountJson = (customer, account, hasOwner) => {
  const { first, middle, last } = customer.name;
  return {
    resourceId: account.id,
    ...(account.category === "DEPOSIT_ACCOUNT"
      ? { iban: toIban(account.number), bic: BIC }
      : { maskedPan: `${"*".repeat(account.number.length - 4)}${account.number.slice(-4)}` }),
    currency: "EUR",
    name: account.productName,
    cashAccountType: KINDS[/** @type {keyof typeof KINDS} */ (account.accountType)] ?? "LOAN",
    status: "enabled",
    usage: "PRIV",
    ...(hasOwner && { ownerName: [first, middle, last].filter(Boolean).join(" ") }),
    _links: {
      balances: { href: `/v1/accounts/${account.id}/balances` },
      transactions: { href: `/v1/accounts/${account.id}/transactions` },
    },
  };
};

/**
 * The balances of an account: a debt is negative.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {number} now
 */
export const balancesJson = (customer, account, now) => {
  const isDebt = account.category !== "DEPOSIT_ACCOUNT";
  const current = currentBalance(customer, account, now) * (isDebt ? -1 : 1);
  const pending = pendingBalance(customer, account, now) * (isDebt ? -1 : 1);
  const line = account.line ?? 0;
  const balance = (/** @type {string} */ balanceType, /** @type {number} */ cents) => ({
    balanceType,
    balanceAmount: amountJson(cents),
    creditLimitIncluded: balanceType === "interimAvailable" && line > 0,
    lastChangeDateTime: new Date(now).toISOString(),
  });
  const [month] = statementMonths(now);
  return [
    balance("interimBooked", current),
    ...(account.accountType === "CREDITCARD" && month
      ? [
          {
            ...balance("closingBooked", -closingBalance(customer, account, month.end, now)),
            referenceDate: new Date(month.end - 1).toISOString().slice(0, 10),
          },
        ]
      : []),
    ...(account.category === "LOAN_ACCOUNT"
      ? []
      : [balance("interimAvailable", isDebt ? line + pending : Math.min(current, pending))]),
  ];
};

/**
 * A row of an account, signed as the account sees it.
 * @param {Booking} booking
 * @param {number} now
 */
export const transactionJson = (booking, now) => {
  const isBooked = booking.postedAt <= now;
  const isCredit = booking.direction === "CREDIT";
  const day = new Date(isBooked ? booking.postedAt : booking.at).toISOString().slice(0, 10);
  return {
    transactionId: isBooked && booking.postedAt > booking.at ? `${booking.id}-booked` : booking.id,
    ...(isBooked && { bookingDate: day }),
    valueDate: day,
    transactionAmount: amountJson(isCredit ? booking.cents : -booking.cents),
    ...(booking.payee && { [isCredit ? "debtorName" : "creditorName"]: booking.payee }),
    remittanceInformationUnstructured: booking.description,
    ...(/^\d{4}$/.test(booking.category) && { merchantCategoryCode: booking.category }),
  };
};

/**
 * A card in the list of its own; its owner only if the consent asks for that.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {boolean} hasOwner
 */
export const cardJson = (customer, account, hasOwner) => {
  const { resourceId, currency, name, ownerName } = accountJson(customer, account, hasOwner);
  return {
    ...{ resourceId, currency, name, status: "enabled", usage: "PRIV" },
    maskedPan: `${"*".repeat(account.number.length - 4)}${account.number.slice(-4)}`,
    // A debit is negative, as in the list of accounts.
    debitAccounting: false,
    ...(account.line !== undefined && { creditLimit: amountJson(account.line) }),
    ...(ownerName !== undefined && { ownerName }),
    _links: {
      balances: { href: `/v1/card-accounts/${account.id}/balances` },
      transactions: { href: `/v1/card-accounts/${account.id}/transactions` },
    },
  };
};

/**
 * A row of a card.
 * @param {Booking} booking
 * @param {number} now
 */
export const cardRowJson = (booking, now) => {
  const { transactionId, bookingDate, valueDate, transactionAmount, merchantCategoryCode } =
    transactionJson(booking, now);
  return {
    cardTransactionId: transactionId,
    transactionDate: valueDate,
    ...(bookingDate !== undefined && { bookingDate }),
    transactionAmount,
    ...(merchantCategoryCode !== undefined && { merchantCategoryCode }),
    transactionDetails: booking.description,
  };
};

/** @param {number} cents */
const amountJson = (cents) => ({ amount: (cents / 100).toFixed(2), currency: "EUR" });

/**
 * The IBAN of an account here, with its check digits (ISO 13616).
 * @param {string} number
 */
export const toIban = (number) => {
  const bban = `${BANK_CODE}${number.slice(-8).padStart(10, "0")}`;
  const digits = [...`${bban}DE00`].map((each) => Number.parseInt(each, 36)).join("");
  return `DE${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${bban}`;
};
