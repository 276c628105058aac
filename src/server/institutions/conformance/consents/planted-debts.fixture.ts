/** The faults of cards and loans in UK Open Banking, by the check and the words that name them. */
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
  "uk-loan-as-money": ["loan-direction", 'CreditDebitIndicator of a loan is "Credit"'],
};
