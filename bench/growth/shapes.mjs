// The worst shapes of input, with which an attacker would make work grow faster than the input.

const DAY_MS = 86_400_000;

/** The days of two years in sequence, repeated. */
const dayAt = (at) =>
  new Date(Date.UTC(2024, 0, 1) + (at % 730) * DAY_MS).toISOString().slice(0, 10);

/** A number in letters, since names differ by words, not by numbers. */
const letters = (at) =>
  String(at).replaceAll(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));

/** Each run has new names, which no cache knows from an earlier run. */
let named = 0;

/** The fields of each row by number, for each shape. */
export const SHAPES = {
  "all equal": () => ({ date: "2026-01-14", cents: 450, name: "Moonbean Coffee", account: 0 }),
  "all different": (at) => ({
    ...{ date: dayAt(at), cents: 100 + at * 7, name: `Shop ${letters(named++)}`, account: 0 },
  }),
  "near amounts": (at) => ({ date: "2026-01-14", cents: 10_000 + at, name: "Shop", account: 0 }),
  "as many accounts as rows": (at) => ({
    ...{ date: dayAt(at), cents: 450, name: "Shop", account: at },
  }),
  "a hundred an account": (at) => ({
    ...{ date: "2026-01-14", cents: 450, name: "Moonbean Coffee", account: Math.floor(at / 100) },
  }),
};

/** As many equal as different rows. */
SHAPES.mixed = (at) => SHAPES[at % 2 === 0 ? "all equal" : "all different"](at);

/** The shapes with a single account, since a file has a limited number of accounts. */
export const OF_ONE_ACCOUNT = ["all equal", "all different", "near amounts"];

/** The rows of a shape. */
export const toRows = (shape, count) => Array.from({ length: count }, (_, at) => SHAPES[shape](at));

/** A transaction of the API. */
export const toTransaction = ({ date, cents, name, account }, at, changes = {}) => ({
  transaction_id: `transaction ${at}`,
  account_id: `account ${account}`,
  amount: cents / 100,
  iso_currency_code: "USD",
  unofficial_currency_code: null,
  date,
  authorized_date: null,
  datetime: null,
  authorized_datetime: null,
  name,
  merchant_name: null,
  original_description: name,
  pending: false,
  pending_transaction_id: null,
  persistent_transaction_id: null,
  possible_match: null,
  category: null,
  category_id: null,
  transaction_type: "unresolved",
  account_owner: null,
  payment_channel: "other",
  transaction_code: null,
  location: { address: null, city: null, region: null, postal_code: null, country: null },
  payment_meta: { payee: null, payer: null, reference_number: null },
  counterparties: [],
  ...changes,
});

/** A row of a statement. */
export const toStatementRow = ({ date, cents, name }, at, changes = {}) => ({
  date,
  valueDate: null,
  madeDate: null,
  amount: `-${(cents / 100).toFixed(2)}`,
  currency: null,
  pending: false,
  id: `id${at}`,
  reference: null,
  checkNumber: null,
  code: null,
  description: name,
  payee: null,
  memo: null,
  counterpartyAccount: null,
  category: null,
  line: at + 1,
  ...changes,
});
