import {
  type AccountNumber as AccountText,
  accountNumberFrom,
  bankCodeFrom,
  bicFrom,
  type Currency,
  currencyCodes,
  currencyFrom,
  type Id,
  ibanFrom,
  type Line,
  lineFrom,
  NO_BIC,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";
import type {
  BankAccount,
  BankBalances,
  BankNumbers,
} from "../../domain/connectors/bank-account.ts";
import { digest } from "../../domain/identifiers.ts";
import { roundTo } from "../data-api/values.ts";
import type { KnownAccount } from "./session-state.ts";
import type { AccountResource, Balance } from "./values.ts";

/** The kinds of accounts by ISO 20022's codes. */
const KINDS: Readonly<Record<string, Pick<BankAccount, "type" | "subtype">>> = {
  CACC: { type: "depository", subtype: "checking" },
  TRAN: { type: "depository", subtype: "checking" },
  SVGS: { type: "depository", subtype: "savings" },
  MOMA: { type: "depository", subtype: "money market" },
  CASH: { type: "depository", subtype: "other" },
  CARD: { type: "credit", subtype: "credit card" },
  LOAN: { type: "loan", subtype: "other" },
};

/** The names of unnamed accounts. */
const NAMES: Readonly<Record<BankAccount["type"], string>> = {
  depository: "Account",
  credit: "Card",
  loan: "Loan",
  investment: "Securities",
  other: "Account",
};

const toKind = ({ cash_account_type: code }: AccountResource) =>
  KINDS[code?.toUpperCase() ?? ""] ?? ({ type: "depository", subtype: "other" } as const);

/** The currency of an account; null without one, or for several (`XXX`). */
const accountCurrency = ({ currency }: Pick<AccountResource, "currency">): Currency | null => {
  const code = currencyFrom(currency ?? "");
  return code === null || /^(XXX|XTS)$/.test(code) ? null : code;
};

const ibanIn = ({ account_id, all_account_ids }: AccountResource) =>
  [
    account_id?.iban,
    ...[account_id?.other, ...all_account_ids].map((other) =>
      other?.scheme_name?.toUpperCase() === "IBAN" ? other.identification : null,
    ),
  ].flatMap((text) => ibanFrom(text?.toUpperCase() ?? "") ?? [])[0] ?? null;

/** The number by which people know an account without an IBAN. */
const otherNumber = ({ account_id, all_account_ids }: AccountResource): Line | null =>
  [account_id?.other, ...all_account_ids].flatMap((other) => other?.identification ?? [])[0] ??
  null;

/** Accounts without duplicates: the same uid, or the same hash, number, kind and currency. */
export const distinctAccounts = (resources: readonly AccountResource[]): AccountResource[] => {
  const marks = new Set<string>();
  // An entry that the API can read represents its duplicates.
  const first = resources.toSorted((a, b) => Number(a.uid === null) - Number(b.uid === null));
  const kept = first.filter((resource) => {
    const { uid, identification_hash: hash, cash_account_type: kind } = resource;
    const number = ibanIn(resource) ?? otherNumber(resource);
    const own = [
      ...(uid === null ? [] : [`uid ${uid}`]),
      ...(hash === null || number === null
        ? []
        : [JSON.stringify([hash, number, kind, accountCurrency(resource)])]),
    ];
    const isNew = own.every((mark) => !marks.has(mark));
    for (const mark of own) marks.add(mark);
    return isNew;
  });
  return resources.filter((resource) => kept.includes(resource));
};

/**
 * Gives each account of a new consent its key: a known account's with the same identification hash,
 * another common hash, or the same IBAN and currency. Other accounts get a new key.
 */
export const recognizeAccounts = (
  resources: readonly AccountResource[],
  before: readonly KnownAccount[],
): { resource: AccountResource; known: KnownAccount }[] => {
  const rest = new Set(before);
  const pairs = new Map<AccountResource, KnownAccount>();
  const rules: ((resource: AccountResource, known: KnownAccount) => boolean)[] = [
    (resource, known) =>
      resource.identification_hash !== null &&
      resource.identification_hash === known.hash &&
      accountCurrency(resource) === known.currency,
    (resource, known) =>
      resource.identification_hash !== null && resource.identification_hash === known.hash,
    (resource, known) =>
      accountCurrency(resource) === known.currency &&
      resource.identification_hashes.some((hash) => known.hashes.includes(hash)),
    (resource, known) =>
      known.iban !== null &&
      ibanIn(resource) === known.iban &&
      accountCurrency(resource) === known.currency,
  ];
  for (const isSame of rules)
    for (const resource of resources) {
      if (pairs.has(resource)) continue;
      const candidates = [...rest].filter((known) => isSame(resource, known));
      const rivals = resources.filter(
        (other) => !pairs.has(other) && candidates.some((known) => isSame(other, known)),
      );
      const [known] = candidates;
      // Further hashes are not all unique. If several accounts match, none is taken as known.
      if (known === undefined || candidates.length > 1 || rivals.length > 1) continue;
      pairs.set(resource, known);
      rest.delete(known);
    }
  const taken = new Set<string>([...pairs.values()].map(({ key }) => key));
  return resources.map((resource) => {
    const paired = pairs.get(resource);
    const key = paired?.key ?? newKey(resource, resources, taken);
    taken.add(key);
    return { resource, known: { ...knownAccount(resource, key), ...learnedOf(paired) } };
  });
};

const learnedOf = (known: KnownAccount | undefined) =>
  known
    ? { days: known.days, owed: known.owed, pending: known.pending, undated: known.undated }
    : {};

/** The key of a new account, the same in each login. */
function newKey(
  resource: AccountResource,
  all: readonly AccountResource[],
  taken: ReadonlySet<string>,
): Id {
  const { identification_hash: hash } = resource;
  const iban = ibanIn(resource);
  const currency = accountCurrency(resource) ?? "";
  const isShared = all.filter((other) => other.identification_hash === hash).length > 1;
  const base =
    hash !== null
      ? `${hash}${isShared ? `/${currency}` : ""}`
      : digest(JSON.stringify([iban ?? otherNumber(resource) ?? resource.name, currency]));
  for (let count = 0; ; count++) {
    const key = count === 0 ? base : `${base}/${count}`;
    if (!taken.has(key)) return ownId(key.slice(0, 240));
  }
}

const knownAccount = (resource: AccountResource, key: string): KnownAccount => {
  const currency = accountCurrency(resource);
  return {
    key,
    uid: currency === null ? null : resource.uid,
    hash: resource.identification_hash,
    hashes: resource.identification_hashes.slice(0, 50),
    iban: ibanIn(resource),
    currency,
    isCard: toKind(resource).type === "credit",
    limit: resource.credit_limit?.amount ?? null,
    days: null,
    owed: null,
    pending: "unknown",
    undated: {},
  };
};

/** An account as ours. */
export const toBankAccount = (
  resource: AccountResource,
  known: KnownAccount,
  balances: readonly Balance[] | null,
): BankAccount => {
  const kind = toKind(resource);
  const iban = ibanIn(resource);
  const number = iban ?? otherNumber(resource);
  const { details, product, usage } = resource;
  return {
    key: ownId(known.key),
    name: details ?? product ?? ownLine(NAMES[kind.type]),
    official_name: product ?? details,
    mask: lineFrom(/[A-Za-z\d]{2,4}$/.exec(number ?? "")?.[0]),
    ...kind,
    holder_category: usage === "ORGA" ? "business" : usage === "PRIV" ? "personal" : "unrecognized",
    balances: toBalances(known, balances ?? []),
    numbers: kind.type === "depository" ? toNumbers(resource, iban) : {},
  };
};

function toNumbers(resource: AccountResource, iban: ReturnType<typeof ibanFrom>): BankNumbers {
  const bic = bicFrom(resource.account_servicer?.bic_fi?.toUpperCase() ?? "");
  const bacs = bacsOf(resource, iban);
  return {
    ...(iban && { international: { iban, bic: bic ?? NO_BIC } }),
    ...(bacs && { bacs }),
  };
}

/** The schemes that combine a sort code of 6 digits and an account number of 8. */
const UK_SCHEME = /sort.?code|^bban$/i;

/** UK numbers from their own fields, or from a British IBAN. */
function bacsOf(
  { account_id, all_account_ids }: AccountResource,
  iban: string | null,
): BankNumbers["bacs"] | null {
  const named = [account_id?.other, ...all_account_ids].flatMap((other) => {
    const digits = other?.identification?.replaceAll(/[\s-]/g, "") ?? "";
    return UK_SCHEME.test(other?.scheme_name ?? "") && /^\d{14}$/.test(digits) ? [digits] : [];
  })[0];
  const digits =
    /^GB\d\d[A-Z]{4}(\d{14})$/.exec(iban ?? "")?.[1] ?? (iban === null ? named : undefined);
  if (digits === undefined) return null;
  const sort_code = bankCodeFrom(digits.slice(0, 6));
  const account: AccountText | null = accountNumberFrom(digits.slice(6));
  return sort_code && account ? { account, sort_code } : null;
}

/** The types of booked balances, and of available balances, best first. */
const BOOKED = ["ITBD", "CLBD"];
const OPENING = ["OPBD", "PRCD"];
const AVAILABLE = ["ITAV", "CLAV", "FWAV", "OPAV"];

/** Other balances, which do not suit a card, whose booked balance is a debt. */
const OTHERS = ["XPCD", "VALU", "OTHR", "INFO"];

/**
 * The balances of an account. The current balance is booked, and a debt on a card. An available
 * balance may include an overdraft, so it replaces a booked one only if none exists.
 */
export const toBalances = (
  { currency: code, isCard, limit }: Pick<KnownAccount, "currency" | "isCard" | "limit">,
  list: readonly Balance[],
): BankBalances => {
  const currency = currencyFrom(code ?? "");
  const inCurrency = list.filter(
    ({ balance_amount: amount }) =>
      amount?.amount != null &&
      (amount.currency == null || currencyFrom(amount.currency) === currency),
  );
  const first = (types: readonly string[]): number | null => toAmount(inCurrency, types);
  const booked = first(BOOKED) ?? first(OPENING);
  const available = first(AVAILABLE);
  const hasCredit = limit !== null && limit > 0;
  const rounded = (amount: number | null): number | null =>
    amount === null ? null : roundTo(amount, currency);
  const cardDebt =
    booked !== null ? -booked : hasCredit && available !== null ? limit - available : null;
  return {
    available: rounded(available),
    current: rounded(
      isCard ? cardDebt : (booked ?? first(OTHERS) ?? (hasCredit ? null : available)),
    ),
    limit: hasCredit ? rounded(limit) : null,
    ...currencyCodes(currency),
  };
};

/** Returns the newest balance of these types; on the same day the first type wins. */
function toAmount(list: readonly Balance[], types: readonly string[]): number | null {
  const found = list
    .filter(({ balance_type: type }) => types.includes(type?.toUpperCase() ?? ""))
    .map((balance) => ({
      balance,
      rank: types.indexOf(balance.balance_type?.toUpperCase() ?? ""),
      day: balance.reference_date ?? balance.last_change_date_time?.slice(0, 10) ?? "",
    }))
    .toSorted((a, b) =>
      a.day === "" || b.day === "" || a.day === b.day ? a.rank - b.rank : a.day < b.day ? 1 : -1,
    );
  return found[0]?.balance.balance_amount?.amount ?? null;
}
