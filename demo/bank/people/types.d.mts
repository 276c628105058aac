/** A name as the data API has it. */
export type Name = { first: string; middle?: string; last: string };

/** An account as it was opened; amounts are in cents, and what is owed is positive. */
export type AccountSeed = {
  id: string;
  number: string;
  category: "DEPOSIT_ACCOUNT" | "INVESTMENT_ACCOUNT" | "LOC_ACCOUNT" | "LOAN_ACCOUNT";
  accountType: string;
  productName: string;
  opening: number;
  /** The owners in addition to the customer. */
  holders?: readonly Name[];
  line?: number;
  loan?: { principal: number; rate: number; payment: number; months: number };
};

/** A habit of somebody with money: called for each day, in order. */
export type Habit = (day: Day) => void;

export type Day = {
  /** The day's first millisecond, UTC. */
  start: number;
  /** 1 to 31. */
  ofMonth: number;
  isLastOfMonth: boolean;
  /** The money in an account, or the debt on it, in cents. */
  balance(accountId: string): number;
  account(accountId: string): AccountSeed;
  /** The units of a security in an investment account, in thousandths. */
  units(accountId: string, symbol: string): number;
  /** The same numbers each time for the same day and words. */
  random(words: string): () => number;
  add(accountId: string, entry: Entry): void;
};

export type Entry = {
  direction: "DEBIT" | "CREDIT";
  cents: number;
  description: string;
  category: string;
  /** The FDX transaction type, such as DIRECTDEPOSIT. */
  type: string;
  payee?: string;
  /** After the day's first millisecond. */
  afterMs?: number;
  /** How long it is pending. */
  pendingDays?: number;
  trade?: Trade;
};

/** A trade of a security: thousandths of a unit, negative for a sale, and the price of a unit in cents. */
export type Trade = { symbol: string; units: number; price: number };

/** The units of a purchase that are left: thousandths of a unit, the price of one and the cost of all in cents. */
export type Lot = { at: number; units: number; price: number; cost: number };

/** A security, with its first price in cents, and how slowly its price swings. */
export type Security = {
  symbol: string;
  isin: string;
  name: string;
  type: "MUTUALFUND" | "STOCK";
  firstPrice: number;
  swingDays: number;
};

/** An entry in an account's book. */
export type Booking = Entry & {
  id: string;
  /** When it was made, ms since 1970. */
  at: number;
  /** When it is posted, ms since 1970. */
  postedAt: number;
  /** By how much it changes the balance. */
  change: number;
};

export type Customer = {
  id: string;
  login: string;
  /** For the login page. */
  describes: string;
  name: Name;
  email: string;
  telephone: string;
  address: { line1: string; line2?: string; city: string; region: string; postalCode: string };
  /** Whether the bank lets them share their accounts; true where it is left out. */
  mayShare?: boolean;
  accounts: readonly AccountSeed[];
  habits: readonly Habit[];
};
