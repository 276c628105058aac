import { groupBy } from "../../group-by.ts";
import { eachInTurns, filterInTurns, groupInTurns, sortInTurns } from "../../jobs/in-turns.ts";
import { type Inflow, splitWords, withoutNames } from "./inflow.ts";

/** Money that left an account. */
export type Outflow = { accountId: string; day: number; cents: number; currency: string };

/** How many days a transfer between two accounts may take, and may seem early. */
const MAX_DAYS_LATE = 4;
const MAX_DAYS_EARLY = 1;

/**
 * Returns the inflows, by id, that equal an outflow of another own account at about the same day.
 * Each outflow is used once. These are likely own transfers; equal amounts may be chance, so the
 * caller decides.
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
  // Inflows that mention a transfer come first; the order of the input has no effect.
  const sorted = await sortInTurns(inflows, byDayAndId);
  await eachInTurns(await filterInTurns(sorted, mentionsTransfer), match);
  await eachInTurns(await filterInTurns(sorted, (inflow) => !mentionsTransfer(inflow)), match);
  return matches;
};

/** Whether an inflow's words mention a transfer. */
export const mentionsTransfer = ({ text }: Pick<Inflow, "text">): boolean =>
  /\bTRANSFER\b|\bXFER\b|\bTRSF\b|\bVIREMENT\b|\bUMBUCHUNG\b/.test(text);

/** Whether an inflow's only named payer is its owner, or the owner's account. */
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

/** The unused outflows of an account. */
type Source = { accountId: string; count: number };

/** The accounts with outflows, by currency, amount and day; the last account first. */
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
    // Each account is in the list once. So the last other account is at the end of the list, or
    // next to it.
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
