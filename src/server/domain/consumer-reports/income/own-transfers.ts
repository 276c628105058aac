import { groupBy } from "../../group-by.ts";
import { eachInTurns, filterInTurns, groupInTurns, sortInTurns } from "../../jobs/in-turns.ts";
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
export const inflowsWithCounterpart = async (
  inflows: readonly Inflow[],
  outflows: readonly Outflow[],
): Promise<Set<string>> => {
  const open = await openOutflows(outflows);
  const matches = new Set<string>();
  const match = (inflow: Inflow) => {
    const account = takeOutflow(open, inflow);
    if (account !== null) matches.add(inflow.id);
  };
  // Inflows that mention a transfer come first; the order of the list does not count.
  const sorted = await sortInTurns(inflows, byDayAndId);
  await eachInTurns(await filterInTurns(sorted, mentionsTransfer), match);
  await eachInTurns(await filterInTurns(sorted, (inflow) => !mentionsTransfer(inflow)), match);
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

/** The outflows of an account that no inflow has used. */
type Source = { accountId: string; count: number };

/** The accounts that money left, by its currency, amount and day, the last one first. */
async function openOutflows(outflows: readonly Outflow[]): Promise<Map<string, Source[]>> {
  const byKey = await groupInTurns(
    outflows,
    ({ currency, cents, day }) => `${currency} ${cents} ${day}`,
  );
  const open = new Map<string, Source[]>();
  await eachInTurns(byKey, ([key, same]) => {
    const sources = [...groupBy(same, ({ accountId }) => accountId)]
      .map(([accountId, { length }]) => ({ accountId, count: length }))
      .toSorted((a, b) => (a.accountId < b.accountId ? 1 : -1));
    open.set(key, sources);
  });
  return open;
}

function takeOutflow(
  open: ReadonlyMap<string, Source[]>,
  { currency, cents, day, accountId }: Inflow,
): string | null {
  for (const delay of DELAYS) {
    const sources = open.get(`${currency} ${cents} ${day - delay}`) ?? [];
    // Each account is in the list once, so that the first one of another account is at its end or next to it.
    const at = sources.length - (sources.at(-1)?.accountId === accountId ? 2 : 1);
    const source = sources[at];
    if (!source) continue;
    source.count -= 1;
    if (source.count === 0) sources.splice(at, 1);
    return source.accountId;
  }
  return null;
}

const DELAYS = [
  ...Array.from({ length: MAX_DAYS_LATE + 1 }, (_, days) => days),
  ...Array.from({ length: MAX_DAYS_EARLY }, (_, days) => -days - 1),
];

function byDayAndId(a: Inflow, b: Inflow): number {
  return a.day - b.day || (a.id < b.id ? -1 : Number(a.id > b.id));
}
