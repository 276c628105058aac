import { createHash } from "node:crypto";

const hash = (/** @type {string[]} */ ...parts) =>
  createHash("sha256").update(parts.join("\n")).digest("base64url");

/** The day of a moment, YYYY-MM-DD. */
export const dayOf = (/** @type {number} */ ms) => new Date(ms).toISOString().slice(0, 10);

/** The hash of an account, which is the same in all sessions without a quirk. */
export const hashesOf = (bank, account, { isOn, turn }) => {
  const own = hash(bank.country, bank.name, account.id);
  const further = hash("further", bank.country, bank.name, account.id);
  if (isOn("all-hashes-change")) return [`${own}${turn}`, `${further}${turn}`];
  return isOn("hashes-change") ? [`${own}${turn}`, further] : [own, further];
};

/** An account of a session in the API's format. */
export const accountResource = (bank, account, session, context) => {
  const [own, further] = hashesOf(bank, account, { ...context, turn: session.turn });
  const optional = (value) => (context.isOn("nulls") ? null : value);
  return {
    account_id: account.iban
      ? { iban: account.iban, other: null }
      : { iban: null, other: account.other ?? null },
    all_account_ids: [],
    account_servicer: optional({ bic_fi: bank.bic, name: bank.name }),
    name: account.holder,
    details: optional(account.details ?? null),
    usage: optional(account.usage ?? "PRIV"),
    cash_account_type: account.type ?? "CACC",
    product: optional(account.product ?? null),
    currency: account.currency ?? "EUR",
    psu_status: null,
    credit_limit:
      account.limit === undefined
        ? null
        : { currency: account.currency ?? "EUR", amount: String(account.limit) },
    ...(account.hasNoUid ? {} : { uid: session.uids[account.id] }),
    identification_hash: own,
    identification_hashes: [own, further],
  };
};

/** The balances of an account: the bank's own, or otherwise the sum of its rows. */
export const toBalances = (account, now) => {
  if (account.balances) return account.balances;
  const currency = account.currency ?? "EUR";
  const sum = account.rows
    .filter((row) => toState(row, now) === "booked")
    .reduce((total, row) => total + row.amount, account.opening ?? 0);
  return [
    {
      name: "Booked",
      balance_amount: { currency, amount: sum.toFixed(2) },
      balance_type: "CLBD",
      reference_date: dayOf(now),
    },
  ];
};

/**
 * Whether a row is there, and how: `pending` from its first day on, `booked` from its day on.
 * A row: `{ id, day, amount, text, party?, pendingFrom?, code?, subCode?, mcc?, gone? }`, with money in above zero.
 */
const toState = (row, now) => {
  const today = dayOf(now);
  if (row.gone !== undefined && row.gone <= today) return "absent";
  if (row.listedFrom !== undefined && row.listedFrom > today) return "absent";
  if (row.day <= today) return "booked";
  return row.pendingFrom !== undefined && row.pendingFrom <= today ? "pending" : "absent";
};

/** The rows of an account in the bank's current list, newest first. */
export const toRows = (account, context) => {
  const { clock, isOn, delivery } = context;
  const now = clock();
  const month = dayOf(now).slice(0, 7);
  const listed = account.rows
    .map((row) => ({ row, state: toState(row, now) }))
    .filter(({ state }) => state !== "absent")
    .sort((a, b) => dateOf(b).localeCompare(dateOf(a)));
  const places = new Map();
  const rows = listed.map(({ row, state }) => {
    const date = dateOf({ row, state });
    const place = (places.get(date) ?? 0) + 1;
    places.set(date, place);
    const isCard = row.code === "CCRD";
    const makeId = () => {
      if (isOn("ids-absent") || (isCard && isOn("other-status"))) return null;
      if (isOn("ids-each-delivery")) return `${row.id}.${delivery}`;
      if (isOn("ids-positional")) return date === dayOf(now) ? null : `${date}.${place}`;
      if (isOn("ids-of-month") && date.startsWith(month)) return `${row.id}.${delivery}`;
      if (state === "pending" && isOn("pending-other-ids")) return `P${row.id}`;
      return row.id;
    };
    return rowResource(row, { state, date, id: makeId(), account, context });
  });
  return isOn("rows-twice")
    ? rows.flatMap((row) => [
        row,
        { ...row, entry_reference: row.entry_reference && `${row.entry_reference}b` },
      ])
    : rows;
};

const dateOf = ({ row, state }) => (state === "pending" ? row.pendingFrom : row.day);

const rowResource = (row, { state, date, id, account, context: { isOn } }) => {
  const isIn = row.amount > 0;
  const isCard = row.code === "CCRD";
  const isHeld = isOn("authorizations-booked") && isCard && state === "pending";
  const party = row.party === undefined ? null : { name: row.party };
  const none = isOn("nulls") ? null : undefined;
  return {
    entry_reference: isHeld ? `A${id}` : id,
    transaction_id: row.transactionId === undefined ? `t-${row.id}` : row.transactionId,
    transaction_amount: {
      currency: row.currency ?? account.currency ?? "EUR",
      amount: Math.abs(row.amount).toFixed(2),
    },
    credit_debit_indicator: isIn ? "CRDT" : "DBIT",
    status: isHeld
      ? "BOOK"
      : isCard && isOn("other-status")
        ? "OTHR"
        : state === "pending"
          ? "PDNG"
          : "BOOK",
    booking_date: state === "pending" && !isHeld ? null : date,
    value_date: isOn("nulls") ? null : date,
    transaction_date: null,
    creditor: isIn ? (none ?? null) : party,
    debtor: isIn ? party : (none ?? null),
    bank_transaction_code: row.code
      ? {
          description: null,
          code: isHeld ? "MCRD" : row.code,
          sub_code: isHeld ? "UPCT" : (row.subCode ?? "POSD"),
        }
      : null,
    remittance_information: row.text === undefined ? null : [row.text].flat(),
    reference_number: null,
    merchant_category_code: row.mcc ?? null,
    balance_after_transaction:
      row.after === undefined ? null : { currency: account.currency ?? "EUR", amount: row.after },
    exchange_rate: null,
    note: null,
  };
};
