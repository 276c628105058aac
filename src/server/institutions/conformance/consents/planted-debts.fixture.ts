/**
 * The faults of cards and loans in UK Open Banking, with the check and the words that report them.
 */
export const UK_DEBTS: Readonly<Record<string, readonly [id: string, words: string]>> = {
  "uk-card-no-limit": ["card-limit", "a card has no CreditLine"],
  "uk-card-limit-number": ["card-limit", "the Amount of a CreditLine is a number and no text"],
  "uk-card-no-balance": ["card-statement-balance", "ClosingBalance is missing"],
  "uk-card-balance-no-direction": [
    "card-statement-balance",
    "CreditDebitIndicator of ClosingBalance is nothing",
  ],
  "uk-card-no-minimum": ["card-minimum-payment", "MinimumPaymentDue is missing"],
  "uk-card-no-due-day": ["card-due-day", "PaymentDue is missing"],
  "uk-card-due-day-local": ["card-due-day", "PaymentDue is no time in ISO 8601"],
  "uk-card-due-before": ["card-due-day", "PaymentDue is before EndDateTime"],
  "uk-card-no-rate": ["card-rate", "AnnualPurchase is missing"],
  "uk-card-rate-sign": ["card-rate", 'the Rate of AnnualPurchase is "18.9 %"'],
  "uk-loan-as-money": ["loan-direction", 'CreditDebitIndicator of a loan is "Credit"'],
};

/** The planted debts of a Berlin Group bank with a separate list of cards. */
export const CARDS: typeof UK_DEBTS = {
  "berlin-cards-other-list": ["cards-list", "cardAccounts is no list"],
  "berlin-card-no-id": ["card-id", "resourceId is nothing"],
  "berlin-card-id-of-account": ["card-id", "a card has the id of an account"],
  "berlin-card-open-pan": ["card-number", "maskedPan has a card's whole number"],
  "berlin-card-no-currency": ["card-currency", "the currency is nothing"],
  "berlin-card-no-limit": ["card-limit", "creditLimit is missing"],
  "berlin-card-limit-number": ["card-limit", "creditLimit.amount is a number and no text"],
  "berlin-card-limit-other-currency": [
    "card-limit",
    'creditLimit.currency is "CHF" at a card in "EUR"',
  ],
  "berlin-card-accounting-text": ["card-accounting", 'debitAccounting is "false"'],
  "berlin-card-balances-missing": ["card-balances-readable", "responds 404"],
  "berlin-card-balance-number": [
    "card-balance-amount",
    "balanceAmount.amount is a number and no text",
  ],
  "berlin-card-no-statement": ["card-statement-balance", "closingBooked is missing"],
  "berlin-card-statement-no-day": ["card-statement-balance", "referenceDate is missing"],
};
