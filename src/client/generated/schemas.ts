// Printed by src/client/generated.test.ts; `npx vitest run src/client/generated.test.ts -u` prints it again.

/** The types of errors. */
export type ErrorType =
  | "API_ERROR"
  | "ASSET_REPORT_ERROR"
  | "CHECK_REPORT_ERROR"
  | "CONSUMER_REPORT_ERROR"
  | "INSTITUTION_ERROR"
  | "INVALID_INPUT"
  | "INVALID_REQUEST"
  | "INVALID_RESULT"
  | "ITEM_ERROR"
  | "RATE_LIMIT_EXCEEDED"
  | "SANDBOX_ERROR"
  | "USER_ERROR";

/** The codes of errors; a newer server may have others. */
export type ErrorCode =
  | "ACCESS_NOT_GRANTED"
  | "ACCOUNTS_BALANCE_GET_LIMIT"
  | "ACCOUNTS_LIMIT"
  | "ADDITIONAL_CONSENT_REQUIRED"
  | "ADDITION_LIMIT"
  | "ASSET_REPORT_GENERATION_FAILED"
  | "AUTH_LIMIT"
  | "BALANCE_LIMIT"
  | "CONSUMER_REPORT_EXPIRED"
  | "CONSUMER_REPORT_NOT_FOUND"
  | "DATA_UNAVAILABLE"
  | "IDENTITY_LIMIT"
  | "INCOMPATIBLE_API_VERSION"
  | "INSTITUTIONS_GET_BY_ID_LIMIT"
  | "INSTITUTIONS_GET_LIMIT"
  | "INSTITUTIONS_SEARCH_LIMIT"
  | "INSTITUTION_DOWN"
  | "INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT"
  | "INSTITUTION_NOT_RESPONDING"
  | "INSTITUTION_NO_LONGER_SUPPORTED"
  | "INSTITUTION_RATE_LIMIT"
  | "INSUFFICIENT_TRANSACTION_DATA"
  | "INTERNAL_SERVER_ERROR"
  | "INVALID_ACCESS_TOKEN"
  | "INVALID_ACCOUNT_ID"
  | "INVALID_API_KEYS"
  | "INVALID_ASSET_REPORT_TOKEN"
  | "INVALID_AUDIT_COPY_TOKEN"
  | "INVALID_BODY"
  | "INVALID_CREDENTIALS"
  | "INVALID_FIELD"
  | "INVALID_FILE"
  | "INVALID_HEADERS"
  | "INVALID_INSTITUTION"
  | "INVALID_LINK_TOKEN"
  | "INVALID_PARENT"
  | "INVALID_PROCESSOR_TOKEN"
  | "INVALID_PRODUCT"
  | "INVALID_PUBLIC_TOKEN"
  | "INVALID_USER_ID"
  | "INVALID_USER_IDENTITY_DATA"
  | "INVALID_USER_TOKEN"
  | "INVALID_WEBHOOK_VERIFICATION_KEY_ID"
  | "ITEM_GET_LIMIT"
  | "ITEM_LOGIN_REQUIRED"
  | "ITEM_NOT_FOUND"
  | "LAST_UPDATED_DATETIME_OUT_OF_RANGE"
  | "MISSING_FIELDS"
  | "NO_ACCOUNTS"
  | "NO_AUTH_ACCOUNTS"
  | "NO_INVESTMENT_ACCOUNTS"
  | "NO_LIABILITY_ACCOUNTS"
  | "PRODUCTS_NOT_SUPPORTED"
  | "PRODUCT_NOT_READY"
  | "RATE_LIMIT"
  | "SANDBOX_ONLY"
  | "SANDBOX_WEBHOOK_INVALID"
  | "TRANSACTIONS_LIMIT"
  | "UNAUTHORIZED_ROUTE_ACCESS"
  | "UNKNOWN_FIELDS"
  | "UNSUPPORTED_RESPONSE"
  | "USER_PERMISSION_REVOKED";

export type Account = {
  account_id: string;
  balances: Balances;
  mask: string | null;
  name: string;
  official_name: string | null;
  type: "depository" | "credit" | "loan" | "investment" | "other";
  subtype:
    | "checking"
    | "savings"
    | "cd"
    | "money market"
    | "credit card"
    | "mortgage"
    | "student"
    | "auto"
    | "401k"
    | "brokerage"
    | "ira"
    | "other"
    | null;
  verification_status?:
    | "pending_automatic_verification"
    | "pending_manual_verification"
    | "automatically_verified"
    | "manually_verified"
    | "verification_expired"
    | "verification_failed";
  /**
   * Whether the account is a person's or a company's; unrecognized if the institution does not
   * say. Not there for one linked before there was this field.
   */
  holder_category?: "personal" | "business" | "unrecognized";
  /**
   * The same for this account in all of your Items; not there for one linked before there was this
   * field.
   */
  persistent_account_id?: string;
};
export type Balances = {
  available: number | null;
  current: number | null;
  limit: number | null;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
};
export type Item = {
  item_id: string;
  institution_id: string;
  institution_name: string;
  webhook: string | null;
  error: {
    error_type: | "API_ERROR" | "ASSET_REPORT_ERROR" | "CHECK_REPORT_ERROR" | "CONSUMER_REPORT_ERROR" | "INSTITUTION_ERROR" | "INVALID_INPUT" | "INVALID_REQUEST" | "INVALID_RESULT" | "ITEM_ERROR" | "OAUTH_ERROR" | "RATE_LIMIT_EXCEEDED" | "RECAPTCHA_ERROR" | "SANDBOX_ERROR" | "TRANSACTIONS_ERROR" | "USER_ERROR";
    error_code: string;
    error_message: string;
    display_message: string | null;
  } | null;
  available_products: Array<
    | "transactions"
    | "auth"
    | "identity"
    | "income"
    | "assets"
    | "liabilities"
    | "investments"
    | "statements"
    | "balance"
  >;
  billed_products: Array<
    | "transactions"
    | "auth"
    | "identity"
    | "income"
    | "assets"
    | "liabilities"
    | "investments"
    | "statements"
    | "balance"
  >;
  products: Array<
    | "transactions"
    | "auth"
    | "identity"
    | "income"
    | "assets"
    | "liabilities"
    | "investments"
    | "statements"
    | "balance"
  >;
  /** The products that the user agreed to share when the Item was linked, `cra_*` included. */
  consented_products: Array<
    | "transactions"
    | "auth"
    | "identity"
    | "income"
    | "assets"
    | "liabilities"
    | "investments"
    | "statements"
    | "balance"
    | "cra_base_report"
    | "cra_income_insights"
    | "cra_network_insights"
    | "cra_cashflow_insights"
  >;
  consent_expiration_time: string | null;
  update_type: "background" | "user_present_required";
  /**
   * INSTANT_AUTH if the institution gave the account numbers, else the kind of micro-deposits that
   * verify them; null if no account has numbers, or the Item was linked before there was this
   * field.
   */
  auth_method: "INSTANT_AUTH" | "AUTOMATED_MICRODEPOSITS" | "SAME_DAY_MICRODEPOSITS" | null;
  created_at: string;
};
export type ConsentEvent = {
  item_id: string;
  created_at: string;
  event_type: "CONSENT_GRANTED" | "CONSENT_UPDATED" | "CONSENT_REVOKED";
  event_code: "USER_AGREEMENT" | "DATA_SCOPES" | "ACCOUNT_SCOPES" | "REVOCATION";
  institution_id: string;
  institution_name: string;
  initiator: "END_USER" | "DATA_PROVIDER" | "CUSTOMER";
  /** The data that the user shares after the event; empty once revoked. */
  consented_data_scopes: Array<
    | "account_balance_info"
    | "account_routing_number"
    | "contact_info"
    | "credit_loan_info"
    | "investments"
    | "transactions"
  >;
  /**
   * The accounts that the user shares after the event; empty once revoked. One that is not shared
   * any more has its id alone. Left out if the accounts were deleted with the Item.
   */
  consented_accounts?: ConsentedAccount[];
};
export type ConsentedAccount = {
  account_id: string;
  mask?: string;
  name?: string;
  official_name?: string;
  type?: "depository" | "credit" | "loan" | "investment" | "other";
  subtype?:
    | "checking"
    | "savings"
    | "cd"
    | "money market"
    | "credit card"
    | "mortgage"
    | "student"
    | "auto"
    | "401k"
    | "brokerage"
    | "ira"
    | "other";
};
export type ItemActivity = {
  activity:
    | "ITEM_CREATE"
    | "ITEM_UPDATE"
    | "SCOPES_UPDATE"
    | "PORTAL_UNLINK"
    | "ITEM_UNLINK";
  initiated_date: string;
  id: string;
  /**
   * The client_id of the application that opened Link, `account_site` for the user there, or the
   * id of the institution.
   */
  initiator: string;
  state: "SUCCESS";
  /** The client_id of the Item's application. */
  target_application_id: string;
};
export type LastDataAccess = {
  application_id: string;
  account_balance_info: string | null;
  account_routing_number: string | null;
  contact_info: string | null;
  transactions: string | null;
  credit_loan_info: string | null;
  investments: string | null;
};
export type Numbers = {
  ach: Array<{
    account_id: string;
    account: string;
    routing: string;
    wire_routing: string | null;
  }>;
  eft: Array<{
    account_id: string;
    account: string;
    institution: string;
    branch: string;
  }>;
  international: Array<{
    account_id: string;
    iban: string;
    bic: string;
  }>;
  bacs: Array<{
    account_id: string;
    account: string;
    sort_code: string;
  }>;
};
export type TransactionToEnrich = {
  /** Your own; it is in the response. */
  id: string;
  /** The bank's own words; the first 500 characters count. */
  description: string;
  /** Not negative: the direction says which way the money goes. */
  amount: number;
  /** Seen from the account: INFLOW if money arrives. */
  direction: "INFLOW" | "OUTFLOW";
  iso_currency_code: string;
  location?: {
    /** ISO 3166-1 alpha-2. */
    country?: string | null;
    region?: string | null;
    city?: string | null;
    address?: string | null;
    postal_code?: string | null;
  } | null;
  /** The merchant category code, ISO 18245. */
  mcc?: string | null;
  /** The day it was booked; it changes nothing in the response. */
  date_posted?: string | null;
};
export type EnrichedTransaction = {
  /** Your own; it is in the response. */
  id: string;
  /** The bank's own words; the first 500 characters count. */
  description: string;
  /** Not negative: the direction says which way the money goes. */
  amount: number;
  /** Seen from the account: INFLOW if money arrives. */
  direction: "INFLOW" | "OUTFLOW";
  iso_currency_code: string;
  enrichments: {
    personal_finance_category: PersonalFinanceCategory;
    /** A picture of the primary category on this server: PNG, 96 × 96. Null without a category. */
    personal_finance_category_icon_url: string | null;
    /** The merchant first, then the services between; empty if none is recognized. */
    counterparties: Counterparty[];
    /** On this server; null as long as no data file has logos. */
    logo_url: string | null;
    /** Without a scheme. */
    website: string | null;
    check_number: string | null;
    /** The same for the same merchant, in every Item and on every server. */
    entity_id: string | null;
    merchant_name: string | null;
    /** The nearest category of /categories/get, widest first. */
    legacy_category: string[];
    legacy_category_id: string;
    location: Location;
    payment_channel: "online" | "in store" | "other";
    /** Always null: the counterparties have it. */
    phone_number: null;
  };
};
export type PersonalFinanceCategory = {
  primary: string;
  /** Begins with the primary one. */
  detailed: string;
  /** UNKNOWN if nothing but the direction of the money is known. */
  confidence_level: "VERY_HIGH" | "HIGH" | "MEDIUM" | "LOW" | "UNKNOWN";
  /** The version of the categories. */
  version: "v1" | "v2";
};
export type Counterparty = {
  name: string;
  type:
    | "merchant"
    | "financial_institution"
    | "payment_app"
    | "marketplace"
    | "payment_terminal"
    | "income_source";
  /** The same for the same merchant, in every Item and on every server. */
  entity_id: string | null;
  /** Without a scheme. */
  website: string | null;
  /** On this server; null as long as no data file has logos. */
  logo_url: string | null;
  /** The merchant's number in the description, in E.164; null if it has none. */
  phone_number: string | null;
  confidence_level: "VERY_HIGH" | "HIGH" | "MEDIUM" | "LOW" | "UNKNOWN";
};
export type Location = {
  address: string | null;
  city: string | null;
  region: string | null;
  postal_code: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  lat: number | null;
  lon: number | null;
  store_number: string | null;
};
export type Transaction = {
  /** Unique to the Item: another Item of the same login has other ids. */
  transaction_id: string;
  account_id: string;
  /** The one of several holders who made it, if the institution tells. */
  account_owner: string | null;
  /** In units of the currency; positive when money leaves the account. */
  amount: number;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
  /** Widest first. */
  category: string[] | null;
  /** As in /categories/get. */
  category_id: string | null;
  transaction_type: "digital" | "place" | "special" | "unresolved";
  /** The day it was booked; while pending, it happened. */
  date: string;
  authorized_date: string | null;
  datetime: string | null;
  authorized_datetime: string | null;
  name: string;
  merchant_name: string | null;
  /** The institution's own words; there only when they are asked for. */
  original_description?: string | null;
  location: Location;
  payment_meta: PaymentMeta;
  payment_channel: "online" | "in store" | "other";
  pending: boolean;
  /** The pending transaction that became this one; or the one that its user says it was before. */
  pending_transaction_id: string | null;
  transaction_code:
    | "adjustment"
    | "atm"
    | "bank charge"
    | "bill payment"
    | "cash"
    | "cashback"
    | "cheque"
    | "direct debit"
    | "interest"
    | "purchase"
    | "standing order"
    | "transfer"
    | null;
  /**
   * The same in every Item that a client has of the account, once it is posted; null if the
   * institution has no id for it that stays.
   */
  persistent_transaction_id: string | null;
  /** The likeliest removed one that this may be; null if there is none, or the user has decided. */
  possible_match: PossibleMatch | null;
  /** Null for a transaction of an Item's history that no rule has seen. */
  personal_finance_category: PersonalFinanceCategory | null;
  /** A picture of the primary category on this server: PNG, 96 × 96. Null without a category. */
  personal_finance_category_icon_url: string | null;
  /** The merchant first, then the services between; empty if none is recognized. */
  counterparties: Counterparty[];
  /** The same for the same merchant, in every Item and on every server. */
  merchant_entity_id: string | null;
  /** On this server; null as long as no data file has logos. */
  logo_url: string | null;
  /** Without a scheme. */
  website: string | null;
  check_number: string | null;
};
export type PaymentMeta = {
  reference_number: string | null;
  ppd_id: string | null;
  payee: string | null;
  by_order_of: string | null;
  payer: string | null;
  payment_method: string | null;
  payment_processor: string | null;
  reason: string | null;
};
export type PossibleMatch = {
  /** The id of the removed one. */
  transaction_id: string;
  /** From 0 to 99. */
  score: number;
  /** For people to read. */
  reasons: string[];
};
export type RemovedTransaction = {
  transaction_id: string;
  account_id: string;
};
export type TransactionStream = {
  account_id: string;
  /** Stays while the first transaction of the stream is there. */
  stream_id: string;
  /** Widest first. */
  category: string[] | null;
  /** As in /categories/get. */
  category_id: string | null;
  /** Null for a transaction of an Item's history that no rule has seen. */
  personal_finance_category: PersonalFinanceCategory | null;
  /** The `name` of the last transaction. */
  description: string;
  merchant_name: string | null;
  /** A day, YYYY-MM-DD. */
  first_date: string;
  /** A day, YYYY-MM-DD. */
  last_date: string;
  /** Null for a stream that has ended. */
  predicted_next_date: string | null;
  frequency: "UNKNOWN" | "WEEKLY" | "BIWEEKLY" | "SEMI_MONTHLY" | "MONTHLY" | "ANNUALLY";
  /** All of its transactions, oldest first. */
  transaction_ids: string[];
  average_amount: StreamAmount;
  last_amount: StreamAmount;
  /** Whether its next transaction is not overdue. */
  is_active: boolean;
  /**
   * MATURE from the third transaction on, or the second of a year; before that EARLY_DETECTION, or
   * TOMBSTONED if the third one did not come.
   */
  status: "MATURE" | "EARLY_DETECTION" | "TOMBSTONED";
  is_user_modified: false;
};
export type StreamAmount = {
  /** In units of the currency; positive when money leaves the account. */
  amount: number;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
};
export type InvestmentAccount = {
  account_id: string;
  balances: InvestmentBalances;
  mask: string | null;
  name: string;
  official_name: string | null;
  type: "depository" | "credit" | "loan" | "investment" | "other";
  subtype:
    | "checking"
    | "savings"
    | "cd"
    | "money market"
    | "credit card"
    | "mortgage"
    | "student"
    | "auto"
    | "401k"
    | "brokerage"
    | "ira"
    | "other"
    | null;
  verification_status?:
    | "pending_automatic_verification"
    | "pending_manual_verification"
    | "automatically_verified"
    | "manually_verified"
    | "verification_expired"
    | "verification_failed";
  /**
   * Whether the account is a person's or a company's; unrecognized if the institution does not
   * say. Not there for one linked before there was this field.
   */
  holder_category?: "personal" | "business" | "unrecognized";
  /**
   * The same for this account in all of your Items; not there for one linked before there was this
   * field.
   */
  persistent_account_id?: string;
};
export type InvestmentBalances = {
  available: number | null;
  current: number | null;
  limit: number | null;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
  /** The loan on the securities; null if the institution does not tell it. */
  margin_loan_amount: number | null;
};
export type Holding = {
  account_id: string;
  security_id: string;
  institution_price: number;
  institution_price_as_of: string | null;
  institution_price_datetime: string | null;
  /** Its worth, in units of its currency. */
  institution_value: number;
  /** The price paid for it in all; null if that is unknown, never 0 for it. */
  cost_basis: number | null;
  quantity: number;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
  /** The part that belongs to the person already; null if the institution does not say. */
  vested_quantity: number | null;
  vested_value: number | null;
  /** Its parts by purchase; empty if the institution does not tell them. */
  tax_lots: HoldingTaxLot[];
};
export type HoldingTaxLot = {
  /** The institution's own id of the lot; null if it has none. */
  institution_lot_id: string | null;
  /** ISO 8601; midnight UTC of the day if the institution tells the day alone. */
  original_purchase_datetime: string | null;
  /** The units that are left; negative in a SHORT lot. */
  quantity: number | null;
  /** The price of a unit when it was acquired. */
  purchase_price: number | null;
  /** The price paid for the lot in all, with fees. */
  cost_basis: number | null;
  /** The worth of the lot now; negative in a SHORT lot. */
  current_value: number | null;
  position_type: "LONG" | "SHORT" | null;
};
export type Security = {
  /** The same for all who hold the security, as far as it can be told by its numbers. */
  security_id: string;
  isin: string | null;
  /** As the institution gives it; never looked up, since it is licensed. */
  cusip: string | null;
  /** As the institution gives it; never looked up, since it is licensed. */
  sedol: string | null;
  /** The kind of the security by ISO 10962, as the institution gives it. */
  cfi_code: string | null;
  /** Its Financial Instrument Global Identifier, as the institution gives it. */
  figi: string | null;
  /** The institution's own number of it. */
  institution_security_id: string | null;
  /** The institution that institution_security_id belongs to. */
  institution_id: string | null;
  /** A security whose price follows this one's; null, since no source tells one. */
  proxy_security_id: string | null;
  name: string | null;
  ticker_symbol: string | null;
  is_cash_equivalent: boolean | null;
  type:
    | "cash"
    | "cryptocurrency"
    | "derivative"
    | "equity"
    | "etf"
    | "fixed income"
    | "loan"
    | "mutual fund"
    | "other"
    | null;
  /** The institution's own kind of it. */
  subtype: string | null;
  close_price: number | null;
  close_price_as_of: string | null;
  /** When close_price was read, if the institution tells the time. */
  update_datetime: string | null;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
  /** ISO 10383. */
  market_identifier_code: string | null;
  sector: string | null;
  industry: string | null;
  option_contract: OptionContract | null;
  fixed_income: FixedIncome | null;
};
export type OptionContract = {
  contract_type: "put" | "call";
  /** A day, YYYY-MM-DD. */
  expiration_date: string;
  strike_price: number;
  underlying_security_ticker: string;
};
export type FixedIncome = {
  yield_rate: {
    percentage: number;
    type: "coupon" | "coupon_equivalent" | "discount" | "yield" | null;
  } | null;
  maturity_date: string | null;
  issue_date: string | null;
  face_value: number | null;
};
export type InvestmentTransaction = {
  /** Unique per access_token. */
  investment_transaction_id: string;
  account_id: string;
  security_id: string | null;
  /** A day, YYYY-MM-DD. */
  date: string;
  transaction_datetime: string | null;
  name: string;
  /** The units of the security: negative if they leave the account. */
  quantity: number;
  /** Positive if cash leaves the account, negative if it arrives; fees included. */
  amount: number;
  price: number;
  fees: number | null;
  type: "buy" | "sell" | "cancel" | "cash" | "fee" | "transfer";
  subtype:
    | "assignment"
    | "buy"
    | "buy to cover"
    | "contribution"
    | "dividend reinvestment"
    | "interest reinvestment"
    | "long-term capital gain reinvestment"
    | "short-term capital gain reinvestment"
    | "distribution"
    | "exercise"
    | "sell"
    | "sell short"
    | "adjustment"
    | "account fee"
    | "deposit"
    | "dividend"
    | "fund fee"
    | "interest"
    | "interest receivable"
    | "legal fee"
    | "long-term capital gain"
    | "management fee"
    | "margin expense"
    | "miscellaneous fee"
    | "non-qualified dividend"
    | "non-resident tax"
    | "pending credit"
    | "pending debit"
    | "qualified dividend"
    | "return of principal"
    | "short-term capital gain"
    | "stock distribution"
    | "tax"
    | "tax withheld"
    | "transfer fee"
    | "trust fee"
    | "unqualified gain"
    | "withdrawal"
    | "merger"
    | "request"
    | "send"
    | "spin off"
    | "split"
    | "trade"
    | "transfer";
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
  /** The transaction that one of type cancel takes back. */
  cancel_transaction_id: string | null;
};
export type OwnedAccount = {
  account_id: string;
  balances: Balances;
  mask: string | null;
  name: string;
  official_name: string | null;
  type: "depository" | "credit" | "loan" | "investment" | "other";
  subtype:
    | "checking"
    | "savings"
    | "cd"
    | "money market"
    | "credit card"
    | "mortgage"
    | "student"
    | "auto"
    | "401k"
    | "brokerage"
    | "ira"
    | "other"
    | null;
  verification_status?:
    | "pending_automatic_verification"
    | "pending_manual_verification"
    | "automatically_verified"
    | "manually_verified"
    | "verification_expired"
    | "verification_failed";
  /**
   * Whether the account is a person's or a company's; unrecognized if the institution does not
   * say. Not there for one linked before there was this field.
   */
  holder_category?: "personal" | "business" | "unrecognized";
  /**
   * The same for this account in all of your Items; not there for one linked before there was this
   * field.
   */
  persistent_account_id?: string;
  owners: Owner[];
};
export type Owner = {
  names: string[];
  phone_numbers: Array<{
    data: string;
    primary: boolean;
    type: "home" | "work" | "mobile" | "office" | "other";
  }>;
  emails: Array<{
    data: string;
    primary: boolean;
    type: "primary" | "secondary" | "other";
  }>;
  addresses: Array<{
    data: AddressData;
    primary: boolean;
  }>;
};
export type AddressData = {
  street: string | null;
  city: string | null;
  region: string | null;
  postal_code: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
};
export type IdentityToMatch = {
  legal_name?: string;
  phone_number?: string;
  email_address?: string;
  address?: {
    street?: string;
    city?: string;
    region?: string;
    postal_code?: string;
    country?: string;
  };
};
export type IdentityMatchAccount = {
  account_id: string;
  balances: Balances;
  mask: string | null;
  name: string;
  official_name: string | null;
  type: "depository" | "credit" | "loan" | "investment" | "other";
  subtype:
    | "checking"
    | "savings"
    | "cd"
    | "money market"
    | "credit card"
    | "mortgage"
    | "student"
    | "auto"
    | "401k"
    | "brokerage"
    | "ira"
    | "other"
    | null;
  verification_status?:
    | "pending_automatic_verification"
    | "pending_manual_verification"
    | "automatically_verified"
    | "manually_verified"
    | "verification_expired"
    | "verification_failed";
  /**
   * Whether the account is a person's or a company's; unrecognized if the institution does not
   * say. Not there for one linked before there was this field.
   */
  holder_category?: "personal" | "business" | "unrecognized";
  /**
   * The same for this account in all of your Items; not there for one linked before there was this
   * field.
   */
  persistent_account_id?: string;
  legal_name: {
    /** From 0, nothing alike, to 100, the same; null if you or the institution have none. */
    score: number | null;
    /** Whether a first or last name is the same. */
    is_first_name_or_last_name_match: boolean | null;
    /** Whether a first name is short for the other. */
    is_nickname_match: boolean | null;
    /** Whether one of the names seems to be a company's. */
    is_business_name_detected: boolean | null;
  };
  phone_number: {
    /** From 0, nothing alike, to 100, the same; null if you or the institution have none. */
    score: number | null;
  };
  email_address: {
    /** From 0, nothing alike, to 100, the same; null if you or the institution have none. */
    score: number | null;
  };
  address: {
    /** From 0, nothing alike, to 100, the same; null if you or the institution have none. */
    score: number | null;
    /** Whether the postal code is the same. */
    is_postal_code_match: boolean | null;
  };
};
export type Liabilities = {
  credit: CreditCardLiability[];
  mortgage: MortgageLiability[];
  student: StudentLoanLiability[];
};
export type CreditCardLiability = {
  account_id: string;
  aprs: Apr[];
  /** Whether a payment is overdue. */
  is_overdue: boolean | null;
  /** The last payment. */
  last_payment_amount: number | null;
  /** The day of the last payment. */
  last_payment_date: string | null;
  /** Null if no payment is expected. */
  next_payment_due_date: string | null;
  /** The day of the last statement. */
  last_statement_issue_date: string | null;
  /** The debt in the last statement. */
  last_statement_balance: number | null;
  /** The least to pay next. */
  minimum_payment_amount: number | null;
};
export type Apr = {
  apr_percentage: number;
  apr_type: "balance_transfer_apr" | "cash_apr" | "purchase_apr" | "special";
  /** The balance that bears this rate. */
  balance_subject_to_apr: number | null;
  /** The interest in the last statement. */
  interest_charge_amount: number | null;
};
export type MortgageLiability = {
  account_id: string;
  /** The number of the loan. */
  account_number: string | null;
  /** The fee for late payment that is outstanding. */
  current_late_fee: number | null;
  /** The money that is held for taxes and insurance. */
  escrow_balance: number | null;
  /** Whether private mortgage insurance is in effect. */
  has_pmi: boolean | null;
  /** Whether an early payoff costs a fee. */
  has_prepayment_penalty: boolean | null;
  interest_rate: {
    percentage: number | null;
    /** fixed or variable. */
    type: string | null;
  };
  /** The last payment. */
  last_payment_amount: number | null;
  /** The day of the last payment. */
  last_payment_date: string | null;
  /** Null if no payment is expected. */
  next_payment_due_date: string | null;
  /** The type of the loan in the servicer's words. */
  loan_type_description: string | null;
  /** The whole term, from the origination on. */
  loan_term: string | null;
  /** The day on which the loan is paid off as planned. */
  maturity_date: string | null;
  /** The next payment. */
  next_monthly_payment: number | null;
  /** The day on which the loan was given. */
  origination_date: string | null;
  /** The principal at the start. */
  origination_principal_amount: number | null;
  /** The principal and interest that are past due. */
  past_due_amount: number | null;
  property_address: AddressData;
  /** The interest that was paid since January. */
  ytd_interest_paid: number | null;
  /** The principal that was paid since January. */
  ytd_principal_paid: number | null;
};
export type StudentLoanLiability = {
  account_id: string;
  /** The number of the loan. */
  account_number: string | null;
  /** The days on which the money was paid out. */
  disbursement_dates: string[] | null;
  /** The day on which the loan is paid off as planned. */
  expected_payoff_date: string | null;
  /** The guarantor of the loan. */
  guarantor: string | null;
  interest_rate_percentage: number;
  /** Whether a payment is overdue. */
  is_overdue: boolean | null;
  /** The last payment. */
  last_payment_amount: number | null;
  /** The day of the last payment. */
  last_payment_date: string | null;
  /** Null if no payment is expected. */
  next_payment_due_date: string | null;
  /** The day of the last statement. */
  last_statement_issue_date: string | null;
  /** The debt in the last statement. */
  last_statement_balance: number | null;
  /** The least to pay next. */
  minimum_payment_amount: number | null;
  /** The name of the loan. */
  loan_name: string | null;
  loan_status: {
    /** The day until which the loan has this status. */
    end_date: string | null;
    /** other if the institution does not tell it. */
    type:
      | "cancelled"
      | "charged off"
      | "claim"
      | "consolidated"
      | "deferment"
      | "delinquent"
      | "discharged"
      | "extension"
      | "forbearance"
      | "in grace"
      | "in military"
      | "in school"
      | "not fully disbursed"
      | "other"
      | "paid in full"
      | "pending idr"
      | "refunded"
      | "repayment"
      | "transferred";
  };
  /** The day on which the loan was given. */
  origination_date: string | null;
  /** The principal at the start. */
  origination_principal_amount: number | null;
  /** The interest that has accrued and was not paid. */
  outstanding_interest_amount: number | null;
  /** The number to pay with. */
  payment_reference_number: string | null;
  /** The forgiveness of loans for work in public offices; null if unknown. */
  pslf_status: {
    /** The day of the last qualifying payment. */
    estimated_eligibility_date: string | null;
    payments_made: number | null;
    payments_remaining: number | null;
  };
  repayment_plan: {
    /** The plan in the servicer's words. */
    description: string | null;
    /** other if the institution does not tell it. */
    type:
      | "extended graduated"
      | "extended standard"
      | "graduated"
      | "income-based repayment"
      | "income-contingent repayment"
      | "income-sensitive repayment"
      | "interest only"
      | "other"
      | "pay as you earn"
      | "revised pay as you earn"
      | "saving on a valuable education"
      | "standard";
  };
  /** The number of the loan among those of its account. */
  sequence_number: string | null;
  servicer_address: AddressData;
  /** The interest that was paid since January. */
  ytd_interest_paid: number | null;
  /** The principal that was paid since January. */
  ytd_principal_paid: number | null;
};
export type StatementsAccount = {
  account_id: string;
  /** Empty without one. */
  account_mask: string;
  account_name: string;
  /** The account's name without an official one. */
  account_official_name: string;
  /** Empty without one. */
  account_subtype: string;
  account_type: "depository" | "credit" | "loan" | "investment" | "other";
  statements: Statement[];
};
export type Statement = {
  statement_id: string;
  /** The last day of the statement's period. */
  date_posted: string | null;
  month: number;
  year: number;
};
export type Income = {
  income_streams: IncomeStream[];
  /** Income of the last 365 days. */
  last_year_income: number;
  last_year_income_before_tax: number;
  /** Income of a year if the streams that still flow go on. */
  projected_yearly_income: number;
  projected_yearly_income_before_tax: number;
  max_number_of_overlapping_income_streams: number;
  number_of_income_streams: number;
};
export type IncomeStream = {
  /** The same in each report that finds the source. */
  income_stream_id: string;
  /** A day, YYYY-MM-DD. */
  start_date: string;
  /** A day, YYYY-MM-DD. */
  end_date: string;
  /** The description of the last payment. */
  description: string;
  insights: {
    income_category: {
      primary: "EARNED_INCOME" | "BENEFITS" | "RETIREMENT" | "INTEREST" | "RENTAL" | "OTHER";
      secondary: "SALARY" | "GIG_ECONOMY" | "SELF_EMPLOYED" | "UNEMPLOYMENT" | "OTHER";
    };
    /** BIWEEKLY is every two weeks, SEMI_MONTHLY twice a month; UNKNOWN without a rhythm. */
    pay_frequency: "WEEKLY" | "BIWEEKLY" | "SEMI_MONTHLY" | "MONTHLY" | "UNKNOWN";
    income_provider: {
      /** The payer. */
      name: string;
      /** Whether the name is read from a description, without its other words. */
      is_normalized: boolean;
    };
    /** INACTIVE once the next payment is overdue. */
    status: "ACTIVE" | "INACTIVE";
    /** Null if it is not active, or not regular. */
    next_payment: {
      /** A day, YYYY-MM-DD. */
      date: string;
    } | null;
  };
  income_metrics: IncomeMetrics;
  /** Oldest first. */
  transactions: Array<{
    /** Unique to the Item: another Item of the same login has other ids. */
    transaction_id: string;
    item_id: string;
    account_id: string;
    /** Negative: money received. */
    amount: number;
    /** A day, YYYY-MM-DD. */
    date: string;
    original_description: string;
    iso_currency_code: string | null;
    unofficial_currency_code: string | null;
    outlier: {
      /** Whether it is a bonus. */
      is_outlier: boolean;
      /** By how much it is above the average. */
      amount?: number;
    };
  }>;
};
export type AccountAtMoment = {
  account_id: string;
  balances: BalancesAtMoment;
  mask: string | null;
  name: string;
  official_name: string | null;
  type: "depository" | "credit" | "loan" | "investment" | "other";
  subtype:
    | "checking"
    | "savings"
    | "cd"
    | "money market"
    | "credit card"
    | "mortgage"
    | "student"
    | "auto"
    | "401k"
    | "brokerage"
    | "ira"
    | "other"
    | null;
  verification_status?:
    | "pending_automatic_verification"
    | "pending_manual_verification"
    | "automatically_verified"
    | "manually_verified"
    | "verification_expired"
    | "verification_failed";
  /**
   * Whether the account is a person's or a company's; unrecognized if the institution does not
   * say. Not there for one linked before there was this field.
   */
  holder_category?: "personal" | "business" | "unrecognized";
  /**
   * The same for this account in all of your Items; not there for one linked before there was this
   * field.
   */
  persistent_account_id?: string;
};
export type BalancesAtMoment = {
  available: number | null;
  current: number | null;
  limit: number | null;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
  /** When the institution said so; null if that is not known. */
  last_updated_datetime: string | null;
};
export type AssetReportUser = {
  client_user_id?: string | null;
  first_name?: string | null;
  middle_name?: string | null;
  last_name?: string | null;
  ssn?: string | null;
  phone_number?: string | null;
  email?: string | null;
};
export type AssetReport = {
  asset_report_id: string;
  client_report_id: string | null;
  date_generated: string;
  days_requested: number;
  user: AssetReportUser;
  items: AssetReportItem[];
};
export type AssetReportItem = {
  item_id: string;
  institution_id: string;
  institution_name: string;
  date_last_updated: string;
  accounts: AssetReportAccount[];
};
export type AssetReportAccount = {
  account_id: string;
  balances: AssetReportBalances;
  mask: string | null;
  name: string;
  official_name: string | null;
  type: "depository" | "credit" | "loan" | "investment" | "other";
  subtype:
    | "checking"
    | "savings"
    | "cd"
    | "money market"
    | "credit card"
    | "mortgage"
    | "student"
    | "auto"
    | "401k"
    | "brokerage"
    | "ira"
    | "other"
    | null;
  /** How many days of history there are, from the oldest transaction on. */
  days_available: number;
  owners: Owner[];
  /** Null if the institution names no owner. */
  ownership_type: "individual" | "joint" | "association" | "trust" | null;
  historical_balances: HistoricalBalance[];
  transactions: AssetReportTransaction[];
  /**
   * The securities of an investment account, and their transactions in the days of the report;
   * left out if the Item does not have `investments`, or the institution does not tell them.
   */
  investments?: AssetReportInvestments;
};
export type AssetReportBalances = {
  available: number | null;
  current: number | null;
  limit: number | null;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
  margin_loan_amount: number | null;
};
export type HistoricalBalance = {
  /** A day, YYYY-MM-DD. */
  date: string;
  current: number;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
};
export type AssetReportTransaction = {
  account_id: string;
  /** In units of the currency; positive when money leaves the account. */
  amount: number;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
  original_description: string | null;
  /** The day it was booked; while pending, it happened. */
  date: string;
  pending: boolean;
  /** Unique to the Item: another Item of the same login has other ids. */
  transaction_id: string;
  /** The one of several holders who made it, if the institution tells. */
  account_owner?: string | null;
  /** Widest first. */
  category?: string[] | null;
  /** As in /categories/get. */
  category_id?: string | null;
  /** The day it happened. */
  date_transacted?: string | null;
  location?: Location;
  merchant_name?: string | null;
  name?: string;
  payment_meta?: PaymentMeta;
  /** The pending transaction that became this one; or the one that its user says it was before. */
  pending_transaction_id?: string | null;
  transaction_type?: "digital" | "place" | "special" | "unresolved";
};
export type AssetReportInvestments = {
  holdings: AssetReportHolding[];
  securities: AssetReportSecurity[];
  /** Newest first. */
  transactions: AssetReportInvestmentTransaction[];
};
export type AssetReportHolding = {
  account_id: string;
  security_id: string;
  ticker_symbol: string | null;
  institution_price: number;
  institution_price_as_of: string | null;
  /** Its worth, in units of its currency. */
  institution_value: number;
  /** The price paid for it in all; null if that is unknown, never 0 for it. */
  cost_basis: number | null;
  quantity: number;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
};
export type AssetReportSecurity = {
  /** The same for all who hold the security, as far as it can be told by its numbers. */
  security_id: string;
  name: string | null;
  ticker_symbol: string | null;
  type:
    | "cash"
    | "cryptocurrency"
    | "derivative"
    | "equity"
    | "etf"
    | "fixed income"
    | "loan"
    | "mutual fund"
    | "other"
    | null;
};
export type AssetReportInvestmentTransaction = {
  /** Unique per access_token. */
  investment_transaction_id: string;
  account_id: string;
  security_id: string | null;
  /** A day, YYYY-MM-DD. */
  date: string;
  name: string;
  /** The units of the security: negative if they leave the account. */
  quantity: number;
  /** Positive if cash leaves the account, negative if it arrives; fees included. */
  amount: number;
  price: number;
  fees: number | null;
  type: "buy" | "sell" | "cancel" | "cash" | "fee" | "transfer";
  subtype:
    | "assignment"
    | "buy"
    | "buy to cover"
    | "contribution"
    | "dividend reinvestment"
    | "interest reinvestment"
    | "long-term capital gain reinvestment"
    | "short-term capital gain reinvestment"
    | "distribution"
    | "exercise"
    | "sell"
    | "sell short"
    | "adjustment"
    | "account fee"
    | "deposit"
    | "dividend"
    | "fund fee"
    | "interest"
    | "interest receivable"
    | "legal fee"
    | "long-term capital gain"
    | "management fee"
    | "margin expense"
    | "miscellaneous fee"
    | "non-qualified dividend"
    | "non-resident tax"
    | "pending credit"
    | "pending debit"
    | "qualified dividend"
    | "return of principal"
    | "short-term capital gain"
    | "stock distribution"
    | "tax"
    | "tax withheld"
    | "transfer fee"
    | "trust fee"
    | "unqualified gain"
    | "withdrawal"
    | "merger"
    | "request"
    | "send"
    | "spin off"
    | "split"
    | "trade"
    | "transfer";
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
};
export type AssetReportWarning = {
  warning_type: "ASSET_REPORT_WARNING";
  warning_code: "TRANSACTIONS_UNAVAILABLE" | "OWNERS_UNAVAILABLE";
  cause: {
    error_type: | "API_ERROR" | "ASSET_REPORT_ERROR" | "CHECK_REPORT_ERROR" | "CONSUMER_REPORT_ERROR" | "INSTITUTION_ERROR" | "INVALID_INPUT" | "INVALID_REQUEST" | "INVALID_RESULT" | "ITEM_ERROR" | "OAUTH_ERROR" | "RATE_LIMIT_EXCEEDED" | "RECAPTCHA_ERROR" | "SANDBOX_ERROR" | "TRANSACTIONS_ERROR" | "USER_ERROR";
    error_code: string;
    error_message: string;
    display_message: string | null;
    item_id: string;
  } | null;
};
export type Category = {
  category_id: string;
  /** Whether the money is spent at a place, or moved otherwise. */
  group: "place" | "special";
  /** Widest first. */
  hierarchy: string[];
};
export type UserIdentity = {
  name: {
    given_name: string;
    family_name: string;
  };
  /** A day, YYYY-MM-DD, not in the future. */
  date_of_birth: string;
  emails: Array<{
    data: string;
    /** True of at most one element. */
    primary: boolean;
  }>;
  phone_numbers: Array<{
    data: string;
    /** True of at most one element. */
    primary: boolean;
  }>;
  addresses: Array<{
    street_1: string;
    street_2?: string | null;
    city: string;
    region: string | null;
    country: string;
    postal_code: string | null;
    /** True of at most one element. */
    primary: boolean;
  }>;
  id_numbers?: Array<{
    value: string;
    type: "us_ssn_last_4";
  }>;
};
export type LegacyUserIdentity = {
  first_name: string;
  last_name: string;
  /** A day, YYYY-MM-DD, not in the future. */
  date_of_birth: string;
  emails: string[];
  phone_numbers: string[];
  primary_address: {
    street: string;
    city: string;
    region?: string | null;
    country: string;
    postal_code?: string | null;
  };
  ssn_last_4?: string | null;
};
export type UserIdentityPart = {
  name?: {
    given_name?: string;
    family_name?: string;
  };
  /** A day, YYYY-MM-DD, not in the future. */
  date_of_birth?: string;
  emails?: Array<{
    data: string;
    /** True of at most one element. */
    primary?: boolean;
  }>;
  phone_numbers?: Array<{
    data: string;
    /** True of at most one element. */
    primary?: boolean;
  }>;
  addresses?: Array<{
    street_1: string;
    street_2?: string | null;
    city: string;
    region?: string | null;
    country: string;
    postal_code?: string | null;
    /** True of at most one element. */
    primary?: boolean;
  }>;
  id_numbers?: Array<{
    value: string;
    type: "us_ssn_last_4";
  }>;
};
export type BaseReport = {
  report_id: string;
  client_report_id: string | null;
  date_generated: string;
  days_requested: number;
  items: BaseReportItem[];
  /** Money in and out of all depository accounts; transfers between them count on both sides. */
  attributes: BaseReportAttributes;
  /**
   * The depository accounts by month and over the last 30, 60 and 90 days; transfers between own
   * accounts do not count.
   */
  cash_flow: CashFlow;
};
export type BaseReportItem = {
  institution_name: string;
  institution_id: string;
  date_last_updated: string;
  item_id: string;
  accounts: BaseReportAccount[];
};
export type BaseReportAccount = {
  account_id: string;
  balances: BaseReportBalances;
  consumer_disputes: ConsumerDispute[];
  mask: string | null;
  metadata: {
    /** The first day of its history. */
    start_date: string | null;
    /** The last day of its history. */
    end_date: string | null;
  };
  name: string;
  official_name: string | null;
  type: "depository" | "credit" | "loan" | "investment" | "other";
  subtype:
    | "checking"
    | "savings"
    | "cd"
    | "money market"
    | "credit card"
    | "mortgage"
    | "student"
    | "auto"
    | "401k"
    | "brokerage"
    | "ira"
    | "other"
    | null;
  /** How many days of history there are, from the oldest transaction on. */
  days_available: number;
  /** Newest first. */
  transactions: Array<{
    account_id: string;
    /** In units of the currency; positive when money leaves the account. */
    amount: number;
    iso_currency_code: string | null;
    unofficial_currency_code: string | null;
    original_description: string | null;
    /** The day it was booked; while pending, it happened. */
    date: string;
    pending: boolean;
    /** Unique to the Item: another Item of the same login has other ids. */
    transaction_id: string;
    /** The one of several holders who made it, if the institution tells. */
    account_owner: string | null;
    /** Widest first. */
    category: string[] | null;
    /** As in /categories/get. */
    category_id: string | null;
    /** The day it happened. */
    date_transacted: string | null;
    location: Location;
    merchant_name: string | null;
    name: string;
    payment_meta: PaymentMeta;
    /** The pending transaction that became this one; or the one that its user says it was before. */
    pending_transaction_id: string | null;
    transaction_type: "digital" | "place" | "special" | "unresolved";
  }>;
  owners: Owner[];
  /** Null if the institution names no owner. */
  ownership_type: "individual" | "joint" | "association" | "trust" | null;
  /** Newest first. */
  historical_balances: HistoricalBalance[];
  account_insights: BaseReportAccountInsights;
  attributes: BaseReportAccountAttributes;
};
export type BaseReportBalances = {
  available: number | null;
  current: number | null;
  limit: number | null;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
  /** When the balances were read. */
  last_updated_datetime: string;
  /**
   * The average from the oldest booked transaction of any account of the report on; null without
   * one.
   */
  average_balance: number | null;
  /** The lowest balance at the end of such a day. */
  minimum_balance: number | null;
  /** The average of the last 30 such days. */
  most_recent_thirty_day_average_balance: number | null;
  /** The average of the last 60 such days. */
  most_recent_sixty_day_average_balance: number | null;
  /** The average of the last 90 such days. */
  most_recent_ninety_day_average_balance: number | null;
  /** Oldest month first. */
  average_monthly_balances: BaseReportMonthlyBalance[];
};
export type BaseReportMonthlyBalance = {
  /** A day, YYYY-MM-DD. */
  start_date: string;
  /** A day, YYYY-MM-DD. */
  end_date: string;
  average_balance: ReportAmount;
  minimum_balance: ReportAmount;
};
export type ReportAmount = {
  amount: number;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
};
export type ConsumerDispute = {
  consumer_dispute_id: string;
  /** A day, YYYY-MM-DD. */
  dispute_field_create_date: string;
  category: "TRANSACTION" | "BALANCE" | "IDENTITY" | "OTHER";
  statement: string;
};
export type BaseReportAccountInsights = {
  oldest_transaction_date: string | null;
  most_recent_transaction_date: string | null;
  days_available: number;
  /** Left out with fewer than two days of transactions. */
  average_days_between_transactions?: number;
  /** The three longest, the longest first. */
  longest_gaps_between_transactions: Array<{
    /** A day, YYYY-MM-DD. */
    start_date: string;
    /** A day, YYYY-MM-DD. */
    end_date: string;
    days: number;
  }>;
  number_of_days_no_transactions: number;
  number_of_inflows: BaseReportMonthlyCount[];
  average_inflow_amounts: BaseReportMonthlyAmount[];
  number_of_outflows: BaseReportMonthlyCount[];
  average_outflow_amounts: BaseReportMonthlyAmount[];
};
export type BaseReportMonthlyCount = {
  /** A day, YYYY-MM-DD. */
  start_date: string;
  /** A day, YYYY-MM-DD. */
  end_date: string;
  count: number;
};
export type BaseReportMonthlyAmount = {
  /** A day, YYYY-MM-DD. */
  start_date: string;
  /** A day, YYYY-MM-DD. */
  end_date: string;
  total_amount: ReportAmount;
  average_amount: ReportAmount;
};
export type BaseReportAccountAttributes = {
  total_inflow_amount: ReportAmount;
  total_inflow_amount_30d: ReportAmount;
  total_inflow_amount_60d: ReportAmount;
  total_inflow_amount_90d: ReportAmount;
  total_outflow_amount: ReportAmount;
  total_outflow_amount_30d: ReportAmount;
  total_outflow_amount_60d: ReportAmount;
  total_outflow_amount_90d: ReportAmount;
  /** Fees for a lack of money on the account, as the cash flow insights count them. */
  nsf_overdraft_transactions_count: number;
  nsf_overdraft_transactions_count_30d: number;
  nsf_overdraft_transactions_count_60d: number;
  nsf_overdraft_transactions_count_90d: number;
};
export type BaseReportFlows = {
  total_inflow_amount: ReportAmount;
  total_inflow_amount_30d: ReportAmount;
  total_inflow_amount_60d: ReportAmount;
  total_inflow_amount_90d: ReportAmount;
  total_outflow_amount: ReportAmount;
  total_outflow_amount_30d: ReportAmount;
  total_outflow_amount_60d: ReportAmount;
  total_outflow_amount_90d: ReportAmount;
};
export type BaseReportAttributes = {
  total_inflow_amount: ReportAmount;
  total_inflow_amount_30d: ReportAmount;
  total_inflow_amount_60d: ReportAmount;
  total_inflow_amount_90d: ReportAmount;
  total_outflow_amount: ReportAmount;
  total_outflow_amount_30d: ReportAmount;
  total_outflow_amount_60d: ReportAmount;
  total_outflow_amount_90d: ReportAmount;
  /** Fees for a lack of money on the account, as the cash flow insights count them. */
  nsf_overdraft_transactions_count: number;
  nsf_overdraft_transactions_count_30d: number;
  nsf_overdraft_transactions_count_60d: number;
  nsf_overdraft_transactions_count_90d: number;
  /** The totals in each other currency; those above are in the one of most accounts. */
  other_currencies: BaseReportFlows[];
};
export type CashFlowAttributes = {
  account_ids: string[];
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
  /** The day of the oldest booked transaction of any account of the report. */
  start_date: string;
  /** A day, YYYY-MM-DD. */
  end_date: string;
  last_30_days: CashFlowWindow;
  last_60_days: CashFlowWindow;
  last_90_days: CashFlowWindow;
  all_days: CashFlowWindow;
  /** Oldest first. */
  months: CashFlowMonth[];
  days_since_last_overdraft: number | null;
  /** Deposits of more than 5,000; newest first. */
  large_deposits: LargeDeposit[];
  /** By lender. */
  loan_payments: LoanPayments[];
  /** By account and payee. */
  regular_bills: RegularBill[];
};
export type CashFlowWindow = {
  /** How many days it covers: fewer if the report is shorter. */
  days: number;
  /** Money that came in, without transfers between own accounts. */
  total_inflow: number;
  /** Money that went out, without transfers between own accounts. */
  total_outflow: number;
  /** Money in minus money out. */
  net_cash_flow: number;
  /** How many transactions brought money in. */
  inflow_count: number;
  /** How many transactions took money out. */
  outflow_count: number;
  /** Fees for payments that were returned for insufficient funds. */
  nsf_fee_count: number;
  /** Fees for overdrafts. */
  overdraft_fee_count: number;
  negative_balance_days: number | null;
  lowest_balance: number | null;
  average_balance: number | null;
};
export type CashFlowMonth = {
  /** Its first day. */
  month: string;
  /** How many of its days the report covers. */
  days: number;
  /** Money that came in, without transfers between own accounts. */
  total_inflow: number;
  /** Money that went out, without transfers between own accounts. */
  total_outflow: number;
  /** Money in minus money out. */
  net_cash_flow: number;
};
export type LargeDeposit = {
  /** Unique to the Item: another Item of the same login has other ids. */
  transaction_id: string;
  account_id: string;
  /** A day, YYYY-MM-DD. */
  date: string;
  /** Positive. */
  amount: number;
  name: string;
};
export type LoanPayments = {
  lender: string;
  /** How many payments there were. */
  payment_count: number;
  /** Their sum. */
  total_amount: number;
  /** Their mean. */
  average_amount: number;
  /** A day, YYYY-MM-DD. */
  first_date: string;
  /** A day, YYYY-MM-DD. */
  last_date: string;
};
export type RegularBill = {
  payee: string;
  account_id: string;
  /** Widest first. */
  category: string[] | null;
  frequency: "WEEKLY" | "BIWEEKLY" | "MONTHLY" | "QUARTERLY" | "ANNUALLY";
  /** How many payments there were. */
  payment_count: number;
  /** Their mean. */
  average_amount: number;
  /** The last one. */
  last_amount: number;
  /** A day, YYYY-MM-DD. */
  last_date: string;
  /** Whether the next payment is not overdue. */
  is_active: boolean;
};
export type CashFlow = {
  accounts: CashFlowAttributes[];
  /** One for each currency. */
  totals: CashFlowAttributes[];
};
export type CheckReportWarning = {
  warning_type: "CHECK_REPORT_WARNING";
  warning_code: "TRANSACTIONS_UNAVAILABLE" | "IDENTITY_UNAVAILABLE";
  cause: {
    error_type: | "API_ERROR" | "ASSET_REPORT_ERROR" | "CHECK_REPORT_ERROR" | "CONSUMER_REPORT_ERROR" | "INSTITUTION_ERROR" | "INVALID_INPUT" | "INVALID_REQUEST" | "INVALID_RESULT" | "ITEM_ERROR" | "OAUTH_ERROR" | "RATE_LIMIT_EXCEEDED" | "RECAPTCHA_ERROR" | "SANDBOX_ERROR" | "TRANSACTIONS_ERROR" | "USER_ERROR";
    error_code: string;
    error_message: string;
    display_message: string | null;
    item_id: string;
  } | null;
};
export type IncomeInsights = {
  report_id: string;
  client_report_id: string | null;
  generated_time: string;
  days_requested: number;
  items: BankIncomeItem[];
  /** Each source once, as in bank_income_sources. */
  income_streams: IncomeStream[];
  /** All streams together, by currency. */
  user_summary: {
    income_metrics: IncomeMetrics[];
  };
  bank_income_summary: IncomeSummary;
};
export type BankIncomeItem = {
  item_id: string;
  institution_id: string;
  institution_name: string;
  last_updated_time: string;
  accounts: BankIncomeAccount[];
  /** As `accounts`. */
  bank_income_accounts: BankIncomeAccount[];
  /** Each source once, with the Item that it was paid to last. */
  bank_income_sources: IncomeSource[];
};
export type BankIncomeAccount = {
  account_id: string;
  mask: string | null;
  metadata: {
    /** The first day of its history. */
    start_date: string | null;
    /** The last day of its history. */
    end_date: string | null;
  };
  name: string;
  official_name: string | null;
  type: "depository";
  subtype:
    | "checking"
    | "savings"
    | "cd"
    | "money market"
    | "credit card"
    | "mortgage"
    | "student"
    | "auto"
    | "401k"
    | "brokerage"
    | "ira"
    | "other"
    | null;
  owners: Owner[];
};
export type IncomeSource = {
  /** The same in each report that finds the source. */
  income_source_id: string;
  /** The account that it was paid to last. */
  account_id: string;
  account_ids: string[];
  income_provider: {
    /** The payer. */
    name: string;
    /** Whether the name is read from a description, without its other words. */
    is_normalized: boolean;
  };
  /** The description of the last payment. */
  income_description: string;
  /**
   * As `income_kind`, where there is a value for it: SELF_EMPLOYMENT is OTHER, BENEFITS are
   * BENEFIT_OTHER, or UNEMPLOYMENT if their description says so.
   */
  income_category:
    | "SALARY"
    | "GIG_ECONOMY"
    | "UNEMPLOYMENT"
    | "BENEFIT_OTHER"
    | "RETIREMENT"
    | "BANK_INTEREST"
    | "RENTAL"
    | "OTHER";
  /**
   * BENEFITS are payments of the state; RETIREMENT is pensions and annuities; OTHER is regular
   * income of unknown kind.
   */
  income_kind:
    | "SALARY"
    | "GIG_ECONOMY"
    | "SELF_EMPLOYMENT"
    | "BENEFITS"
    | "RETIREMENT"
    | "BANK_INTEREST"
    | "RENTAL"
    | "OTHER";
  /** The payer of a salary; its name is null for other income. */
  employer: {
    name: string | null;
  };
  /** BIWEEKLY is every two weeks, SEMI_MONTHLY twice a month; UNKNOWN without a rhythm. */
  pay_frequency: "WEEKLY" | "BIWEEKLY" | "SEMI_MONTHLY" | "MONTHLY" | "UNKNOWN";
  /** INACTIVE once the next payment is overdue. */
  status: "ACTIVE" | "INACTIVE";
  /** The day of its first payment. */
  start_date: string;
  /** The day of its last payment. */
  end_date: string;
  /** Null if it is not active, or not regular. */
  next_payment_date: string | null;
  /** The usual amount of late. */
  next_payment_amount: number | null;
  transaction_count: number;
  /** How many of its payments are bonuses. */
  bonus_count: number;
  /** All its payments. */
  total_amount: number;
  /** The average of its payments, bonuses left out. */
  average_amount: number;
  /** From its first payment on. */
  historical_average_monthly_income: number;
  /** 0 once it is inactive. */
  forecasted_average_monthly_income: number;
  /**
   * The income that eight of ten whole months had; empty with fewer than three, or once it is
   * inactive.
   */
  forecasted_average_monthly_income_prediction_intervals: PredictionInterval[];
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
  /** Oldest month first. */
  historical_summary: MonthlyIncome[];
  transactions: Array<{
    /** Unique to the Item: another Item of the same login has other ids. */
    transaction_id: string;
    account_id: string;
    /** A day, YYYY-MM-DD. */
    date: string;
    /** Positive: money received. */
    amount: number;
    is_bonus: boolean;
  }>;
  /** That it is income, and as regular as it is shown. */
  confidence: number;
};
export type PredictionInterval = {
  /** The least. */
  lower_bound: number;
  /** The most. */
  upper_bound: number;
  probability: number;
};
export type MonthlyIncome = {
  /** A day, YYYY-MM-DD. */
  start_date: string;
  /** A day, YYYY-MM-DD. */
  end_date: string;
  /** Income of the month. */
  total_amount: number;
  total_amounts: ReportAmount[];
  transaction_count: number;
  transactions: IncomePayment[];
};
export type IncomePayment = {
  /** Unique to the Item: another Item of the same login has other ids. */
  transaction_id: string;
  /** Negative: money received. */
  amount: number;
  /** A day, YYYY-MM-DD. */
  date: string;
  original_description: string;
  pending: false;
  bonus_type?: "BONUS_ONLY";
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
};
export type IncomeMetrics = {
  /** The income of the last 91 days. */
  current: ModeledIncome;
  /** If it goes on as of late; 0 once it is over. */
  projected: ModeledIncome;
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
};
export type ModeledIncome = {
  monthly: {
    /** The same: an account does not show what was withheld. */
    gross_income: number;
    /** The income that arrives. */
    net_income: number;
  };
  annual: {
    /** The same: an account does not show what was withheld. */
    gross_income: number;
    /** The income that arrives. */
    net_income: number;
  };
};
export type IncomeSummary = {
  /** The first payment of all. */
  start_date?: string;
  /** The last payment of all. */
  end_date?: string;
  income_sources_count: number;
  active_income_sources_count: number;
  income_categories_count: number;
  income_transactions_count: number;
  total_amounts: ReportAmount[];
  historical_average_monthly_income: ReportAmount[];
  /** Income of the last 365 days. */
  historical_annual_income: ReportAmount[];
  forecasted_average_monthly_income: ReportAmount[];
  /** Income of a year if the active sources go on as of late. */
  forecasted_annual_income: ReportAmount[];
  historical_summary: Array<{
    /** A day, YYYY-MM-DD. */
    start_date: string;
    /** A day, YYYY-MM-DD. */
    end_date: string;
    total_amounts: ReportAmount[];
    transaction_count: number;
    transactions: IncomePayment[];
  }>;
};
export type NetworkInsights = {
  report_id: string;
  client_report_id: string | null;
  generated_time: string;
  days_requested: number;
  /** The Items that the report was made from. */
  items: NetworkItem[];
  network_attributes: NetworkAttributes;
  /** The one with the latest transaction first. */
  lenders: NetworkLender[];
};
export type NetworkItem = {
  item_id: string;
  institution_id: string;
  institution_name: string;
};
export type NetworkAttributes = {
  items_count: number;
  institutions_count: number;
  accounts_count: number;
  accounts_count_by_type: Record<string, number>;
  days_since_first_connection: number | null;
  days_since_last_connection: number | null;
  lenders_count: number;
  loan_lenders_count: number;
  installment_lenders_count: number;
  cash_advance_lenders_count: number;
  loan_payments_count: number;
  loan_payments_count_30d: number;
  loan_payments_count_60d: number;
  loan_payments_count_90d: number;
  loan_disbursements_count: number;
  loan_disbursements_count_30d: number;
  loan_disbursements_count_60d: number;
  loan_disbursements_count_90d: number;
};
export type NetworkLender = {
  /** The institution, if the loan account is the user's own. */
  name: string;
  /** INSTALLMENTS are purchases paid in parts; a CASH_ADVANCE is money until payday. */
  kind: "LOAN" | "INSTALLMENTS" | "CASH_ADVANCE";
  /** How often the user paid. */
  payments_count: number;
  /** How often money came from the lender. */
  disbursements_count: number;
  /** A day, YYYY-MM-DD. */
  first_date: string;
  /** A day, YYYY-MM-DD. */
  last_date: string;
};
export type CashFlowInsights = {
  report_id: string;
  client_report_id: string | null;
  generated_time: string;
  /**
   * The cash flow of all depository accounts in the currency of most of them; one that is unknown
   * is left out.
   */
  attributes: Record<string, number | string | boolean>;
};
export type MonitoringInsightsItem = {
  date_generated: string;
  item_id: string;
  institution_id: string;
  institution_name: string;
  status: {
    status_code: "AVAILABLE" | "FAILED" | "PENDING";
    /** Null if there are insights. */
    reason: string | null;
  };
  insights: MonitoringInsights | null;
};
export type MonitoringInsights = {
  income: {
    /** The income of the last 30 days. */
    total_monthly_income: {
      current_amount: number;
    };
    /** The active sources. */
    income_sources_counts: {
      current_count: number;
    };
    /** The income of a month if it goes on as of late. */
    forecasted_monthly_income: {
      current_amount: number;
    };
    /** The income of the last 365 days. */
    historical_annual_income: {
      current_amount: number;
    };
    income_sources: MonitoringIncomeSource[];
  };
  loans: {
    /** The payments of the last 30 days. */
    loan_payments_counts: {
      current_count: number;
    };
    /** How often a lender paid money out in the last 30 days. */
    loan_disbursements_count: number;
    /** The lenders that were paid in the last 30 days. */
    loan_payment_merchants_counts: {
      current_count: number;
    };
  };
};
export type MonitoringIncomeSource = {
  income_source_id: string;
  income_description: string;
  /**
   * As `income_kind`, where there is a value for it: SELF_EMPLOYMENT is OTHER, BENEFITS are
   * BENEFIT_OTHER, or UNEMPLOYMENT if their description says so.
   */
  income_category:
    | "SALARY"
    | "GIG_ECONOMY"
    | "UNEMPLOYMENT"
    | "BENEFIT_OTHER"
    | "RETIREMENT"
    | "BANK_INTEREST"
    | "RENTAL"
    | "OTHER";
  /** A day, YYYY-MM-DD. */
  last_transaction_date: string;
};
export type TransactionsNotification = {
  access_token: string;
  account_id: string;
  /** The day of the earliest of the new transactions, YYYY-MM-DD. */
  new_since: string;
};
export type AccountsNotification = {
  access_token: string;
  /** The account, which need not be known here yet. */
  account_id: string;
  /** The Item's institution; the same in all elements. */
  institution_id?: string;
  /** The day of the earliest change, YYYY-MM-DD. */
  new_since: string;
  /** How many accounts were opened. */
  new_open?: number;
  /** How many accounts were closed. */
  new_close?: number;
  /** How many statements are ready. */
  new_statement?: number;
  /** How many times personal data or ownership changed. */
  new_information?: number;
  /** How many other changes there were. */
  new_other?: number;
};
export type NewSandboxTransaction = {
  /** Today, or up to 14 days ago. */
  date_transacted: string;
  /** Not before date_transacted, nor after today. */
  date_posted: string;
  /** Positive when money leaves the account. */
  amount: number;
  description: string;
  /** The account's; if it is given, it has to match. */
  iso_currency_code?: string;
};
export type ErrorBody = {
  error_type: string;
  error_code: string;
  error_message: string;
  display_message: string | null;
  /** Why each Item could not be read, in a refusal that is about several. */
  causes?: Array<{
    error_type: string;
    error_code: string;
    error_message: string;
    display_message: string | null;
    item_id: string;
  }>;
  /** The doubts about a CSV file, and the sums that do not agree. */
  doubts?: string[];
  /** The rules by which that file would be read: correct and send them. */
  csv?: Record<string, unknown>;
  request_id: string;
};
