import { type Inflow, splitWords, withoutNames } from "./inflow.ts";

/** Money that left an account. */
export type Outflow = { accountId: string; day: number; cents: number; currency: string };

/**
 * The days that a transfer between two accounts takes, and the days by which it may seem to arrive too early.
 */
const MAX_DAYS_LATE = 4;
const MAX_DAYS_EARLY = 1;

/**
 * Returns the inflows, by id, that equal an outflow of another own account of about the same day, each
 * outflow used once: likely transfers between own accounts. Equal amounts may be chance, so that the caller
 * decides.
 */
export const inflowsWithCounterpart = (
  inflows: readonly Inflow[],
  outflows: readonly Outflow[],
): Set<string> => {
  const open = new Map<string, Map<string, number>>();
  for (const { currency, cents, day, accountId } of outflows) {
    const key = `${currency} ${cents} ${day}`;
    const accounts = open.get(key) ?? new Map<string, number>();
    accounts.set(accountId, (accounts.get(accountId) ?? 0) + 1);
    open.set(key, accounts);
  }
  const matches = new Set<string>();
  for (const inflow of inflows.toSorted(surestFirst)) {
    const account = takeOutflow(open, inflow);
    if (account !== null) matches.add(inflow.id);
  }
  return matches;
};

/** Whether the words of an inflow speak of a transfer. */
export const mentionsTransfer = ({ text }: Pick<Inflow, "text">): boolean =>
  /\bTRANSFER\b|\bXFER\b|\bTRSF\b|\bVIREMENT\b|\bUMBUCHUNG\b/.test(text);

/** Whether the only payer that an inflow names is its owner, or one of their accounts. */
export const isFromOwner = (
  { transaction, payer }: Pick<Inflow, "transaction" | "payer">,
  ownNames: readonly (readonly string[])[],
): boolean => {
  const words = splitWords(payer.key === "" ? transaction.name : payer.key);
  if (payer.key !== "") return words.every((word) => ACCOUNT_WORDS.has(word));
  return withoutNames(words, ownNames).length < words.length;
};

const ACCOUNT_WORDS = new Set(
  "CHECKING CHEQUING CURRENT SAVINGS SAVING CHK SAV ACCOUNT ACCT SHARE MONEY MARKET OWN MY".split(
    " ",
  ),
);

function takeOutflow(open: Map<string, Map<string, number>>, inflow: Inflow): string | null {
  const { currency, cents, day, accountId } = inflow;
  for (const delay of DELAYS) {
    const accounts = open.get(`${currency} ${cents} ${day - delay}`);
    const candidates = [...(accounts ?? [])].filter(
      ([id, available]) => available > 0 && id !== accountId,
    );
    const [from] = candidates.map(([id]) => id).toSorted();
    if (!accounts || from === undefined) continue;
    accounts.set(from, (accounts.get(from) ?? 0) - 1);
    return from;
  }
  return null;
}

const DELAYS = [
  ...Array.from({ length: MAX_DAYS_LATE + 1 }, (_, days) => days),
  ...Array.from({ length: MAX_DAYS_EARLY }, (_, days) => -days - 1),
];

/** Orders inflows that mention a transfer first; then by day and id, independent of the order of the list. */
function surestFirst(a: Inflow, b: Inflow): number {
  const surer = Number(mentionsTransfer(b)) - Number(mentionsTransfer(a));
  return surer || a.day - b.day || (a.id < b.id ? -1 : 1);
}
