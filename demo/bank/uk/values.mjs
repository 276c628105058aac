import { currentBalance, pendingBalance } from "../people/balances.mjs";
import { closingBalance, statementMonths } from "../people/statements.mjs";

/** @import { AccountSeed, Booking, Customer } from "../people/types.d.mts" */

/** @typedef {"v3.1" | "v4.0"} Version */

/** A sort code that no bank has. */
const SORT_CODE = "040004";
const BIC = "LANTGB2L";

/** The kinds of accounts in the words of 3.1 and the codes of 4.0. */
const KINDS = {
  CHECKING: ["CurrentAccount", "CACC"],
  SAVINGS: ["Savings", "SVGS"],
  CREDITCARD: ["CreditCard", "CARD"],
};
const LOAN = ["Loan", "LOAN"];

/**
 * An account; its numbers only with details.
 * @param {Version} version
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {boolean} hasDetails
 */
export const accountJson = (version, customer, account, hasDetails) => {
  const [word, code] = KINDS[/** @type {keyof typeof KINDS} */ (account.accountType)] ?? LOAN;
  const number = account.number.slice(-8);
  const holder = `${customer.name.first} ${customer.name.last}`;
  return {
    AccountId: account.id,
    Currency: "GBP",
    ...(version === "v3.1"
      ? { Status: "Enabled", AccountType: "Personal", AccountSubType: word }
      : { Status: "Enabled", AccountCategory: "Personal", AccountTypeCode: code }),
    Description: account.productName,
    ...(hasDetails && {
      Account:
        account.category === "DEPOSIT_ACCOUNT"
          ? [
              {
                SchemeName: "UK.OBIE.SortCodeAccountNumber",
                Identification: `${SORT_CODE}${number}`,
                Name: holder,
              },
              { SchemeName: "UK.OBIE.IBAN", Identification: toIban(number), Name: holder },
            ]
          : [
              {
                SchemeName: "UK.OBIE.PAN",
                Identification: `${"*".repeat(account.number.length - 4)}${account.number.slice(-4)}`,
                Name: holder,
              },
            ],
      Servicer: { SchemeName: "UK.OBIE.BICFI", Identification: BIC },
    }),
  };
};

/**
 * The balances of an account: a debt is a debit.
 * @param {Version} version
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {number} now
 */
export const balancesJson = (version, customer, account, now) => {
  const isDebt = account.category !== "DEPOSIT_ACCOUNT";
  const current = currentBalance(customer, account, now) * (isDebt ? -1 : 1);
  const pending = pendingBalance(customer, account, now) * (isDebt ? -1 : 1);
  const line = account.line ?? 0;
  const lines = line > 0 && {
    CreditLine: [{ Included: true, Type: "Credit", Amount: amountJson(line) }],
  };
  const types = version === "v3.1" ? ["InterimBooked", "InterimAvailable"] : ["ITBD", "ITAV"];
  const balance = (/** @type {string | undefined} */ type, /** @type {number} */ cents) => ({
    AccountId: account.id,
    CreditDebitIndicator: cents < 0 ? "Debit" : "Credit",
    Type: type,
    DateTime: new Date(now).toISOString(),
    Amount: amountJson(cents),
    ...lines,
  });
  return [
    balance(types[0], current),
    ...(account.category === "LOAN_ACCOUNT"
      ? []
      : [balance(types[1], isDebt ? line + pending : Math.min(current, pending))]),
  ];
};

/**
 * A row of an account, with its text and merchant only with details.
 * @param {Version} version
 * @param {AccountSeed} account
 * @param {Booking} booking
 * @param {{ now: number, hasDetails: boolean }} options
 */
export const transactionJson = (version, account, booking, { now, hasDetails }) => {
  const isPosted = booking.postedAt <= now;
  const [booked, pending] = version === "v3.1" ? ["Booked", "Pending"] : ["BOOK", "PDNG"];
  return {
    AccountId: account.id,
    TransactionId: isPosted && booking.postedAt > booking.at ? `${booking.id}-posted` : booking.id,
    CreditDebitIndicator: booking.direction === "CREDIT" ? "Credit" : "Debit",
    Status: isPosted ? booked : pending,
    TransactionMutability: isPosted ? "Immutable" : "Mutable",
    BookingDateTime: `${new Date(isPosted ? booking.postedAt : booking.at).toISOString().slice(0, 19)}+00:00`,
    Amount: amountJson(booking.cents),
    ...(hasDetails && {
      TransactionInformation: booking.description,
      ...(booking.payee && {
        MerchantDetails: {
          MerchantName: booking.payee,
          ...(/^\d{4}$/.test(booking.category) && { MerchantCategoryCode: booking.category }),
        },
      }),
    }),
  };
};

/**
 * The owners of an account.
 * @param {Version} version
 * @param {Customer} customer
 * @param {AccountSeed | undefined} account
 */
export const partiesJson = (version, customer, account) => {
  const { address } = customer;
  return [
    {
      PartyId: customer.id,
      PartyType: account?.holders ? "Joint" : "Sole",
      Name: [customer.name.first, customer.name.middle, customer.name.last]
        .filter(Boolean)
        .join(" "),
      AccountRole: "UK.OBIE.Principal",
      EmailAddress: customer.email,
      Mobile: `+1-${customer.telephone}`,
      Address: [
        {
          AddressType: version === "v3.1" ? "Residential" : "HOME",
          AddressLine: [address.line1, address.line2].filter(Boolean),
          TownName: address.city,
          CountrySubDivision: address.region,
          PostCode: address.postalCode,
          Country: "US",
        },
      ],
    },
    ...(account?.holders ?? []).map(({ first, last }, at) => ({
      PartyId: `${customer.id}-${at + 1}`,
      PartyType: "Joint",
      Name: `${first} ${last}`,
      AccountRole: "UK.OBIE.SecondaryOwner",
    })),
  ];
};

/** @param {number} cents */
const amountJson = (cents) => ({ Amount: (Math.abs(cents) / 100).toFixed(2), Currency: "GBP" });

/**
 * The IBAN of an account here, with its check digits (ISO 13616).
 * @param {string} number
 */
const toIban = (number) => {
  const bban = `LANT${SORT_CODE}${number}`;
  const digits = [...`${bban}GB00`].map((each) => Number.parseInt(each, 36)).join("");
  return `GB${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${bban}`;
};

/**
 * A statement for each month that is over, newest first; that of a card tells what is owed.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {number} now
 */
export const statementsJson = (customer, account, now) =>
  statementMonths(now).map(({ name, start, end }) => ({
    ...(account.category === "LOC_ACCOUNT" &&
      cardStatement(closingBalance(customer, account, end, now), end)),
    AccountId: account.id,
    StatementId: `${account.id}-${name}`,
    Type: "RegularPeriodic",
    StartDateTime: new Date(start).toISOString(),
    EndDateTime: new Date(end - 1000).toISOString(),
    CreationDateTime: new Date(end).toISOString(),
  }));

/**
 * The debt that the statement of a card tells, in cents.
 * @param {number} owed
 * @param {number} end
 */
const cardStatement = (owed, end) => ({
  StatementAmount: [
    {
      Type: "UK.OBIE.ClosingBalance",
      CreditDebitIndicator: owed < 0 ? "Credit" : "Debit",
      Amount: amountJson(owed),
    },
    {
      Type: "UK.OBIE.MinimumPaymentDue",
      CreditDebitIndicator: "Debit",
      Amount: amountJson(Math.max(0, Math.min(owed, 25_00))),
    },
  ],
  StatementRate: [
    { Type: "UK.OBIE.AnnualPurchase", Rate: "0.189" },
    { Type: "UK.OBIE.AnnualCash", Rate: "0.279" },
  ],
  StatementDateTime: [
    { Type: "UK.OBIE.PaymentDue", DateTime: new Date(end + 24 * 86_400_000).toISOString() },
  ],
});
