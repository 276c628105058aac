import { type Id, ownId } from "../../domain/bank-values.ts";
import type { Statement, StatementAccount } from "../../formats/statement.ts";
import type { FileAccount } from "./file-account.ts";
import { accountKey, isSameAccount, plainNumber } from "./files-state.ts";
import { spanOf } from "./merge-rows.ts";
import { amountKey, isIn } from "./row-words.ts";

/** The user's choice, the key of a new account, and the file's accounts so far. */
type Choice = {
  /** The key of the chosen account; left out if the user was not asked. */
  account?: string | undefined;
  newKey: string;
  /** The stored state; null for a new Item. */
  state: string | null;
  taken: readonly string[];
};

/** The index of an account among the stored ones, and the keys of its other numbers. */
type Place = { key: Id; at: number; otherKeys: readonly string[] };

/**
 * Finds a statement's account among the stored ones; null if the user must be asked. Banks may
 * later mask a number, drop a bank's code, or write an IBAN instead. Such an account matches if the
 * rows of the common days are the same. The user is asked if these rows do not decide.
 */
export function placeOf(
  statement: Pick<Statement, "account" | "from" | "to" | "transactions">,
  accounts: readonly FileAccount[],
  { account: chosen, newKey, state, taken }: Choice,
): Place | null {
  const { account } = statement;
  const key = accountKey(account);
  const placeAt = (at: number): Place | null => {
    const stored = accounts[at];
    if (!stored) return null;
    const { key: storedKey, otherKeys = [] } = stored;
    const isNew =
      key !== null &&
      key !== storedKey &&
      !otherKeys.includes(key) &&
      !isSameAccount(stored.account, account);
    return { key: storedKey, at, otherKeys: isNew ? [...otherKeys, key] : otherKeys };
  };
  const same =
    placeAt(accounts.findIndex((stored) => isSameAccount(stored.account, account))) ??
    placeAt(accounts.findIndex((stored) => key !== null && hasKey(stored, key)));
  if (same) return same;
  const added = (newAccountKey: Id): Place => ({
    key: newAccountKey,
    at: accounts.length,
    otherKeys: [],
  });
  if (key !== null) {
    // Two accounts of a file are distinct, so a stored account taken by one is skipped.
    const likely = accounts.flatMap((stored, at) =>
      taken.includes(stored.key) ? [] : { at, likeness: likenessOf(stored, statement) },
    );
    const sure = likely.filter(({ likeness }) => likeness === "same");
    if (sure[0] && sure.length === 1) return placeAt(sure[0].at);
    const open = likely.filter(({ likeness }) => likeness !== "other");
    if (open.length === 0) return added(key);
    if (chosen === undefined) return null;
    return placeAt(open.find(({ at }) => accounts[at]?.key === chosen)?.at ?? -1) ?? added(key);
  }
  if (chosen === undefined && state !== null) return null;
  // A file may have several unnamed accounts, one per currency.
  const isOther = ({ key: storedKey, account: { currency } }: FileAccount) =>
    storedKey === chosen && currency && account.currency && currency !== account.currency;
  if (accounts.some(isOther)) {
    const own = accounts.findIndex(
      (stored) =>
        accountKey(stored.account) === null && stored.account.currency === account.currency,
    );
    return placeAt(own) ?? added(ownId(`${newKey}${accounts.length}`));
  }
  return (
    placeAt(accounts.findIndex((stored) => stored.key === chosen)) ??
    added(ownId(`${newKey}${accounts.length}`))
  );
}

const hasKey = ({ key, otherKeys = [] }: FileAccount, wanted: string): boolean =>
  key === wanted || otherKeys.includes(wanted);

/** The minimum number and share of equal rows on the common days; with ids, two suffice. */
const MIN_ROWS = 3;
const MIN_ROWS_WITH_ID = 2;
const MIN_SHARE = 0.9;

/**
 * Whether a statement with another number belongs to a stored account: by its rows, by the user's
 * answer, or not at all.
 */
function likenessOf(
  stored: FileAccount,
  { account, from, to, transactions }: Parameters<typeof placeOf>[0],
): "same" | "open" | "other" {
  const { currency, type } = stored.account;
  if (currency && account.currency && currency !== account.currency) return "other";
  if (type && account.type && type !== account.type) return "other";
  // A broker's history often has no number, while its list of positions has one.
  if (type === "investment" && account.type === "investment")
    return accountKey(stored.account) === null ? "open" : "other";
  if (type === "investment" || account.type === "investment") return "other";
  const isAlike = isNumberAlike(stored.account, account);
  const span = spanOf(from, to, transactions);
  if (span === null || (!isAlike && transactions.length < MIN_ROWS))
    return isAlike ? "open" : "other";
  const own = stored.rows.filter(({ date }) => isIn(span, date));
  const free = new Map<string, number>();
  const ids = new Set<string>();
  for (const row of own) {
    const facts = amountKey(row);
    free.set(facts, (free.get(facts) ?? 0) + 1);
    if (row.id !== null) ids.add(`${facts} ${row.id}`);
  }
  let [common, sameIds, count] = [0, 0, 0];
  for (const row of transactions) {
    if (!stored.spans.some((each) => isIn(each, row.date))) continue;
    count += 1;
    const facts = amountKey(row);
    const left = free.get(facts) ?? 0;
    if (left === 0) continue;
    free.set(facts, left - 1);
    common += 1;
    if (row.id !== null && ids.has(`${facts} ${row.id}`)) sameIds += 1;
  }
  const share = common / Math.max(1, count, own.length);
  const isEnough = common >= MIN_ROWS || sameIds >= MIN_ROWS_WITH_ID;
  if (isAlike) return isEnough && share >= MIN_SHARE ? "same" : "open";
  // A bank may give an account another number altogether.
  return common >= MIN_ROWS && share === 1 ? "open" : "other";
}

/**
 * Whether two numbers may be of one account: one is masked, shortened or part of the other, or the
 * banks differ.
 */
function isNumberAlike(a: StatementAccount, b: StatementAccount): boolean {
  const [mine, other] = [splitNumber(a), splitNumber(b)];
  if (!mine || !other) return false;
  if (mine.isMasked || other.isMasked)
    return (
      isEndAlike(mine.tail, other.tail) &&
      (mine.isMasked && other.isMasked
        ? mine.head.startsWith(other.head) || other.head.startsWith(mine.head)
        : (mine.isMasked ? other : mine).whole.startsWith((mine.isMasked ? mine : other).head))
    );
  const [long, short] = [mine.whole, other.whole].toSorted((x, y) => y.length - x.length) as [
    string,
    string,
  ];
  return (
    (short.length >= MIN_TAIL && long.endsWith(short)) ||
    (short.length >= MIN_INNER && /^[A-Z]{2}\d\d/.test(long) && long.includes(short))
  );
}

const MIN_TAIL = 3;
const MIN_INNER = 5;
const MASK = /[x*•·●#…]{2,}/i;

/** The parts of a number around its mask, without leading zeros. */
function splitNumber({ iban, id }: StatementAccount) {
  const number = (iban ?? id)?.replace(/[\s-]/g, "").toUpperCase();
  if (number === undefined) return null;
  const isMasked = MASK.test(number);
  const whole = plainNumber(number).replace(/^0+/, "");
  const parts = number.split(MASK);
  return {
    isMasked,
    whole,
    head: isMasked ? (parts[0] ?? "") : "",
    tail: isMasked ? (parts.at(-1) ?? "") : whole,
  };
}

const isEndAlike = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= MIN_TAIL && (a.endsWith(b) || b.endsWith(a));

/** A stored account with the facts that a later file adds. */
export function filled(
  stored: StatementAccount,
  { ...account }: StatementAccount,
): StatementAccount {
  const isUnmasked = MASK.test(stored.id ?? "") && account.id !== null && !MASK.test(account.id);
  return {
    id: isUnmasked ? account.id : (stored.id ?? account.id),
    iban: stored.iban ?? account.iban,
    bankId: stored.bankId ?? account.bankId,
    name: stored.name ?? account.name,
    type: stored.type ?? account.type,
    currency: stored.currency ?? account.currency,
  };
}
