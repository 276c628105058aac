import { createPace, eachInTurns, filterInTurns } from "../../jobs/in-turns.ts";
import { compareNames } from "./compare-names.ts";
import { areToldApart } from "./evidence.ts";
import { type Matchable, paymentIdOf, type Row } from "./row.ts";

/** Two rows of the same payment. */
export type Settled = { left: Row; right: Row };

/** The rows that no step has settled yet. */
export type Open = { gone: readonly Row[]; come: readonly Row[] };

/**
 * Settles the rows that need no candidates: by a payment's id, by equal facts, and by the same day.
 * Returns the remaining rows. A standing order may repeat its id each month, so the id of a kept
 * row settles nothing.
 */
export const settleEqual = async (
  open: Open,
  kept: Iterable<Matchable>,
): Promise<{ settled: Settled[]; rest: Open }> => {
  const settled: Settled[] = [];
  let rest = open;
  for (const [keyOf, pair] of STEPS) {
    let groups = await grouped(rest, keyOf);
    if (keyOf === idOfPayment && groups.length > 0) {
      const keptIds = new Set<string | null>();
      await eachInTurns(kept, (each) => keptIds.add(paymentIdOf(each)));
      groups = groups.filter(({ gone: [row] }) => row && !keptIds.has(idOfPayment(row)));
    }
    // Two sets, since a single large set would grow in a long turn.
    const taken = { gone: new Set<Row>(), come: new Set<Row>() };
    const pace = createPace();
    for (const group of groups) {
      for (const each of await pair(group)) {
        settled.push(each);
        taken.gone.add(each.left);
        taken.come.add(each.right);
        const turn = pace();
        if (turn) await turn;
      }
      const turn = pace();
      if (turn) await turn;
    }
    if (taken.gone.size === 0) continue;
    rest = {
      gone: await filterInTurns(rest.gone, (row) => !taken.gone.has(row)),
      come: await filterInTurns(rest.come, (row) => !taken.come.has(row)),
    };
  }
  return { settled, rest };
};

type Step = readonly [
  keyOf: (row: Row) => string | null,
  pair: (group: Open) => Settled[] | Promise<Settled[]>,
];

const idOfPayment = ({ transaction }: Row): string | null => paymentIdOf(transaction);

/** A payment's own id settles a pair if no other row has the id. */
const byPaymentId: Step = [
  idOfPayment,
  ({ gone, come }) => {
    const [left, right] = [gone[0], come[0]];
    const isOne = gone.length === 1 && come.length === 1;
    return isOne && left && right && !becomesPending(left, right) ? [{ left, right }] : [];
  },
];

/** Equal rows are interchangeable. Their balances, if present, give their order. */
const byFacts: Step = [
  ({ key }) => key,
  async ({ gone, come }) => {
    const balances = new Map<number, Row[]>();
    await eachInTurns(come, (right) => {
      const { balanceAfter } = right.evidence;
      if (balanceAfter == null) return;
      const known = balances.get(balanceAfter);
      if (known) known.push(right);
      else balances.set(balanceAfter, [right]);
    });
    // The first of equal balances is taken first.
    for (const rows of balances.values()) if (rows.length > 1) rows.reverse();
    const taken = { gone: new Set<Row>(), come: new Set<Row>() };
    const settled: Settled[] = [];
    await eachInTurns(gone, (left) => {
      const { balanceAfter } = left.evidence;
      const right = balanceAfter == null ? undefined : balances.get(balanceAfter)?.pop();
      if (!right) return;
      taken.gone.add(left);
      taken.come.add(right);
      settled.push({ left, right });
    });
    const rights = await filterInTurns(come, (right) => !taken.come.has(right));
    let next = 0;
    await eachInTurns(gone, (left) => {
      if (taken.gone.has(left)) return;
      const right = rights[next++];
      if (right) settled.push({ left, right });
    });
    return settled;
  },
];

/** Equal rows are the same even if only one has evidence, unless evidence contradicts that. */
const byContent: Step = [
  ({ content }) => content,
  ({ gone, come }) => {
    if (gone.length > MAX_OF_A_DAY || come.length > MAX_OF_A_DAY) return [];
    const free = new Set(come);
    // A row without evidence may equal any of the others.
    const lefts = gone.toSorted((a, b) => countFacts(b) - countFacts(a));
    return lefts.flatMap((left) => {
      const right = [...free].find((each) => !areToldApart(left, each));
      if (!right) return [];
      free.delete(right);
      return [{ left, right }];
    });
  },
];

const countFacts = ({ evidence }: Row): number =>
  Object.values(evidence).filter((fact) => fact != null).length;

/** The maximum number of rows per day and amount whose names are compared. */
const MAX_OF_A_DAY = 50;

/**
 * Rows of the same day, amount and state are the same if their names agree only with each other.
 */
const byDay: Step = [
  ({ group, currency, transaction: { amount, date, pending } }) =>
    JSON.stringify([group, currency, amount, date, pending]),
  ({ gone, come }) => {
    if (gone.length > MAX_OF_A_DAY || come.length > MAX_OF_A_DAY) return [];
    const pairs = gone.flatMap((left) =>
      come.flatMap((right): Settled[] => {
        const names = compareNames(left.reading, right.reading);
        const doAgree = names.names === "same" || names.names === "adds";
        return doAgree && !areToldApart(left, right, names) ? [{ left, right }] : [];
      }),
    );
    return pairs.filter(
      (pair) =>
        !pairs.some(
          (other) => other !== pair && (other.left === pair.left || other.right === pair.right),
        ),
    );
  },
];

const STEPS: readonly Step[] = [byPaymentId, byFacts, byContent, byDay];

/** Whether a booked row would become pending again, which never happens. */
const becomesPending = (left: Row, right: Row): boolean =>
  !left.transaction.pending && right.transaction.pending;

/** The rows of both sides by key, for keys on both sides. */
async function grouped(
  { gone, come }: Open,
  keyOf: Step[0],
): Promise<{ gone: Row[]; come: Row[] }[]> {
  const groups = new Map<string, { gone: Row[]; come: Row[] }>();
  const pace = createPace();
  for (const row of gone) {
    const key = keyOf(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.gone.push(row);
    else groups.set(key, { gone: [row], come: [] });
    const turn = pace();
    if (turn) await turn;
  }
  for (const row of come) {
    const key = keyOf(row);
    if (key !== null) groups.get(key)?.come.push(row);
    const turn = pace();
    if (turn) await turn;
  }
  return filterInTurns(groups.values(), (group) => group.come.length > 0);
}
