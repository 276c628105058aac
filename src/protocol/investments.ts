import { z } from "zod";
import { Account, Balances } from "./account.ts";
import { TaxLot } from "./tax-lots.ts";
import { CalendarDate } from "./transaction.ts";

/** An account as the paths of investments show it. */
export const InvestmentAccount = Account.extend({
  balances: Balances.extend({
    margin_loan_amount: z
      .number()
      .nullable()
      .meta({
        description: "The loan on the securities; null if the institution does not tell it.",
        examples: [null],
      }),
  }).meta({ id: "InvestmentBalances" }),
}).meta({ id: "InvestmentAccount" });
export type InvestmentAccount = z.infer<typeof InvestmentAccount>;

/** The types of securities. */
export const SECURITY_TYPES = [
  "cash",
  "cryptocurrency",
  "derivative",
  "equity",
  "etf",
  "fixed income",
  "loan",
  "mutual fund",
  "other",
] as const;

/** The types of investment transactions, and the subtypes each has. */
const INVESTMENT_SUBTYPES = {
  buy: [
    "assignment",
    "buy",
    "buy to cover",
    "contribution",
    "dividend reinvestment",
    "interest reinvestment",
    "long-term capital gain reinvestment",
    "short-term capital gain reinvestment",
  ],
  sell: ["distribution", "exercise", "sell", "sell short"],
  cancel: ["adjustment"],
  cash: [
    "account fee",
    "adjustment",
    "contribution",
    "deposit",
    "dividend",
    "fund fee",
    "interest",
    "interest receivable",
    "legal fee",
    "long-term capital gain",
    "management fee",
    "margin expense",
    "miscellaneous fee",
    "non-qualified dividend",
    "non-resident tax",
    "pending credit",
    "pending debit",
    "qualified dividend",
    "return of principal",
    "short-term capital gain",
    "stock distribution",
    "tax",
    "tax withheld",
    "transfer fee",
    "trust fee",
    "unqualified gain",
    "withdrawal",
  ],
  fee: [
    "account fee",
    "adjustment",
    "dividend",
    "fund fee",
    "interest",
    "legal fee",
    "management fee",
    "margin expense",
    "miscellaneous fee",
    "non-resident tax",
    "tax",
    "tax withheld",
    "transfer fee",
    "trust fee",
  ],
  transfer: ["merger", "request", "send", "spin off", "split", "trade", "transfer"],
} as const;
export type InvestmentType = keyof typeof INVESTMENT_SUBTYPES;
export type InvestmentSubtype = (typeof INVESTMENT_SUBTYPES)[InvestmentType][number];

const INVESTMENT_TYPES = Object.keys(INVESTMENT_SUBTYPES) as InvestmentType[];

const SUBTYPES: readonly InvestmentSubtype[] = [
  ...new Set(Object.values(INVESTMENT_SUBTYPES).flat()),
];

const text = (example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

const number = (example: number) => z.number().meta({ examples: [example] });

const currency = {
  iso_currency_code: text("USD"),
  unofficial_currency_code: text(null),
};

const SecurityId = z.string().meta({ examples: ["w0nRqXz3dJvTgK8mYbL5sHcF2pUe7AiQ1xVo9Wt4Z6E"] });

/** The details of an option. */
const OptionContract = z
  .strictObject({
    contract_type: z.enum(["put", "call"]),
    expiration_date: CalendarDate,
    strike_price: number(120),
    underlying_security_ticker: z.string(),
  })
  .meta({ id: "OptionContract" });

/** The details of a bond. */
const FixedIncome = z
  .strictObject({
    yield_rate: z
      .strictObject({
        percentage: number(4.2),
        type: z.enum(["coupon", "coupon_equivalent", "discount", "yield"]).nullable(),
      })
      .nullable(),
    maturity_date: CalendarDate.nullable(),
    issue_date: CalendarDate.nullable(),
    face_value: z.number().nullable(),
  })
  .meta({ id: "FixedIncome" });

/** A security: a share, a fund, a bond, an option, or cash. */
export const Security = z
  .strictObject({
    security_id: SecurityId.meta({
      description:
        "The same for all who hold the security, as far as it can be told by its numbers.",
    }),
    isin: text("ZZ00LFGIF010"),
    cusip: text(null).meta({
      description: "As the institution gives it; never looked up, since it is licensed.",
      examples: [null],
    }),
    sedol: text(null).meta({
      description: "As the institution gives it; never looked up, since it is licensed.",
      examples: [null],
    }),
    cfi_code: text(null).meta({
      description: "The kind of the security by ISO 10962, as the institution gives it.",
      examples: [null],
    }),
    figi: text(null).meta({
      description: "Its Financial Instrument Global Identifier, as the institution gives it.",
      examples: [null],
    }),
    institution_security_id: text(null).meta({
      description: "The institution's own number of it.",
      examples: [null],
    }),
    institution_id: text(null).meta({
      description: "The institution that institution_security_id belongs to.",
      examples: [null],
    }),
    proxy_security_id: z
      .string()
      .nullable()
      .meta({
        description: "A security whose price follows this one's; null, since no source tells one.",
        examples: [null],
      }),
    name: text("Larkfield Global Index Fund"),
    ticker_symbol: text("LFGIF"),
    is_cash_equivalent: z
      .boolean()
      .nullable()
      .meta({ examples: [false] }),
    type: z
      .enum(SECURITY_TYPES)
      .nullable()
      .meta({ examples: ["mutual fund"] }),
    subtype: text(null).meta({
      description: "The institution's own kind of it.",
      examples: [null],
    }),
    close_price: z
      .number()
      .nullable()
      .meta({ examples: [61.87] }),
    close_price_as_of: CalendarDate.nullable(),
    update_datetime: text(null).meta({
      description: "When close_price was read, if the institution tells the time.",
      examples: [null],
    }),
    ...currency,
    market_identifier_code: text(null).meta({ description: "ISO 10383.", examples: [null] }),
    sector: text(null),
    industry: text(null),
    option_contract: OptionContract.nullable().meta({ examples: [null] }),
    fixed_income: FixedIncome.nullable().meta({ examples: [null] }),
  })
  .meta({ id: "Security" });
export type Security = z.infer<typeof Security>;

/** The quantity of a security that an account holds, with its value. */
export const Holding = z
  .strictObject({
    account_id: z.string().meta({ examples: ["qPx3JtnV8fLw0cYb7RkD2mGhZs5TeAu9Xo1Ki"] }),
    security_id: SecurityId,
    institution_price: number(61.87),
    institution_price_as_of: CalendarDate.nullable(),
    institution_price_datetime: text(null),
    institution_value: number(7424.4).meta({
      description: "Its worth, in units of its currency.",
      examples: [7424.4],
    }),
    cost_basis: z
      .number()
      .nullable()
      .meta({
        description: "The price paid for it in all; null if that is unknown, never 0 for it.",
        examples: [6310.15],
      }),
    quantity: number(120),
    ...currency,
    vested_quantity: z
      .number()
      .nullable()
      .meta({
        description:
          "The part that belongs to the person already; null if the institution does not say.",
        examples: [null],
      }),
    vested_value: z
      .number()
      .nullable()
      .meta({ examples: [null] }),
    tax_lots: z.array(TaxLot).meta({
      description: "Its parts by purchase; empty if the institution does not tell them.",
    }),
  })
  .meta({ id: "Holding" });
export type Holding = z.infer<typeof Holding>;

/** A trade, a payment or another event on an investment account. */
export const InvestmentTransaction = z
  .strictObject({
    investment_transaction_id: z.string().meta({
      description: "Unique per access_token.",
      examples: ["uYb7RkD2mGhZs5TeAu9Xo1KiqPx3JtnV8fLw0c"],
    }),
    account_id: z.string().meta({ examples: ["qPx3JtnV8fLw0cYb7RkD2mGhZs5TeAu9Xo1Ki"] }),
    security_id: SecurityId.nullable(),
    date: CalendarDate.meta({ examples: ["2026-01-12"] }),
    transaction_datetime: text(null),
    name: z.string().meta({ examples: ["BUY Larkfield Global Index Fund"] }),
    quantity: number(1.6).meta({
      description: "The units of the security: negative if they leave the account.",
      examples: [1.6],
    }),
    amount: number(98.99).meta({
      description: "Positive if cash leaves the account, negative if it arrives; fees included.",
      examples: [98.99],
    }),
    price: number(61.87),
    fees: z
      .number()
      .nullable()
      .meta({ examples: [0] }),
    type: z.enum(INVESTMENT_TYPES).meta({ examples: ["buy"] }),
    subtype: z.enum(SUBTYPES as [InvestmentSubtype, ...InvestmentSubtype[]]).meta({
      examples: ["buy"],
    }),
    ...currency,
    cancel_transaction_id: z
      .string()
      .nullable()
      .meta({
        description: "The transaction that one of type cancel takes back.",
        examples: [null],
      }),
  })
  .meta({ id: "InvestmentTransaction" });
export type InvestmentTransaction = z.infer<typeof InvestmentTransaction>;
