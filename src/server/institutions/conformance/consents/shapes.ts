/** The paths of a dialect's fields in responses, joined by dots, as checks read them. */
export type Shape = {
  accounts: string;
  accountId: string;
  balances: string;
  balanceType: string;
  balanceAmount: string;
  balanceCurrency: string;
  /** The paths of the lists of transactions in a body. */
  rows: readonly string[];
  rowAmount: string;
  rowCurrency: string;
  rowDate: string;
  /** The paths of a row's ids; one is enough. */
  rowIds: readonly string[];
  /** Whether amounts have a sign. */
  isSigned: boolean;
  /** Whether an account's currency may be only in its balances. */
  mayLackCurrency?: boolean;
};

/** UK Open Banking, 3.1 and 4.0. */
export const UK_SHAPE: Shape = {
  accounts: "Data.Account",
  accountId: "AccountId",
  balances: "Data.Balance",
  balanceType: "Type",
  balanceAmount: "Amount.Amount",
  balanceCurrency: "Amount.Currency",
  rows: ["Data.Transaction"],
  rowAmount: "Amount.Amount",
  rowCurrency: "Amount.Currency",
  rowDate: "BookingDateTime",
  rowIds: ["TransactionId"],
  isSigned: false,
  mayLackCurrency: true,
};

/** NextGenPSD2. */
export const BERLIN_GROUP_SHAPE: Shape = {
  accounts: "accounts",
  accountId: "resourceId",
  balances: "balances",
  balanceType: "balanceType",
  balanceAmount: "balanceAmount.amount",
  balanceCurrency: "balanceAmount.currency",
  rows: ["transactions.booked", "transactions.pending"],
  rowAmount: "transactionAmount.amount",
  rowCurrency: "transactionAmount.currency",
  rowDate: "bookingDate",
  rowIds: ["transactionId", "entryReference", "internalTransactionId"],
  isSigned: true,
};

/**
 * The Consumer Data Standards of Australia. A balance is a single object, and amounts are in AUD by
 * default.
 */
export const CDR_SHAPE: Shape = {
  accounts: "data.accounts",
  accountId: "accountId",
  balances: "data",
  balanceType: "",
  balanceAmount: "currentBalance",
  balanceCurrency: "currency",
  rows: ["data.transactions"],
  rowAmount: "amount",
  rowCurrency: "currency",
  rowDate: "postingDateTime",
  rowIds: ["transactionId"],
  isSigned: true,
  mayLackCurrency: true,
};

/** Whether checks know the shape of a dialect's data. FDX has checks without a shape. */
export const canReadData = ({ dialect }: { dialect: string }): boolean =>
  dialect === "fdx" || Object.hasOwn(SHAPES, dialect);

/** The shapes by the name of their dialect. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  uk: UK_SHAPE,
  "berlin-group": BERLIN_GROUP_SHAPE,
  cdr: CDR_SHAPE,
};
